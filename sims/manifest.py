"""``run.json``: what a batch was, with what, and how far it came.

A batch that was resumed has several sessions, each with its own command, versions
and commit, for they may differ.
"""

from __future__ import annotations

import datetime
import json
import os
import platform
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

from gamebase.files import atomic_write, read_regular
from gamebase.json_reading import read_json
from sims.errors import BatchError, DamagedError, EarlierFormatError

__all__ = ["NAME", "Manifest", "differences", "source_commit"]

NAME = "run.json"
FORMAT = 2
PACKAGES = ("stacko", "numpy", "scipy", "pyarrow", "pybullet", "mujoco")
KINDS = {"study": dict, "cells": list, "fingerprint": str, "sessions": list}


class Manifest:
    """The contents of ``run.json``; every change is on disk when the call returns.

    Parameters
    ----------
    folder : Path
        The folder of results.
    game : str
        Name of the game that is played.
    design : Mapping[str, Any]
        Everything that was asked for, as plain values: ``study`` and ``cells``.
    fingerprint : str
        Hash of the part of it that decides the results.
    """

    def __init__(
        self, folder: Path, game: str, design: Mapping[str, Any], fingerprint: str
    ) -> None:
        self._path = folder / NAME
        self._content: dict[str, Any] = {
            "format": FORMAT,
            "game": game,
            "status": "running",
            **design,
            "fingerprint": fingerprint,
            "games": {},
            "sessions": [],
        }

    @staticmethod
    def read(folder: Path) -> dict[str, Any] | None:
        """Return the contents of a folder's ``run.json``, or None if it has none.

        Raises
        ------
        DamagedError
            If the file is damaged.
        BatchError
            If it is no record of a batch, or of another format.
        """
        path = folder / NAME
        try:
            content = read_json(read_regular(path))
        except FileNotFoundError:
            return None
        except (ValueError, OSError) as error:
            raise DamagedError(
                f"{str(path)!r} cannot be read ({error}); "
                "start anew with --overwrite or another --out"
            ) from error
        if isinstance(content, dict) and content.get("format") == 1:
            raise EarlierFormatError(
                f"{str(path)!r} was written by an earlier version, whose tables are "
                "others: play the games anew with --overwrite or another --out"
            )
        if not _is_ours(content):
            raise BatchError(
                f"{str(path)!r} is no record of a batch in format {FORMAT}; "
                "choose another folder with --out"
            )
        found: dict[str, Any] = content
        return found

    def begin(self, previous: Mapping[str, Any] | None, **how: object) -> None:
        """Note that a session starts, after those of a run that is resumed.

        Parameters
        ----------
        previous : mapping, optional
            Record of the run that is resumed.
        **how
            What is worth knowing of the session, such as ``workers``.
        """
        self._content["sessions"] = [
            *(previous or {}).get("sessions", []),
            {
                "command": shlex.join([os.path.basename(sys.argv[0]), *sys.argv[1:]]),
                **how,
                **_surroundings(),
                "started": _now(),
                "ended": None,
                "status": "running",
            },
        ]
        self._write()

    def end(self, status: str, games: Mapping[str, int], whole: str = "") -> None:
        """Note how the session ended and how many games ended in which way.

        Parameters
        ----------
        status : str
            Of the session.
        games : mapping
            Counts of games.
        whole : str
            Status of the whole study, if that is another: a session of one game ends
            in order where the others are not there.
        """
        self._content["status"] = whole or status
        self._content["games"] = dict(games)
        self._content["sessions"][-1].update(status=status, ended=_now())
        self._write()

    def _write(self) -> None:
        # In ASCII, for a command may hold names of files that are not UTF-8.
        text = json.dumps(self._content, indent=2) + "\n"
        atomic_write(self._path, lambda path: path.write_text(text, encoding="utf-8"))


def differences(
    old: Mapping[str, Any], new: Mapping[str, Any], prefix: str = ""
) -> Iterator[str]:
    """Yield ``key: old -> new`` for every leaf in which two mappings differ.

    Examples
    --------
    >>> list(differences({"a": {"b": 1}, "c": 2}, {"a": {"b": 3}, "c": 2}))
    ['a.b: 1 -> 3']
    """
    for key in sorted({*old, *new}):
        one, other = old.get(key), new.get(key)
        if isinstance(one, Mapping) and isinstance(other, Mapping):
            yield from differences(one, other, f"{prefix}{key}.")
        elif one != other:
            yield f"{prefix}{key}: {one!r} -> {other!r}"


def _is_ours(content: object) -> bool:
    return (
        isinstance(content, dict)
        and content.get("format") == FORMAT
        and all(isinstance(content.get(key), kind) for key, kind in KINDS.items())
        and bool(content["cells"])
    )


def _surroundings() -> dict[str, Any]:
    return {
        "python": platform.python_version(),
        "platform": platform.platform(),
        "machine": platform.machine(),
        "packages": {name: _version(name) for name in PACKAGES},
        "commit": source_commit(Path(__file__).resolve().parent.parent),
    }


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def source_commit(root: Path) -> str | None:
    """Return the commit of a source tree, with ``+changes`` if it was edited.

    Parameters
    ----------
    root : Path
        Folder of a checkout. It is only read, also if this process is killed.

    Returns
    -------
    str or None
        None if there is no checkout, or no git.
    """
    if not (root / ".git").exists():
        return None
    commit = _git(root, "rev-parse", "HEAD")
    changed = commit and _git(root, "status", "--porcelain", "--untracked-files=no")
    return f"{commit}+changes" if changed else commit


def _git(root: Path, *arguments: str) -> str | None:
    try:
        done = subprocess.run(
            # `git status` would renew the index, and leave its lock if it is killed.
            ["git", "--no-optional-locks", *arguments],
            cwd=root,
            capture_output=True,
            text=True,
            timeout=10,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip() or None


def _now() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")

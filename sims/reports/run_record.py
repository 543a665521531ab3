"""``run.json`` as a report needs it, whatever someone has put there."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gamebase.errors import ParameterError, shown
from gamebase.files import read_regular
from gamebase.json_reading import read_json
from sims.design.record import recorded_fingerprint
from sims.reports.model import Run, Setting

__all__ = ["NAME", "read_run"]

NAME = "run.json"
FORMAT = 2

_MOST_CELLS = 100_000


def read_run(folder: Path, game: str) -> Run:
    """Return what a folder of results says of its run.

    Parameters
    ----------
    folder : Path
    game : str
        The game that is asked for.

    Raises
    ------
    ParameterError
        If there is none, it is damaged, or it is of another game or format.
    """
    path = folder / NAME
    try:
        content = read_json(read_regular(path))
    except (FileNotFoundError, NotADirectoryError):
        raise ParameterError(
            f"{shown(str(folder), 200)} has no {NAME}: give a folder that a batch or "
            "a study wrote"
        ) from None
    except (ValueError, OSError) as error:
        raise ParameterError(
            f"{shown(str(path), 200)} cannot be read ({error}): choose another folder"
        ) from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        found = content.get("format") if isinstance(content, dict) else None
        old = (
            " was written by an earlier version: play it anew"
            if found == 1
            else (f" is no record of a run in format {FORMAT}: choose another folder")
        )
        raise ParameterError(f"{shown(str(path), 200)}{old}")
    try:
        return _run(content, game)
    except _OddError as error:
        raise ParameterError(
            f"{shown(str(path), 200)} is damaged or was edited: {error}; choose "
            "another folder, or play it anew"
        ) from None


class _OddError(Exception):
    """Something in the file is not what it should be."""


def _check_fingerprint(content: Mapping[str, Any]) -> None:
    """Refuse cells that were changed or swapped: numbers would get wrong labels."""
    found = recorded_fingerprint(_cells(content))
    if found is None:
        raise _OddError("a cell has no configuration")
    if content.get("fingerprint") != found:
        raise _OddError("its fingerprint does not fit its cells")


def _run(content: Mapping[str, Any], game: str) -> Run:
    if content.get("game") != game:
        raise ParameterError(
            f"the folder has games of {shown(content.get('game'))}, not of {game}: use "
            "the command of that game"
        )
    study = _get(content, "study", dict, {})
    settings = tuple(
        _setting(number, each) for number, each in enumerate(_cells(content))
    )
    _check_fingerprint(content)
    return Run(
        game,
        _get(content, "status", str, "unknown"),
        _get(study, "name", str, ""),
        _get(study, "question", str, ""),
        _get(study, "paired", bool, False),
        _get(study, "games", int, 0),
        _get(study, "seed", int, None),
        _get(study, "stop", dict, None),
        settings,
        tuple(_each(content, "sessions")),
    )


def _cells(content: Mapping[str, Any]) -> list[dict[str, Any]]:
    found = _each(content, "cells")
    if not 0 < len(found) <= _MOST_CELLS:
        raise _OddError(f"it has {len(found)} cells")
    return found


def _setting(number: int, cell: Mapping[str, Any]) -> Setting:
    configuration = _get(cell, "configuration", dict, {})
    return Setting(
        number,
        _get(cell, "label", str, ""),
        _get(cell, "varied", dict, {}),
        _get(configuration, "seed", int, None),
    )


def _each(content: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    found = _get(content, key, list, [])
    if not all(isinstance(each, dict) for each in found):
        raise _OddError(f"{key!r} should be a list of tables")
    return list(found)


def _get(content: Mapping[str, Any], key: str, kind: type, missing: Any) -> Any:
    """Return a value of a kind; ``missing`` where there is none, or it is null."""
    found = content.get(key)
    if found is None:
        return missing
    if not isinstance(found, kind) or (kind is int and isinstance(found, bool)):
        raise _OddError(f"{key!r} is {shown(found)}, no {kind.__name__}")
    return found

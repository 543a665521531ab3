"""Whether a batch may use a folder: seen before anything is written or removed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from gamebase.batch_config import NOT_RESULTS, BatchConfig, fingerprint_of
from gamebase.errors import shown
from sims.errors import BatchError, DamagedError
from sims.folder import own_parts, refuse_obstacles, strangers
from sims.manifest import NAME, Manifest, differences
from sims.store import Store

__all__ = ["last_written", "previous_run", "refuse_changes", "refuse_overtaken"]


def previous_run(
    out: Path, game: str, tables: Mapping[str, type], resume: bool, overwrite: bool
) -> dict[str, Any] | None:
    """Return the record of the run to resume, None to start anew.

    Parameters
    ----------
    out : Path
        The folder of results.
    game : str
        Name of the game that is played.
    tables : Mapping[str, type]
        As for `sims.store.Store`.
    resume, overwrite : bool
        What was allowed.

    Raises
    ------
    BatchError
        If the folder is in the way, holds what is not ours, or cannot be resumed.
    """
    try:
        return _previous(Store(out, tables), game, tables, resume, overwrite)
    except OSError as error:
        raise BatchError(
            f"cannot use the output folder {shown(str(out), 200)} "
            f"({error.strerror or error}); choose another with --out"
        ) from error


def _previous(
    store: Store,
    game: str,
    tables: Mapping[str, type],
    resume: bool,
    overwrite: bool,
) -> dict[str, Any] | None:
    out = store.folder
    if not (out.exists() or out.is_symlink()):
        return None
    if not out.is_dir():
        raise BatchError(f"{shown(str(out), 200)} is no folder; choose another --out")
    if not (resume or overwrite):
        raise BatchError(
            f"output folder {shown(str(out), 200)} exists; continue it with --resume, "
            "replace its results with --overwrite, or choose another with --out"
        )
    names = (*(path.name for path in store.files), NAME)
    refuse_obstacles(out, names, tables)
    others = strangers(out, names, tables)
    if not (out / NAME).exists():
        results = any(path.exists() for path in store.files)
        _refuse_unknown(
            out, others, resume and (results or any(own_parts(out, tables)))
        )
        return None
    try:
        content = Manifest.read(out)
        _refuse_other_game(out, content, game)
        _refuse_edited(out, content)
    except DamagedError:
        # What is damaged may be replaced, if it can only be ours.
        if resume or others:
            raise
        return None
    return content if resume else None


def _refuse_other_game(out: Path, content: Mapping[str, Any] | None, game: str) -> None:
    """Refuse a batch of another game, whose tables would stay among the new ones."""
    other = game if content is None else content.get("game", game)
    if other != game:
        raise BatchError(
            f"{shown(str(out), 200)} holds a batch of {shown(other)}, not of {game}: "
            "choose another --out, or remove that folder first"
        )


def _refuse_edited(out: Path, content: Mapping[str, Any] | None) -> None:
    if content is None:
        return
    if content["fingerprint"] != fingerprint_of(content["configuration"]):
        raise DamagedError(
            f"{str(out / NAME)!r} has a configuration that its fingerprint does not "
            "fit: it was edited, or is of another batch; put the right one back, or "
            "choose another folder with --out"
        )


def _refuse_unknown(out: Path, others: Sequence[str], unknown: bool) -> None:
    """Refuse a folder without run.json, if it holds anything to lose."""
    if others:
        raise BatchError(
            f"{shown(str(out), 200)} has no run.json, but other files such as "
            f"{shown(others[0])}: it is no folder of results; choose another --out"
        )
    if unknown:
        raise BatchError(
            f"{shown(str(out), 200)} has tables but no run.json, so what they are of "
            "is unknown; replace them with --overwrite, or choose another --out"
        )


def last_written(out: Path) -> object:
    """Return a mark of when a folder's run.json was written; None without one."""
    try:
        found = (out / NAME).stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns


def refuse_overtaken(out: Path, before: object) -> None:
    """Refuse a folder in which another run began, and ended, since it was looked at.

    Parameters
    ----------
    out : Path
        The folder of results, claimed by now.
    before : object
        What `last_written` returned before anything else was looked at.

    Raises
    ------
    BatchError
    """
    if last_written(out) != before:
        raise BatchError(
            f"another run has just written to {shown(str(out), 200)}: look at what it "
            "made, or choose another folder with --out"
        )


def refuse_changes(stored: Mapping[str, Any], config: BatchConfig, out: Path) -> None:
    """Refuse to resume with another configuration, naming every change.

    Raises
    ------
    BatchError
        If anything that decides the results differs.
    """
    before = {key: stored[key] for key in stored if key not in NOT_RESULTS}
    changed = list(differences(before, config.deciding()))
    if changed:
        raise BatchError(
            f"cannot resume {shown(str(out), 200)} with another configuration: "
            f"{'; '.join(changed)}. Give the old values, or another --out"
        )

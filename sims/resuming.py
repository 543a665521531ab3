"""Whether a batch may use a folder: seen before anything is written or removed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pyarrow as pa
import pyarrow.compute as pc

from gamebase.batch_config import NOT_RESULTS, BatchConfig
from gamebase.counting import counted
from gamebase.errors import GameError, shown
from sims.dataset.results import Results
from sims.dataset.store import Store
from sims.design.design import Design
from sims.design.header import Kind
from sims.design.record import design_of, plain_design, recorded_fingerprint
from sims.errors import BatchError, DamagedError, EarlierFormatError
from sims.folder import (
    PROBE,
    SHARDS,
    own_journals,
    own_parts,
    own_shards,
    refuse_obstacles,
    strangers,
)
from sims.manifest import NAME, Manifest, differences

__all__ = [
    "last_written",
    "previous_run",
    "recorded_design",
    "refuse_changes",
    "refuse_fewer",
    "refuse_others",
    "refuse_overtaken",
]

Config = TypeVar("Config", bound=BatchConfig)

MOST_TOLD = 6
"""How many differences are told."""


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
        As for `sims.dataset.store.Store`.
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
    refuse_obstacles(out, (NAME,), tables)
    others = strangers(out, (NAME,), tables)
    if not (out / NAME).exists():
        _refuse_unknown(out, others, resume and _has_games(out, tables))
        return None
    try:
        content = Manifest.read(out)
        _refuse_other_game(out, content, game)
        _refuse_edited(out, content)
    except (DamagedError, EarlierFormatError):
        # What is damaged or old may be replaced, if it can only be ours.
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
    if content["fingerprint"] != recorded_fingerprint(content["cells"]):
        raise DamagedError(
            f"{str(out / NAME)!r} has a configuration that its fingerprint does not "
            "fit: it was edited, or is of another batch; put the right one back, or "
            "choose another folder with --out"
        )


def _has_games(out: Path, tables: Mapping[str, type]) -> bool:
    """Return whether a folder holds games, also those of an earlier version."""
    whole = (SHARDS, *(f"{table}.parquet" for table in tables))
    own = (*own_shards(out, tables), *own_parts(out, tables), *own_journals(out))
    return any((out / name).exists() for name in whole) or any(
        path.name != PROBE
        for path in own  # what a kill at the very start may leave
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


def recorded_design(
    record: Mapping[str, Any], kind: Kind[Config], over: Mapping[str, Any], out: Path
) -> Design[Config]:
    """Return the design of the run that is resumed.

    Parameters
    ----------
    record : mapping
        As `previous_run` returned it.
    kind : Kind
        The game.
    over : mapping of str to object
        What flags ask for.
    out : Path
        The folder of results.

    Raises
    ------
    gamebase.errors.ParameterError
        If a flag is not accepted.
    BatchError
        If ``run.json`` holds what no run writes.
    """
    try:
        return design_of(record, kind, over)
    except GameError:
        try:
            design_of(record, kind)  # so it is either the file or the flags
        except GameError as error:
            raise BatchError(
                f"{shown(str(out / NAME), 200)} is damaged or was edited: {error}. Put "
                "the right one back, or start anew with --overwrite or another --out"
            ) from error
        raise


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


def refuse_changes(stored: Mapping[str, Any], design: Design[Any], out: Path) -> None:
    """Refuse to resume with another configuration, naming every change.

    Parameters
    ----------
    stored : mapping
        Record of the run that is resumed.
    design : Design
        What is asked for now.
    out : Path
        The folder of results.

    Raises
    ------
    BatchError
        If anything that decides the results differs.
    """
    changed = list(_changes(stored, plain_design(design)))
    if changed:
        more = len(changed) - MOST_TOLD
        told = "; ".join(changed[:MOST_TOLD]) + (f"; and {more} more" * (more > 0))
        raise BatchError(
            f"cannot resume {shown(str(out), 200)} with another configuration: "
            f"{told}. Give the old values, or another --out"
        )


def _changes(before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    for key in ("paired", "stop"):
        old, new = before["study"].get(key), now["study"][key]
        yield from differences({f"study.{key}": old}, {f"study.{key}": new})
    one, other = before["cells"], now["cells"]
    if len(one) != len(other):
        yield f"cells: {len(one)} -> {len(other)}"
        return
    for number, (old, new) in enumerate(zip(one, other, strict=True)):
        prefix = f"cell {number}: " if len(one) > 1 else ""
        for told in differences(_deciding(old), _deciding(new)):
            yield f"{prefix}{told}"


def _deciding(cell: Mapping[str, Any]) -> dict[str, Any]:
    plain = cell["configuration"]
    return {key: plain[key] for key in plain if key not in NOT_RESULTS}


def refuse_fewer(results: Results, design: Design[Any], out: Path) -> None:
    """Refuse to ask for fewer games than there are: a report would count them all.

    Parameters
    ----------
    results : Results
        All games there are.
    design : Design
        What is asked for now.
    out : Path
        The folder of results.

    Raises
    ------
    BatchError
    """
    there = max((span.stop for span in results.done), default=0)
    if there > design.games:
        each = " of a cell" if len(design.cells) > 1 else ""
        raise BatchError(
            f"games is {design.games}, but {shown(str(out), 200)} has game "
            f"{there - 1}{each} already: give --games {there} or more, or another --out"
        )


def refuse_others(
    results: Results, same: Sequence[str], design: Design[Any], out: Path
) -> None:
    """Refuse stored games that were played with other settings.

    Parameters
    ----------
    results : Results
        All games there are.
    same : sequence of str
        Columns of ``games`` that the configuration of their cell has, too.
    design : Design
        What is played.
    out : Path
        The folder of results.

    Raises
    ------
    BatchError
    """
    for piece in results.pieces("games", ["cell", "game", *same]):
        for row in _unlike(piece.select(["cell", *same])):
            _refuse_other(row, same, design, out)


def _unlike(piece: pa.Table) -> Iterator[dict[str, Any]]:
    """Yield the rows that differ from the one before.

    Grouping would do, but it loads Arrow's datasets, and pandas with them.
    """
    if not piece.num_rows:
        return
    yield from piece.slice(0, 1).to_pylist()
    changed: set[int] = set()
    for column in piece.combine_chunks().columns:
        values = column.combine_chunks()
        one, other = values.slice(0, len(values) - 1), values.slice(1)
        apart = pc.xor(pc.is_null(one), pc.is_null(other))  # what else is unknown
        told = pc.coalesce(pc.not_equal(one, other), apart)
        changed.update(pc.indices_nonzero(told).to_pylist())
    for row in sorted(changed):
        yield from piece.slice(row + 1, 1).to_pylist()


def _refuse_other(
    row: Mapping[str, Any], same: Sequence[str], design: Design[Any], out: Path
) -> None:
    name = shown(str(out), 200)
    if not 0 <= row["cell"] < len(design.cells):
        raise BatchError(
            f"{name} has games of cell {row['cell']}, but its study has "
            f"{counted(len(design.cells), 'cell')}: replace them with --overwrite, or "
            "choose another --out"
        )
    config = design.cells[row["cell"]].configuration
    for column in same:
        asked = getattr(config, column)
        if row[column] != asked:
            raise BatchError(
                f"{name} has games with {column} {shown(row[column])}, but its "
                f"run.json has {shown(asked)}: they are of two batches; replace them "
                "with --overwrite, or choose another --out"
            )

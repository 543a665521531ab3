"""Which files in a folder of results are ours; all others are never touched."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from sims.errors import BatchError

__all__ = [
    "JOURNAL",
    "PARTS",
    "REPLAYS",
    "SHARDS",
    "journal_name",
    "journal_number",
    "own_journals",
    "own_parts",
    "own_replays",
    "own_shards",
    "part_number",
    "refuse_obstacles",
    "replay_name",
    "shard_name",
    "shard_number",
    "strangers",
]

PARTS = "parts"
REPLAYS = "replays"
JOURNAL = "journal"
SHARDS = "shards.jsonl"
PROBE = ".writable"

_NAME = r"(?:cell-[0-9]{3,}-)?game-[0-9]{6,}\.npz"
_SHARD = re.compile(r"([0-9]{5,9})\.parquet")
_JOURNAL = re.compile(r"([0-9]{6,12})\.journal")
_REPLAY = re.compile(rf"{_NAME}|\.{_NAME}\.tmp")


def part_number(name: str, table: str) -> int | None:
    """Return the number of a part by its file's name, None if it is none of ours.

    Examples
    --------
    >>> part_number("00000012.games.parquet", "games")
    12
    >>> part_number("1 (copy).games.parquet", "games") is None
    True
    """
    found = re.fullmatch(rf"([0-9]{{8,}})\.{re.escape(table)}\.parquet", name)
    return None if found is None else int(found[1])


def own_parts(folder: Path, tables: Collection[str]) -> Iterator[Path]:
    """Yield what bears the name of one of our files in ``parts/``, also half-written.

    Parameters
    ----------
    folder : Path
        The folder of results.
    tables : collection of str
        Names of the tables.
    """
    parts = folder / PARTS
    if not parts.is_dir():
        return
    for path in sorted(parts.iterdir()):
        name = _unfinished(path.name)
        known = any(part_number(name, table) is not None for table in tables)
        if known or name == PROBE:
            yield path


def shard_name(number: int) -> str:
    """Return the name of a shard's file in the folder of its table.

    Examples
    --------
    >>> shard_name(12)
    '00012.parquet'
    """
    return f"{number:05d}.parquet"


def shard_number(name: str) -> int | None:
    """Return the number of a shard by its file's name, None if it is none of ours.

    Examples
    --------
    >>> shard_number("00012.parquet")
    12
    >>> shard_number("12.parquet") is None
    True
    """
    return _number(_SHARD, name, shard_name)


def journal_name(number: int) -> str:
    """Return the name of a file of the journal.

    Examples
    --------
    >>> journal_name(3)
    '000003.journal'
    """
    return f"{number:06d}.journal"


def journal_number(name: str) -> int | None:
    """Return the number of a file of the journal, None if it is none of ours."""
    return _number(_JOURNAL, name, journal_name)


def _number(
    pattern: re.Pattern[str], name: str, write: Callable[[int], str]
) -> int | None:
    found = pattern.fullmatch(name)
    if found is None or write(int(found[1])) != name:
        return None
    return int(found[1])


def own_shards(folder: Path, tables: Collection[str]) -> Iterator[Path]:
    """Yield what bears the name of a shard's file, also half-written.

    Parameters
    ----------
    folder : Path
        The folder of results.
    tables : collection of str
        Names of the tables.
    """
    for table in tables:
        for path in _listed(folder / table):
            if shard_number(_unfinished(path.name)) is not None:
                yield path


def own_journals(folder: Path) -> Iterator[Path]:
    """Yield what bears the name of a file of the journal."""
    for path in _listed(folder / JOURNAL):
        if journal_number(path.name) is not None or path.name == PROBE:
            yield path


def _listed(folder: Path) -> list[Path]:
    if folder.is_symlink() or not folder.is_dir():
        return []
    return sorted(folder.iterdir())


def _unfinished(name: str) -> str:
    """Return the name that a file would have had, once it had been whole."""
    if name.startswith(".") and name.endswith(".tmp"):
        return name[1:-4]
    return name


def replay_name(index: int, cell: int | None = None) -> str:
    """Return the name of the file with a game's replay.

    Parameters
    ----------
    index : int
        Index of the game.
    cell : int, optional
        Cell of the study; left out for a plain batch.

    Examples
    --------
    >>> replay_name(12)
    'game-000012.npz'
    >>> replay_name(12, 3)
    'cell-003-game-000012.npz'
    """
    name = f"game-{index:06d}.npz"
    return name if cell is None else f"cell-{cell:03d}-{name}"


def own_replays(folder: Path) -> Iterator[Path]:
    """Yield what bears the name of one of our files in ``replays/``."""
    for path in _listed(folder / REPLAYS):
        if _REPLAY.fullmatch(path.name) is not None:
            yield path


def refuse_obstacles(
    folder: Path, files: Collection[str], tables: Collection[str]
) -> None:
    """Refuse a folder in which something else has the name of one of our files.

    Parameters
    ----------
    folder : Path
        The folder of results, which exists.
    files : collection of str
        Names of the files that will be written there.
    tables : collection of str
        Names of the tables.

    Raises
    ------
    BatchError
        If the folder of a table, ``journal``, ``parts`` or ``replays`` is no folder, or
        a file of ours no regular file: a link leads to files that are not of this
        batch.
    """
    for name in (PARTS, REPLAYS, JOURNAL, *tables):
        inner = folder / name
        if inner.is_symlink() or (inner.exists() and not inner.is_dir()):
            raise _in_the_way(inner, "folder")
    old = (f"{table}.parquet" for table in tables)
    whole = (*files, *old, SHARDS)
    mine = [folder / each for name in whole for each in (name, f".{name}.tmp")]
    for path in (*mine, *_own(folder, tables)):
        if path.is_symlink() or (path.exists() and not path.is_file()):
            raise _in_the_way(path, "file")


def _in_the_way(path: Path, kind: str) -> BatchError:
    return BatchError(
        f"{str(path)!r} is no regular {kind}, but results go there: move it away, or "
        "choose another folder with --out"
    )


def strangers(
    folder: Path, files: Collection[str], tables: Collection[str]
) -> list[str]:
    """Return the names of what in a folder of results is not ours, in order.

    Parameters
    ----------
    folder, files, tables
        As for `refuse_obstacles`.
    """
    folders = (PARTS, REPLAYS, JOURNAL, *tables)
    old = (f"{table}.parquet" for table in tables)
    whole = (*files, *old, SHARDS)
    known = {*folders, *whole, *(f".{name}.tmp" for name in whole)}
    found = [path.name for path in folder.iterdir() if path.name not in known]
    mine = set(_own(folder, tables))
    for name in folders:
        if (folder / name).is_dir():
            inside = set((folder / name).iterdir()) - mine
            found += [f"{name}/{path.name}" for path in inside]
    return sorted(found)


def _own(folder: Path, tables: Collection[str]) -> Iterator[Path]:
    """Yield our files in the folders within a folder of results."""
    yield from own_parts(folder, tables)
    yield from own_shards(folder, tables)
    yield from own_journals(folder)
    yield from own_replays(folder)

"""Which files in a folder of results are ours; all others are never touched."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path

from sims.errors import BatchError

__all__ = [
    "PARTS",
    "REPLAYS",
    "own_parts",
    "own_replays",
    "part_number",
    "refuse_obstacles",
    "replay_name",
    "strangers",
]

PARTS = "parts"
REPLAYS = "replays"
PROBE = ".writable"

_REPLAY = re.compile(r"game-[0-9]{6,}\.npz|\.game-[0-9]{6,}\.npz\.tmp")


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
        name = path.name
        if name.startswith(".") and name.endswith(".tmp"):
            name = name[1:-4]
        known = any(part_number(name, table) is not None for table in tables)
        if known or name == PROBE:
            yield path


def replay_name(index: int) -> str:
    """Return the name of the file with a game's replay.

    Examples
    --------
    >>> replay_name(12)
    'game-000012.npz'
    """
    return f"game-{index:06d}.npz"


def own_replays(folder: Path) -> Iterator[Path]:
    """Yield what bears the name of one of our files in ``replays/``."""
    replays = folder / REPLAYS
    if not replays.is_dir() or replays.is_symlink():
        return
    for path in sorted(replays.iterdir()):
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
        If ``parts`` or ``replays`` is no folder, or a file of ours no regular file: a
        link leads to files that are not of this batch.
    """
    for inner in (folder / PARTS, folder / REPLAYS):
        if inner.is_symlink() or (inner.exists() and not inner.is_dir()):
            raise _in_the_way(inner, "folder")
    mine = [folder / each for name in files for each in (name, f".{name}.tmp")]
    for path in (*mine, *own_parts(folder, tables), *own_replays(folder)):
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
    known = {PARTS, REPLAYS, *files, *(f".{name}.tmp" for name in files)}
    found = [path.name for path in folder.iterdir() if path.name not in known]
    mine = {*own_parts(folder, tables), *own_replays(folder)}
    for name in (PARTS, REPLAYS):
        if (folder / name).is_dir():
            inside = set((folder / name).iterdir()) - mine
            found += [f"{name}/{path.name}" for path in inside]
    return sorted(found)

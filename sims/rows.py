"""One game's rows of tables of results, for commands that show a game."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa

from gamebase.errors import ParameterError, shown
from gamebase.files import is_folder
from gamebase.printable import printable
from sims.dataset.cutting import rows_within
from sims.dataset.reading import opened, rows_of_game
from sims.dataset.schemas import CELL
from sims.dataset.shards import shard_path
from sims.dataset.snapshot import Loose, snapshot_of
from sims.dataset.spans import LARGEST, Span
from sims.dataset.streams import table_in
from sims.errors import BatchError
from sims.folder import JOURNAL, SHARDS, shard_number

__all__ = ["row_of", "rows_of"]

GAMES = "games"
REMEDY = "give a folder of results, or a table of games that a batch wrote"


def row_of(
    path: Path, game: int, columns: Mapping[str, str], cell: int = 0
) -> dict[str, Any]:
    """Return what a table of games has of one game.

    Parameters
    ----------
    path : Path
        A folder of results, its folder ``games``, or one Parquet file with such a
        table, also someone's own without a column ``cell``.
    game : int
        Index of the game, in the column ``game``.
    columns : mapping
        Name of each column that is wanted, and its Arrow type, such as ``string``.
    cell : int
        Cell of the study, in the column ``cell``.

    Raises
    ------
    ParameterError
        If it cannot be read, is no such table, or has no such game.
    """
    rows = rows_of(path, game, columns, cell)
    if not rows:
        name = f"{cell}:{shown(game)}" if cell else shown(game)
        raise ParameterError(
            f"{shown(str(path), 200)} has no game {name}: choose another with --game"
        )
    return rows[0]


def rows_of(
    path: Path, game: int, columns: Mapping[str, str], cell: int = 0
) -> list[dict[str, Any]]:
    """Return all rows that a table has of one game, in their order.

    Parameters
    ----------
    path : Path
        As of `row_of`, or the folder of another table in a folder of results.
    game, columns, cell
        As of `row_of`.

    Raises
    ------
    ParameterError
        If it cannot be read or is no such table.
    """
    try:
        return list(_rows(path, game, columns, cell))
    except FileNotFoundError as error:
        name = shown(str(error.filename or path), 200)
        raise ParameterError(f"{name} does not exist") from None
    except BatchError as error:
        raise ParameterError(printable(str(error))) from error


def _rows(
    path: Path, game: int, columns: Mapping[str, str], cell: int
) -> Iterator[dict[str, Any]]:
    # A run that has just begun has no folder of the table yet.
    looked_for = is_folder(path) or not path.suffix
    found = _results(path) if looked_for else None
    if found is None and not is_folder(path):
        yield from _of_file(path, game, columns, cell)
    elif found is None:
        # Shards that someone took out of their folder.
        for file in _shards_in(path):
            yield from _of_file(file, game, columns, cell)
    elif 0 <= cell < LARGEST and 0 <= game < LARGEST:
        yield from _of_results(*found, Span(cell, game, 1), columns)


def _results(path: Path) -> tuple[Path, str] | None:
    """Return the folder of results and the table that a folder stands for."""
    for folder, table in ((path, GAMES), (path.absolute().parent, path.name)):
        if (folder / SHARDS).exists() or (folder / JOURNAL).is_dir():
            return folder, table
    if (path / f"{GAMES}.parquet").exists():
        raise ParameterError(
            f"{shown(str(path), 200)} was written by an earlier version: play it anew, "
            f"or give its {GAMES}.parquet"
        )
    return None


def _shards_in(folder: Path) -> list[Path]:
    for place in (folder, folder / GAMES):
        names = place.iterdir() if is_folder(place) else ()
        found = [path for path in names if shard_number(path.name) is not None]
        if found:
            return sorted(found)
    raise ParameterError(f"{shown(str(folder), 200)} is no folder of results: {REMEDY}")


def _of_results(
    folder: Path, table: str, key: Span, columns: Mapping[str, str]
) -> Iterator[dict[str, Any]]:
    found = snapshot_of(folder)
    for shard in found.shards:
        _check_name(folder, table, shard.tables)
        if any(span.covers(key) for span in shard.spans):
            path = shard_path(folder, table, shard.number)
            yield from _of_file(path, key.first, columns, key.cell)
    for loose in found.loose:
        _check_name(folder, table, loose.chunk.tables)
        if loose.span.covers(key):
            yield from _of_journal(loose, table, key, columns)


def _check_name(folder: Path, table: str, names: Collection[str]) -> None:
    if table not in names:
        raise ParameterError(
            f"{shown(str(folder / table), 200)} is no table of results: the tables are "
            f"{', '.join(sorted(names))}"
        )


def _of_journal(
    loose: Loose, table: str, key: Span, columns: Mapping[str, str]
) -> Iterator[dict[str, Any]]:
    whole = table_in(loose.chunk.tables[table])
    wanted = _wanted(Path(JOURNAL), whole.schema, columns)
    rows = rows_within(whole, key.first, key.stop)
    yield from rows.select(wanted).to_pylist()


def _of_file(
    path: Path, game: int, columns: Mapping[str, str], cell: int
) -> Iterator[dict[str, Any]]:
    with opened(path, REMEDY) as file:
        wanted = _wanted(path, file.schema_arrow, columns)
        keys = {"game": game}
        if CELL in file.schema_arrow.names:
            keys[CELL] = cell
        elif cell:
            return
        if all(0 <= key < 2**63 for key in keys.values()):
            yield from rows_of_game(file, keys, wanted)


def _wanted(path: Path, schema: pa.Schema, columns: Mapping[str, str]) -> list[str]:
    """Return the names of the columns to read; refuse a table that lacks one."""
    wanted = {"game": "int64", **columns}
    types = {each.name: str(each.type) for each in schema}
    if not wanted.items() <= types.items():
        names = " and ".join(f"{name!r}" for name in wanted)
        raise ParameterError(
            f"{shown(str(path), 200)} has no columns {names} of such a table: give a "
            "folder of results, or a table of games, that a batch of this game wrote"
        )
    return list(wanted)

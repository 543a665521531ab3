"""One game's rows of tables of results, for commands that show a game."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from gamebase.errors import ParameterError, shown
from gamebase.files import check_regular
from gamebase.printable import printable

__all__ = ["row_of", "rows_of"]


def row_of(path: Path, game: int, columns: Mapping[str, str]) -> dict[str, Any]:
    """Return what a table of games has of one game.

    Parameters
    ----------
    path : Path
        A ``games.parquet``.
    game : int
        Index of the game, in the column ``game``.
    columns : mapping
        Name of each column that is wanted, and its Arrow type, such as ``string``.

    Raises
    ------
    ParameterError
        If the file cannot be read, is no such table, or has no such game.
    """
    rows = rows_of(path, game, columns)
    if not rows:
        raise ParameterError(
            f"{shown(str(path), 200)} has no game {shown(game)}: choose another with "
            "--game"
        )
    return rows[0]


def rows_of(path: Path, game: int, columns: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return all rows that a table has of one game, in their order.

    Parameters
    ----------
    path : Path
        A ``games.parquet`` or ``plays.parquet``.
    game, columns
        As of `row_of`.

    Raises
    ------
    ParameterError
        If the file cannot be read or is no such table.
    """
    wanted = {"game": "int64", **columns}
    try:
        check_regular(path)
        # No pool of threads: one that still starts when a command is done aborts it.
        with (
            path.open("rb") as handle,
            pq.ParquetFile(handle, pre_buffer=False) as file,
        ):
            found = {each.name: str(each.type) for each in file.schema_arrow}
            fits = wanted.items() <= found.items()
            rows = _rows(file, game, wanted) if fits else None
    except FileNotFoundError:
        raise ParameterError(f"{shown(str(path), 200)} does not exist") from None
    except (pa.ArrowException, OSError) as error:
        raise ParameterError(
            f"{shown(str(path), 200)} is truncated or no Parquet file "
            f"({printable(str(error).splitlines()[0])}); give a games.parquet that a "
            "batch wrote"
        ) from error
    if rows is None:
        names = " and ".join(f"{name!r}" for name in wanted)
        raise ParameterError(
            f"{shown(str(path), 200)} has no columns {names} of such a table: give a "
            "games.parquet that a batch of this game wrote"
        )
    return rows


def _rows(
    file: pq.ParquetFile, game: int, wanted: Mapping[str, str]
) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    if not 0 <= game < 2**63:
        return rows
    for group in range(file.num_row_groups):
        if _may_hold(file, group, game):
            table = file.read_row_group(group, list(wanted), use_threads=False)
            rows += table.filter(pc.equal(table["game"], game)).to_pylist()
    return rows


def _may_hold(file: pq.ParquetFile, group: int, game: int) -> bool:
    """Tell whether a part of the file may have rows of a game, by what it says."""
    index = file.schema_arrow.get_field_index("game")
    told = file.metadata.row_group(group).column(index).statistics
    return told is None or not told.has_min_max or told.min <= game <= told.max

"""Files of shards read: whole, some columns, or the rows of single games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from gamebase.counting import counted
from gamebase.errors import shown
from gamebase.files import check_regular
from gamebase.printable import printable
from sims.dataset.schemas import CELL, bare_schema, dataset_schema
from sims.dataset.shard_lines import TableFile
from sims.dataset.spans import Span
from sims.dataset.streams import numbers_of
from sims.errors import TableError

__all__ = [
    "check_columns",
    "holds",
    "opened",
    "read_file",
    "rows_of_game",
    "segments",
]

AGAIN = "--resume plays its games again"


@contextmanager
def opened(path: Path, remedy: str = AGAIN) -> Iterator[pq.ParquetFile]:
    """Open a Parquet file, for the length of a block.

    Parameters
    ----------
    path : Path
        The file.
    remedy : str
        What to do if it cannot be read.

    Raises
    ------
    FileNotFoundError
        If there is none.
    TableError
        If it is no Parquet file, also where that shows only within the block.
    """
    try:
        check_regular(path)
        # No pool of threads: one that still starts when a command is done aborts it.
        with (
            path.open("rb") as handle,
            pq.ParquetFile(handle, pre_buffer=False) as file,
        ):
            yield file
    except FileNotFoundError:
        raise
    except (pa.ArrowException, OSError) as error:
        reason = (str(error).splitlines() or ["unknown"])[0].rstrip(".")
        raise TableError(
            f"{shown(str(path), 200)} is truncated or no Parquet file "
            f"({printable(reason[:200])}); {remedy}"
        ) from error


def check_columns(file: pq.ParquetFile, path: Path, row_type: type) -> None:
    """See that a file of a table has the columns of its rows.

    Raises
    ------
    TableError
        If it is of another version.
    """
    fields = [field.remove_metadata() for field in file.schema_arrow]
    if pa.schema(fields) != bare_schema(row_type):
        raise TableError(
            f"{shown(str(path), 200)} is a table of something else or of another "
            "version: its columns are others; choose another folder"
        )


def read_file(
    path: Path, told: TableFile, row_type: type, columns: Sequence[str] | None = None
) -> pa.Table:
    """Return a table of a shard.

    Parameters
    ----------
    path : Path
        Its file.
    told : TableFile
        What the index says of it.
    row_type : type
        Its row class.
    columns : sequence of str, optional
        Which columns, in this order; all if left out.

    Raises
    ------
    FileNotFoundError
        If the file is gone.
    TableError
        If it is damaged, or of another version.
    """
    schema = dataset_schema(row_type)
    wanted = schema.names if columns is None else list(columns)
    with opened(path) as file:
        check_columns(file, path, row_type)
        table = file.read(wanted, use_threads=False).select(wanted)
    if table.num_rows != told.rows:
        raise TableError(
            f"{shown(str(path), 200)} has {counted(table.num_rows, 'row')}, but "
            f"the index says {told.rows}; {AGAIN}"
        )
    fields = [schema.field(name) for name in wanted]
    return pa.Table.from_arrays(table.columns, schema=pa.schema(fields))


def segments(table: pa.Table, spans: Sequence[Span]) -> list[tuple[int, int]]:
    """Return where in a table the rows of each span begin and stop.

    Parameters
    ----------
    table : pa.Table
        With the columns ``cell`` and ``game``; its rows are in the order of the spans.
    spans : sequence of Span
        All games of the table.

    Raises
    ------
    TableError
        If it has rows of other games, or in another order.
    """
    cells, games = numbers_of(table, "cell"), numbers_of(table, "game")
    turns = np.flatnonzero((np.diff(cells) != 0) | (np.diff(games) < 0)) + 1
    ends = [*turns.tolist(), len(games)]
    found = []
    at = run = 0
    for span in spans:
        if run < len(ends) and at == ends[run]:
            run += 1
        low = at
        if low < len(games) and cells[low] == span.cell and games[low] >= span.first:
            at += int(np.searchsorted(games[low : ends[run]], span.stop))
        found.append((low, at))
    if at != len(games):
        raise TableError("a table has rows of other games than the index says")
    return found


def holds(
    path: Path, told: TableFile, row_type: type, spans: Sequence[Span], *, single: bool
) -> bool:
    """Tell whether a sound file has the rows of the games that the index says.

    Parameters
    ----------
    path, told, row_type
        As of `read_file`.
    spans : sequence of Span
        All games of the shard.
    single : bool
        Whether the table has a row a game.

    Raises
    ------
    FileNotFoundError, TableError
        If the file is gone, or of another version.
    """
    with opened(path) as file:
        check_columns(file, path, row_type)
    try:
        found = segments(read_file(path, told, row_type, [CELL, "game"]), spans)
    except TableError:
        return False
    counts = [high - low for low, high in found]
    return not single or counts == [span.count for span in spans]


def rows_of_game(
    file: pq.ParquetFile, keys: dict[str, int], columns: Sequence[str]
) -> list[dict[str, Any]]:
    """Return the rows of one game, in order.

    Parameters
    ----------
    file : ParquetFile
        Whose row groups are read as far as they may hold the game.
    keys : dict of str to int
        Values of the columns that name the game, such as ``cell`` and ``game``.
    columns : sequence of str
        What is wanted of the rows.
    """
    rows: list[dict[str, Any]] = []
    read = list(dict.fromkeys([*keys, *columns]))
    for group in range(file.num_row_groups):
        if all(_may_hold(file, group, *key) for key in keys.items()):
            table = file.read_row_group(group, read, use_threads=False)
            for name, value in keys.items():
                table = table.filter(pc.equal(table[name], value))
            rows += table.select(list(columns)).to_pylist()
    return rows


def _may_hold(file: pq.ParquetFile, group: int, name: str, value: int) -> bool:
    """Tell whether a part of the file may have rows of a game, by what it says."""
    index = file.schema_arrow.get_field_index(name)
    told = file.metadata.row_group(group).column(index).statistics
    return told is None or not told.has_min_max or told.min <= value <= told.max

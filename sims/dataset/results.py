"""The results of a study, finished or not, as tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from gamebase.errors import shown
from sims.dataset.chunks import tables_of
from sims.dataset.cutting import rows_within
from sims.dataset.done import Done
from sims.dataset.opening import refuse_earlier
from sims.dataset.reading import (
    check_columns,
    opened,
    read_file,
    rows_of_game,
    segments,
)
from sims.dataset.schemas import CELL, dataset_schema
from sims.dataset.shard_lines import Shard
from sims.dataset.shards import shard_path
from sims.dataset.snapshot import Loose, snapshot_of
from sims.dataset.spans import Span
from sims.errors import BatchError

__all__ = ["Results"]

KEYS = (CELL, "game")


class Results:
    """The games that are in a folder when this is made; each is there once.

    The folder may be one that a run writes to, or that a killed run left.

    Parameters
    ----------
    folder : Path
        The folder of results.
    tables : mapping of str to type
        Row classes by the name of their table; the first has one row a game.

    Raises
    ------
    BatchError
        If the folder is not there, is of an earlier version, or its index is damaged.
    """

    def __init__(self, folder: Path, tables: Mapping[str, type]) -> None:
        if not folder.is_dir():
            raise BatchError(f"{shown(str(folder), 200)} is no folder of results")
        refuse_earlier(folder, tables)
        self.folder = folder
        self._tables = dict(tables)
        self._found = snapshot_of(folder, tuple(tables))

    @property
    def done(self) -> Done:
        """Which games there are; only to be looked at."""
        return self._found.done

    def tables(self, name: str, columns: Sequence[str] | None = None) -> pa.Table:
        """Return a whole table, sorted by cell and game.

        Parameters
        ----------
        name : str
            Name of the table.
        columns : sequence of str, optional
            Which columns, in this order; all if left out.

        Raises
        ------
        BatchError
            If a file is damaged, of another version, or gone by now.
        """
        wanted = self._wanted(name, columns)
        parts: list[tuple[Span, pa.Table]] = []
        for spans, table in self._parts(name, wanted):
            rows = segments(table, spans)
            parts += (
                (span, table.slice(low, high - low))
                for span, (low, high) in zip(spans, rows, strict=True)
            )
        parts.sort(key=lambda part: part[0])
        empty = dataset_schema(self._tables[name]).empty_table()
        whole = pa.concat_tables(
            [empty.select(wanted), *(table.select(wanted) for _, table in parts)]
        )
        return whole

    def pieces(
        self, name: str, columns: Sequence[str] | None = None
    ) -> Iterator[pa.Table]:
        """Yield a table shard by shard, so that it need not fit into memory.

        The rows of a game are in one piece, and in order.

        Parameters
        ----------
        name, columns
            As of `tables`.

        Raises
        ------
        BatchError
            As of `tables`.
        """
        wanted = self._wanted(name, columns)
        for _, table in self._parts(name, wanted):
            yield table.select(wanted)

    def row(
        self, cell: int, game: int, columns: Sequence[str] | None = None
    ) -> dict[str, Any] | None:
        """Return what the first table has of one game, None if there is no such game.

        Raises
        ------
        BatchError
            As of `tables`.
        """
        rows = self.rows(next(iter(self._tables)), cell, game, columns)
        return rows[0] if rows else None

    def rows(
        self, name: str, cell: int, game: int, columns: Sequence[str] | None = None
    ) -> list[dict[str, Any]]:
        """Return all rows that a table has of one game, in order.

        Raises
        ------
        BatchError
            As of `tables`.
        """
        wanted = self._wanted(name, columns)
        if (cell, game) not in self.done:
            return []
        key = Span(cell, game, 1)
        for shard in self._found.shards:
            if any(span.covers(key) for span in shard.spans):
                return self._rows_in(shard, name, key, wanted)
        for loose in self._found.loose:
            if loose.span.covers(key):
                table = tables_of(loose.chunk, self._tables)[name]
                found: list[dict[str, Any]] = (
                    rows_within(table, game, game + 1).select(wanted).to_pylist()
                )
                return found
        return []

    # --- where they are --------------------------------------------------------------

    def _wanted(self, name: str, columns: Sequence[str] | None) -> list[str]:
        names: list[str] = dataset_schema(self._tables[name]).names
        if columns is None:
            return names
        for column in columns:
            if column not in names:
                raise BatchError(
                    f"the table {name!r} has no column {shown(column)}; it has "
                    f"{', '.join(names)}"
                )
        return list(columns)

    def _parts(
        self, name: str, wanted: Sequence[str]
    ) -> Iterator[tuple[Sequence[Span], pa.Table]]:
        """Yield the games and rows of each shard, then those of the journal."""
        columns = list(dict.fromkeys([*KEYS, *wanted]))
        for shard in self._found.shards:
            yield shard.spans, self._read(shard, name, columns)
        for loose in self._found.loose:
            yield [loose.span], self._loose(loose, name).select(columns)

    def _loose(self, loose: Loose, name: str) -> pa.Table:
        table = tables_of(loose.chunk, self._tables)[name]
        return rows_within(table, loose.span.first, loose.span.stop)

    def _read(self, shard: Shard, name: str, columns: Sequence[str]) -> pa.Table:
        path = shard_path(self.folder, name, shard.number)
        try:
            return read_file(path, shard.tables[name], self._tables[name], columns)
        except FileNotFoundError:
            raise self._gone(path) from None

    def _rows_in(
        self, shard: Shard, name: str, key: Span, wanted: Sequence[str]
    ) -> list[dict[str, Any]]:
        path = shard_path(self.folder, name, shard.number)
        try:
            with opened(path) as file:
                check_columns(file, path, self._tables[name])
                return rows_of_game(file, {CELL: key.cell, "game": key.first}, wanted)
        except FileNotFoundError:
            raise self._gone(path) from None

    def _gone(self, path: Path) -> BatchError:
        return BatchError(
            f"{shown(str(path), 200)} is missing: if a run writes to this folder, try "
            "again; else --resume plays its games again"
        )

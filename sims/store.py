"""A folder of results that survives being killed at any moment.

While games are played, small *parts* are written to ``parts/``, each whole and then
renamed into place. At the end they are merged into one file a table and removed.
A game counts once its row in the first table is on disk: rows of the other tables
are written before it, and rows without it are ignored.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from sims.errors import BatchError, TableError
from sims.folder import PARTS, PROBE, own_parts, own_replays, part_number
from sims.tables import read_table, schema_of, table_of, write_table

__all__ = ["Rows", "Store"]

Rows = Mapping[str, Sequence[Any]]
"""Table name -> rows. The first table has exactly one row a game."""


class Store:
    """The tables of one batch in one folder.

    Parameters
    ----------
    folder : Path
        Where the tables are.
    tables : Mapping[str, type]
        Table name -> row dataclass with a column ``game``; the first one has one
        row a game.
    """

    def __init__(self, folder: Path, tables: Mapping[str, type]) -> None:
        self.folder = folder
        self._tables = dict(tables)
        self._key = next(iter(tables))
        self._lock: int | None = None
        self._next_part = 0

    def path(self, table: str) -> Path:
        """Return the file of a merged table."""
        return self.folder / f"{table}.parquet"

    @property
    def files(self) -> tuple[Path, ...]:
        """Return the merged tables' files."""
        return tuple(self.path(table) for table in self._tables)

    # --- opening -----------------------------------------------------------------

    def open(self) -> None:
        """Make the folder, see that it can be written to, and claim it.

        Raises
        ------
        BatchError
            If it cannot be written to, or another run is writing to it.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._claim()
            (self.folder / PARTS).mkdir(exist_ok=True)
            probe = self.folder / PARTS / PROBE
            probe.write_bytes(b"")
            probe.unlink()
        except OSError as error:
            self.close()
            raise BatchError(
                f"cannot write to the output folder {str(self.folder)!r}: "
                f"{error.strerror or error}; choose another with --out"
            ) from error
        self._next_part = max(self._parts(), default=-1) + 1

    def _claim(self) -> None:
        # A lock on the folder itself ends with the process, however it ends.
        lock = os.open(self.folder, os.O_RDONLY)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(lock)
            raise BatchError(
                f"another run is writing to {str(self.folder)!r}; "
                "wait for it, or choose another folder with --out"
            ) from None
        self._lock = lock

    def close(self) -> None:
        """Give the folder up; safe to call twice."""
        if self._lock is not None:
            self._drop_empty_parts()
            os.close(self._lock)
            self._lock = None

    def clear(self) -> None:
        """Remove the tables, parts and replays, and nothing else in the folder.

        Raises
        ------
        BatchError
            If one of them cannot be removed.
        """
        try:
            parts = own_parts(self.folder, self._tables)
            for path in (*parts, *own_replays(self.folder), *self.files):
                path.unlink(missing_ok=True)
        except OSError as error:
            raise BatchError(
                f"cannot remove {str(path)!r} ({error.strerror or error}), so old "
                "results would mix with new ones; choose another folder with --out"
            ) from error
        (self.folder / PARTS).mkdir(exist_ok=True)
        self._next_part = 0

    # --- writing and reading -------------------------------------------------------

    def append(self, records: Iterable[Rows]) -> None:
        """Write some games as one new part; on return they are safe."""
        games = list(records)
        number, self._next_part = self._next_part, self._next_part + 1
        for table in self._key_last():
            rows = [row for record in games for row in record[table]]
            path = self.folder / PARTS / f"{number:08d}.{table}.parquet"
            write_table(table_of(rows, self._tables[table]), path)

    def read(self) -> dict[str, pa.Table]:
        """Return all finished games: tables sorted by game, each game once.

        Damaged parts are left out, so that their games are played again.
        """
        pieces: dict[str, list[pa.Table]] = {
            table: [schema_of(row_type).empty_table()]
            for table, row_type in self._tables.items()
        }
        seen: set[int] = set()
        for source in self._sources():
            games = source[self._key].column("game").to_pylist()
            fresh = pa.array(sorted(set(games) - seen), pa.int64())
            seen.update(games)
            for table, piece in source.items():
                keep = pc.is_in(piece.column("game"), value_set=fresh)
                pieces[table].append(piece.filter(keep))
        return {table: _sorted(found) for table, found in pieces.items()}

    def finished(self) -> set[int]:
        """Return the indices of the finished games."""
        return set(self.read()[self._key].column("game").to_pylist())

    def merge(self) -> dict[str, pa.Table]:
        """Put everything into one file a table, remove the parts, return the tables."""
        tables = self.read()
        for table in self._key_last():
            write_table(tables[table], self.path(table))
        for path in own_parts(self.folder, self._tables):
            path.unlink()
        self._drop_empty_parts()
        return tables

    def _drop_empty_parts(self) -> None:
        with suppress(OSError):  # it may hold what is not ours, or games not merged
            (self.folder / PARTS).rmdir()

    def _key_last(self) -> list[str]:
        return [*(table for table in self._tables if table != self._key), self._key]

    def _parts(self) -> list[int]:
        """Return the numbers of the parts, in order."""
        paths = own_parts(self.folder, [self._key])
        numbers = (part_number(path.name, self._key) for path in paths)
        return sorted(number for number in numbers if number is not None)

    def _sources(self) -> Iterator[dict[str, pa.Table]]:
        if self.path(self._key).exists():
            yield self._load(self.folder)
        for number in self._parts():
            # Torn by a full disk or a power cut: its games are simply not there.
            try:
                piece = self._load(self.folder / PARTS, f"{number:08d}.")
            except TableError:
                continue
            yield piece

    def _load(self, folder: Path, prefix: str = "") -> dict[str, pa.Table]:
        return {
            table: read_table(folder / f"{prefix}{table}.parquet", row_type)
            for table, row_type in self._tables.items()
        }


def _sorted(pieces: list[pa.Table]) -> pa.Table:
    """Concatenate and sort by game; a game's rows keep their order."""
    whole = pa.concat_tables(pieces)
    order = pc.sort_indices(whole, sort_keys=[("game", "ascending")])
    return whole.take(order)

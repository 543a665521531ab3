"""The shard that is being filled: games in their order, until there are enough."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from sims.dataset.cutting import rows_within
from sims.dataset.spans import Span
from sims.dataset.streams import numbers_of

__all__ = ["Filling", "Limits"]

MEGABYTE = 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How large shards are.

    Parameters
    ----------
    games : int
        Most games of a shard.
    group : int
        Games of a row group.
    size : int
        Bytes of Arrow with which a shard is full even with fewer games.
    """

    games: int = 5000
    group: int = 1000
    size: int = 64 * MEGABYTE


class Filling:
    """Games that will be one shard.

    Where it is full depends on the games alone, and not on the chunks they came in.

    Parameters
    ----------
    tables : mapping of str to type
        Row classes by the name of their table.
    limits : Limits
        When it is full.
    """

    def __init__(self, tables: Mapping[str, type], limits: Limits) -> None:
        self._tables = tables
        self._limits = limits
        self.empty()

    def empty(self) -> None:
        """Begin another shard."""
        self.spans: list[Span] = []
        self.sources: Counter[int] = Counter()
        self.games = 0
        self._size = 0
        self._groups: list[dict[str, pa.Table]] = []
        self._group: list[Mapping[str, pa.Table]] = []

    @property
    def full(self) -> bool:
        """Whether no other game belongs to it."""
        return self.games >= self._limits.games or self._size >= self._limits.size

    def take(self, span: Span, tables: Mapping[str, pa.Table], source: int) -> int:
        """Take the first games of a span, as many as fit, and return how many.

        Parameters
        ----------
        span : Span
            The games.
        tables : mapping of str to table
            Their rows, and maybe others before and after.
        source : int
            Where they are kept until the shard is written.
        """
        limits = self._limits
        left = limits.group - self.games % limits.group
        most = min(span.count, left, limits.games - self.games)
        span = Span(span.cell, span.first, most)
        rows = _within(tables, span)
        sizes = np.cumsum(_sizes(rows, span))
        count = 1 + int(np.searchsorted(sizes, limits.size - self._size))
        if count < span.count:
            span = Span(span.cell, span.first, count)
            rows = _within(rows, span)
        self._size += int(sizes[span.count - 1])
        self._note(span, source)
        self._group.append(rows)
        if self.games % limits.group == 0:
            self._end_group()
        return span.count

    def _note(self, span: Span, source: int) -> None:
        self.games += span.count
        self.sources[source] += span.count
        last = self.spans[-1] if self.spans else None
        if last and (last.cell, last.stop) == (span.cell, span.first):
            self.spans[-1] = Span.between(last.cell, last.first, span.stop)
        else:
            self.spans.append(span)

    def _end_group(self) -> None:
        # Copied: a piece would keep all of the chunk in memory that it was cut from.
        if self._group:
            group = {
                name: pa.concat_tables([each[name] for each in self._group])
                for name in self._tables
            }
            self._groups.append(
                {name: table.combine_chunks() for name, table in group.items()}
            )
            self._group = []

    def groups(self) -> list[dict[str, pa.Table]]:
        """Return its tables, in pieces of about a thousand games."""
        if not self._group:
            return list(self._groups)
        self._end_group()
        *whole, last = self._groups
        # It may be added to, should the shard not be written after all.
        self._groups, self._group = list(whole), [last]
        return [*whole, last]


def _within(tables: Mapping[str, pa.Table], span: Span) -> dict[str, pa.Table]:
    return {
        name: rows_within(table, span.first, span.stop)
        for name, table in tables.items()
    }


def _sizes(
    tables: Mapping[str, pa.Table], span: Span
) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return for each game of a span about how many bytes of Arrow it takes."""
    total = np.zeros(span.count)
    for table in tables.values():
        games = numbers_of(table, "game") - span.first
        total += np.bincount(games, _row_sizes(table), minlength=span.count)
    return total


def _row_sizes(table: pa.Table) -> np.ndarray[Any, np.dtype[np.float64]]:
    sizes = np.full(table.num_rows, 8.0 * table.num_columns)
    for field in table.schema:
        if field.type == pa.string():
            sizes += _lengths(table[field.name])
    return sizes


def _lengths(texts: pa.ChunkedArray) -> np.ndarray[Any, np.dtype[np.int32]]:
    """Return the bytes of each text, read off where it begins: that is much quicker."""
    found = [np.zeros(0, np.int32)]
    for chunk in texts.chunks:
        if len(chunk):
            begins = np.frombuffer(chunk.buffers()[1], np.int32)
            found.append(np.diff(begins[chunk.offset : chunk.offset + len(chunk) + 1]))
    return np.concatenate(found)

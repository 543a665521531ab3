"""Chunks cut and joined, so that a game is stored once however it was handed out."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np
import pyarrow as pa

from sims.dataset.chunks import Chunk, check_games, tables_of
from sims.dataset.schemas import bare_schema
from sims.dataset.spans import Span
from sims.dataset.streams import numbers_of, stream_of
from sims.errors import TableError

__all__ = ["cut", "joined", "packed", "rows_within"]


def rows_within(table: pa.Table, first: int, stop: int) -> pa.Table:
    """Return the rows of the games from ``first`` up to and without ``stop``.

    Parameters
    ----------
    table : pa.Table
        Rows of one cell in the order of the games.
    first, stop : int
        Indices of games.
    """
    low, high = np.searchsorted(numbers_of(table, "game"), [first, stop])
    return table.slice(low, high - low)


def cut(
    chunk: Chunk, span: Span, tables: Mapping[str, type], failures: Collection[str] = ()
) -> Chunk:
    """Return some of the games of a chunk as a chunk.

    Parameters
    ----------
    chunk : Chunk
        What is cut.
    span : Span
        Games that it has.
    tables, failures
        As of `chunk_of`.

    Raises
    ------
    TableError
        If the chunk has not all of these games, or `tables_of` cannot read it.
    """
    if not chunk.span.covers(span):
        raise TableError(f"games {span} are not all in {chunk.span}")
    whole = tables_of(chunk, tables)
    parts = {
        name: rows_within(table, span.first, span.stop) for name, table in whole.items()
    }
    return packed(span, parts, tables, failures)


def joined(
    chunks: Sequence[Chunk], tables: Mapping[str, type], failures: Collection[str] = ()
) -> Chunk:
    """Return chunks of games that follow each other as one.

    Parameters
    ----------
    chunks : sequence of Chunk
        At least one, in order.
    tables, failures
        As of `chunk_of`.

    Raises
    ------
    TableError
        If they do not follow each other, or `tables_of` cannot read one.
    """
    if len(chunks) == 1:
        return chunks[0]
    first, last = chunks[0].span, chunks[-1].span
    span = Span.between(first.cell, first.first, last.stop)
    pieces = [tables_of(chunk, tables) for chunk in chunks]
    whole = {name: pa.concat_tables([each[name] for each in pieces]) for name in tables}
    for name, table in whole.items():
        check_games(table, span, name, single=name == next(iter(tables)))
    return packed(span, whole, tables, failures)


def packed(
    span: Span,
    whole: Mapping[str, pa.Table],
    tables: Mapping[str, type],
    failures: Collection[str] = (),
) -> Chunk:
    """Return tables of the dataset as a chunk.

    Parameters
    ----------
    span : Span
        Their games.
    whole : mapping of str to table
        The tables, with rows in the order of the games.
    tables, failures
        As of `chunk_of`.
    """
    streams = {}
    for name, row_type in tables.items():
        plain = pa.Table.from_arrays(whole[name].columns, schema=bare_schema(row_type))
        streams[name] = stream_of(plain.combine_chunks())
    failed = 0
    if failures:
        ends = whole[next(iter(tables))]["termination"].to_pylist()
        failed = sum(end in failures for end in ends)
    return Chunk(span, streams, failed)

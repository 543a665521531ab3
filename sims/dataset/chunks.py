"""A few finished games as bytes: what workers send, and what the journal holds."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
import pyarrow as pa

from gamebase.counting import counted
from sims.dataset.schemas import array_of, bare_schema, dataset_schema, getters
from sims.dataset.spans import Span
from sims.dataset.streams import numbers_of, stream_of, table_in
from sims.errors import TableError

__all__ = ["Chunk", "Rows", "check_games", "chunk_of", "tables_of"]

Rows = Mapping[str, Sequence[Any]]
"""Table name -> rows of one game. The first table has exactly one row a game."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """What came of a span of games.

    Parameters
    ----------
    span : Span
        The games.
    tables : mapping of str to bytes
        An Arrow stream of each table: rows in the order of the games.
    failed : int
        How many of the games were not played to an end.
    """

    span: Span
    tables: Mapping[str, bytes]
    failed: int


def chunk_of(
    span: Span,
    rows: Sequence[Rows],
    tables: Mapping[str, type],
    failures: Collection[str] = (),
) -> Chunk:
    """Return the rows of some games as a chunk; called where they were played.

    Parameters
    ----------
    span : Span
        The games.
    rows : sequence of Rows
        The rows of each game, in order.
    tables : mapping of str to type
        Row classes by the name of their table; the first has one row a game.
    failures : collection of str
        Values of ``termination`` of games that were not played to an end.

    Raises
    ------
    TableError
        If a value does not fit its column, or the rows are not those of the games.
    """
    if len(rows) != span.count:
        raise TableError(f"games {span} came back as {counted(len(rows), 'game')}")
    key = next(iter(tables))
    whole = {
        name: _table(span, [game[name] for game in rows], row_type, name == key)
        for name, row_type in tables.items()
    }
    failed = 0
    if failures:
        failed = sum(row.termination in failures for game in rows for row in game[key])
    return Chunk(span, {name: stream_of(each) for name, each in whole.items()}, failed)


def _table(
    span: Span, games: Sequence[Sequence[Any]], row_type: type, single: bool
) -> pa.Table:
    rows = list(chain.from_iterable(games))
    try:
        arrays = [array_of(rows, getter) for getter in getters(row_type)]
    except AttributeError as error:
        raise TableError(f"a row is no {row_type.__name__}: {error}") from error
    cells = pa.array(np.full(len(rows), span.cell, np.int64))
    schema = bare_schema(row_type)
    table = pa.Table.from_arrays([cells, *arrays], schema=schema)
    counts = np.fromiter(map(len, games), np.int64, span.count)
    expected = np.repeat(np.arange(span.first, span.stop), counts)
    fits = np.array_equal(numbers_of(table, "game"), expected)
    if not fits or (single and (counts != 1).any()):
        raise TableError(f"games {span} came back with rows of other games")
    return table


def tables_of(chunk: Chunk, tables: Mapping[str, type]) -> dict[str, pa.Table]:
    """Return the tables of a chunk, with what is told of their columns.

    Parameters
    ----------
    chunk : Chunk
        Of this version or another, whole or not.
    tables : mapping of str to type
        As of `chunk_of`.

    Raises
    ------
    TableError
        If it has other tables or columns, or rows of other games than it says.
    """
    if set(chunk.tables) != set(tables):
        raise TableError(
            f"games {chunk.span} have the tables {sorted(chunk.tables)}, not "
            f"{sorted(tables)}: they are of another version; play them anew"
        )
    key = next(iter(tables))
    found = {}
    for name, row_type in tables.items():
        table = _read(chunk, name, row_type)
        check_games(table, chunk.span, name, single=name == key)
        found[name] = table
    return found


def _read(chunk: Chunk, name: str, row_type: type) -> pa.Table:
    try:
        table = table_in(chunk.tables[name])
    except TableError as error:
        raise TableError(f"the table {name!r} of games {chunk.span} {error}") from error
    if table.schema != bare_schema(row_type):
        raise TableError(
            f"the table {name!r} of games {chunk.span} has other columns: it is of "
            "another version; play them anew in another folder"
        )
    return pa.Table.from_arrays(table.columns, schema=dataset_schema(row_type))


def check_games(table: pa.Table, span: Span, name: str, single: bool) -> None:
    """See that a table has the rows of these games, and in order.

    Parameters
    ----------
    table : pa.Table
        With the columns ``cell`` and ``game``.
    span : Span
        The games.
    name : str
        Name of the table.
    single : bool
        Whether it must have exactly one row a game.

    Raises
    ------
    TableError
        If it has not.
    """
    games = numbers_of(table, "game")
    fits = bool((numbers_of(table, "cell") == span.cell).all())
    if single:
        fits = fits and np.array_equal(games, np.arange(span.first, span.stop))
    elif len(games):
        ordered = bool((np.diff(games) >= 0).all())
        fits = fits and ordered and span.first <= games[0] and games[-1] < span.stop
    if not fits:
        raise TableError(f"the table {name!r} of games {span} has rows of other games")

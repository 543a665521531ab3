"""Schemas of the tables of a dataset: the columns of the row classes, after ``cell``.

Unit and meaning of each column stand in every Parquet file, but not in each stream of
a few games, where they would be longer than the games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from typing import Any

import pyarrow as pa

from sims.errors import TableError
from sims.tables import schema_of

__all__ = ["CELL", "array_of", "bare_schema", "dataset_schema", "getters"]

CELL = "cell"
_MEANING = {"unit": "-", "meaning": "number of the cell in its study", "wall": "False"}


@lru_cache(maxsize=64)
def dataset_schema(row_type: type) -> pa.Schema:
    """Return the schema of a table of the dataset: ``cell``, then the row's columns.

    Parameters
    ----------
    row_type : type
        A row dataclass with a column ``game``.

    Raises
    ------
    TypeError
        If it has a column of its own that is named ``cell``, or no ``game``.
    """
    schema = schema_of(row_type)
    if CELL in schema.names or "game" not in schema.names:
        raise TypeError(f"{row_type!r} needs a column 'game', and none named 'cell'")
    cell = pa.field(CELL, pa.int64(), nullable=False, metadata=_MEANING)
    return pa.schema([cell, *schema])


@lru_cache(maxsize=64)
def bare_schema(row_type: type) -> pa.Schema:
    """Return the same schema without what is told of the columns."""
    return pa.schema([f.remove_metadata() for f in dataset_schema(row_type)])


@dataclass(frozen=True, slots=True)
class Getter:
    """How a column's values are taken out of row objects."""

    field: pa.Field
    get: Callable[[Any], Any]


@lru_cache(maxsize=64)
def getters(row_type: type) -> tuple[Getter, ...]:
    """Return how to take the columns after ``cell`` out of row objects."""
    fields = list(bare_schema(row_type))[1:]
    return tuple(Getter(field, attrgetter(field.name)) for field in fields)


def array_of(rows: Sequence[Any], getter: Getter) -> pa.Array:
    """Return one column of some rows.

    Raises
    ------
    TableError
        If a value does not fit the column, naming it.
    """
    field = getter.field
    values = list(map(getter.get, rows))
    try:
        array = _array(values, field.type)
    except (pa.ArrowInvalid, pa.ArrowTypeError, OverflowError) as error:
        raise TableError(f"column {field.name!r}: {error}") from error
    if array.null_count and not field.nullable:
        raise TableError(f"column {field.name!r} must not be empty")
    return array


def _array(values: Sequence[Any], kind: pa.DataType) -> pa.Array:
    try:
        return pa.array(values, kind)
    except UnicodeEncodeError:
        # UTF-8 has no bytes for them, but players may bring any text along.
        return pa.array([_encodable(value) for value in values], kind)


def _encodable(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    return value.encode("utf-8", "backslashreplace").decode("utf-8")

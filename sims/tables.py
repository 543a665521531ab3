"""Parquet tables made from row dataclasses, written whole or not at all.

A row class declares its columns once: type annotations give the Arrow types, field
metadata (``unit``, ``meaning``, ``wall``) goes into the file beside each column.
"""

from __future__ import annotations

import csv
import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from gamebase.files import atomic_write, check_regular
from sims.errors import TableError

__all__ = [
    "read_table",
    "schema_of",
    "table_of",
    "write_csv",
    "write_table",
]

_ARROW = {
    "int": pa.int64(),
    "float": pa.float64(),
    "bool": pa.bool_(),
    "str": pa.string(),
}


def schema_of(row_type: type) -> pa.Schema:
    """Return the Arrow schema of a row dataclass.

    Raises
    ------
    TypeError
        If a field is anything but ``int``, ``float``, ``bool`` or ``str``, each
        optionally ``| None``.
    """
    return pa.schema([_arrow_field(f) for f in dataclasses.fields(row_type)])


def _arrow_field(f: dataclasses.Field[Any]) -> pa.Field:
    text = f.type if isinstance(f.type, str) else getattr(f.type, "__name__", "")
    base, _, rest = text.partition(" | ")
    if base not in _ARROW or rest not in ("", "None"):
        raise TypeError(f"column {f.name!r} has type {f.type!r}, which has no column")
    notes = {str(key): str(value) for key, value in f.metadata.items()}
    return pa.field(f.name, _ARROW[base], nullable=bool(rest), metadata=notes)


def table_of(rows: Sequence[Any], row_type: type) -> pa.Table:
    """Return the rows as a table with the schema of their class.

    Raises
    ------
    TableError
        If a value does not fit its column, naming the column.
    """
    schema = schema_of(row_type)
    arrays = []
    for field in schema:
        values = [getattr(row, field.name) for row in rows]
        if field.type == pa.string():
            values = [_encodable(value) for value in values]
        if not field.nullable and any(value is None for value in values):
            raise TableError(f"column {field.name!r} must not be empty")
        try:
            arrays.append(pa.array(values, field.type))
        except (pa.ArrowInvalid, pa.ArrowTypeError, OverflowError) as error:
            raise TableError(f"column {field.name!r}: {error}") from error
    return pa.Table.from_arrays(arrays, schema=schema)


def _encodable(value: Any) -> Any:
    """Escape what UTF-8 has no bytes for: players may bring any text along."""
    if not isinstance(value, str):
        return value
    return value.encode("utf-8", "backslashreplace").decode("utf-8")


def write_csv(rows: Sequence[Any], path: Path) -> None:
    """Write rows of one dataclass as CSV with a header, whole or not at all."""

    def write(temporary: Path) -> None:
        with temporary.open("w", newline="") as handle:
            writer = csv.DictWriter(
                handle, [*dataclasses.asdict(rows[0])], lineterminator="\n"
            )
            writer.writeheader()
            writer.writerows(dataclasses.asdict(row) for row in rows)

    atomic_write(path, write)


def write_table(table: pa.Table, path: Path, compression: str = "snappy") -> None:
    """Write a table as Parquet, whole or not at all."""

    def write(temporary: Path) -> None:
        # An open file, for Arrow takes no path that is not UTF-8.
        with temporary.open("wb") as handle:
            pq.write_table(table, handle, compression=compression)

    atomic_write(path, write)


def read_table(path: Path, row_type: type | None = None) -> pa.Table:
    """Read a table, and check that it has the columns of ``row_type``.

    Raises
    ------
    TableError
        If the file is missing, truncated, no Parquet, or has other columns.
    """
    try:
        check_regular(path)
        # No pool of threads: one that still starts when a command is done aborts it.
        with (
            path.open("rb") as handle,
            pq.ParquetFile(handle, pre_buffer=False) as file,
        ):
            table = file.read(use_threads=False)
    except FileNotFoundError as error:
        raise TableError(
            f"{str(path)!r} does not exist; put it back, or write the results anew "
            "with --overwrite"
        ) from error
    except (pa.ArrowException, OSError) as error:
        reason = (str(error).splitlines() or ["unknown"])[0].rstrip(".")
        raise TableError(
            f"{str(path)!r} is truncated or no Parquet file ({reason}); "
            "delete it, or write the results anew with --overwrite"
        ) from error
    return table if row_type is None else _checked(table, path, row_type)


def _checked(table: pa.Table, path: Path, row_type: type) -> pa.Table:
    schema = schema_of(row_type)
    found = {field.name: field.type for field in table.schema}
    for field in schema:
        if found.get(field.name) != field.type:
            raise TableError(
                f"{str(path)!r} is a table of something else or of another version: "
                f"column {field.name!r} should be {field.type}, "
                f"is {found.get(field.name, 'missing')}; choose another folder"
            )
    for field in schema:
        if not field.nullable and table.column(field.name).null_count:
            raise TableError(
                f"{str(path)!r} is damaged: column {field.name!r} has empty values; "
                "write the results anew with --overwrite"
            )
    # Another writer may have declared columns nullable that hold no null.
    return pa.Table.from_arrays(table.select(schema.names).columns, schema=schema)

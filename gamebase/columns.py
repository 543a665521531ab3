"""Columns of result tables, declared by the fields of row classes.

The Parquet schema and the documentation of columns come from these classes, so
a column exists in one place only. ``None`` means "does not apply".
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

__all__ = ["Column", "column", "columns", "lasting_values"]


def column(meaning: str, unit: str = "-", *, wall: bool = False, **kw: Any) -> Any:
    """Declare a column: a field of a row class.

    Parameters
    ----------
    meaning : str
        What it holds, in a few words.
    unit : str
        Its SI unit, ``"-"`` for none.
    wall : bool
        Whether it depends on the machine's speed, so that it differs between runs.
    **kw
        Given to `dataclasses.field`, such as ``default``.
    """
    return field(metadata={"meaning": meaning, "unit": unit, "wall": wall}, **kw)


@dataclass(frozen=True, slots=True)
class Column:
    """Name, type, unit and meaning of one column."""

    name: str
    type: str
    unit: str
    meaning: str
    wall: bool


def columns(row_type: type) -> tuple[Column, ...]:
    """Return the columns of a row class, in order.

    Parameters
    ----------
    row_type : type
        A dataclass whose fields were all declared with `column`.
    """
    return tuple(
        Column(
            f.name,
            str(f.type),
            f.metadata["unit"],
            f.metadata["meaning"],
            f.metadata["wall"],
        )
        for f in dataclasses.fields(row_type)
    )


@lru_cache(maxsize=16)
def _lasting(row_type: type) -> tuple[str, ...]:
    return tuple(each.name for each in columns(row_type) if not each.wall)


def lasting_values(row: object) -> dict[str, Any]:
    """Return what is the same in every run of a game: a row but for wall clocks.

    Parameters
    ----------
    row : object
        Of a row class.
    """
    kind: Any = type(row)
    return {name: getattr(row, name) for name in _lasting(kind)}

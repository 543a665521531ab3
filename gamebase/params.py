"""Parameters: every number with its unit, its source and a grade.

Grades: ``identified`` (measured on the real thing), ``realistic`` (published for
something alike), ``assumed`` (a choice of this project, to be varied in studies),
``numerical`` (a setting of the method, chosen by a committed sweep).
All quantities are SI. The classes are frozen and checked on construction.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from gamebase.errors import ParameterError, close_match, shown

__all__ = [
    "LARGEST",
    "Parameter",
    "ParameterSet",
    "describe",
    "quantity",
    "toggle",
]

LARGEST = 1e9
"""Largest value of any parameter, whatever its unit; beyond it are only slips."""


def quantity(
    default: float,
    unit: str,
    source: str,
    grade: str = "assumed",
    *,
    low: float = 0.0,
    high: float = math.inf,
    open_low: bool = False,
) -> Any:
    """Declare a checked numeric field of a `ParameterSet`.

    A field of type ``int`` takes whole numbers only.

    Parameters
    ----------
    default : float
        Value if none is given.
    unit : str
        Its SI unit, ``"-"`` for none.
    source : str
        Where the number comes from, or why it was chosen.
    grade : str
        ``identified``, ``realistic``, ``assumed`` or ``numerical``.
    low, high : float
        Inclusive bounds.
    open_low : bool
        Whether ``low`` itself is out of bounds.
    """
    meta = {
        "unit": unit,
        "source": source,
        "grade": grade,
        "low": low,
        "high": high,
        "open_low": open_low,
    }
    return field(default=default, metadata=meta)


def toggle(default: bool, source: str, grade: str = "numerical") -> Any:
    """Declare a checked field of a `ParameterSet` that is true or false.

    Parameters
    ----------
    default : bool
        Value if none is given.
    source : str
        Why it was chosen.
    grade : str
        As for `quantity`.
    """
    return field(default=default, metadata={"source": source, "grade": grade})


@dataclass(frozen=True, slots=True)
class Parameter:
    """One described parameter, as `describe` lists it."""

    group: str
    name: str
    value: Any
    unit: str
    source: str
    grade: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ParameterSet:
    """Base of all parameter classes: range checks and conversion to mappings.

    A subclass with checks of its own makes them in ``__post_init__``, after this
    one's, which it calls with the two-argument form of ``super`` (the class that
    ``slots=True`` makes is another than the one the method was written in).

    Raises
    ------
    ParameterError
        If a value is no number, or out of its bounds.

    Examples
    --------
    >>> @dataclass(frozen=True, slots=True, kw_only=True)
    ... class Card(ParameterSet):
    ...     edge: float = quantity(0.044, "m", "a ruler", "identified", open_low=True)
    >>> Card().to_mapping()
    {'edge': 0.044}
    >>> Card(edge=0)
    Traceback (most recent call last):
    gamebase.errors.ParameterError: Card.edge must be > 0 m, got 0; the default is
    0.044 m
    """

    def __post_init__(self) -> None:
        for f in dataclasses.fields(self):
            if "unit" in f.metadata:
                _check(type(self).__name__, f, getattr(self, f.name))
            elif "grade" in f.metadata:
                _check_toggle(type(self).__name__, f.name, getattr(self, f.name))

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Self:
        """Build from a mapping, refusing unknown names.

        Raises
        ------
        ParameterError
            If a key is unknown or a value is out of range.
        """
        names = [f.name for f in dataclasses.fields(cls)]
        for key in values:
            if key not in names:
                hint = close_match(key, names) or f"; known: {', '.join(names)}"
                raise ParameterError(f"{cls.__name__} has no parameter {key!r}{hint}")
        return cls(**values)

    def to_mapping(self) -> dict[str, Any]:
        """Return the parameters as a plain dictionary (JSON and TOML ready)."""
        return {f.name: getattr(self, f.name) for f in dataclasses.fields(self)}

    def replace(self, **changes: Any) -> Self:
        """Return a checked copy with some parameters changed."""
        return type(self).from_mapping({**self.to_mapping(), **changes})


def _check(owner: str, f: dataclasses.Field[Any], value: Any) -> None:
    meta = f.metadata
    integer = f.type in (int, "int")
    fits = isinstance(value, int) if integer else isinstance(value, int | float)
    if isinstance(value, bool) or not fits:
        want = "a whole number" if integer else "a number"
        raise ParameterError(
            f"{owner}.{f.name} must be {want} ({meta['unit']}), got {shown(value)}"
        )
    low, high = meta["low"], min(meta["high"], LARGEST)
    below = value <= low if meta["open_low"] else value < low
    if value != value or below or value > high:
        sign = ">" if meta["open_low"] else ">="
        unit = "" if meta["unit"] == "-" else f" {meta['unit']}"
        upper = f" and <= {high:g}{unit}" if high < LARGEST else ""
        raise ParameterError(
            f"{owner}.{f.name} must be {sign} {low:g}{unit}{upper}, "
            f"got {shown(value)}; the default is {f.default:g}{unit}"
        )


def _check_toggle(owner: str, name: str, value: object) -> None:
    if not isinstance(value, bool):
        raise ParameterError(
            f"{owner}.{name} must be true or false, got {shown(value)}"
        )


def describe(group: str, params: ParameterSet) -> Iterator[Parameter]:
    """List the parameters of one set with unit, source and grade.

    A `toggle` has the unit ``on or off``.
    """
    for f in dataclasses.fields(params):
        meta = f.metadata
        if "grade" in meta:
            value, unit = getattr(params, f.name), meta.get("unit", "on or off")
            yield Parameter(group, f.name, value, unit, meta["source"], meta["grade"])

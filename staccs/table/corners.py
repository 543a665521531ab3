"""Corners of polygonal tables, checked one by one before shapely sees them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from staccs.errors import ParameterError, shown
from staccs.table.plane import TOLERANCE, Point

__all__ = ["LARGEST", "MOST_CORNERS", "checked_length", "checked_rings"]

LARGEST = 1000.0
"""Largest size or coordinate of a table, in m."""

MOST_CORNERS = 10_000
"""How many corners a table may have, those of its holes included."""


def checked_length(name: str, value: object) -> float:
    """Return a size in m; refuse what is no length.

    Raises
    ------
    ParameterError
        If it is no number, not finite, not more than 0, or above `LARGEST`.
    """
    number = _number(value)
    if number is None or not 0 < number <= LARGEST:
        raise ParameterError(
            f"the {name} of the table is {shown(value)}: give a number of meters above "
            f"0 and at most {LARGEST:g}"
        )
    return number


def _number(value: object) -> float | None:
    """Return a finite number of a sensible size as a float; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if abs(value) <= 1e9 else None


def checked_rings(outline: object, holes: object) -> tuple[tuple[Point, ...], ...]:
    """Return the corners of an outline and of holes as tuples of floats.

    Rings that end where they began, as GeoJSON has them, lose their last corner.

    Raises
    ------
    ParameterError
        If there are too few corners or too many, if one is no pair of finite numbers,
        or if two that follow one another are the same point.
    """
    given = [outline, *_listed("the holes of the table", holes, "lists of corners")]
    names = ["the outline", *(f"hole {k}" for k in range(1, len(given)))]
    listed = [
        _listed(f"{name} of the table", ring, "corners [x, y] in meters")
        for name, ring in zip(names, given, strict=True)
    ]
    count = sum(len(ring) for ring in listed)
    if count > MOST_CORNERS:
        raise ParameterError(
            f"the table has {count} corners; at most {MOST_CORNERS} are accepted: "
            "simplify its polygon"
        )
    return tuple(_ring(*each) for each in zip(names, listed, strict=True))


def _listed(name: str, value: object, what: str) -> Sequence[object]:
    if isinstance(value, list | tuple):
        return value
    raise ParameterError(f"{name}: {shown(value)} is no list; give a list of {what}")


def _ring(name: str, given: Sequence[object]) -> tuple[Point, ...]:
    corners = [_corner(name, k, each) for k, each in enumerate(given, start=1)]
    if len(corners) > 1 and corners[0] == corners[-1]:
        corners.pop()
    if len(corners) < 3:
        raise ParameterError(
            f"{name} of the table has {len(corners)} corners: give at least three"
        )
    for k, corner in enumerate(corners):
        if math.dist(corners[k - 1], corner) <= TOLERANCE:
            raise ParameterError(
                f"{name} of the table has a side of length zero at corner {k + 1}, "
                f"{list(corner)}: leave out one of two corners in the same place"
            )
    return tuple(corners)


def _corner(name: str, number: int, value: object) -> Point:
    pair = value if isinstance(value, list | tuple) else ()
    found = [_number(each) for each in pair]
    if len(found) == 2:
        x, y = found
        if x is not None and y is not None and max(abs(x), abs(y)) <= LARGEST:
            return (x, y)
    raise ParameterError(
        f"corner {number} of {name} of the table is {shown(value)}: give [x, y], two "
        f"numbers of meters, each from {-LARGEST:g} to {LARGEST:g}"
    )

"""Points of the plane, and how a center lies to a convex hull.

Points are ``(x, y)`` in m, in the coordinates of the table.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

__all__ = [
    "TOLERANCE",
    "Point",
    "hull_margin",
    "line_margin",
    "nearest_on",
    "outward",
    "sides_of",
    "snapped",
    "unit",
]

Point = tuple[float, float]

TOLERANCE = 1e-9
"""Lengths nearer than this, in m, count as equal.

A nanometer means nothing to a card, and is a thousand times what coordinates of tables
of up to a kilometer are rounded to, so that no verdict hangs on how a sum was rounded.
"""


def snapped(length: float) -> float:
    """Return a length, or 0.0 if it is within `TOLERANCE` of it."""
    return 0.0 if abs(length) <= TOLERANCE else length


def unit(x: float, y: float) -> Point | None:
    """Return the vector scaled to length 1; None if it is nearer to 0 than that."""
    length = math.hypot(x, y)
    return (x / length, y / length) if length > TOLERANCE else None


def sides_of(corners: Sequence[Point]) -> list[tuple[Point, Point]]:
    """Return the sides of a closed polygon, one from each corner to the next."""
    return list(zip(corners, [*corners[1:], *corners[:1]], strict=True))


def outward(start: Point, end: Point) -> Point:
    """Return the unit normal of a side, outward if corners go counterclockwise."""
    length = math.dist(start, end)
    return ((end[1] - start[1]) / length, (start[0] - end[0]) / length)


def line_margin(point: Point, start: Point, end: Point) -> float:
    """Return how far a point lies to the left of the line through a side, in m."""
    nx, ny = outward(start, end)
    return (start[0] - point[0]) * nx + (start[1] - point[1]) * ny


def hull_margin(point: Point, hull: Sequence[Point]) -> tuple[float, Point]:
    """Return how far a point lies inside a convex polygon, and the way out.

    Parameters
    ----------
    point : (float, float)
    hull : sequence of (float, float)
        At least three corners, counterclockwise, no two in one place.

    Returns
    -------
    margin : float
        Distance to the boundary in m: positive inside, negative outside.
    direction : (float, float)
        Unit vector from the hull's nearest point to the point if that is outside,
        the normal of the nearest side if it is inside or on the boundary.

    Examples
    --------
    >>> square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
    >>> hull_margin((0.75, 0.5), square)
    (0.25, (1.0, 0.0))
    >>> hull_margin((4.0, 5.0), square)
    (-5.0, (0.6, 0.8))
    """
    sides = sides_of(hull)
    depths = [line_margin(point, *side) for side in sides]
    least = min(depths)
    normal = outward(*sides[depths.index(least)])
    if least >= 0:
        return least, normal
    x, y = nearest_on(point, sides)
    way = unit(point[0] - x, point[1] - y)
    return -math.dist((x, y), point), way or normal


def nearest_on(point: Point, sides: Iterable[tuple[Point, Point]]) -> Point:
    """Return the point of these segments, none of length 0, nearest to a point."""
    found = (_nearest(point, *side) for side in sides)
    return min(found, key=lambda each: math.dist(each, point))


def _nearest(point: Point, start: Point, end: Point) -> Point:
    dx, dy = end[0] - start[0], end[1] - start[1]
    along = (point[0] - start[0]) * dx + (point[1] - start[1]) * dy
    share = min(max(along / (dx * dx + dy * dy), 0.0), 1.0)
    return (start[0] + share * dx, start[1] + share * dy)

"""Exact overlap of two bars that lie askew on each other, seen from above."""

from __future__ import annotations

import math
from functools import lru_cache

__all__ = ["Corners", "overlap_corners"]

Point = tuple[float, float]
Corners = tuple[Point, Point, Point, Point]


@lru_cache(maxsize=4096)
def overlap_corners(
    x: float, y: float, turn: float, own: Point, other: Point
) -> Corners | None:
    """Return four corners of the overlap of two bars, in the frame of the first.

    Most pairs of a tower lie as they lay when it was last asked for, hence the cache.

    Parameters
    ----------
    x, y : float
        Middle of the second bar, in the frame of the first, m.
    turn : float
        Angle of the second bar from the first, rad.
    own, other : tuple of float
        Half length and half width of the first and of the second bar, m.

    Returns
    -------
    tuple of tuple, shape (4, 2), or None
        In turn around the overlap, the widest apart: of the up to eight there are,
        those left out cut off little, and none lies outside. Of a triangle one comes
        twice. None if the bars do not overlap.
    """
    c, s = math.cos(turn), math.sin(turn)
    length, width = other
    sides = ((-length, -width), (length, -width), (length, width), (-length, width))
    polygon = [(x + c * u - s * v, y + s * u + c * v) for u, v in sides]
    for axis, most in enumerate(own):
        for sign in (1.0, -1.0):
            polygon = _cut(polygon, axis, sign, most)
    return _widest(polygon) if len(polygon) > 2 else None


def _cut(polygon: list[Point], axis: int, sign: float, most: float) -> list[Point]:
    """Return the part of a polygon in which a coordinate times a sign is at most so."""
    over = [sign * point[axis] - most for point in polygon]
    if max(over, default=0.0) <= 0:
        return polygon
    kept: list[Point] = []
    for i, here in enumerate(over):
        before = over[i - 1]
        if (here > 0) != (before > 0):
            (px, py), (qx, qy) = polygon[i - 1], polygon[i]
            share = before / (before - here)
            kept.append((px + share * (qx - px), py + share * (qy - py)))
        if here <= 0:
            kept.append(polygon[i])
    return kept


def _widest(polygon: list[Point]) -> Corners:
    count = len(polygon)
    middle = (sum(p[0] for p in polygon) / count, sum(p[1] for p in polygon) / count)
    first = max(polygon, key=lambda p: _apart(p, middle))
    third = max(polygon, key=lambda p: _apart(p, first))
    dx, dy = third[0] - first[0], third[1] - first[1]

    def aside(point: Point) -> float:
        return dx * (point[1] - first[1]) - dy * (point[0] - first[0])

    # if all lie on one side this is the first or the third again
    return first, min(polygon, key=aside), third, max(polygon, key=aside)


def _apart(a: Point, b: Point) -> float:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2

"""Convex polygons in the plane: hull, clipping, area and signed distance.

Polygons are arrays of shape (k, 2), corners counterclockwise, not closed.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["clip_convex", "convex_hull", "polygon_area", "signed_distance"]

Array = NDArray[np.float64]

EMPTY: Array = np.zeros((0, 2))


def polygon_area(polygon: ArrayLike) -> float:
    """Return the area of a polygon, positive when counterclockwise.

    Parameters
    ----------
    polygon : array_like, shape (k, 2)
        Corners in order; fewer than three give 0.
    """
    points = np.asarray(polygon, dtype=float).reshape(-1, 2)
    if len(points) < 3:
        return 0.0
    x, y = (points - points[0]).T
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2


def convex_hull(points: ArrayLike) -> Array:
    """Return the convex hull of points, counterclockwise, shape (k, 2).

    Points on an edge are left out. Points that all lie on one line give the two
    ends (or one point): a hull without area. Monotone chain, A. M. Andrew (1979),
    DOI 10.1016/0020-0190(79)90072-3.
    """
    rows = np.unique(np.asarray(points, dtype=float).reshape(-1, 2), axis=0)
    ordered = [(float(x), float(y)) for x, y in rows]
    if len(ordered) < 3:
        return rows
    lower, upper = _chain(ordered), _chain(ordered[::-1])
    return np.array(lower[:-1] + upper[:-1])


def _chain(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    chain: list[tuple[float, float]] = []
    for p in points:
        while len(chain) > 1 and _turn(chain[-2], chain[-1], p) <= 0:
            chain.pop()
        chain.append(p)
    return chain


def _turn(
    a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]
) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def clip_convex(subject: ArrayLike, window: ArrayLike) -> Array:
    """Return the part of a convex polygon inside a convex window, shape (k, 2).

    Both counterclockwise. Polygons that only touch give a result without area,
    or an empty one. Sutherland and Hodgman (1974), DOI 10.1145/360767.360802.
    """
    result = np.asarray(subject, dtype=float).reshape(-1, 2)
    edges = np.asarray(window, dtype=float).reshape(-1, 2)
    for start, end in zip(edges, np.roll(edges, -1, axis=0), strict=True):
        if len(result) == 0:
            return EMPTY
        result = _clip_half_plane(result, start, end - start)
    return result


def _clip_half_plane(polygon: Array, start: Array, along: Array) -> Array:
    """Keep what lies to the left of a line."""
    side = along[0] * (polygon[:, 1] - start[1]) - along[1] * (polygon[:, 0] - start[0])
    kept: list[Array] = []
    for i, here in enumerate(side):
        before = side[i - 1]
        if here * before < 0:
            step = before / (before - here)
            kept.append(polygon[i - 1] + step * (polygon[i] - polygon[i - 1]))
        if here >= 0:
            kept.append(polygon[i])
    return np.array(kept) if kept else EMPTY


def signed_distance(point: ArrayLike, polygon: ArrayLike) -> float:
    """Return how far a point lies inside a convex polygon.

    Parameters
    ----------
    point : array_like, shape (2,)
    polygon : array_like, shape (k, 2)
        Convex, counterclockwise.

    Returns
    -------
    float
        Distance to the boundary, in the unit of the input: positive inside, zero
        on the boundary, negative outside. Minus infinity when the polygon has no
        corners; minus the distance when it is a point or a segment.
    """
    corners = np.asarray(polygon, dtype=float).reshape(-1, 2)
    if len(corners) == 0:
        return -np.inf
    offset = np.asarray(point, dtype=float) - corners
    edges = np.roll(corners, -1, axis=0) - corners
    squared = np.maximum((edges**2).sum(axis=1), np.finfo(float).tiny)
    share = np.clip((offset * edges).sum(axis=1) / squared, 0.0, 1.0)
    distance = float(np.hypot(*(offset - share[:, None] * edges).T).min())
    left = edges[:, 0] * offset[:, 1] - edges[:, 1] * offset[:, 0]
    inside = len(corners) > 2 and bool((left >= 0).all())
    return distance if inside else -distance

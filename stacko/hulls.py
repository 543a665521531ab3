"""Overlaps of rectangles and hulls of points, many at once and seen from above.

Points are kept by coordinate, shape (2, ..., k): long loops are the fast ones.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "LEAST_AREA",
    "distances_inside",
    "extreme_points",
    "hull_margins",
    "overlap_corners",
]

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]

LEAST_AREA = 1e-12
"""Overlaps smaller than this, in m^2, carry nothing."""

_NEAR_AXIS = [-6, -2.5, -1, -0.3, 0.3, 1, 2.5, 6, 45]
_ANGLES = np.deg2rad(np.add.outer([0, 90, 180, 270], _NEAR_AXIS).ravel())
_DIRECTIONS: Array = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], axis=1)
"""Dense at the axes: sides made of several blocks are straight but for shifts."""


def overlap_corners(left: Array, right: Array) -> tuple[Array, Flags]:
    """Return the corners of the overlaps of rectangles, and which of them count.

    Parameters
    ----------
    left, right : ndarray, shape (2, L, m)
        Least and largest coordinates that are in both rectangles, m; where the first
        is not less they do not meet.

    Returns
    -------
    corners : ndarray, shape (2, L, 4 m)
    counts : ndarray of bool, shape (L, 4 m)
    """
    width, depth = right - left
    meets = (width > 0) & (depth > 0) & (width * depth > LEAST_AREA)
    corners = np.empty((*left.shape, 4))
    corners[0, ..., 0] = corners[0, ..., 3] = left[0]
    corners[0, ..., 1] = corners[0, ..., 2] = right[0]
    corners[1, ..., 0] = corners[1, ..., 1] = left[1]
    corners[1, ..., 2] = corners[1, ..., 3] = right[1]
    return corners.reshape(2, len(meets), -1), meets.repeat(4, axis=1)


def hull_margins(points: Array, counts: Flags) -> Array:
    """Return the signed distance of the origin inside the hull of points.

    Parameters
    ----------
    points : ndarray, shape (2, L, k)
        L sets of points, m.
    counts : ndarray of bool, shape (L, k)
        Which of them count.

    Returns
    -------
    ndarray, shape (L,)
        Positive inside, ``-inf`` where no point counts.
    """
    margins = distances_inside(extreme_points(points, counts))
    margins[~counts.any(axis=1)] = -np.inf
    return margins


def extreme_points(points: Array, counts: Flags) -> Array:
    """Return the farthest points (2, L, d) in each of `_DIRECTIONS`.

    Where no point counts they mean nothing.
    """
    rows, width = counts.shape
    # where one does not count, the first that does stands for it
    place = np.arange(0, rows * width, width)[:, None]
    first = place + counts.argmax(axis=1)[:, None]
    points = np.where(counts, points, points.reshape(2, -1).take(first, axis=1))
    reach = _DIRECTIONS @ points.transpose(1, 0, 2)
    farthest: Array = points.reshape(2, -1).take(place + reach.argmax(2), axis=1)
    return farthest


def distances_inside(hulls: Array) -> Array:
    """Return the signed distance of the origin inside each polygon of (2, L, k)."""
    x, y = hulls
    dx, dy = np.concatenate([hulls[:, :, 1:], hulls[:, :, :1]], axis=2) - hulls
    squared = dx * dx + dy * dy
    share = -(x * dx + y * dy) / np.maximum(squared, 1e-300)
    share = np.minimum(np.maximum(share, 0.0), 1.0)
    fx, fy = x + share * dx, y + share * dy
    distance = np.sqrt((fx * fx + fy * fy).min(axis=1))
    inside = (dy * x - dx * y >= 0).all(axis=1)
    return np.asarray(np.where(inside, distance, -distance))

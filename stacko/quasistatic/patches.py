"""Where the blocks of neighboring layers touch, seen from above."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import starmap

import numpy as np
from numpy.typing import NDArray

from stacko.quasistatic.clipping import Corners, overlap_corners
from stacko.quasistatic.pile import Pile

__all__ = ["Patches", "find_patches"]

Array = NDArray[np.float64]
Indices = NDArray[np.intp]

_LEAST_SIDE = 1e-6
"""Patches narrower than this carry nothing, m."""

_ASKEW = 0.03
"""Yaw from a right angle, in rad, from which ends are clipped exactly; a point is
off by no more than this times a width."""

_ACROSS: Array = np.array([[-1.0], [-1.0], [1.0], [1.0]])
_ALONG: Array = np.array([[-1.0], [1.0], [1.0], [-1.0]])
"""On which sides of two bars their corners are."""


@dataclass(frozen=True, slots=True)
class Patches:
    """Contact points, four a pair of blocks that lie on each other.

    Attributes
    ----------
    upper, lower : ndarray of int, shape (m,)
        Rows of the blocks; the row after the last is the table.
    points : ndarray, shape (m, 2)
        Seen from above, m.
    """

    upper: Indices
    lower: Indices
    points: Array


def find_patches(pile: Pile) -> Patches:
    """Return the contact points of a tower.

    Two bars that cross meet in a parallelogram: its corners are where their side
    lines cross. Where an end of one bar lies over the other they are held back to it,
    or, if it lies askew, found by clipping (`clipping`).
    """
    bars = _bars(pile)
    starts = pile.starts
    rows = int(starts[1]) if len(pile) else 0
    upper, lower = _pairs(tuple(np.diff(starts).tolist()))
    points, met = _crossings(pile, bars, upper, lower)
    above = np.concatenate([np.arange(rows), upper[met]])
    below = np.concatenate([np.full(rows, len(pile)), lower[met]])
    corners = np.empty((len(above), 4, 2))
    corners[:rows] = _corners(bars[:, :rows]).T
    corners[rows:] = points[:, :, met].T
    return Patches(above.repeat(4), below.repeat(4), corners.reshape(-1, 2))


def _bars(pile: Pile) -> Array:
    """Return cosine and sine of yaw, center, half length and half width, (6, n)."""
    bars = np.empty((6, len(pile)))
    np.cos(pile.yaw, out=bars[0])
    np.sin(pile.yaw, out=bars[1])
    bars[2:4] = pile.plane.T
    bars[4:] = pile.size[:, :2].T / 2
    return bars


def _corners(bars: Array) -> Array:
    """Return the corners of bars, shape (2, 4, n)."""
    c, s, x, y, length, width = bars
    u, v = _ACROSS * length, _ALONG * width
    return np.stack([x + (u * c - v * s), y + (u * s + v * c)])


@lru_cache(maxsize=512)
def _pairs(counts: tuple[int, ...]) -> tuple[Indices, Indices]:
    """Return rows of all pairs of blocks in neighboring layers, by layer sizes."""
    starts = np.cumsum((0, *counts))
    found = [
        (u, low)
        for k in range(1, len(counts))
        for u in range(starts[k], starts[k + 1])
        for low in range(starts[k - 1], starts[k])
    ]
    both = np.array(found, dtype=np.intp).reshape(-1, 2)
    return both[:, 0], both[:, 1]


def _crossings(
    pile: Pile, bars: Array, upper: Indices, lower: Indices
) -> tuple[Array, NDArray[np.bool_]]:
    """Return corners (2, 4, p) of the overlap of each pair, and which overlap."""
    ca, sa, ax, ay, reach, edge = bars.take(lower, axis=1)
    cb, sb, bx, by, limit, width = bars.take(upper, axis=1)
    across, along = ca * cb + sa * sb, sa * cb - ca * sb
    # axes a of the lower bar, b of the upper one: across = a.b, along = b'.a
    x, y = ax - bx, ay - by
    t = _ACROSS * edge
    # bars side by side are askew: what is made of them here is put right below
    along[np.abs(along) < 1e-9] = 1e-9
    way = (_ALONG * width - (cb * y - sb * x) - t * across) / along
    way = np.minimum(np.maximum(way, -reach), reach)
    there = (cb * x + sb * y) + way * across - t * along
    held = np.minimum(np.maximum(there, -limit), limit)
    t = np.minimum(np.maximum(t - (held - there) / along, -edge), edge)
    met = way.max(axis=0) - way.min(axis=0) > _LEAST_SIDE
    met &= t.max(axis=0) - t.min(axis=0) > _LEAST_SIDE
    ended = ((np.abs(way) >= reach) | (held != there)).any(axis=0)
    askew = (ended & (np.abs(across) > _ASKEW)).nonzero()[0]
    if len(askew):
        clipped = _clipped(pile, upper[askew], lower[askew])
        met[askew] = [corners is not None for corners in clipped]
        found = np.array([corners for corners in clipped if corners is not None])
        where = askew[met[askew]]
        way[:, where], t[:, where] = found.reshape(-1, 4, 2).T
    return np.stack([ax + way * ca - t * sa, ay + way * sa + t * ca]), met


def _clipped(pile: Pile, upper: Indices, lower: Indices) -> list[Corners | None]:
    """Return corners of the overlap of each pair in the frame of its lower bar."""
    x, y = (pile.plane[upper] - pile.plane[lower]).T
    yaw = pile.yaw[lower]
    c, s = np.cos(yaw), np.sin(yaw)
    half = pile.size[:, :2] / 2
    places = zip(
        (c * x + s * y).tolist(),
        (c * y - s * x).tolist(),
        (pile.yaw[upper] - yaw).tolist(),
        map(tuple, half[lower].tolist()),
        map(tuple, half[upper].tolist()),
        strict=True,
    )
    return list(starmap(overlap_corners, places))

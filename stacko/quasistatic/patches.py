"""Where the blocks of neighboring layers touch, seen from above."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from stacko.quasistatic.pile import Pile

__all__ = ["Patches", "find_patches"]

Array = NDArray[np.float64]
Indices = NDArray[np.intp]

_LEAST_SIDE = 1e-6
"""Patches narrower than this carry nothing, m."""

_SIDES: Array = np.array([[-1.0, -1.0], [-1.0, 1.0], [1.0, 1.0], [1.0, -1.0]])


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
    lines cross, held back to the ends of both bars. That is exact but where an end
    of one bar lies askew over the other, where it is off by the yaw between them
    times their width.
    """
    upper, lower = _pairs(tuple(np.diff(pile.starts).tolist()))
    points, met = _crossings(pile, upper, lower)
    ground, table = _ground(pile)
    rows = len(ground)
    above = np.concatenate([np.arange(rows), upper[met]])
    below = np.concatenate([np.full(rows, len(pile)), lower[met]])
    return Patches(
        np.repeat(above, 4),
        np.repeat(below, 4),
        np.concatenate([table, points[met]]).reshape(-1, 2),
    )


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


def _crossings(pile: Pile, upper: Indices, lower: Indices) -> tuple[Array, Array]:
    """Return corners (p, 4, 2) of the overlap of each pair, and which overlap."""
    c, s = np.cos(pile.yaw), np.sin(pile.yaw)
    half = pile.size[:, :2] / 2
    ca, sa, cb, sb = c[lower], s[lower], c[upper], s[upper]
    across, along = ca * cb + sa * sb, sa * cb - ca * sb
    # axes a of the lower bar, b of the upper one: across = a.b, along = b'.a
    x, y = (pile.plane[lower] - pile.plane[upper]).T
    t = _SIDES[:, 0] * half[lower, 1][:, None]
    wall = _SIDES[:, 1] * half[upper, 1][:, None]
    off = (cb * y - sb * x)[:, None]
    way = (wall - off - t * across[:, None]) / along[:, None]
    reach = half[lower, 0][:, None]
    way = np.minimum(np.maximum(way, -reach), reach)
    start = (cb * x + sb * y)[:, None] + way * across[:, None]
    there = start - t * along[:, None]
    limit = half[upper, 0][:, None]
    held = np.minimum(np.maximum(there, -limit), limit)
    t = t - (held - there) / along[:, None]
    met = (np.ptp(way, axis=1) > _LEAST_SIDE) & (np.ptp(t, axis=1) > _LEAST_SIDE)
    px = pile.plane[lower, 0][:, None] + way * ca[:, None] - t * sa[:, None]
    py = pile.plane[lower, 1][:, None] + way * sa[:, None] + t * ca[:, None]
    return np.stack([px, py], axis=2), met


def _ground(pile: Pile) -> tuple[Indices, Array]:
    """Return the rows of the lowest layer and their corners, shape (r, 4, 2)."""
    rows = np.flatnonzero(pile.layer == 0)
    c, s = np.cos(pile.yaw[rows])[:, None], np.sin(pile.yaw[rows])[:, None]
    u = _SIDES[:, 0] * pile.size[rows, 0][:, None] / 2
    v = _SIDES[:, 1] * pile.size[rows, 1][:, None] / 2
    corners = np.stack([u * c - v * s, u * s + v * c], axis=2)
    return rows, pile.plane[rows][:, None, :] + corners

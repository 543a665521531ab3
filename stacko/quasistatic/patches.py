"""Where the blocks of neighboring layers touch, seen from above."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

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
    lines cross. Where an end of one bar lies over the other they are held back to it,
    or, if it lies askew, found by clipping (`clipping`).
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
    # bars side by side are askew: what is made of them here is put right below
    along = np.where(np.abs(along) < 1e-9, 1e-9, along)
    way = (wall - off - t * across[:, None]) / along[:, None]
    reach = half[lower, 0][:, None]
    way = np.minimum(np.maximum(way, -reach), reach)
    start = (cb * x + sb * y)[:, None] + way * across[:, None]
    there = start - t * along[:, None]
    limit = half[upper, 0][:, None]
    held = np.minimum(np.maximum(there, -limit), limit)
    edge = half[lower, 1][:, None]
    t = np.minimum(np.maximum(t - (held - there) / along[:, None], -edge), edge)
    met = (np.ptp(way, axis=1) > _LEAST_SIDE) & (np.ptp(t, axis=1) > _LEAST_SIDE)
    ended = (np.abs(way) >= reach).any(axis=1) | (held != there).any(axis=1)
    askew = np.flatnonzero(ended & (np.abs(across) > _ASKEW))
    if len(askew):
        clipped = _clipped(pile, upper[askew], lower[askew])
        for pair, corners in zip(askew.tolist(), clipped, strict=True):
            met[pair] = corners is not None
            if corners is not None:
                way[pair], t[pair] = zip(*corners, strict=True)
    px = pile.plane[lower, 0][:, None] + way * ca[:, None] - t * sa[:, None]
    py = pile.plane[lower, 1][:, None] + way * sa[:, None] + t * ca[:, None]
    return np.stack([px, py], axis=2), met


def _clipped(pile: Pile, upper: Indices, lower: Indices) -> list[Corners | None]:
    """Return corners of the overlap of each pair in the frame of its lower bar."""
    x, y = (pile.plane[upper] - pile.plane[lower]).T
    yaw = pile.yaw[lower]
    c, s = np.cos(yaw), np.sin(yaw)
    half = pile.size[:, :2] / 2
    own, other = half[lower].tolist(), half[upper].tolist()
    return [
        overlap_corners(*place, (a, b), (d, e))
        for place, (a, b), (d, e) in zip(
            zip(
                (c * x + s * y).tolist(),
                (c * y - s * x).tolist(),
                (pile.yaw[upper] - yaw).tolist(),
                strict=True,
            ),
            own,
            other,
            strict=True,
        )
    ]


def _ground(pile: Pile) -> tuple[Indices, Array]:
    """Return the rows of the lowest layer and their corners, shape (r, 4, 2)."""
    rows = np.flatnonzero(pile.layer == 0)
    c, s = np.cos(pile.yaw[rows])[:, None], np.sin(pile.yaw[rows])[:, None]
    u = _SIDES[:, 0] * pile.size[rows, 0][:, None] / 2
    v = _SIDES[:, 1] * pile.size[rows, 1][:, None] / 2
    corners = np.stack([u * c - v * s, u * s + v * c], axis=2)
    return rows, pile.plane[rows][:, None, :] + corners

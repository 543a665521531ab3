"""Fast stability margins, for polling a tower while it moves.

What a margin is, and the exact ones, are in `stacko.stability`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from stacko.geometry import Sizes, sizes_of
from stacko.hulls import (
    LEAST_AREA,
    distances_inside,
    extreme_points,
    hull_margins,
    overlap_corners,
)
from stacko.poses import Poses

__all__ = ["LEAST_AREA", "Layers", "MarginMonitor"]

Array = NDArray[np.float64]

Layers = Sequence[Sequence[str]]
"""Names of the blocks in each layer, bottom first."""


class MarginMonitor:
    """Fast stability margins of one tower, for polling while it moves.

    Blocks are taken as rectangles along the axes nearest to theirs in the poses
    given here: yaw and tilt are ignored, shifts are not. For a block turned by an
    angle ``a`` the outline is off by up to ``a * length / 2`` (0.7 mm for one
    degree). The hull is spanned by its extreme points in 36 directions (some 0.1 mm
    off where blocks are shifted by up to 1 mm). About 0.12 ms for 45 blocks, a
    hundredth of what the exact margins take.

    Parameters
    ----------
    poses : Poses
        The tower, standing.
    layers : sequence of sequences of str
        Blocks by layer, bottom first.
    sizes : BlockParams or mapping of name to (length, width, height)
    masses : mapping of name to kg, optional
        Equal masses by default.
    """

    def __init__(
        self,
        poses: Poses,
        layers: Layers,
        sizes: Sizes,
        masses: Mapping[str, float] | None = None,
    ) -> None:
        self.names = tuple(name for layer in layers for name in layer)
        self._half = _half_extents(poses, self.names, sizes)
        self._upper, self._lower, self._valid = _pairs(
            tuple(len(layer) for layer in layers)
        )
        mass = np.array([1.0 if masses is None else masses[n] for n in self.names])
        depth = np.repeat(np.arange(len(layers)), [len(layer) for layer in layers])
        self._depth = depth
        above = (depth >= np.arange(len(layers))[:, None]) * mass
        self._above = above
        weight = above.sum(axis=1, keepdims=True)
        self._loaded = weight[:, 0] > 0
        self._mean = above / np.where(weight > 0, weight, 1.0)

    def margins(self, positions: Array) -> Array:
        """Return the margin of every interface, in m, as `stability_margins` does.

        Parameters
        ----------
        positions : ndarray, shape (n, 3)
            Centers of the blocks, in the order of ``names``.
        """
        if not len(self._loaded):
            return np.zeros(0)
        plane = positions[:, :2].T
        centers = plane @ self._mean.T
        points, touching = self._contact_corners(plane)
        margins = hull_margins(points - centers[:, :, None], touching)
        margins[~self._loaded] = np.inf
        return margins

    def margins_without(self, positions: Array, gone: Sequence[str]) -> Array:
        """Return the margins that removing single blocks would leave, all at once.

        Parameters
        ----------
        positions : ndarray, shape (n, 3)
            Centers of the blocks, in the order of ``names``.
        gone : sequence of str
            The k blocks to do without, one at a time.

        Returns
        -------
        ndarray, shape (k, L)
            Row i as `margins` of a monitor of the layers without block i of `gone`.
        """
        rows = {name: row for row, name in enumerate(self.names)}
        chosen = np.array([rows[name] for name in gone], dtype=np.intp)
        plane = positions[:, :2].T
        points, touching = self._contact_corners(plane)
        hulls = extreme_points(points, touching)
        count, layers = len(chosen), len(self._loaded)
        held = np.asarray(touching.any(axis=1))[None].repeat(count, axis=0)
        every = hulls[:, None].repeat(count, axis=1)
        at, row = self._touched_by(chosen)
        block = chosen[at][:, None]
        others = (self._upper[row] != block) & (self._lower[row] != block)
        left = touching[row] & others.repeat(4, axis=1)
        every[:, at, row] = extreme_points(points[:, row], left)
        held[at, row] = left.any(axis=1)
        centers, loaded = self._centers_without(plane, chosen)
        whole = distances_inside(hulls - (plane @ self._mean.T)[:, :, None])
        margins = whole[None].repeat(count, axis=0)
        # nothing changes above what lies on the block
        new = np.arange(layers) <= self._depth[chosen][:, None] + 1
        shifted = every[:, new] - centers[:, new][:, :, None]
        margins[new] = distances_inside(shifted)
        margins[~held] = -np.inf
        margins[~loaded] = np.inf
        return margins

    def margins_moved(
        self, positions: Array, name: str, layer: int, places: Array, half: Array
    ) -> Array:
        """Return the margins that moving one block to the top would leave.

        Parameters
        ----------
        positions : ndarray, shape (n, 3)
            Centers of the blocks, in the order of ``names``.
        name : str
            The block.
        layer : int
            How many layers are below it then: all of them, or all but the highest.
        places : ndarray, shape (2, k)
            Where its center may come to lie, m.
        half : ndarray, shape (2,)
            Its half sides there, m.

        Returns
        -------
        ndarray, shape (k, layer + 1)
            Row i as `margins` of a monitor of the layers with the block at place i.
        """
        block, plane = self.names.index(name), positions[:, :2].T
        others = (self._upper != block) & (self._lower != block)
        points, touching = self._contact_corners(plane)
        touching &= others.repeat(4, axis=1)
        hulls = extreme_points(points, touching)
        held = np.asarray(touching.any(axis=1))
        corners, meets = self._corners_on(plane, block, layer, places, half)
        if layer < len(held):  # beside what is there already
            here = np.repeat(hulls[:, layer, None], len(meets), axis=1)
            corners = np.concatenate([corners, here], axis=2)
            same = np.broadcast_to(held[layer], (len(meets), here.shape[2]))
            meets = np.concatenate([meets, same], axis=1)
        tops = extreme_points(corners, meets)[:, :, None]
        under = np.repeat(hulls[:, None, :layer], len(meets), axis=1)
        every = np.concatenate([under, tops], axis=2)
        every -= self._centers_moved(plane, block, layer, places)[..., None]
        margins = distances_inside(every.reshape(2, -1, every.shape[3]))
        margins = margins.reshape(len(meets), layer + 1)
        margins[:, :layer][:, ~held[:layer]] = -np.inf
        margins[~meets.any(axis=1), layer] = -np.inf
        return margins

    def _corners_on(
        self, plane: Array, block: int, layer: int, places: Array, half: Array
    ) -> tuple[Array, NDArray[np.bool_]]:
        """Return where a block at k places lies on a layer: (2, k, 4 m)."""
        under = (self._depth == layer - 1).nonzero()[0]
        under = under[under != block]
        low, high = places - half[:, None], places + half[:, None]
        middle, reach = plane[:, None, under], self._half[under].T[:, None]
        left = np.maximum(low[:, :, None], middle - reach)
        right = np.minimum(high[:, :, None], middle + reach)
        return overlap_corners(left, right)

    def _centers_moved(
        self, plane: Array, block: int, layer: int, places: Array
    ) -> Array:
        """Return centers (2, k, layer + 1) of what lies above with a block on top."""
        mass = float(self._above[0, block])
        sums, weight = np.zeros((2, layer + 1)), np.zeros(layer + 1)
        layers = len(self._above)
        mine = self._above[:, block]
        sums[:, :layers] = plane @ self._above.T - plane[:, block, None] * mine
        weight[:layers] = self._above.sum(axis=1) - mine
        return (sums[:, None] + mass * places[:, :, None]) / (weight + mass)

    def _touched_by(
        self, chosen: NDArray[np.intp]
    ) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return which chosen block is on a side of which interface: two for most."""
        every, depth = np.arange(len(chosen)), self._depth[chosen]
        covered = depth + 1 < len(self._loaded)
        at = np.concatenate([every, every[covered]])
        return at, np.concatenate([depth, depth[covered] + 1])

    def _centers_without(
        self, plane: Array, chosen: NDArray[np.intp]
    ) -> tuple[Array, NDArray[np.bool_]]:
        """Return centers (2, k, L) of what lies above without each block, if any."""
        total = self._above.sum(axis=1)
        mine = self._above.T[chosen]
        weight = total - mine
        sums = (plane @ self._above.T)[:, None] - mine * plane[:, chosen][:, :, None]
        loaded = weight > 1e-9 * total.max(initial=0.0)
        return sums / np.where(loaded, weight, 1.0), loaded

    def margin(self, positions: Array) -> float:
        """Return the smallest margin, in m; ``inf`` for no blocks."""
        return float(self.margins(positions).min(initial=np.inf))

    def _contact_corners(self, plane: Array) -> tuple[Array, NDArray[np.bool_]]:
        """Return corners (2, L, 36) of all overlaps and which of them count."""
        half = self._half.T
        low = np.concatenate([plane - half, -TABLE], axis=1)
        high = np.concatenate([plane + half, TABLE], axis=1)
        upper, lower = self._upper, self._lower
        left = np.maximum(low.take(upper, axis=1), low.take(lower, axis=1))
        right = np.minimum(high.take(upper, axis=1), high.take(lower, axis=1))
        corners, meets = overlap_corners(left, right)
        return corners, meets & self._valid.repeat(4, axis=1)


TABLE = np.full((2, 1), 1e3)
"""Half sides of the table, m."""


def _half_extents(poses: Poses, names: Sequence[str], sizes: Sizes) -> Array:
    """Return half sides (n, 2) along x and y of blocks on the nearest axes."""
    full = sizes_of(names, sizes)
    if not len(full):
        return np.zeros((0, 2))
    x, y, z, w = poses.select(names).orientations.T
    # where the long axis points: the first column of the rotation matrix
    along_x = np.abs(1 - 2 * (y * y + z * z)) >= np.abs(2 * (x * y + z * w))
    return np.where(along_x[:, None], full[:, :2], full[:, 1::-1]) / 2


@lru_cache(maxsize=512)
def _pairs(
    counts: tuple[int, ...],
) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.bool_]]:
    """Return rows of upper and lower block of every possible contact, (L, m).

    From the number of blocks in each layer. The row after the last block is the
    table.
    """
    starts = np.cumsum([0, *counts])
    rows = [range(starts[k], starts[k + 1]) for k in range(len(counts))]
    below = [range(starts[-1], starts[-1] + 1), *rows][: len(rows)]
    pairs = [list(product(*both)) for both in zip(rows, below, strict=True)]
    widest = max((len(p) for p in pairs), default=0) or 1
    table = np.full((len(counts), widest, 2), starts[-1], dtype=np.intp)
    valid = np.zeros((len(counts), widest), dtype=bool)
    for k, found in enumerate(pairs):
        table[k, : len(found)] = np.array(found, dtype=np.intp).reshape(-1, 2)
        valid[k, : len(found)] = True
    for each in (table, valid):
        each.flags.writeable = False  # they are shared
    return table[..., 0], table[..., 1], valid

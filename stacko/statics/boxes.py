"""Pairs of boxes: which are near, and along which direction they are apart.

The separating axis test (Gottschalk, Lin and Manocha 1996, DOI
10.1145/237170.237244), for all pairs at once: the faces of both boxes and the cross
products of their edges. The axis along which two boxes are farthest apart is the
normal of their contact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from stacko.poses import rotation_matrices
from stacko.statics.bodies import StaticBody

__all__ = ["Boxes", "Separation", "near_pairs", "separate"]

Array = NDArray[np.float64]
Indices = NDArray[np.intp]

_PARALLEL = 1e-6
"""Sine under which two edges count as parallel: their cross product is no axis."""


@dataclass(frozen=True, slots=True, eq=False)
class Boxes:
    """Boxes as arrays.

    Parameters
    ----------
    centers, halves : ndarray, shape (n, 3)
        Centers and half sides, in m.
    axes : ndarray, shape (n, 3, 3)
        Rotation matrices, body to world: axes are columns.
    fixed : ndarray of bool, shape (n,)
    """

    centers: Array
    halves: Array
    axes: Array
    fixed: NDArray[np.bool_]

    @classmethod
    def of(cls, bodies: Sequence[StaticBody]) -> Boxes:
        """Return the boxes of some bodies."""
        turns = np.array([b.orientation for b in bodies], dtype=float).reshape(-1, 4)
        return cls(
            np.array([b.position for b in bodies], dtype=float).reshape(-1, 3),
            np.array([b.size for b in bodies], dtype=float).reshape(-1, 3) / 2,
            rotation_matrices(turns) if len(turns) else np.zeros((0, 3, 3)),
            np.array([b.fixed for b in bodies], dtype=bool),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Separation:
    """How far pairs of boxes are apart along 15 axes.

    Parameters
    ----------
    first, second : ndarray of int, shape (m,)
        Rows of the boxes.
    axes : ndarray, shape (m, 15, 3)
        Unit vectors from the second box to the first: faces of the first, faces of
        the second, cross products of edges.
    distances : ndarray, shape (m, 15)
        Gap along each, in m, negative where they overlap; ``-inf`` for no axis.
    """

    first: Indices
    second: Indices
    axes: Array
    distances: Array

    def rows(self, chosen: NDArray[np.bool_]) -> Separation:
        """Return some of the pairs."""
        return Separation(
            self.first[chosen],
            self.second[chosen],
            self.axes[chosen],
            self.distances[chosen],
        )


def near_pairs(boxes: Boxes, reach: float) -> tuple[Indices, Indices]:
    """Return pairs of boxes whose bounds, widened by a reach in m, overlap.

    Sorted along z, the way towers grow, so that only neighbors are compared. Pairs
    of two fixed bodies are left out.
    """
    extents = (np.abs(boxes.axes) * boxes.halves[:, None, :]).sum(axis=2)
    low, high = boxes.centers - extents, boxes.centers + extents + reach
    order = np.argsort(low[:, 2], kind="stable")
    last = np.searchsorted(low[order, 2], high[order, 2], side="right")
    counts = last - np.arange(len(order)) - 1
    first = np.repeat(np.arange(len(order)), counts)
    starts = np.repeat(np.cumsum(counts) - counts, counts)
    second = first + 1 + np.arange(counts.sum()) - starts
    a, b = order[first], order[second]
    near = (low[a] <= high[b]).all(axis=1) & (low[b] <= high[a]).all(axis=1)
    near &= ~(boxes.fixed[a] & boxes.fixed[b])
    pairs = np.sort(np.column_stack([a[near], b[near]]), axis=1)
    pairs = pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]
    return pairs[:, 0], pairs[:, 1]


def separate(boxes: Boxes, first: Indices, second: Indices) -> Separation:
    """Return how far pairs of boxes are apart along every axis that counts."""
    a, b = boxes.axes[first], boxes.axes[second]
    edges = np.cross(a.transpose(0, 2, 1)[:, :, None], b.transpose(0, 2, 1)[:, None])
    edges = edges.reshape(-1, 9, 3)
    sines = np.linalg.norm(edges, axis=2)
    skew = sines > _PARALLEL
    edges = edges / np.where(skew, sines, 1.0)[:, :, None]
    axes = np.concatenate([a.transpose(0, 2, 1), b.transpose(0, 2, 1), edges], axis=1)
    between = boxes.centers[first] - boxes.centers[second]
    along = np.einsum("mki,mi->mk", axes, between)
    axes = axes * np.where(along < 0, -1.0, 1.0)[:, :, None]
    reaches = sum(
        np.einsum("mkj,mj->mk", np.abs(axes @ boxes.axes[rows]), boxes.halves[rows])
        for rows in (first, second)
    )
    distances = np.abs(along) - reaches
    distances[:, 6:][~skew] = -np.inf
    return Separation(first, second, axes, distances)

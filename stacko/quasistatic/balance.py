"""Stability margins of a pile; what they are is told in `stacko.stability`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from stacko.hulls import hull_margins
from stacko.quasistatic.patches import Patches, find_patches
from stacko.quasistatic.pile import Pile

__all__ = ["least_margin", "pile_margins"]

Array = NDArray[np.float64]


def pile_margins(pile: Pile, patches: Patches | None = None) -> Array:
    """Return the margin of every interface, in m: entry k is below layer k + 1.

    The contact points are found anew if they are not given.
    """
    layers = int(pile.layer[-1]) + 1 if len(pile) else 0
    if not layers:
        return np.zeros(0)
    patches = patches or find_patches(pile)
    level = pile.layer[patches.upper]
    first = np.searchsorted(level, np.arange(layers + 1))
    widest = int(np.diff(first).max(initial=1))
    slots = first[:-1, None] + np.arange(widest)
    there = slots < first[1:, None]
    flat = np.minimum(slots, len(level) - 1)
    points = np.ascontiguousarray(patches.points.T).take(flat, axis=1)
    return hull_margins(points - _centers(pile, layers)[:, :, None], there)


def _centers(pile: Pile, layers: int) -> Array:
    """Return the center of all blocks from each layer up, shape (2, layers)."""
    counts = np.bincount(pile.layer, minlength=layers)
    sums = np.array([np.bincount(pile.layer, each, layers) for each in pile.plane.T])
    above = np.cumsum(sums[:, ::-1], axis=1)[:, ::-1]
    return np.asarray(above / np.cumsum(counts[::-1])[::-1])


def least_margin(pile: Pile, patches: Patches | None = None) -> float:
    """Return the smallest of `pile_margins`; ``inf`` for no blocks."""
    return float(pile_margins(pile, patches).min(initial=np.inf))

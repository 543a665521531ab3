"""How far a STACC reaches."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import numpy as np

from staccs.lattice import DIRECTIONS, Cell

__all__ = ["extent"]

_ACROSS = 2 * np.array(DIRECTIONS)


def extent(cells: Sequence[Cell]) -> float:
    """Return the largest distance between two corners of the cards at these cells.

    Parameters
    ----------
    cells : sequence of Cell
        Centers of the cards, at least one.

    Returns
    -------
    float
        In edges of a card.

    Notes
    -----
    Corners of two hexagons differ by the difference of their centers and at most two
    edges in one of the six directions. Whole numbers up to the root.

    Examples
    --------
    >>> extent([Cell(0, 0)])
    2.0
    >>> extent([Cell(0, 0), Cell(0, 3)])
    5.0
    """
    at = np.unique(np.array(cells, int), axis=0)
    apart = at[:, None] - at[None]
    corners = apart[:, :, None] + _ACROSS
    q, r = corners[..., 0], corners[..., 1]
    return sqrt(int((q * q + q * r + r * r).max()))

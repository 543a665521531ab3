"""Which of three blocks of unlike heights carry what lies across them."""

from __future__ import annotations

import numpy as np

from sims.reports.intervals import Array

__all__ = ["shares_of_three"]

_SAME = 1e-12
"""Heights that differ by less, in their unit, are alike."""


def shares_of_three(heights: Array) -> Array:
    """Return how three blocks side by side share a rigid, level load across them.

    Parameters
    ----------
    heights : ndarray of float, shape (k, 3)
        Of the left, the middle and the right block of each layer.

    Returns
    -------
    ndarray of float, shape (k, 3)
        Shares of the load, 1 in all; NaN where heights are so alike that balance alone
        does not decide.

    Notes
    -----
    The weight acts over the middle of the middle block. If that is the highest it
    carries all. If it is higher than the mean of the others, what lies across tilts
    onto the edge of the middle block and that of the higher one beside it, which share
    evenly. Else it rests on the outer edge of the lower block and the inner edge of the
    higher one, three times as near: 1 to 3. Tilts are small, and blocks lie as far
    apart as they are wide.

    Examples
    --------
    >>> shares_of_three(np.array([[0, 2, 1], [0, 2, 3], [0, 1, 3.0]]))
    array([[0.  , 1.  , 0.  ],
           [0.  , 0.5 , 0.5 ],
           [0.25, 0.  , 0.75]])
    """
    left, middle, right = np.asarray(heights, float).T
    low, high = np.sort([left, right], axis=0)
    line = (low + high) / 2
    rows, higher = np.arange(len(left)), np.where(right > left, 2, 0)
    apart = middle < line
    found = np.zeros((len(left), 3))
    found[:, 1] = np.select([middle > high, apart], [1.0, 0.0], 0.5)
    found[rows, higher] = np.select([middle > high, apart], [0.0, 0.75], 0.5)
    found[rows, 2 - higher] = np.where(apart, 0.25, 0.0)
    alike = np.minimum(np.abs(middle - high), np.abs(middle - line)) <= _SAME
    found[alike | (apart & (high - low <= _SAME))] = np.nan
    return found

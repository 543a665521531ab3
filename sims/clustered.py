"""How a number goes with others, where values come in groups that belong together.

The players of one game are such a group: if one wins, the others do not.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray
from scipy.stats import t

from sims.reports.intervals import LEVEL, Array, Estimate

__all__ = ["slopes"]


def slopes(
    features: Mapping[str, Array],
    values: Array,
    groups: NDArray[np.int64],
    *,
    intervals: int = 1,
) -> dict[str, Estimate]:
    """Return how much a value rises with each feature, all others being the same.

    Parameters
    ----------
    features : mapping of str to ndarray of float, shape (k,)
        By name; 0 and 1 for what is or is not so, or counts. A constant is added.
    values : ndarray of float, shape (k,)
    groups : ndarray of int, shape (k,)
        Number of the group that each value belongs to, such as its game.
    intervals : int
        So many intervals are to hold at once at 95 %, those of other calls among
        them (Bonferroni); p is of one alone.

    Returns
    -------
    dict of str to Estimate
        By name of the feature; ``n`` are groups. No number where features cannot be
        told apart, or there is but one group; no interval where the groups are not
        more than the numbers that are estimated.

    Notes
    -----
    Least squares with a variance that lets values of one group depend on each other in
    any way, after Liang & Zeger (1986), doi:10.1093/biomet/73.1.13, times
    g (k - 1) / ((g - 1) (k - m)) for g groups and m numbers estimated, and Student's t
    with g - 1 degrees of freedom; see Cameron & Miller (2015),
    doi:10.3368/jhr.50.2.317. It needs many groups, some dozens at least.

    Examples
    --------
    >>> x, y = np.array([0.0, 0, 1, 1]), np.array([0.0, 2, 3, 7])
    >>> found = slopes({"x": x}, y, np.arange(4))["x"]
    >>> print(f"{found.value:.3f} {found.low:.3f} {found.high:.3f}")
    4.000 -3.116 11.116
    """
    names, k = list(features), len(values)
    wide = np.column_stack([np.ones(k), *(features[name] for name in names)])
    _, numbers = np.unique(groups, return_inverse=True)
    g, m = int(numbers.max(initial=-1)) + 1, wide.shape[1]
    if g < 2 or np.linalg.matrix_rank(wide) < m:
        return {name: Estimate(g, None, None, None) for name in names}
    inverse = np.linalg.inv(wide.T @ wide)
    found = inverse @ wide.T @ values
    if g <= m:
        return {
            name: Estimate(g, float(value), None, None)
            for name, value in zip(names, found[1:], strict=True)
        }
    scores = np.zeros((g, m))
    np.add.at(scores, numbers, wide * (values - wide @ found)[:, None])
    scale = g * (k - 1) / ((g - 1) * (k - m))
    spread = np.sqrt(np.diag(scale * inverse @ scores.T @ scores @ inverse))
    reach = float(t.ppf(1 - (1 - LEVEL) / 2 / intervals, g - 1))
    return {
        name: _estimate(g, float(value), float(each), reach)
        for name, value, each in zip(names, found[1:], spread[1:], strict=True)
    }


def _estimate(g: int, value: float, spread: float, reach: float) -> Estimate:
    if not spread:
        return Estimate(g, value, value, value, 1.0 if not value else 0.0)
    p = float(2 * t.sf(abs(value) / spread, g - 1))
    return Estimate(g, value, value - reach * spread, value + reach * spread, p)

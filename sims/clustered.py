"""How a number goes with others, where values come in groups that belong together.

The players of one game are such a group: if one wins, the others do not.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray
from scipy.stats import spearmanr, t

from sims.design.interval_ends import wilson
from sims.reports.intervals import LEVEL, Array, Estimate, mean

__all__ = ["rank_correlation", "rate_in_groups", "slopes"]


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


def rate_in_groups(hits: NDArray[np.bool_], groups: NDArray[np.int64]) -> Estimate:
    """Return a rate whose cases come in groups, such as the blocks of one tower.

    Parameters
    ----------
    hits : ndarray of bool, shape (k,)
    groups : ndarray of int, shape (k,)
        Number of the group of each.

    Returns
    -------
    Estimate
        ``n`` are the cases. No number if there is none.

    Notes
    -----
    Wilson's interval of as many independent cases as would vary as much as these do:
    the effective sample size of Korn & Graubard (1998), Survey Methodology 24, 193-201,
    which is at most the number of cases. Where all are hits, or none is, nothing tells
    how far a group goes together; cases count as independent then, as rare ones nearly
    are.

    Examples
    --------
    >>> found = rate_in_groups(np.array([True, True, False, False]), np.arange(4))
    >>> print(f"{found.value:.2f} {found.low:.3f} {found.high:.3f}")
    0.50 0.125 0.875
    """
    n = len(hits)
    if not n:
        return Estimate(0, None, None, None)
    value = float(np.mean(hits))
    _, numbers = np.unique(groups, return_inverse=True)
    g = int(numbers.max()) + 1
    off = np.bincount(numbers, hits - value)
    variance = g / max(g - 1, 1) * float(off @ off) / n**2
    size = min(value * (1 - value) / variance, n) if variance > 0 else n
    return Estimate(n, value, *wilson(size * value, size, LEVEL))


def rank_correlation(
    one: Array,
    other: Array,
    within: NDArray[np.int64],
    groups: NDArray[np.int64],
) -> Estimate:
    """Return how well two numbers rank cases alike within, say, each tower.

    Parameters
    ----------
    one, other : ndarray of float, shape (k,)
        NaN for what is not known.
    within : ndarray of int, shape (k,)
        Cases that are ranked together, such as the blocks of one tower.
    groups : ndarray of int, shape (k,)
        Those that belong together, such as all towers of one game.

    Returns
    -------
    Estimate
        Mean of Spearman's rank correlations over the groups, each group the mean of
        its own, with Student's interval; ``n`` are groups. A ranking in which all are
        alike, or of less than three cases, is left out.

    Examples
    --------
    >>> x = np.array([1.0, 2, 3, 1, 2, 3])
    >>> y = np.array([2.0, 4, 9, 1, 3, 2])
    >>> towers = np.array([0, 0, 0, 1, 1, 1])
    >>> rank_correlation(x, y, towers, towers).value
    0.75
    """
    known = np.isfinite(one) & np.isfinite(other)
    found: dict[int, list[float]] = {}
    for name in np.unique(within[known]):
        rows = known & (within == name)
        x, y = one[rows], other[rows]
        if rows.sum() > 2 and np.ptp(x) > 0 and np.ptp(y) > 0:
            rho = float(spearmanr(x, y).statistic)
            found.setdefault(int(groups[rows][0]), []).append(rho)
    return mean(np.array([np.mean(rhos) for rhos in found.values()]))

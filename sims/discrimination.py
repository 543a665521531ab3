"""How well a number tells cases from others, where cases come in groups.

The area under the curve (AUC) is the chance that a case has the larger number than one
that is none: 1/2 for a number that tells nothing, 1 for one that tells all. The touches
of one game are a group: if one of them topples the tower, the others did not.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, logit
from scipy.stats import norm, rankdata

from sims.reports.intervals import LEVEL, Array, Estimate

__all__ = ["auc", "auc_apart"]

Flags = NDArray[np.bool_]
Groups = NDArray[np.int64]

_Z = float(norm.ppf((1 + LEVEL) / 2))


def auc(scores: Array, cases: Flags, groups: Groups) -> Estimate:
    """Return the area under the curve of a number, with its interval.

    Parameters
    ----------
    scores : ndarray of float, shape (k,)
        Larger ones are to mean a case.
    cases : ndarray of bool, shape (k,)
    groups : ndarray of int, shape (k,)
        Number of the group that each belongs to, such as its game.

    Returns
    -------
    Estimate
        ``n`` are the cases; ``p`` of 1/2. No number if there is no case, or nothing
        else; no interval where less than two groups have a case, or anything else, and
        where every case is above all others or below them.

    Notes
    -----
    DeLong et al. (1988), doi:10.2307/2531595, for groups as in Obuchowski (1997),
    doi:10.2307/2533958; the interval is taken of the logit, so that it ends at 0 and 1.

    Examples
    --------
    >>> found = auc(np.array([1.0, 2, 3, 4]), np.array([0, 1, 0, 1]) > 0, np.arange(4))
    >>> found.value
    0.75
    """
    n = int(cases.sum())
    if not n or n == len(cases):
        return Estimate(n, None, None, None)
    found = _area(scores, cases, groups)
    value, spread = found.value, found.spread
    if not 0 < value < 1 or spread is None:
        return Estimate(n, value, None, None)
    middle, reach = logit(value), _Z * spread / (value * (1 - value))
    low, high = float(expit(middle - reach)), float(expit(middle + reach))
    return Estimate(n, value, low, high, _p(value - 0.5, spread))


def auc_apart(one: Array, other: Array, cases: Flags, groups: Groups) -> Estimate:
    """Return how much more area one number has than another, of the same cases.

    Parameters
    ----------
    one, other : ndarray of float, shape (k,)
        The difference is the first less the second.
    cases, groups
        As of `auc`, which tells the method; the interval is of the difference itself.
    """
    n = int(cases.sum())
    if not n or n == len(cases):
        return Estimate(n, None, None, None)
    first, second = _area(one, cases, groups), _area(other, cases, groups)
    apart = first.value - second.value
    spread = replace(
        first,
        by_cases=first.by_cases - second.by_cases,
        by_others=first.by_others - second.by_others,
    ).spread
    if spread is None:
        return Estimate(n, apart, None, None)
    reach = _Z * spread
    return Estimate(n, apart, apart - reach, apart + reach, _p(apart, spread))


@dataclass(frozen=True, slots=True, eq=False)
class _Area:
    """An area, and what the cases and the others of each group add to its error.

    Each is a sum over the group of what its members are off the area, divided by how
    many there are of all groups.
    """

    value: float
    by_cases: Array
    by_others: Array
    with_cases: int
    with_others: int

    @property
    def spread(self) -> float | None:
        """Standard error, or None for too few groups."""
        i, j, g = self.with_cases, self.with_others, len(self.by_cases)
        if min(i, j) < 2:
            return None
        variance = i / (i - 1) * float(self.by_cases @ self.by_cases)
        variance += j / (j - 1) * float(self.by_others @ self.by_others)
        variance += 2 * g / (g - 1) * float(self.by_cases @ self.by_others)
        return math.sqrt(max(variance, 0.0))


def _area(scores: Array, cases: Flags, groups: Groups) -> _Area:
    order, n = rankdata(scores), int(cases.sum())
    m = len(cases) - n
    # For a case the share of the others that are below it, and the other way round.
    below = (order[cases] - rankdata(scores[cases])) / m
    above = 1 - (order[~cases] - rankdata(scores[~cases])) / n
    value = float(below.mean())
    _, numbers = np.unique(groups, return_inverse=True)
    g = int(numbers.max()) + 1
    return _Area(
        value,
        np.bincount(numbers[cases], below - value, g) / n,
        np.bincount(numbers[~cases], above - value, g) / m,
        len(np.unique(numbers[cases])),
        len(np.unique(numbers[~cases])),
    )


def _p(apart: float, spread: float) -> float:
    if not spread:
        return 0.0 if apart else 1.0
    return float(2 * norm.sf(abs(apart) / spread))

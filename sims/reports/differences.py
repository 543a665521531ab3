"""95 % intervals of differences: of rates and of means, of the same games or of others.

Those of means are scipy's; those of rates, which it does not have, are two that did
best in published comparisons.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.stats import norm, ttest_ind, ttest_rel

from sims.reports.intervals import LEVEL, Array, Estimate, rate

__all__ = ["Pairs", "mean_apart", "mean_paired", "rate_apart", "rate_paired"]

Flags = NDArray[np.bool_] | Sequence[bool]

_Z = float(norm.ppf((1 + LEVEL) / 2))
_NO_SPREAD = 1e-12
"""Values that differ by less, relative to their size, are the same."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """Pairs of games, by which of the two succeeded.

    Parameters
    ----------
    both, first, second, neither : int
        How many pairs; ``first`` are those in which only the first game did.
    """

    both: int
    first: int
    second: int
    neither: int

    @classmethod
    def of(cls, first: Flags, second: Flags) -> Self:
        """Count pairs.

        Parameters
        ----------
        first, second : ndarray or sequence of bool
            Which of the first games succeeded, and which of the second, in one order.

        Raises
        ------
        ValueError
            If there are not as many of one as of the other.

        Examples
        --------
        >>> Pairs.of([True, True, False], [True, False, False])
        Pairs(both=1, first=1, second=0, neither=1)
        """
        one, other = np.asarray(first, bool), np.asarray(second, bool)
        if one.shape != other.shape:
            raise ValueError(f"{one.size} first games and {other.size} second ones")
        both, neither = int((one & other).sum()), int((~one & ~other).sum())
        return cls(both, int(one.sum()) - both, int(other.sum()) - both, neither)

    @property
    def n(self) -> int:
        """All pairs."""
        return self.both + self.first + self.second + self.neither


def rate_apart(one: tuple[int, int], other: tuple[int, int]) -> Estimate:
    """Return the difference of the rates of two separate sets of games.

    Parameters
    ----------
    one, other : tuple of int
        Successes and games of each; the difference is the first less the second.

    Notes
    -----
    Newcombe's hybrid of two Wilson intervals, method 10 of Newcombe (1998),
    doi:10.1002/(SICI)1097-0258(19980430)17:8<873::AID-SIM779>3.0.CO;2-I. The p value is
    that of the score test with a common rate; close to the edge of what a sample
    shows it and the interval need not agree. ``n`` is the smaller set.

    Examples
    --------
    >>> found = rate_apart((56, 70), (48, 80))
    >>> print(f"{found.value:.4f} {found.low:.4f} {found.high:.4f}")
    0.2000 0.0524 0.3339
    """
    (k, m), (x, n) = one, other
    a, b = rate(k, m), rate(x, n)
    if a.value is None or b.value is None:
        return Estimate(0, None, None, None)
    low = math.hypot(a.value - _end(a.low), _end(b.high) - b.value)
    high = math.hypot(_end(a.high) - a.value, b.value - _end(b.low))
    apart = a.value - b.value
    pooled = (k + x) / (m + n)
    spread = math.sqrt(pooled * (1 - pooled) * (1 / m + 1 / n))
    return Estimate(
        min(m, n),
        apart,
        max(-1.0, apart - low),
        min(1.0, apart + high),
        _two_sided(apart / spread) if spread else 1.0,
    )


def rate_paired(pairs: Pairs) -> Estimate:
    """Return the difference of two rates of the same games, the first less the second.

    Notes
    -----
    The score interval of Tango (1998),
    doi:10.1002/(SICI)1097-0258(19980430)17:8<891::AID-SIM780>3.0.CO;2-B: all
    differences that a score test does not reject. At no difference this test is
    McNemar's, whose p value is returned, so that the two always agree. It holds for few
    pairs and for none that differ; see Fagerland, Lydersen & Laake (2014),
    doi:10.1002/sim.6148.

    Examples
    --------
    >>> found = rate_paired(Pairs(both=59, first=6, second=16, neither=80))
    >>> print(f"{found.value:.4f} {found.low:.4f} {found.high:.4f} {found.p:.4f}")
    -0.0621 -0.1240 -0.0054 0.0330
    """
    n, b, c = pairs.n, pairs.first, pairs.second
    if not n:
        return Estimate(0, None, None, None)
    value = (b - c) / n
    low = -1.0 if c == n else _root(pairs, _Z, -1.0, value)
    high = 1.0 if b == n else _root(pairs, -_Z, value, 1.0)
    p = _two_sided((b - c) / math.sqrt(b + c)) if b + c else 1.0
    return Estimate(n, value, low, high, p)


def _root(pairs: Pairs, score: float, low: float, high: float) -> float:
    """Return the difference between two at which Tango's statistic has a value."""
    if high - low <= _NO_SPREAD:
        return low
    near = 1e-12  # at the very ends nothing varies, and there is no statistic
    ends = (max(low, -1 + near), min(high, 1 - near))
    return float(brentq(lambda d: _tango(pairs, d) - score, *ends, xtol=1e-12))


def _tango(pairs: Pairs, apart: float) -> float:
    """Return the score statistic of an assumed difference of the two rates."""
    n, b, c = pairs.n, pairs.first, pairs.second
    linear = (2 * n - b + c) * apart - b - c
    product = -c * apart * (1 - apart)
    second = (math.sqrt(max(linear**2 - 8 * n * product, 0.0)) - linear) / (4 * n)
    variance = n * (2 * second + apart * (1 - apart))
    return (b - c - n * apart) / math.sqrt(variance) if variance > 0 else 0.0


def mean_apart(one: Array, other: Array) -> Estimate:
    """Return the difference of the means of two separate sets of games.

    Parameters
    ----------
    one, other : ndarray of float
        The difference is the first less the second.

    Notes
    -----
    Welch (1947), doi:10.1093/biomet/34.1-2.28, by `scipy.stats.ttest_ind`: the two may
    vary differently. ``n`` is the smaller set.
    """
    n = min(len(one), len(other))
    if not n:
        return Estimate(0, None, None, None)
    apart = float(np.mean(one) - np.mean(other))
    if n < 2:
        return Estimate(n, apart, None, None)
    if _same(one) and _same(other):
        return Estimate(n, apart, apart, apart)
    return _tested(n, apart, ttest_ind, one, other, equal_var=False)


def mean_paired(one: Array, other: Array) -> Estimate:
    """Return the mean difference within pairs of games, by `scipy.stats.ttest_rel`.

    Parameters
    ----------
    one, other : ndarray of float
        Values of the same games in the same order.
    """
    n = len(one)
    if not n:
        return Estimate(0, None, None, None)
    apart = float(np.mean(one - other))
    if n < 2:
        return Estimate(n, apart, None, None)
    if _same(one - other):
        return Estimate(n, apart, apart, apart)
    return _tested(n, apart, ttest_rel, one, other)


def _tested(
    n: int, apart: float, test: Any, one: Array, other: Array, **how: bool
) -> Estimate:
    with warnings.catch_warnings():
        # Of values that are nearly the same; what they are is seen in the interval.
        warnings.filterwarnings("ignore", "Precision loss", RuntimeWarning)
        found = test(one, other, **how)
    ends = found.confidence_interval(LEVEL)
    return Estimate(n, apart, float(ends.low), float(ends.high), float(found.pvalue))


def _same(values: Array) -> bool:
    return bool(np.ptp(values) <= _NO_SPREAD * max(1.0, float(np.abs(values).max())))


def _two_sided(score: float) -> float:
    return float(2 * norm.sf(abs(score)))


def _end(value: float | None) -> float:
    """Return an end of an interval that is known to be there."""
    if value is None:
        raise ValueError("a rate of some games has an interval")
    return value

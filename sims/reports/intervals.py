"""95 % intervals of rates and means, and of differences of both.

Those of means and of single rates are scipy's; those of differences of rates, which
it does not have, are the two best of published comparisons.
"""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.stats import binomtest, norm, t, ttest_ind, ttest_rel

__all__ = [
    "Estimate",
    "Pairs",
    "mean",
    "mean_apart",
    "mean_paired",
    "rate",
    "rate_apart",
    "rate_paired",
]

Array = NDArray[np.float64]

LEVEL = 0.95
_Z = float(norm.ppf((1 + LEVEL) / 2))
_NO_SPREAD = 1e-12
"""Values that differ by less, relative to their size, are the same."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its 95 % interval.

    Parameters
    ----------
    n : int
        Games, or pairs of games, that it comes from.
    value : float or None
        None where there is no game.
    low, high : float or None
        None where there are too few games for an interval.
    p : float or None
        Of a difference: how likely one as large is by luck alone, two-sided.
    """

    n: int
    value: float | None
    low: float | None
    high: float | None
    p: float | None = None


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

    @property
    def n(self) -> int:
        """All pairs."""
        return self.both + self.first + self.second + self.neither


def rate(successes: int, n: int) -> Estimate:
    """Return a rate with Wilson's interval.

    Parameters
    ----------
    successes, n : int
        Of so many games.

    Notes
    -----
    Wilson (1927), doi:10.1080/01621459.1927.10502953, without a correction of
    continuity.

    Examples
    --------
    >>> found = rate(81, 263)
    >>> print(f"{found.value:.4f} {found.low:.4f} {found.high:.4f}")
    0.3080 0.2553 0.3662
    """
    if not n:
        return Estimate(0, None, None, None)
    ends = binomtest(successes, n).proportion_ci(LEVEL, method="wilson")
    return Estimate(n, successes / n, float(ends.low), float(ends.high))


def mean(values: Array) -> Estimate:
    """Return a mean with Student's interval; there is none for less than two values.

    Examples
    --------
    >>> found = mean(np.array([1.0, 2.0, 3.0]))
    >>> print(f"{found.value:.2f} {found.low:.2f} {found.high:.2f}")
    2.00 -0.48 4.48
    """
    n = len(values)
    if not n:
        return Estimate(0, None, None, None)
    value = float(np.mean(values))
    if n < 2:
        return Estimate(n, value, None, None)
    reach = float(t.ppf((1 + LEVEL) / 2, n - 1) * np.std(values, ddof=1) / math.sqrt(n))
    return Estimate(n, value, value - reach, value + reach)


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

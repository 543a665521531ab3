"""95 % intervals of rates and means."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sims.design.interval_ends import student, wilson

__all__ = ["LEVEL", "Array", "Estimate", "mean", "rate"]

Array = NDArray[np.float64]

LEVEL = 0.95


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
    return Estimate(n, successes / n, *wilson(successes, n, LEVEL))


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
    reach = float(student(n - 1, LEVEL) * np.std(values, ddof=1) / math.sqrt(n))
    return Estimate(n, value, value - reach, value + reach)

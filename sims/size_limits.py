"""The size from which on something is rare: by needs, or by shares at some sizes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from scipy.stats import quantile_test

from sims.reports.intervals import LEVEL, Array, Estimate

__all__ = ["crossing", "quantile"]


def quantile(values: Sequence[float] | Array, share: float) -> Estimate:
    """Return a quantile with its 95 % interval.

    Parameters
    ----------
    values : sequence of float
    share : float
        Of the values that are no larger than the quantile, above 0 and below 1.

    Notes
    -----
    The interval is that of order statistics (Conover 1999, section 3.2), by
    `scipy.stats.quantile_test`. It assumes nothing of how the values vary; where many
    are equal it holds the truth more often than it says. An end is None where there are
    too few values for it.

    Examples
    --------
    >>> found = quantile(np.arange(1.0, 101.0), 0.95)
    >>> print(found.value, found.low, found.high)
    95.0 90.0 100.0
    """
    given = np.asarray(values, float)
    if not len(given):
        return Estimate(0, None, None, None)
    value = float(np.quantile(given, share, method="inverted_cdf"))
    found: Any = quantile_test(given, q=value, p=share)
    ends = found.confidence_interval(LEVEL)
    low, high = (float(end) if math.isfinite(end) else None for end in ends)
    return Estimate(len(given), value, low, high)


def crossing(shares: Mapping[float, Estimate], level: float) -> Estimate:
    """Return the size at which a share that falls with size comes below a level.

    Parameters
    ----------
    shares : mapping of float to Estimate
        By size; each with its interval.
    level : float

    Returns
    -------
    Estimate
        Of the size, by straight lines between sizes; its interval ends where the
        lower ends of the shares and where their upper ends come below the level. What
        is not reached is None. ``n`` is that of the smallest sample.

    Examples
    --------
    >>> from sims.reports.intervals import rate
    >>> found = crossing({1.0: rate(40, 100), 2.0: rate(0, 100)}, 0.1)
    >>> print(f"{found.value:.2f} {found.low:.2f} {found.high:.2f}")
    1.75 1.68 1.86
    """
    sizes = sorted(shares)
    rows = [shares[size] for size in sizes]
    ends = (
        _first_below(sizes, [getattr(row, name) for row in rows], level)
        for name in ("value", "low", "high")
    )
    return Estimate(min((row.n for row in rows), default=0), *ends)


def _first_below(
    sizes: Sequence[float], values: Sequence[float | None], level: float
) -> float | None:
    """Return where values come to a level for the last time, from above."""
    known = [(s, v) for s, v in zip(sizes, values, strict=True) if v is not None]
    above = [k for k, (_, value) in enumerate(known) if value > level]
    if not above or above[-1] + 1 == len(known):
        return None
    (s0, v0), (s1, v1) = known[above[-1]], known[above[-1] + 1]
    return s0 + (s1 - s0) * (v0 - level) / (v0 - v1)

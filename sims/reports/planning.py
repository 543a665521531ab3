"""How many games a study takes to show a difference as large as the one seen."""

from __future__ import annotations

import math

import numpy as np
from scipy.stats import norm

from sims.reports.intervals import LEVEL, Array, Estimate

__all__ = ["POWER", "needed_apart", "needed_paired"]

POWER = 0.8
"""How likely a study of so many games shows the difference, if it is real."""

_Z = float(norm.ppf((1 + LEVEL) / 2))
_POWER_Z = float(norm.ppf(POWER))


def needed_apart(apart: Estimate, one: Array, other: Array, kind: str) -> int | None:
    """Return how many games each of two cells with luck of their own needs.

    Parameters
    ----------
    apart : Estimate
        The difference seen.
    one, other : ndarray of float
        A value of each game of either cell, NaN where it has none: a rate among
        topples takes more games than topples.
    kind : str
        ``"rate"`` or ``"mean"``.

    Returns
    -------
    int or None
        None where the difference is shown already, is nothing, or would be shown by
        the games there are but for timeouts, which more games do not make fewer.

    Notes
    -----
    The usual normal approximations; of rates that of Fleiss, Levin & Paik (2003),
    section 4.3, without a correction of continuity.

    Examples
    --------
    >>> from sims.reports.differences import rate_apart
    >>> one, other = np.repeat([1.0, 0.0], (6, 4)), np.repeat([1.0, 0.0], (4, 6))
    >>> needed_apart(rate_apart((6, 10), (4, 10)), one, other, "rate")
    97
    """
    if not _is_open(apart):
        return None
    per_one, per_other = 1 / _share(one), 1 / _share(other)
    seen = none = _variance(one, kind) * per_one + _variance(other, kind) * per_other
    if kind == "rate":
        common = float(np.nanmean(one) + np.nanmean(other)) / 2
        none = common * (1 - common) * (per_one + per_other)
    return _games(apart, none, seen, min(len(one), len(other)))


def needed_paired(apart: Estimate, one: Array, other: Array, kind: str) -> int | None:
    """Return how many games each of two paired cells needs.

    Parameters
    ----------
    apart : Estimate
        The difference seen.
    one, other : ndarray of float
        A value of each game that both cells have, in the same order, NaN where it has
        none.
    kind : str
        ``"rate"`` or ``"mean"``.

    Returns
    -------
    int or None
        As of `needed_apart`.

    Notes
    -----
    Of rates that of Connor (1987), doi:10.2307/2531961.

    Examples
    --------
    >>> from sims.reports.differences import Pairs, rate_paired
    >>> one, other = np.array([1.0, 1, 1, 0, 0] * 4), np.array([1.0, 0, 0, 1, 0] * 4)
    >>> needed_paired(rate_paired(Pairs(4, 8, 4, 4)), one, other, "rate")
    116
    """
    if not _is_open(apart):
        return None
    apart_each = one - other
    share = _share(apart_each)
    seen = none = _variance(apart_each, kind) / share
    if kind == "rate":
        # Were there no difference, what varies would be the pairs that differ.
        none = float(np.nanmean(apart_each**2)) / share
    return _games(apart, none, seen, len(apart_each))


def _is_open(apart: Estimate) -> bool:
    """Tell whether there is a difference that is not shown."""
    if not apart.value or apart.low is None or apart.high is None:
        return False
    return apart.low <= 0 <= apart.high


def _share(values: Array) -> float:
    """Return in how much of the games there is a value."""
    return float(np.mean(~np.isnan(values)))


def _variance(values: Array, kind: str) -> float:
    return float(np.nanvar(values, ddof=0 if kind == "rate" else 1))


def _games(apart: Estimate, none: float, seen: float, there: int) -> int | None:
    """Return the games, from the variances without a difference and with that seen."""
    reach = _Z * math.sqrt(none) + _POWER_Z * math.sqrt(seen)
    games = math.ceil((reach / (apart.value or math.nan)) ** 2)
    return games if games > there else None

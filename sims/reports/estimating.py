"""From the columns of a cell to what they show, alone and against another cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from sims.design.metrics import Metric
from sims.lifetimes import widened
from sims.reports.columns import Columns
from sims.reports.differences import (
    Pairs,
    mean_apart,
    mean_paired,
    rate_apart,
    rate_paired,
)
from sims.reports.intervals import Estimate, mean, rate
from sims.reports.kinds import Lifetime
from sims.reports.model import Cell, Comparison, Length, Setting
from sims.reports.planning import needed_apart, needed_paired

__all__ = ["compare", "holm", "summed"]

Array = NDArray[np.float64]

_BOTH_WAYS = ((0.0, 1.0), (1.0, 0.0))
"""What late games of the cell and of the reference count as, at either end."""


def summed(
    setting: Setting,
    columns: Columns,
    metrics: Sequence[Metric],
    lifetime: Lifetime | None,
) -> Cell:
    """Return what was found in a cell."""
    timeouts = int(columns.timed_out.sum())
    values = {metric.name: _there(columns.values[metric.name]) for metric in metrics}
    rates = [metric.name for metric in metrics if metric.kind == "rate"]
    counts = {name: int(values[name].sum()) for name in rates}
    found = {
        name: _rate(counts[name], len(each), timeouts) if name in counts else mean(each)
        for name, each in values.items()
    }
    return Cell(
        setting,
        len(columns.games),
        int(columns.failed.sum()),
        timeouts,
        found,
        counts,
        frozenset(
            name for name, each in values.items() if len(each) and not np.ptp(each)
        ),
        _length(columns) if lifetime else None,
        int(columns.cut.sum()),
    )


def _there(values: Array) -> Array:
    """Return the values of games to which a metric applies."""
    return values[~np.isnan(values)]


def _rate(successes: int, n: int, timeouts: int) -> Estimate:
    """Return a rate, its interval widened by games of which nothing is known.

    At its low end none of them succeeded, at the high end all of them.
    """
    found = rate(successes, n)
    if not timeouts:
        return found
    low, high = rate(successes, n + timeouts), rate(successes + timeouts, n + timeouts)
    return replace(found, low=low.low, high=high.high)


def _length(columns: Columns) -> Length:
    known = ~(columns.failed | columns.timed_out | np.isnan(columns.length))
    if not known.any():
        return Length(None)
    timeouts = int(columns.timed_out.sum())
    return Length(widened(columns.length[known], columns.ended[known], timeouts))


def compare(
    number: int, metric: Metric, one: Columns, other: Columns, paired: bool
) -> Comparison:
    """Return how far a cell is from another in a metric.

    Parameters
    ----------
    number : int
        Of the cell.
    metric : Metric
    one, other : Columns
        Of the cell and of the reference.
    paired : bool
        Whether games of one index met the same tower and the same luck.

    Notes
    -----
    Rates count games that took too much time both ways: at the low end those of the
    cell did not succeed and those of the reference did, at the high end the other way
    round. Means leave them out.
    """
    if paired:
        return _paired(number, metric, one, other)
    values, others = one.values[metric.name], other.values[metric.name]
    if metric.kind == "mean":
        apart = mean_apart(_there(values), _there(others))
        needed = needed_apart(apart, values, others, "mean")
        return Comparison(number, metric.name, False, apart, needed=needed)
    known = rate_apart(_counted(values), _counted(others))
    if one.timed_out.any() or other.timed_out.any():
        low, high = (
            rate_apart(
                _counted(_filled(values, one.timed_out, mine)),
                _counted(_filled(others, other.timed_out, theirs)),
            )
            for mine, theirs in _BOTH_WAYS
        )
        known = _both_ways(known, low, high)
    needed = needed_apart(known, values, others, "rate")
    return Comparison(number, metric.name, False, known, needed=needed)


def _paired(number: int, metric: Metric, one: Columns, other: Columns) -> Comparison:
    _, mine, theirs = np.intersect1d(
        one.games, other.games, assume_unique=True, return_indices=True
    )
    values, others = one.values[metric.name][mine], other.values[metric.name][theirs]
    if metric.kind == "mean":
        there = ~(np.isnan(values) | np.isnan(others))
        apart = mean_paired(values[there], others[there])
        needed = needed_paired(apart, values, others, "mean")
        return Comparison(number, metric.name, True, apart, needed=needed)
    late, others_late = one.timed_out[mine], other.timed_out[theirs]
    table = _pairs(values, others)
    apart = rate_paired(table)
    if late.any() or others_late.any():
        low, high = (
            rate_paired(
                _pairs(_filled(values, late, a), _filled(others, others_late, b))
            )
            for a, b in _BOTH_WAYS
        )
        apart = _both_ways(apart, low, high)
    differing = table.first + table.second
    needed = needed_paired(apart, values, others, "rate")
    return Comparison(number, metric.name, True, apart, differing, needed)


def _filled(values: Array, late: NDArray[np.bool_], value: float) -> Array:
    """Return the values with one for every game that took too much time."""
    return np.where(late, value, values)


def _counted(values: Array) -> tuple[int, int]:
    there = _there(values)
    return int(there.sum()), len(there)


def _pairs(one: Array, other: Array) -> Pairs:
    there = ~(np.isnan(one) | np.isnan(other))
    first, second = one[there] == 1, other[there] == 1
    return Pairs(
        int((first & second).sum()),
        int((first & ~second).sum()),
        int((~first & second).sum()),
        int((~first & ~second).sum()),
    )


def _both_ways(known: Estimate, low: Estimate, high: Estimate) -> Estimate:
    """Return a difference with the ends, and the p value, of the worst of two ways."""
    if known.value is None or low.value is None or high.value is None:
        return known
    same_side = low.value * high.value > 0
    three = (known, low, high)
    p = max(each.p or 0.0 for each in three) if same_side else 1.0
    # A late game may also be one to which the metric does not apply, so that there are
    # fewer games, whose interval may reach further than that of either way.
    return replace(
        known,
        low=min(each.low for each in three if each.low is not None),
        high=max(each.high for each in three if each.high is not None),
        p=p,
    )


def holm(values: Sequence[float | None]) -> list[float | None]:
    """Return p values adjusted for their number, those that are None left out.

    Notes
    -----
    Holm (1979), https://www.jstor.org/stable/4615733. With them, the chance that any
    difference of 0.05 or less is by luck alone is 5 % at most.

    Examples
    --------
    >>> holm([0.01, 0.04, None, 0.03, 0.005])
    [0.03, 0.06, None, 0.06, 0.02]
    """
    there = sorted((p, k) for k, p in enumerate(values) if p is not None)
    found: list[float | None] = [None] * len(values)
    least = 0.0
    for rank, (p, k) in enumerate(there):
        least = max(least, min(1.0, p * (len(there) - rank)))
        found[k] = least
    return found

"""Numbers of a report as a reader wants them: with as many digits as mean something."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sims.design.metrics import Metric
from sims.reports.intervals import Estimate

__all__ = [
    "apart",
    "apart_unit",
    "chance",
    "digits",
    "estimate",
    "median",
    "varied",
    "versions",
    "when",
]

NOTHING = "–"
"""Stands where there is nothing to tell."""


def digits(metric: Metric, found: Iterable[Estimate]) -> int:
    """Return with how many decimals a column of estimates is told.

    So many that the narrowest interval that has a width shows two digits of it.
    """
    times = 100 if metric.kind == "rate" else 1
    widths = [
        times * (each.high - each.low)
        for each in found
        if each.low is not None and each.high is not None and each.high > each.low
    ]
    return _places(min(widths)) if widths else 2


def estimate(metric: Metric, found: Estimate, decimals: int | None = None) -> str:
    """Return a rate or a mean with its interval.

    Examples
    --------
    >>> rate = Metric("lost", "rate", "", "-", (), bool)
    >>> estimate(rate, Estimate(263, 81 / 263, 0.2553, 0.3662))
    '31 % (26 to 37)'
    >>> turns = Metric("turns", "mean", "", "turns", (), len)
    >>> estimate(turns, Estimate(100, 25.31, 24.02, 26.6))
    '25.3 (24.0 to 26.6)'
    """
    if found.value is None:
        return NOTHING
    times, sign = (100, " %") if metric.kind == "rate" else (1, "")
    if found.low is None or found.high is None:
        return _minus(f"{times * found.value:.3g}{sign}")
    places = digits(metric, [found]) if decimals is None else decimals
    value, low, high = (
        _minus(f"{times * each:,.{places}f}")
        for each in (found.value, found.low, found.high)
    )
    return f"{value}{sign} ({low} to {high})"


def apart(metric: Metric, found: Estimate, decimals: int | None = None) -> str:
    """Return a difference, with its sign; of rates in percentage points.

    Examples
    --------
    >>> rate = Metric("lost", "rate", "", "-", (), bool)
    >>> apart(rate, Estimate(161, -0.0621, -0.1240, -0.0054))
    '−6 (−12 to −1)'
    """
    if found.value is None:
        return NOTHING
    times = 100 if metric.kind == "rate" else 1
    if found.low is None or found.high is None:
        return _signed(times * found.value, 2)
    places = digits(metric, [found]) if decimals is None else decimals
    ends = [_signed(times * each, places) for each in (found.low, found.high)]
    return f"{_signed(times * found.value, places)} ({' to '.join(ends)})"


def apart_unit(metric: Metric) -> str:
    """Return the unit in which differences of a metric are told."""
    return "points" if metric.kind == "rate" else metric.unit


def median(found: Estimate) -> str:
    """Return a median of lengths; where it is not reached, from where on it may be.

    Examples
    --------
    >>> median(Estimate(21, 23.0, 13.0, math.inf))
    '23 (13 or more)'
    >>> median(Estimate(21, math.inf, 30.0, math.inf))
    'not reached (30 or more)'
    """
    if found.value is None or found.low is None or found.high is None:
        return NOTHING
    value = f"{found.value:g}" if math.isfinite(found.value) else "not reached"
    if not math.isfinite(found.low):
        return value
    high = f" to {found.high:g}" if math.isfinite(found.high) else " or more"
    return f"{value} ({found.low:g}{high})"


def chance(p: float | None) -> str:
    """Return a p value.

    Examples
    --------
    >>> chance(0.0331), chance(1e-9), chance(None)
    ('0.033', '<0.001', '–')
    """
    if p is None:
        return NOTHING
    return "<0.001" if p < 0.001 else f"{p:.3f}" if p < 0.1 else f"{p:.2f}"


def varied(values: Mapping[str, Any]) -> str:
    """Return what is varied in a cell.

    Examples
    --------
    >>> varied({"contact.mu_block": 0.25, "hand": "steady"})
    'contact.mu_block = 0.25, hand = steady'
    """
    return ", ".join(f"{key} = {value}" for key, value in values.items())


def versions(session: Mapping[str, Any]) -> str:
    """Return what a session ran with."""
    packages = session.get("packages")
    told = [f"Python {session['python']}"] if session.get("python") else []
    if isinstance(packages, Mapping):
        told += [f"{name} {version}" for name, version in packages.items() if version]
    if session.get("commit"):
        told.append(f"commit {str(session['commit'])[:12]}")
    return ", ".join(told)


def when(sessions: Sequence[Mapping[str, Any]]) -> str:
    """Return when the first session began and the last one ended.

    Examples
    --------
    >>> one = {"started": "2026-11-30T10:00:00", "ended": "2026-11-30T11:30:00"}
    >>> when([one])
    '2026-11-30 10:00 to 2026-11-30 11:30 UTC'
    >>> when([{**one, "ended": None}])
    'from 2026-11-30 10:00 UTC; it has not ended (it runs, or was killed)'
    """
    if not sessions:
        return ""
    begun = _moment(sessions[0].get("started"))
    ended = _moment(sessions[-1].get("ended"))
    count = f"{len(sessions)} sessions" if len(sessions) > 1 else ""
    if ended:
        return f"{begun} to {ended} UTC{count and f', in {count}'}"
    which = f"{count}, the last has" if count else "it has"
    return f"from {begun} UTC; {which} not ended (it runs, or was killed)"


def _moment(text: object) -> str:
    """Return a time of ISO 8601 in UTC to the minute."""
    return str(text)[:16].replace("T", " ") if isinstance(text, str) else ""


def _places(width: float) -> int:
    """Return decimals that show two digits of an interval's width."""
    return max(0, min(6, 1 - math.floor(math.log10(width))))


def _minus(text: str) -> str:
    return text.replace("-", "−")


def _signed(value: float, places: int) -> str:
    text = f"{abs(value):,.{places}f}"
    nothing = not float(text.replace(",", ""))
    return text if nothing else f"{'+' if value > 0 else '−'}{text}"

"""Estimates as plots draw them, and as a table tells them."""

from __future__ import annotations

from sims.reports.intervals import Estimate

__all__ = ["bar", "told"]

_NOTHING = "–"


def bar(found: Estimate) -> tuple[float | None, float | None, float | None]:
    """Return a number and the ends of its interval, as `sims.plots` takes them."""
    return found.value, found.low, found.high


def told(
    found: Estimate, *, percent: bool = False, signed: bool = False, places: int = 1
) -> str:
    """Return a number with its interval, in one way for a whole table.

    Parameters
    ----------
    found : Estimate
    percent : bool
        Whether it is a share, told in percent (of a difference: in points).
    signed : bool
        Whether it is a difference, told with its sign.
    places : int
        Decimals.

    Examples
    --------
    >>> told(Estimate(9, 0.273, 0.21, 0.34), percent=True)
    '27.3 % (21.0 to 34.0)'
    >>> told(Estimate(9, -0.5, -1.0, 0.04), signed=True, places=2)
    '−0.50 (−1.00 to +0.04)'
    """
    if found.value is None:
        return _NOTHING
    times = 100 if percent else 1
    sign = " %" if percent and not signed else ""
    form = f"{'+' if signed else ''},.{places}f"

    def one(value: float) -> str:
        return format(times * value, form).replace("-", "−")

    if found.low is None or found.high is None:
        return f"{one(found.value)}{sign}"
    return f"{one(found.value)}{sign} ({one(found.low)} to {one(found.high)})"

"""Numbers with their intervals, a line each: what a table of many cells looks like."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from matplotlib.ticker import MaxNLocator, PercentFormatter

from gamebase.errors import ParameterError
from sims.plots.style import BLUE, INK, ORANGE, Plot, new_plot, short, styled

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Bar", "described", "draw_bar", "interval_plot", "name_rows"]

Bar = tuple[float | None, float | None, float | None]
"""A number and the ends of its interval; None for what is not known."""


@styled
def interval_plot(
    bars: Mapping[str, Bar],
    *,
    label: str,
    title: str,
    apart: Mapping[str, Bar] | None = None,
    apart_label: str = "difference",
    shares: bool = False,
) -> Plot:
    """Draw numbers with their 95 % intervals, and beside them how far they are apart.

    Parameters
    ----------
    bars : mapping of str to Bar
        By name of whatever was played, from top to bottom.
    label : str
        What the number is, with its unit.
    title : str
    apart : mapping of str to Bar, optional
        Differences from the one that is not named in it, for a second panel.
    apart_label : str
        What the second panel shows.
    shares : bool
        Whether the numbers are shares, shown as percent.

    Raises
    ------
    ParameterError
        If there is nothing to draw.
    """
    if not bars:
        raise ParameterError(
            "there is nothing to draw: give a number with its interval"
        )
    panels = 2 if apart else 1
    figure = new_plot(6.4 if panels == 1 else 9.6, 1.3 + 0.3 * len(bars))
    axes = figure.subplots(1, panels, sharey=True, squeeze=False)[0]
    _lines(axes[0], [bars[name] for name in bars], BLUE)
    axes[0].set_xlabel(label)
    if apart:
        _lines(axes[1], [apart.get(name, (0.0, None, None)) for name in bars], ORANGE)
        axes[1].axvline(0, color=INK, linewidth=1, linestyle="--")
        axes[1].set_xlabel(apart_label)
        axes[1].tick_params(axis="y", length=0)
    for axis in axes:
        axis.xaxis.set_major_locator(MaxNLocator(nbins=5))
        if shares:
            axis.xaxis.set_major_formatter(PercentFormatter(1.0, symbol=" %"))
    name_rows(axes[0], list(bars))
    figure.suptitle(title, x=0.01, ha="left", size=11)
    figure.description = f"{title}: " + "; ".join(
        f"{name} {described(bar)}" for name, bar in bars.items()
    )
    return figure


def _lines(axis: Axes, bars: list[Bar], color: str) -> None:
    for y, bar in enumerate(bars):
        _, low, high = bar
        if low is not None and high is not None and not math.isfinite(high):
            _endless(axis, y, low, color)
        draw_bar(axis, bar, y, color, "o")
    axis.grid(axis="y", visible=False)
    axis.margins(x=0.06)


def _endless(axis: Axes, y: int, low: float, color: str) -> None:
    """Draw an interval without an upper end: with an arrow there."""
    if math.isfinite(low):
        axis.annotate(
            "", (1.0, y), (low, y), axis.get_yaxis_transform(), "data",
            {"arrowstyle": "->", "color": color, "shrinkA": 0, "shrinkB": 0},
        )  # fmt: skip


def name_rows(axis: Axes, names: Sequence[str]) -> None:
    """Name the rows of numbers 0, 1 and so on, from top to bottom."""
    axis.set_yticks(range(len(names)), [short(name) for name in names])
    axis.set_ylim(len(names) - 0.4, -0.6)


def draw_bar(axis: Axes, bar: Bar, y: float, color: str, mark: str) -> None:
    """Draw a number with its interval along x, as far as they are known."""
    value, *ends = (math.nan if each is None else each for each in bar)
    if all(map(math.isfinite, ends)):
        axis.plot(ends, [y, y], color=color, solid_capstyle="butt")
    if math.isfinite(value):
        axis.plot(value, y, mark, color=color, markersize=5, zorder=3)


def described(bar: Bar) -> str:
    """Return a number and its interval in words, for the text of a figure.

    Examples
    --------
    >>> described((0.5, 0.41, None)), described((0.5, None, None))
    ('0.5 (0.41 to unknown)', '0.5')
    """
    value, low, high = ("unknown" if each is None else f"{each:.3g}" for each in bar)
    return value if low == high == "unknown" else f"{value} ({low} to {high})"

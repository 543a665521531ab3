"""Numbers with their intervals for several groups at once, side by side."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from matplotlib.ticker import (
    FuncFormatter,
    LogLocator,
    MaxNLocator,
    NullFormatter,
    PercentFormatter,
)

from sims.plots.intervals import Bar, described, draw_bar, name_rows
from sims.plots.style import (
    COLORS,
    INK,
    MARKS,
    Plot,
    check_groups,
    legend_below,
    new_plot,
    short,
    styled,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["grouped_plot"]

_APART = 0.17
"""Between two groups, of the room of a row."""
_DECADES = 1e3
"""Ratio of the ends of a logarithmic axis from which only powers of ten are named."""


@styled
def grouped_plot(
    groups: Mapping[str, Mapping[str, Bar]],
    *,
    label: str,
    title: str,
    even: float | None = None,
    shares: bool = False,
    log: bool = False,
    note: str = "95 % intervals",
) -> Plot:
    """Draw numbers with their intervals: a row a name, a color a group.

    Parameters
    ----------
    groups : mapping of str to mapping of str to Bar
        By group, such as a number of players, and then by name, such as a seat; a name
        that a group does not have is left out there. At most seven groups.
    label : str
        What the number is, with its unit.
    title : str
    even : float, optional
        A number to compare with, drawn as a line.
    shares : bool
        Whether the numbers are shares, shown as percent.
    log : bool
        Whether the axis is logarithmic, as far as there is a number above 0.
    note : str
        What the intervals are, and of how many, for the legend.

    Raises
    ------
    ParameterError
        If there is nothing to draw, or there are too many groups.
    """
    names = list(dict.fromkeys(name for bars in groups.values() for name in bars))
    check_groups(groups, names)
    row = max(0.3, 0.13 * len(groups) + 0.12)
    figure = new_plot(6.4, 1.6 + row * len(names))
    axis = figure.subplots()
    logs = log and any(
        _above(bar[0]) for bars in groups.values() for bar in bars.values()
    )
    for k, (group, bars) in enumerate(groups.items()):
        off = min(_APART, 0.8 / len(groups)) * (k - (len(groups) - 1) / 2)
        for name, bar in bars.items():
            _draw(axis, bar, names.index(name) + off, k, logs)
        axis.plot([], [], MARKS[k], color=COLORS[k], markersize=5, label=short(group))
    if even is not None:
        axis.axvline(even, color=INK, linewidth=1, linestyle="--")
    if logs:
        axis.set_xscale("log")
        low, high = axis.get_xlim()
        if high > _DECADES * low:  # fewer have room for ticks between powers of ten
            axis.xaxis.set_major_locator(LogLocator(numticks=6))
            axis.xaxis.set_minor_formatter(NullFormatter())
            axis.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:g}"))
    else:
        axis.xaxis.set_major_locator(MaxNLocator(nbins=6))
    if shares:
        axis.xaxis.set_major_formatter(PercentFormatter(1.0, symbol=" %"))
    name_rows(axis, names)
    axis.set_xlabel(label)
    axis.grid(axis="y", visible=False)
    figure.suptitle(title, x=0.01, ha="left", size=11)
    legend_below(figure, min(4, len(groups)), note)
    figure.description = f"{title}: " + "; ".join(
        f"{group}, {name} {described(bar)}"
        for group, bars in groups.items()
        for name, bar in bars.items()
    )
    return figure


def _above(value: float | None) -> bool:
    return value is not None and math.isfinite(value) and value > 0


def _draw(axis: Axes, bar: Bar, y: float, k: int, logs: bool) -> None:
    """Draw a number and its interval; on a logarithmic axis only what is above 0."""
    value, low, _ = bar
    if logs and not _above(value):
        return
    told = (value, None, None) if logs and not _above(low) else bar
    draw_bar(axis, told, y, COLORS[k], MARKS[k])

"""How a share with its interval goes along with a number, such as the turn."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.ticker import MaxNLocator, PercentFormatter

from sims.plots.intervals import Bar
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

__all__ = ["trend_plot"]

_APART = 0.012
"""Between two groups at the same number, of the width of all."""


@styled
def trend_plot(
    groups: Mapping[str, Mapping[float, Bar]],
    *,
    label: str,
    left: str,
    title: str,
    level: float | None = None,
    level_label: str = "",
    shares: bool = True,
    note: str = "95 % intervals",
) -> Plot:
    """Draw numbers with their intervals along a number, a color a group.

    Parameters
    ----------
    groups : mapping of str to mapping of float to Bar
        By group and by the number along x. At most seven groups.
    label, left, title : str
        What is along x and along y (with their units), and what is seen.
    level : float, optional
        A number along y to compare with, drawn as a line.
    level_label : str
        What that is.
    shares : bool
        Whether the numbers are shares, shown as percent.
    note : str
        What the intervals are, and of how many, for the legend.

    Raises
    ------
    ParameterError
        If there is nothing to draw, or there are too many groups.
    """
    known = {
        name: {x: bar for x, bar in sorted(bars.items()) if _is_known(bar[0])}
        for name, bars in groups.items()
    }
    places = [x for bars in known.values() for x in bars]
    check_groups(groups, places)
    figure = new_plot(6.6, 4.1 + 0.1 * len(groups))
    axis = figure.subplots()
    wide = max(places) - min(places) or 1.0
    for k, (name, bars) in enumerate(known.items()):
        off = _APART * wide * (k - (len(known) - 1) / 2)
        _points(axis, bars, off, k)
        axis.plot([], [], MARKS[k], color=COLORS[k], markersize=5, label=short(name))
    if level is not None:
        axis.axhline(level, color=INK, linewidth=1.2, linestyle="--", label=level_label)
    axis.set(xlabel=label, ylabel=left, title=title)
    axis.xaxis.set_major_locator(MaxNLocator(nbins=8))
    if shares:
        axis.yaxis.set_major_formatter(PercentFormatter(1.0, symbol=" %"))
    legend_below(figure, min(3, len(known) + (level is not None)), note)
    figure.description = f"{title}: " + "; ".join(
        f"{name} at {x:g} {bar[0]:.3g}" for name, bars in known.items()
        for x, bar in bars.items()
    )  # fmt: skip
    return figure


def _is_known(value: float | None) -> bool:
    return value is not None and math.isfinite(value)


def _points(axis: Axes, bars: Mapping[float, Bar], off: float, k: int) -> None:
    places = np.array(list(bars), float) + off
    values = np.array([bar[0] for bar in bars.values()], float)
    ends = np.array([bar[1:] for bar in bars.values()], float).reshape(-1, 2)
    reach = np.nan_to_num(np.clip([values - ends[:, 0], ends[:, 1] - values], 0, None))
    axis.errorbar(
        places, values, yerr=reach, fmt=f"{MARKS[k]}:", color=COLORS[k],
        markersize=4.5, linewidth=1.0, elinewidth=1.4, capsize=2.5,
    )  # fmt: skip

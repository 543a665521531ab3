"""Counts of games: how long they were, who lost, and in what towers fell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.ticker import MaxNLocator, PercentFormatter
from scipy.stats import binomtest

from gamebase.counting import counted
from gamebase.errors import ParameterError, shown
from sims.plots.style import (
    BLUE,
    COLORS,
    INK,
    ORANGE,
    Plot,
    new_plot,
    percent,
    short,
    styled,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

__all__ = ["histogram", "share_bars"]

_MOST_BARS, _FEWEST_BARS = 40, 9


@styled
def histogram(
    groups: Mapping[str, Sequence[int]],
    *,
    label: str = "turns of a game",
    title: str = "How long games last",
) -> Plot:
    """Draw how often a whole number came up, such as the turns of a game.

    Parameters
    ----------
    groups : mapping of str to sequence of int
        Numbers by the name of whatever was played; one panel a group.
    label : str
        What is counted, with its unit if it has one.
    title : str

    Raises
    ------
    ParameterError
        If there is no group, or one is empty.
    """
    if not groups or not all(len(values) for values in groups.values()):
        raise ParameterError("there is nothing to count: give each group a number")
    figure = new_plot(6.4, 1.6 + 2.2 * len(groups))
    low = min(min(values) for values in groups.values())
    high = max(max(values) for values in groups.values())
    wide = max(1, -(-(high - low + 1) // _MOST_BARS))
    edges = [each - 0.5 for each in range(low, high + wide + 1, wide)]
    panels = figure.subplots(len(groups), 1, sharex=True, squeeze=False)[:, 0]
    for k, (name, values) in enumerate(groups.items()):
        _bars(panels[k], values, edges, COLORS[k % len(COLORS)])
        if len(groups) > 1:
            panels[k].set_title(short(name), size=9)
    panels[-1].set_xlabel(label if wide == 1 else f"{label} (bars of {wide})")
    panels[-1].xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
    if high - low < _FEWEST_BARS:  # few values would make bars as wide as the plot
        middle = (low + high) / 2
        panels[-1].set_xlim(middle - _FEWEST_BARS / 2, middle + _FEWEST_BARS / 2)
    if len(groups) > 1:
        figure.suptitle(title, x=0.01, ha="left", size=11)
    else:
        panels[0].set_title(title)
    figure.description = "; ".join(
        f"{name}: {counted(len(v), 'game')}, "
        f"median {np.median(v):g}, {min(v)} to {max(v)}"
        for name, v in groups.items()
    )
    return figure


def _bars(
    axis: Axes, values: Sequence[int], edges: Sequence[float], color: str
) -> None:
    axis.hist(values, edges, color=color, edgecolor="white", linewidth=0.6)
    axis.margins(y=0.14)  # room for the label
    middle = float(np.median(values))
    axis.axvline(middle, color=INK, linestyle="--", linewidth=1.2)
    axis.text(
        middle, 0.985, f" median {middle:g}", transform=axis.get_xaxis_transform(),
        size=9, va="top",
    )  # fmt: skip
    axis.set_ylabel(f"games (of {len(values)})")
    axis.yaxis.set_major_locator(MaxNLocator(integer=True, nbins=5))
    axis.grid(axis="x", visible=False)


@styled
def share_bars(
    counts: Mapping[str, int],
    of: int,
    *,
    label: str,
    title: str,
    fair: float | None = None,
) -> Plot:
    """Draw shares with their 95 % intervals (Wilson), such as losses by seat.

    Parameters
    ----------
    counts : mapping of str to int
        How often, by name.
    of : int
        Games in all, at least 1.
    label : str
        What the shares are of, such as ``"share of the games lost"``.
    title : str
    fair : float, optional
        A share to compare with, drawn as a line.

    Raises
    ------
    ParameterError
        If there is nothing to draw, or a count is not from 0 to `of`.
    """
    if not counts or of < 1 or not all(0 <= n <= of for n in counts.values()):
        raise ParameterError(
            f"counts are {shown(dict(counts))} of {of}: give one or more, each from 0 "
            "to their whole, which is 1 or more"
        )
    figure = new_plot(6.4, 1.5 + 0.42 * len(counts))
    axis = figure.subplots()
    ends = [binomtest(n, of).proportion_ci(method="wilson") for n in counts.values()]
    low = np.array([end.low for end in ends])
    high = np.array([end.high for end in ends])
    _shares(axis, [count / of for count in counts.values()], low, high)
    if fair is not None:
        axis.axvline(fair, color=ORANGE, linestyle="--", label=f"even: {percent(fair)}")
    axis.set_xlim(0, max(float(high.max()), fair or 0.0) * 1.22)
    axis.set_xticks([tick for tick in axis.get_xticks() if tick <= 1.0])
    for y, (count, end) in enumerate(zip(counts.values(), high, strict=True)):
        axis.annotate(
            f"{count} ({percent(count / of)})", (end, y), (5, 0), va="center", size=9,
            textcoords="offset points",
        )  # fmt: skip
    axis.set_yticks(range(len(counts)), [short(name) for name in counts])
    axis.set_xlabel(f"{label} (of {of})")
    axis.set_title(title)
    figure.legend(loc="outside lower center", ncols=2)
    figure.description = f"{label}, of {of}: " + ", ".join(
        f"{name} {count} ({percent(one)} to {percent(other)})"
        for (name, count), one, other in zip(counts.items(), low, high, strict=True)
    )
    return figure


def _shares(axis: Axes, shares: Sequence[float], low: Array, high: Array) -> None:
    at = np.arange(len(shares))
    reach = np.clip([np.array(shares) - low, high - np.array(shares)], 0, None)
    axis.barh(at, shares, height=0.62, color=BLUE, alpha=0.75)
    axis.errorbar(
        shares, at, xerr=reach, fmt="none", ecolor=INK, elinewidth=1.2, capsize=3,
        label="95 % interval",
    )  # fmt: skip
    axis.invert_yaxis()
    axis.grid(axis="y", visible=False)
    axis.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=0, symbol=" %"))

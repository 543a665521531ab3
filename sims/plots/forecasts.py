"""How good forecasts are, and how long before something happens a sign of it comes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.ticker import FuncFormatter, NullFormatter, PercentFormatter

from gamebase.errors import ParameterError
from sims.plots.style import (
    COLORS,
    INK,
    MARKS,
    Plot,
    legend_below,
    new_plot,
    short,
    styled,
)
from sims.reports.intervals import Array, Estimate, rate

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["calibration_plot", "course_plot", "lead_plot"]

_QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)


@styled
def calibration_plot(
    groups: Mapping[str, Sequence[tuple[float, Estimate]]],
    *,
    title: str,
    what: str = "topples",
) -> Plot:
    """Draw how often something happened against how often it was told.

    Parameters
    ----------
    groups : mapping of str to sequence of (float, Estimate)
        By name of what was forecast: mean forecast and what happened of each bin, as
        `sims.forecasts.calibration` returns them.
    title : str
    what : str
        What happened.

    Raises
    ------
    ParameterError
        If there is no group.
    """
    if not groups:
        raise ParameterError("there is no forecast to draw: give one")
    figure = new_plot(5.6, 5.0)
    axis = figure.subplots()
    axis.plot([0, 1], [0, 1], "--", color=INK, linewidth=1, label="as told")
    told = []
    for k, (name, bins) in enumerate(groups.items()):
        color, n = COLORS[k % len(COLORS)], sum(found.n for _, found in bins)
        label = f"{short(name)} (n = {n:,})"
        axis.plot([], [], MARKS[k], color=color, markersize=5, label=label)
        for chance, found in bins:
            _bin(axis, chance, found, color, MARKS[k])
        told.append(
            f"{name}: "
            + ", ".join(
                f"told {c:.0%} came {e.value:.0%}"
                for c, e in bins
                if e.value is not None
            )
        )
    axis.set(xlabel="chance that was told", ylabel=f"share of {what}")
    axis.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02))
    for each in (axis.xaxis, axis.yaxis):
        each.set_major_formatter(PercentFormatter(1.0, symbol=" %"))
    axis.set_title(title)
    legend_below(figure, 2, "means of bins, 95 % intervals")
    figure.description = "; ".join(told)
    return figure


def _bin(axis: Axes, chance: float, found: Estimate, color: str, mark: str) -> None:
    if found.value is None:
        return
    if found.low is not None and found.high is not None:
        axis.plot([chance] * 2, [found.low, found.high], color=color, linewidth=1.4)
    axis.plot(chance, found.value, mark, color=color, markersize=5, zorder=3)


@styled
def lead_plot(
    leads: Mapping[str, Array],
    *,
    title: str,
    label: str = "seconds before the topple",
    marked: float | None = None,
    mark: str = "",
    most: float | None = None,
) -> Plot:
    """Draw how many have had a sign so long before, with 95 % bands (Wilson).

    Parameters
    ----------
    leads : mapping of str to ndarray
        By name of the sign: how long before it came, s, of each case; 0 or NaN if it
        did not come.
    title, label : str
    marked : float, optional
        A time to mark, such as one that it takes to react.
    mark : str
        What that is.
    most : float, optional
        End of the axis; the longest of all if left out.

    Raises
    ------
    ParameterError
        If there is no sign, or no case.
    """
    if not leads or not all(len(each) for each in leads.values()):
        raise ParameterError("there is nothing to draw: give each sign a case")
    known = {name: np.nan_to_num(each) for name, each in leads.items()}
    end = most or max(1e-3, max(float(each.max()) for each in known.values()))
    figure = new_plot(6.4, 4.2)
    axis = figure.subplots()
    grid = np.linspace(0, end, 121)[1:]
    for k, (name, each) in enumerate(known.items()):
        color = COLORS[k % len(COLORS)]
        found = [rate(int((each >= time).sum()), len(each)) for time in grid]
        share, low, high = np.array(
            [(e.value, e.low, e.high) for e in found], dtype=float
        ).T
        axis.plot(grid, share, color=color, label=short(name, 60))
        axis.fill_between(grid, low, high, color=color, alpha=0.13, linewidth=0)
    if marked is not None:
        axis.axvline(marked, color=INK, linestyle="--", linewidth=1, label=mark)
    axis.set(xlabel=label, ylabel="share of topples with that much warning")
    axis.set(xlim=(0, end), ylim=(0, 1.02))
    axis.yaxis.set_major_formatter(PercentFormatter(1.0, symbol=" %"))
    axis.set_title(title)
    count = max(len(each) for each in known.values())
    legend_below(figure, 2, f"n = {count}, with 95 % bands")
    figure.description = "; ".join(
        f"{name}: median {np.median(each):.2g} s" for name, each in known.items()
    )
    return figure


@styled
def course_plot(
    before: Array,
    panels: Mapping[str, Array],
    *,
    title: str,
    limits: Mapping[str, float],
    limit: str = "limit",
    bin_width: float = 1 / 30,
    label: str = "seconds before the topple",
) -> Plot:
    """Draw how some quantities grew before something happened: medians and bands.

    Parameters
    ----------
    before : ndarray, shape (n,)
        How long before each look was, s; looks of all cases together.
    panels : mapping of str to ndarray, shape (n,)
        By label with the unit, a panel each, on a logarithmic axis; what is not above
        0 is taken for the smallest that is.
    title : str
    limits : mapping of str to float
        A number to compare with, by label.
    limit : str
        What that is.
    bin_width : float
        Looks within such a time are taken together, s.
    label : str

    Raises
    ------
    ParameterError
        If there is no panel, or no look.
    """
    if not panels or not len(before):
        raise ParameterError("there is nothing to draw: give a panel and a look")
    figure = new_plot(6.4, 1.4 + 1.9 * len(panels))
    axes = figure.subplots(len(panels), 1, sharex=True, squeeze=False)[:, 0]
    bins = np.rint(before / bin_width).astype(int)
    times = np.unique(bins)
    for axis, (name, values) in zip(axes, panels.items(), strict=True):
        above = values[values > 0]
        least = float(above.min()) if len(above) else 1e-3
        rows = np.array(
            [
                np.quantile(np.maximum(values[bins == time], least), _QUANTILES)
                for time in times
            ]
        )
        x = times * bin_width
        axis.fill_between(
            x,
            rows[:, 0],
            rows[:, 4],
            color=COLORS[0],
            alpha=0.15,
            linewidth=0,
            label="80 % of topples",
        )
        axis.fill_between(
            x,
            rows[:, 1],
            rows[:, 3],
            color=COLORS[0],
            alpha=0.3,
            linewidth=0,
            label="half of them",
        )
        axis.plot(x, rows[:, 2], color=COLORS[0], label="median")
        if name in limits:
            axis.axhline(
                limits[name],
                color=COLORS[1],
                linestyle="--",
                linewidth=1.2,
                label=limit,
            )
        axis.set_yscale("log")
        axis.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        axis.yaxis.set_minor_formatter(NullFormatter())
        axis.set_ylabel(name)
    axes[-1].set_xlabel(label)
    axes[-1].set_xlim(float(times.max()) * bin_width or bin_width, 0)
    legend_below(figure, 2)
    figure.suptitle(title, x=0.01, ha="left", size=11)
    figure.description = title
    return figure

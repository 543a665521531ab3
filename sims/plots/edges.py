"""Cards at the edge of a table: how often, how near, and what becomes of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.ticker import FuncFormatter, MaxNLocator, PercentFormatter
from numpy.typing import NDArray

from gamebase.errors import ParameterError
from sims.plots.intervals import Bar
from sims.plots.style import (
    COLORS,
    INK,
    Plot,
    legend_below,
    new_plot,
    percent,
    short,
    styled,
)
from sims.reports.intervals import rate

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["margin_plot", "size_plot", "tipping_plot"]

Values = Sequence[float] | NDArray[np.float64]

_LINES = 160
"""Sizes at which a curve of needs is drawn."""

_LEAST = 1e-7
"""Shortest distance from tipping that is drawn, in m."""

_FLAT = 1e-6
"""Least tilt that is drawn, in degrees."""


@styled
def size_plot(
    needs: Mapping[str, Values],
    played: Mapping[str, Mapping[float, Bar]],
    *,
    label: str,
    left: str,
    title: str,
    level: float | None = None,
    until: float | None = None,
) -> Plot:
    """Draw a share that falls with the size of a table: curves, and points beside.

    Parameters
    ----------
    needs : mapping of str to sequence of float
        By group, the size that each game needs, in m; drawn as the share of games that
        need more, with its 95 % band (Wilson) size by size.
    played : mapping of str to mapping of float to Bar
        By group, shares with their intervals at some sizes. A group that has a curve,
        too, has its color.
    label, left, title : str
        What is along x (with its unit) and y, and what is seen.
    level : float, optional
        A share drawn as a line.
    until : float, optional
        Largest size to show, in m.

    Raises
    ------
    ParameterError
        If there is nothing to draw, or a group is empty.
    """
    names = list(dict.fromkeys([*needs, *played]))
    groups = [*needs.values(), *played.values()]
    if not names or len(names) > len(COLORS) or not all(map(len, groups)):
        raise ParameterError(
            f"there are {len(names)} groups of shares: give 1 to {len(COLORS)}, none "
            "of them empty"
        )
    colors = dict(zip(names, COLORS, strict=False))
    figure = new_plot(6.8, 4.2 + 0.2 * len(names))
    axis = figure.subplots()
    for name, values in needs.items():
        _curve(axis, short(name, 60), np.sort(np.asarray(values, float)), colors[name])
    for name, points in played.items():
        _points(axis, short(name, 60), points, colors[name])
    if level is not None:
        axis.axhline(level, color=INK, linewidth=1, linestyle="--")
        axis.annotate(
            percent(level), (1.0, level), (-2, 3), axis.get_yaxis_transform(),
            "offset points", ha="right", size=9,
        )  # fmt: skip
    axis.set(xlabel=label, ylabel=left, title=title, ylim=(0, 1.02))
    axis.set_xlim(left=0, right=until)
    axis.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0, symbol=" %"))
    figure.legend(loc="outside lower center")
    figure.description = f"{title}: " + "; ".join(
        f"{name}, {len(group)} {'games' if name in needs else 'sizes'}"
        for name, group in {**played, **needs}.items()
    )
    return figure


def _curve(axis: Axes, name: str, values: NDArray[np.float64], color: str) -> None:
    sizes = np.linspace(0.0, float(values[-1]) * 1.02, _LINES)
    # The edge is met on tables no larger than what is needed.
    over = len(values) - np.searchsorted(values, sizes, side="left")
    bars = [rate(int(each), len(values)) for each in over]
    axis.plot(
        sizes, over / len(values), color=color,
        label=f"{name} (n = {len(values)}, 95 % band)",
    )  # fmt: skip
    low, high = ([getattr(bar, end) for bar in bars] for end in ("low", "high"))
    axis.fill_between(sizes, low, high, color=color, alpha=0.2, linewidth=0)


def _points(axis: Axes, name: str, points: Mapping[float, Bar], color: str) -> None:
    sizes = sorted(points)
    known = [(size, *points[size]) for size in sizes if points[size][0] is not None]
    xs = [each[0] for each in known]
    ys = np.array([each[1] for each in known], float)
    ends = np.array([each[2:] for each in known], float).reshape(-1, 2)
    reach = np.nan_to_num(np.clip([ys - ends[:, 0], ends[:, 1] - ys], 0, None))
    axis.errorbar(
        xs, ys, yerr=reach, fmt="o:", color=color, markersize=4.5, linewidth=1.0,
        elinewidth=1.4, capsize=2.5, label=name,
    )  # fmt: skip


@styled
def margin_plot(
    laid: Mapping[str, Values],
    forbidden: Mapping[str, Values],
    *,
    title: str,
    most: float = 0.05,
) -> Plot:
    """Draw how far from tipping placements past the edge are, a panel a table.

    Parameters
    ----------
    laid, forbidden : mapping of str to sequence of float
        By table, margins in m of cards that were laid, and of those the edge forbade.
    title : str
    most : float
        What is farther from 0 is left out, m.

    Raises
    ------
    ParameterError
        If there is no table.
    """
    if not laid or laid.keys() != forbidden.keys():
        raise ParameterError(
            "give margins of laid and of forbidden cards, for the same tables, and for "
            "one at least"
        )
    figure = new_plot(6.8, 1.5 + 1.6 * len(laid))
    panels = figure.subplots(len(laid), 1, sharex=True, squeeze=False)[:, 0]
    half = round(500 * most)
    edges = 2.0 * np.arange(-half, half + 1)
    for axis, name in zip(panels, laid, strict=True):
        for values, color, what in (
            (laid[name], COLORS[0], "laid, a part past the edge"),
            (forbidden[name], COLORS[1], "forbidden by the edge"),
        ):
            near = 1e3 * np.asarray(values, float)
            axis.hist(
                near, edges.tolist(), color=color, edgecolor="white", linewidth=0.4,
                label=what,
            )  # fmt: skip
        axis.axvline(0, color=INK, linewidth=1, linestyle="--")
        axis.set_title(
            f"{short(name)}: {len(laid[name])} laid, {len(forbidden[name])} forbidden",
            size=9,
        )
        axis.set_ylabel("placements")
        axis.yaxis.set_major_locator(MaxNLocator(integer=True, nbins=4))
        axis.grid(axis="x", visible=False)
    panels[-1].set_xlabel("margin to tipping, mm (bars of 2)")
    figure.suptitle(title, x=0.01, ha="left", size=11)
    legend_below(figure, 2)
    figure.description = f"{title}: " + "; ".join(
        f"{name}, {len(laid[name])} laid and {len(forbidden[name])} forbidden"
        for name in laid
    )
    return figure


@styled
def tipping_plot(
    margins: Values,
    stays: Sequence[bool] | NDArray[np.bool_],
    times: Values,
    tilts: Values,
    *,
    radius: float,
    title: str,
    gravity: float = 9.81,
) -> Plot:
    """Draw what became of cards that were let go at the edge.

    Parameters
    ----------
    margins : sequence of float
        Of the cards, m.
    stays : sequence of bool
    times : sequence of float
        When those that fall had tipped, s.
    tilts : sequence of float
        Largest tilt seen, rad; of those that fall how far they had to tip.
    radius : float
        Radius of gyration of a card about an axis in its plane, m, for the time that a
        plate takes to turn over its edge.
    title : str
    gravity : float
        In m/s^2.

    Raises
    ------
    ParameterError
        If there is no card.
    """
    size = np.abs(np.asarray(margins, float))
    stay = np.asarray(stays, bool)
    positive = np.asarray(margins, float) > 0
    if not len(size):
        raise ParameterError("there is no card to draw: give one")
    figure = new_plot(9.0, 4.0)
    left, right = figure.subplots(1, 2)
    _fates(left, ~stay, size, positive, np.asarray(times, float))
    left.set(ylabel="time until it has tipped, s")
    left.set_title(f"Fall: {int((~stay).sum())}", size=9)
    _fates(right, stay, size, positive, np.degrees(np.asarray(tilts, float)))
    right.set(ylabel="largest tilt, degrees")
    right.set_title(f"Stay: {int(stay.sum())}", size=9)
    if (~stay).any():
        tipped = float(np.median(np.asarray(tilts, float)[~stay]))
        ways = np.geomspace(*_ends(size[~stay]), 60)
        left.plot(
            1e3 * ways, np.sqrt(2 * tipped * (radius**2 + ways**2) / (gravity * ways)),
            color=INK, linewidth=1, linestyle="--", label="plate over its edge",
        )  # fmt: skip
    for axis in (left, right):
        axis.legend(loc="best", fontsize=8)
    figure.suptitle(title, x=0.01, ha="left", size=11)
    figure.description = (
        f"{title}: {int((~stay).sum())} cards fall, {int(stay.sum())} stay; nearest to "
        f"tipping {1e3 * float(size.min()):.4f} mm"
    )
    return figure


def _ends(size: NDArray[np.float64]) -> tuple[float, float]:
    """Return the ends of a line along some distances, the first below the other."""
    low = max(_LEAST, float(size.min()))
    return low, max(2 * low, float(size.max()))


def _fates(
    axis: Axes,
    chosen: NDArray[np.bool_],
    size: NDArray[np.float64],
    positive: NDArray[np.bool_],
    values: NDArray[np.float64],
) -> None:
    for sign, color, name in (
        (~positive, COLORS[1], "center not within what holds it"),
        (positive, COLORS[0], "center within"),
    ):
        seen = chosen & sign
        away = 1e3 * np.maximum(size[seen], _LEAST)
        axis.plot(
            away, np.maximum(values[seen], _FLAT), "o", color=color,
            markersize=4, alpha=0.7, label=f"{name} ({int(seen.sum())})",
        )  # fmt: skip
    axis.set(xlabel="distance from tipping, mm")
    if not chosen.any():
        return
    axis.set(xscale="log", yscale="log")
    for each in (axis.xaxis, axis.yaxis):
        each.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))

"""What choices cost and what they are worth: named points, each in its place."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from matplotlib.ticker import FuncFormatter

from gamebase.errors import ParameterError, shown
from sims.plots.style import BLUE, ORANGE, Plot, new_plot, short, styled

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["tradeoff_plot"]


@styled
def tradeoff_plot(
    cost: Mapping[str, float],
    worth: Mapping[str, Mapping[str, float]],
    *,
    label: str,
    title: str,
    chosen: str = "",
) -> Plot:
    """Draw named choices, what they cost along x and what they are worth along y.

    Parameters
    ----------
    cost : mapping of str to float
        By name of the choice; positive.
    worth : mapping of str to mapping
        For each panel, by its label with the unit, numbers by name of the choice.
        What is not a positive number is left out.
    label : str
        What the cost is, with its unit.
    title : str
    chosen : str
        The choice that is marked.

    Raises
    ------
    ParameterError
        If there is no panel, or a choice has no cost.
    """
    lost = {name for values in worth.values() for name in values} - cost.keys()
    if lost or not worth:
        raise ParameterError(
            f"no cost of {shown(sorted(lost))} in {len(worth)} panels: give one for "
            "each choice, and at least one panel"
        )
    figure = new_plot(7.0 * len(worth), 5.6)
    panels = figure.subplots(1, len(worth), squeeze=False)[0]
    for axis, (name, values) in zip(panels, worth.items(), strict=True):
        _points(axis, cost, values, chosen)
        axis.set(xlabel=label, ylabel=name)
    figure.suptitle(title, x=0.01, ha="left", size=11)
    figure.description = f"{len(cost)} choices by {label}; marked: {chosen or 'none'}"
    return figure


def _points(
    axis: Axes, cost: Mapping[str, float], values: Mapping[str, float], chosen: str
) -> None:
    axis.set(xscale="log", yscale="log")
    shown_ones = {
        name: (cost[name], value)
        for name, value in values.items()
        if 0 < value < math.inf and 0 < cost[name] < math.inf
    }
    for name, at in shown_ones.items():
        color, mark = (ORANGE, "D") if name == chosen else (BLUE, "o")
        axis.plot(*at, mark, color=color, markersize=6, zorder=3)
    for each in (axis.xaxis, axis.yaxis):
        each.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        each.set_minor_formatter(FuncFormatter(_between))
    axis.margins(0.06)
    _names(axis, shown_ones)


def _names(axis: Axes, points: Mapping[str, tuple[float, float]]) -> None:
    """Write names in a column beside the panel, with a line to each point."""
    low, high = (math.log(each) for each in axis.get_ylim())
    heights = {
        name: (math.log(y) - low) / (high - low) for name, (_, y) in points.items()
    }
    order = sorted(points, key=heights.__getitem__)
    places = spread_out([heights[name] for name in order], 0.042)
    for name, place in zip(order, places, strict=True):
        line: dict[str, Any] = {"arrowstyle": "-", "color": "#999999", "linewidth": 0.6}
        line |= {"relpos": (0.0, 0.5), "shrinkA": 2.0}
        axis.annotate(
            short(name), points[name], (1.06, place), "data", axis.transAxes, line,
            annotation_clip=False, va="center", size=8,
        )  # fmt: skip


def spread_out(places: Sequence[float], gap: float) -> list[float]:
    """Return rising places moved apart, within 0 and 1 if they have room there.

    Examples
    --------
    >>> spread_out([0.5, 0.5, 1.0], 0.25)
    [0.375, 0.625, 1.0]
    """
    up = _pushed_up(places, gap)
    down = [1 - each for each in _pushed_up([1 - p for p in reversed(places)], gap)]
    # Both keep the gaps, one too high and one too low, and so does their middle.
    return [(one + other) / 2 for one, other in zip(up, reversed(down), strict=True)]


def _pushed_up(places: Sequence[float], gap: float) -> list[float]:
    found: list[float] = []
    for place in places:
        found.append(max(place, found[-1] + gap) if found else place)
    ceiling = 1.0
    for k in reversed(range(len(found))):
        found[k] = min(found[k], ceiling)
        ceiling = found[k] - gap
    return found


def _between(value: float, _place: object) -> str:
    """Return the label of a tick between the powers of ten: 2 and 5 are enough."""
    return f"{value:g}" if f"{value:e}"[0] in "25" else ""

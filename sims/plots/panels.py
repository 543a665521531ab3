"""Several numbers of the same things side by side: a row a thing, a panel a number."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from matplotlib.ticker import MaxNLocator, PercentFormatter

from sims.plots.intervals import Bar, described, draw_bar, name_rows
from sims.plots.style import (
    COLORS,
    INK,
    MARKS,
    MODELS,
    Plot,
    check_groups,
    legend_below,
    new_plot,
    short,
    styled,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["panels_plot"]

Groups = Mapping[str, Mapping[str, Bar]]


@styled
def panels_plot(
    panels: Mapping[str, Groups],
    *,
    title: str,
    even: Mapping[str, float] | None = None,
    shares: Collection[str] = (),
    note: str = "95 % intervals",
) -> Plot:
    """Draw numbers with their intervals: a panel a number, a row a name.

    Parameters
    ----------
    panels : mapping of str to mapping of str to mapping of str to Bar
        By what the number is, with its unit; then by group, such as a model; then by
        name of the row. What a group does not have is left out there.
    title : str
    even : mapping of str to float, optional
        By panel, a number to compare with, drawn as a line.
    shares : collection of str
        Panels whose numbers are shares, shown as percent.
    note : str
        What the intervals are, and of how many, for the legend.

    Raises
    ------
    ParameterError
        If there is nothing to draw, or there are too many groups.
    """
    groups = list(dict.fromkeys(name for each in panels.values() for name in each))
    bars = [bars for each in panels.values() for bars in each.values()]
    names = list(dict.fromkeys(name for each in bars for name in each))
    check_groups(groups, names)
    row = max(0.28, 0.12 * len(groups) + 0.1)
    figure = new_plot(1.9 + 2.9 * len(panels), 1.7 + row * len(names))
    axes = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
    for axis, (label, given) in zip(axes, panels.items(), strict=True):
        if even is not None and label in even:
            axis.axvline(even[label], color=INK, linewidth=1, linestyle="--")
        _panel(axis, given, groups, names)
        axis.set_xlabel(label)
        axis.xaxis.set_major_locator(MaxNLocator(nbins=4))
        if label in shares:
            axis.xaxis.set_major_formatter(PercentFormatter(1.0, symbol=" %"))
        axis.grid(axis="y", visible=False)
    name_rows(axes[0], names)
    for k, group in enumerate(groups):
        axes[0].plot(
            [], [], MARKS[k], color=_color(group, k), markersize=5, label=short(group)
        )
    figure.suptitle(title, x=0.01, ha="left", size=11)
    legend_below(figure, min(4, len(groups)), note)
    figure.description = f"{title}: " + "; ".join(
        f"{label}, {group}, {name} {described(bar)}"
        for label, given in panels.items()
        for group, found in given.items()
        for name, bar in found.items()
    )
    return figure


def _color(group: str, k: int) -> str:
    return MODELS.get(group, COLORS[k % len(COLORS)])


def _panel(axis: Axes, given: Groups, groups: list[str], names: list[str]) -> None:
    for k, group in enumerate(groups):
        off = min(0.2, 0.8 / len(groups)) * (k - (len(groups) - 1) / 2)
        for name, bar in given.get(group, {}).items():
            y = names.index(name) + off
            draw_bar(axis, bar, y, _color(group, k), MARKS[k])

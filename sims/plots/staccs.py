"""A STACC on its table, seen from above, with how far it reaches."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.patches import PathPatch, Polygon
from matplotlib.path import Path as Curve

from gamebase.counting import counted
from gamebase.errors import ParameterError
from sims.plots.style import BLUE, INK, ORANGE, Plot, new_plot, styled
from staccs.lattice import Cell
from staccs.rules import Edge
from staccs.table.hexagon import Hexagon

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from staccs.table import PlacedTable

__all__ = ["extent_plot", "farthest_corners"]

Point = tuple[float, float]

_WOOD = "#efe6d6"
_WIDE = 5.6  # of the picture, in inches
_NEAR = 0.10  # m around the cards that are shown at least


def farthest_corners(cells: Sequence[Cell], placed: PlacedTable) -> tuple[Point, Point]:
    """Return the two corners of cards that lie farthest apart, in m on the table."""
    corners = {
        (round(x, 9), round(y, 9)): (x, y)
        for cell in cells
        for x, y in placed.hexagon(cell).corners
    }
    found = sorted(corners.values())
    return max(product(found, found), key=lambda pair: math.dist(*pair))


@styled
def extent_plot(
    cells: Sequence[Cell], placed: PlacedTable, *, title: str = "The STACC on its table"
) -> Plot:
    """Draw the cards of a STACC on its table, its extent, and the nearest edge.

    Parameters
    ----------
    cells : sequence of Cell
        Where cards lie, in the order in which they were laid.
    placed : PlacedTable
        The table, with the lattice on it.
    title : str

    Raises
    ------
    ParameterError
        If no card lies.
    """
    if not cells:
        raise ParameterError("no card lies, so there is nothing to draw: give a cell")
    figure = new_plot(_WIDE, _WIDE)
    axis = figure.subplots()
    _table(axis, placed)
    for k, cell in enumerate(cells):
        _card(axis, placed.hexagon(cell), first=k == 0)
    one, other = farthest_corners(cells, placed)
    length = math.dist(one, other)
    (x0, y0), (x1, y1) = ((100 * x, 100 * y) for x, y in (one, other))
    axis.plot(
        [x0, x1], [y0, y1], "o-", color=ORANGE, markersize=5,
        label=f"extent: {100 * length:.1f} cm",
    )  # fmt: skip
    edge = _nearest(axis, placed, cells)
    _frame(figure, axis, cells, placed, title)
    figure.description = (
        f"{counted(len(cells), 'card')} on a table {placed.table.brief()}; extent "
        f"{100 * length:.1f} cm; {edge}"
    )
    return figure


def _nearest(axis: Axes, placed: PlacedTable, cells: Sequence[Cell]) -> str:
    """Mark the card that is nearest to the edge, and say how near."""
    reports = [placed.report(cell) for cell in cells]
    nearest = min(reports, key=lambda report: report.margin)
    if placed.edge is Edge.BALANCE and not nearest.overhang_area:
        words = "no card reaches past the edge"
        axis.plot([], [], " ", label=words)
        return words
    words = f"nearest to the edge: margin {1e3 * nearest.margin:.1f} mm"
    x, y = nearest.center
    axis.plot(
        100 * x, 100 * y, "D", color=INK, markersize=6, markeredgecolor="white",
        linestyle="none", label=words,
    )  # fmt: skip
    return words


def _table(axis: Axes, placed: PlacedTable) -> None:
    points, codes = [], []
    for ring in (placed.table.outline, *placed.table.holes):
        points += [(100 * x, 100 * y) for x, y in (*ring, ring[0])]
        codes += [Curve.MOVETO, *[Curve.LINETO] * (len(ring) - 1), Curve.CLOSEPOLY]
    axis.add_patch(
        PathPatch(
            Curve(points, codes), facecolor=_WOOD, edgecolor="#8a7552", linewidth=1.5,
            label=f"table {placed.table.brief(24)}",
        )
    )  # fmt: skip


def _card(axis: Axes, card: Hexagon, *, first: bool) -> None:
    corners = [(100 * x, 100 * y) for x, y in card.corners]
    label = "first card" if first else ""
    alpha = 0.8 if first else 0.28
    # Cards overlap, so where more of them lie over each other it is darker.
    axis.add_patch(
        Polygon(corners, facecolor=BLUE, alpha=alpha, linewidth=0, label=label)
    )
    axis.add_patch(Polygon(corners, fill=False, edgecolor=BLUE, linewidth=0.6))


def _frame(
    figure: Plot, axis: Axes, cells: Sequence[Cell], placed: PlacedTable, title: str
) -> None:
    """Show all cards, and of the table as much as is near to them."""
    cards = [corner for cell in cells for corner in placed.hexagon(cell).corners]
    low, high = np.min(cards, axis=0), np.max(cards, axis=0)
    around = _NEAR + 0.25 * float(max(high - low))
    edge = np.array(placed.table.outline)
    left = np.minimum(low, np.maximum(low - around, edge.min(axis=0))) - 0.02
    right = np.maximum(high, np.minimum(high + around, edge.max(axis=0))) + 0.02
    axis.set(xlim=100 * np.array([left[0], right[0]]))
    axis.set(ylim=100 * np.array([left[1], right[1]]))
    axis.set(aspect="equal", xlabel="x, cm", ylabel="y, cm", title=title)
    width, height = right - left
    figure.set_size_inches(_WIDE, min(_WIDE * height / width, 1.5 * _WIDE) + 1.1)
    figure.legend(loc="outside lower center", ncols=2)

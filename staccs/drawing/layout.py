"""Where things lie in a picture: from the lattice and the table to pixels."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from staccs.drawing.outlines import Affine, Point
from staccs.lattice import Cell, neighbors, to_plane

if TYPE_CHECKING:
    from staccs.table.placed import PlacedTable

__all__ = ["EDGE", "Layout", "corners", "layout_of", "scale_of", "table_to_plane"]

EDGE = 60.0
"""Edge of a card, in pixels."""

_AROUND = 1.0  # free space around the cards, in edges
_FARTHEST = 16.0  # how far from the cards the table's edge is still shown, in edges
_NEAR = 3.0  # the same where coordinates have to be read


@dataclass(frozen=True, slots=True)
class Layout:
    """The part of the plane that a picture shows.

    The plane is that of `staccs.lattice.to_plane`: edges of cards, y up.

    Attributes
    ----------
    low, high : Point
        Its lower left and its upper right corner.
    whole : bool
        Whether all of the table is shown.
    """

    low: Point
    high: Point
    whole: bool = True

    @property
    def width(self) -> float:
        """Width in pixels."""
        return (self.high[0] - self.low[0]) * EDGE

    @property
    def height(self) -> float:
        """Height in pixels."""
        return (self.high[1] - self.low[1]) * EDGE

    @property
    def to_pixels(self) -> Affine:
        """The map from the plane to pixels, y down."""
        return Affine(EDGE, 0.0, 0.0, -EDGE, -self.low[0] * EDGE, self.high[1] * EDGE)


def scale_of(width: float) -> float:
    """Return how much larger letters are in a picture of a width, in pixels."""
    return min(max(width / 900, 1.0), 3.0)


def corners(cell: Cell) -> tuple[Point, ...]:
    """Return the corners of a card at a cell, in the plane."""
    return tuple(map(to_plane, neighbors(cell)))


def layout_of(
    cells: Iterable[Cell], table: PlacedTable | None = None, near: bool = False
) -> Layout:
    """Return what a picture of cards at these cells has to show.

    Parameters
    ----------
    cells : iterable of Cell
        Where cards lie, or could be laid; at least one.
    table : PlacedTable, optional
        The table, of which as much is shown as lies near the cards.
    near : bool
        Whether that is only what is next to them, so that all is larger.
    """
    points = [point for cell in cells for point in corners(cell)]
    low, high = _bounds(points, _AROUND)
    if table is None:
        return Layout(low, high)
    move = table_to_plane(table)
    near_low, near_high = _bounds(points, _NEAR if near else _FARTHEST)
    edge_low, edge_high = _bounds(map(move.point, table.table.outline), _AROUND)
    shown_low = _most(near_low, edge_low)
    shown_high = _least(near_high, edge_high)
    whole = shown_low == edge_low and shown_high == edge_high
    return Layout(_least(low, shown_low), _most(high, shown_high), whole)


def table_to_plane(placed: PlacedTable) -> Affine:
    """Return the map from the table's coordinates, in m, to the STACC's plane."""
    x, y = placed.origin
    back = Affine.turn(-placed.angle)
    scale = 1 / placed.card.edge
    return Affine.placed((0.0, 0.0), scale).after(back).after(Affine(e=-x, f=-y))


def _bounds(points: Iterable[Point], around: float) -> tuple[Point, Point]:
    xs, ys = zip(*points, strict=True)
    low = (math.floor(min(xs) - around), math.floor(min(ys) - around))
    return low, (math.ceil(max(xs) + around), math.ceil(max(ys) + around))


def _least(one: Point, other: Point) -> Point:
    return min(one[0], other[0]), min(one[1], other[1])


def _most(one: Point, other: Point) -> Point:
    return max(one[0], other[0]), max(one[1], other[1])

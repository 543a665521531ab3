"""A card over the edge of a table that is a polygon, by way of shapely.

Two traps lie here. Overlays of polygons in floating point may go wrong where sides
touch (GEOS 3.14 was seen to give the whole card as the intersection with a table it
only touches), and a support of no width would count like any other. So the card is
taken smaller by `TOLERANCE` on all sides, which no side of the table then touches, and
the overlay works on a grid. Lengths are true to `TOLERANCE`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from staccs.table.hexagon import Hexagon
from staccs.table.plane import (
    TOLERANCE,
    Point,
    hull_margin,
    line_margin,
    outward,
    sides_of,
    snapped,
)
from staccs.table.report import Support

__all__ = ["Region"]

_GRID = TOLERANCE / 10
_LEAST = 1e-30
"""Coordinates nearer to 0 count as 0, in m: products of them underflow in GEOS."""

_SEARCH = 1e-3
"""How exactly `Region.clearance` searches, relative to the edge of the card."""


class Region:
    """A polygon, made ready to be asked about many cards.

    Parameters
    ----------
    outline : sequence of (float, float)
        Corners of a simple polygon, in m, at most a kilometer from (0, 0).
    holes : sequence of sequences of (float, float)
        Simple polygons inside of it.
    """

    def __init__(
        self, outline: Sequence[Point], holes: Sequence[Sequence[Point]] = ()
    ) -> None:
        self.polygon: Any = _polygon(outline, holes)
        self._convex = not holes and bool(
            self.polygon.convex_hull.area - self.polygon.area
            <= TOLERANCE * self.polygon.length
        )
        self._edge: Any = self.polygon.boundary
        shapely.prepare(self.polygon)
        shapely.prepare(self._edge)

    def why_invalid(self) -> str:
        """Return what is wrong with the polygon, in shapely's words; "" if nothing."""
        if self.polygon.is_valid:
            return ""
        return str(shapely.is_valid_reason(self.polygon))

    def middle(self, precision: float) -> Point:
        """Return the point farthest from the edge, in m, to within a precision."""
        line = shapely.maximum_inscribed_circle(self.polygon, tolerance=precision)
        x, y = line.coords[0]
        return (float(x), float(y))

    def support(self, card: Hexagon) -> Support:
        """Return what the table says of a card."""
        if self.covers(card):
            return Support(card.corners, card.apothem, 0.0, None)
        small = _polygon(card.shrunk(TOLERANCE).corners)
        part = shapely.intersection(small, self.polygon, grid_size=_GRID)
        if part.area == 0:
            return self._off(card)
        hull = _hull(part)
        margin, way = hull_margin(card.center, hull)
        over = max(float(small.area - part.area), 0.0)
        if snapped(margin) > 0:
            return Support(hull, margin, over, _first_way(card, hull))
        return Support(hull, margin, over, way)

    def _off(self, card: Hexagon) -> Support:
        """Return what is said of a card that is not over the table at all."""
        center = shapely.Point(card.center)
        line = shapely.shortest_line(self.polygon, center)
        (fx, fy), (x, y) = line.coords
        length = float(line.length)
        way = ((x - fx) / length, (y - fy) / length)
        return Support((), -length, card.area, way)

    def covers(self, card: Hexagon) -> bool:
        """Tell whether no part of a card is past the edge by more than `TOLERANCE`."""
        small = _polygon(card.shrunk(TOLERANCE).corners)
        return bool(self.polygon.covers(small))

    def clearance(self, card: Hexagon) -> float:
        """Return how far a card is from the edge, in m.

        Returns
        -------
        float
            The distance to the edge for a card on the table; for any other minus the
            greatest distance of a point of it from the table. That is exact on a
            convex table, where the point is a corner of the card. On any other table
            it may be too small, by a thousandth of the card's edge at most.
        """
        if self.covers(card):
            return float(self._edge.distance(_polygon(card.corners)))
        if self._convex:
            farthest = float(self._gaps(np.array(card.corners)).max())
        else:
            farthest = self._farthest(card)
        return -max(farthest, 2 * TOLERANCE)

    def _gaps(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the distances (...,) from the table to points (..., 2)."""
        return np.asarray(shapely.distance(self.polygon, shapely.points(points)))

    def _farthest(self, card: Hexagon) -> float:
        """Return the greatest distance from the table; by halving triangles.

        No point of an equilateral triangle is farther from all of its corners than
        its side over the root of 3, nor is it that much farther from the table.
        """
        parts = [(card.center, *side) for side in sides_of(card.corners)]
        triangles, side = np.array(parts), card.edge
        low = 0.0
        while True:
            farthest = self._gaps(triangles).max(axis=1)
            low = max(low, float(farthest.max()))
            beyond = side / math.sqrt(3)
            if beyond <= _SEARCH * card.edge:
                return low
            open_ones = farthest + beyond > low + _SEARCH * card.edge
            triangles, side = _quartered(triangles[open_ones]), side / 2


def _polygon(outline: Sequence[Point], holes: Sequence[Sequence[Point]] = ()) -> Any:
    """Return a polygon of shapely whose coordinates do not underflow."""
    return shapely.Polygon(_plain(outline), [_plain(hole) for hole in holes])


def _plain(ring: Sequence[Point]) -> list[Point]:
    return [
        (0.0 if abs(x) < _LEAST else x, 0.0 if abs(y) < _LEAST else y) for x, y in ring
    ]


def _quartered(triangles: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the four halves-as-large triangles (4n, 3, 2) of each of (n, 3, 2)."""
    a, b, c = triangles[:, 0], triangles[:, 1], triangles[:, 2]
    ab, bc, ca = (a + b) / 2, (b + c) / 2, (c + a) / 2
    corners = [(a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca)]
    return np.concatenate([np.stack(each, axis=1) for each in corners])


def _hull(part: Any) -> tuple[Point, ...]:
    """Return the convex hull of what has an area, counterclockwise."""
    pieces = [each for each in shapely.get_parts(part) if each.area > 0]
    ring = shapely.MultiPolygon(pieces).convex_hull.exterior
    corners = ring.coords if ring.is_ccw else ring.coords[::-1]
    return tuple((float(x), float(y)) for x, y in corners)[:-1]


def _first_way(card: Hexagon, hull: Sequence[Point]) -> Point | None:
    """Return the normal of the nearest side of the hull that the card goes beyond."""
    own = sides_of(card.corners)
    sides = [s for s in sides_of(hull) if not any(_along(s, each) for each in own)]
    if not sides:
        return None
    return outward(*min(sides, key=lambda side: line_margin(card.center, *side)))


def _along(side: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    """Tell whether a side lies on the line through another one."""
    return all(abs(line_margin(end, *other)) <= 2 * TOLERANCE for end in side)

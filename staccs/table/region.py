"""A card over the edge of a table that is a polygon, by way of shapely.

Two traps lie here. Overlays of polygons in floating point may go wrong where sides
touch (GEOS 3.14 was seen to give the whole card as the intersection with a table it
only touches), and a support of no width would count like any other. So the card is
taken smaller by `TOLERANCE` on all sides, which no side of the table then touches, and
the overlay works on a grid. Lengths are true to `TOLERANCE`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import shapely

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
_SEARCH = 1e-4
"""How exactly `Region.clearance` searches, relative to the result."""


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
        self.polygon: Any = shapely.Polygon(outline, holes)
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
        small = shapely.Polygon(card.shrunk(TOLERANCE).corners)
        if self.polygon.covers(small):
            return Support(card.corners, card.apothem, 0.0, None)
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

    def clearance(self, card: Hexagon) -> float:
        """Return how far a card is from the edge, in m.

        Returns
        -------
        float
            The distance to the edge for a card on the table; for any other minus the
            greatest distance of a point of it from the table. That is exact if the
            point is a corner, as it always is on a convex table, and else (a hole
            under the card) right to one part in 10,000.
        """
        shape = shapely.Polygon(card.corners)
        if self.polygon.covers(shapely.Polygon(card.shrunk(TOLERANCE).corners)):
            return float(self._edge.distance(shape))
        low = max(float(self.polygon.distance(shapely.Point(p))) for p in card.corners)
        return -(low if self._convex else self._farthest(shape, low))

    def _farthest(self, shape: Any, low: float) -> float:
        """Return the greatest distance from the table, known to be at least low."""
        if self._within(shape, low * (1 + _SEARCH) + TOLERANCE):
            return low
        high = low + float(shape.length)
        while high - low > _SEARCH * high + TOLERANCE:
            middle = (low + high) / 2
            if self._within(shape, middle):
                high = middle
            else:
                low = middle
        return (low + high) / 2

    def _within(self, shape: Any, length: float) -> bool:
        """Tell whether every point of a shape is this near to the table."""
        wider = shapely.buffer(self.polygon, length, quad_segs=64)
        return bool(wider.covers(shape))


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

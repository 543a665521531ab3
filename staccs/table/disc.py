"""A card over the edge of a round table, in closed form.

The part of the card over the table is the intersection of two convex sets, so it is
its own convex hull. Only the corners that stand for the arc in a hull
are an approximation; no number is taken from them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

from staccs.table.hexagon import Hexagon
from staccs.table.plane import TOLERANCE, Point, nearest_on, sides_of, snapped, unit
from staccs.table.report import Support

__all__ = ["Disc", "disc_area"]

SAGITTA = 1e-6
"""Greatest distance in m between the round edge and the hull's sides along it."""


@dataclass(frozen=True, slots=True)
class Disc:
    """A disc around (0, 0).

    Parameters
    ----------
    radius : float
        In m.

    Examples
    --------
    >>> over = Disc(0.5).support(Hexagon((0.51, 0.0), 0.044))
    >>> round(over.margin, 9), over.direction
    (-0.01, (1.0, 0.0))
    """

    radius: float

    def outline(self) -> tuple[Point, ...]:
        """Return corners on the circle; sides are within `SAGITTA` of it, in m."""
        count = math.ceil(2 * math.pi / _step(self.radius))
        turns = [2 * math.pi * k / count for k in range(count)]
        return tuple(
            (self.radius * math.cos(t), self.radius * math.sin(t)) for t in turns
        )

    def clearance(self, card: Hexagon) -> float:
        """Return how far the card's farthest corner lies inside the disc, in m."""
        return self.radius - max(math.hypot(*corner) for corner in card.corners)

    def covers(self, card: Hexagon) -> bool:
        """Tell whether no part of a card is past the edge by more than `TOLERANCE`."""
        return self.clearance(card) >= -TOLERANCE

    def support(self, card: Hexagon) -> Support:
        """Return what the disc says of a card."""
        radius = self.radius
        depth = radius - math.hypot(*card.center)
        if _gap_to_middle(card) >= radius - TOLERANCE:
            return Support((), depth, card.area, unit(*card.center))
        if self.covers(card):
            return Support(card.corners, card.apothem, 0.0, None)
        over = max(card.area - disc_area(card, radius), 0.0)
        hull = _hull(card, radius)
        if snapped(depth) > 0:
            margin = min(depth, card.apothem)
            return Support(hull, margin, over, _first_way(card, radius))
        x, y = _nearest(card, radius)
        way = (card.center[0] - x, card.center[1] - y)
        return Support(hull, -math.hypot(*way), over, unit(*way) or unit(*card.center))


def _gap_to_middle(card: Hexagon) -> float:
    """Return the distance from the disc's center to the card; 0 inside it."""
    if card.depth((0.0, 0.0)) >= 0:
        return 0.0
    return math.hypot(*nearest_on((0.0, 0.0), sides_of(card.corners)))


def disc_area(card: Hexagon, radius: float) -> float:
    """Return the area of the part of a card inside a disc around (0, 0), in m^2.

    Triangles and sectors from the disc's center to the sides, summed with their sign.

    Examples
    --------
    >>> whole = disc_area(Hexagon((0.1, 0.0), 0.044), 0.5)
    >>> round(whole, 12) == round(Hexagon((0.1, 0.0), 0.044).area, 12)
    True
    >>> round(disc_area(Hexagon((0.0, 0.0), 9.0), 1.0) / math.pi, 12)
    1.0
    """
    sides = sides_of(card.corners)
    return math.fsum(_slice(start, end, radius) for start, end in sides)


def _slice(start: Point, end: Point, radius: float) -> float:
    """Return the signed area between (0, 0) and a side, inside the disc."""
    cut = _clipped(start, end, radius)
    if cut is None:
        return _sector(start, end, radius)
    first, last = cut
    triangle = (first[0] * last[1] - first[1] * last[0]) / 2
    return _sector(start, first, radius) + triangle + _sector(last, end, radius)


def _sector(start: Point, end: Point, radius: float) -> float:
    """Return the signed area of the sector from one direction to another."""
    cross = start[0] * end[1] - start[1] * end[0]
    turn = math.atan2(cross, start[0] * end[0] + start[1] * end[1])
    return radius * radius * turn / 2


def _clipped(start: Point, end: Point, radius: float) -> tuple[Point, Point] | None:
    """Return the ends of the part of a segment inside the disc; None without one."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy)
    ux, uy = dx / length, dy / length
    middle = -(start[0] * ux + start[1] * uy)
    away = start[0] * uy - start[1] * ux
    if abs(away) >= radius:
        return None
    half = math.sqrt((radius - away) * (radius + away))
    low, high = max(middle - half, 0.0), min(middle + half, length)
    if low >= high:
        return None
    ends = [
        (start[0] + t * ux, start[1] + t * uy) if 0 < t < length else corner
        for t, corner in ((low, start), (high, end))
    ]
    return ends[0], ends[1]


def _crossings(card: Hexagon, radius: float) -> list[Point]:
    """Return where the outline of the card meets the round edge; some points twice."""
    cuts = (_clipped(*side, radius) for side in sides_of(card.corners))
    ends = [end for cut in cuts if cut is not None for end in cut]
    return [end for end in ends if snapped(math.hypot(*end) - radius) == 0]


def _nearest(card: Hexagon, radius: float) -> Point:
    """Return the point of card and disc nearest to the card's center, outside it."""
    x, y = card.center
    share = radius / math.hypot(x, y)
    foot = (x * share, y * share)
    if card.depth(foot) >= 0:
        return foot
    cuts = (_clipped(*side, radius) for side in sides_of(card.corners))
    return nearest_on(card.center, (cut for cut in cuts if cut is not None))


def _first_way(card: Hexagon, radius: float) -> Point | None:
    """Return the normal of the edge, where it runs under the card, nearest to it."""
    way = unit(*card.center)
    if way is None:
        return None
    x, y = way
    if card.depth((x * radius, y * radius)) >= 0:
        return way
    px, py = max(_crossings(card, radius), key=lambda p: p[0] * x + p[1] * y)
    return (px / radius, py / radius)


def _hull(card: Hexagon, radius: float) -> tuple[Point, ...]:
    """Return the outline of the part over the disc, the arcs cut into chords."""
    crossings = _crossings(card, radius)
    inside = [p for p in card.corners if snapped(radius - math.hypot(*p)) > 0]
    points = inside + crossings + _arcs(card, radius, crossings)
    x = math.fsum(p[0] for p in points) / len(points)
    y = math.fsum(p[1] for p in points) / len(points)
    points.sort(key=lambda p: math.atan2(p[1] - y, p[0] - x))
    behind = [points[-1], *points]
    return tuple(
        p for p, q in zip(points, behind, strict=False) if math.dist(p, q) > TOLERANCE
    )


def _arcs(card: Hexagon, radius: float, crossings: list[Point]) -> list[Point]:
    """Return points along every arc that runs under the card, its ends left out."""
    turns = sorted(math.atan2(p[1], p[0]) for p in crossings) or [-math.pi]
    step = _step(radius)
    found = []
    for start, end in pairwise([*turns, turns[0] + 2 * math.pi]):
        count = math.ceil((end - start) / step)
        arc = [start + (end - start) * k / count for k in range(count)]
        middle = (start + end) / 2
        if card.depth((radius * math.cos(middle), radius * math.sin(middle))) >= 0:
            found += arc[1:] if crossings else arc
    return [(radius * math.cos(t), radius * math.sin(t)) for t in found]


def _step(radius: float) -> float:
    """Return the angle in rad between corners that stand for an arc."""
    return min(2 * math.acos(max(1 - SAGITTA / radius, 0.0)), math.pi / 6)

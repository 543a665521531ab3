"""The outline of one card on the table: a regular hexagon somewhere, at an angle."""

from __future__ import annotations

import math
from dataclasses import dataclass

from staccs.table.plane import Point, line_margin, sides_of

__all__ = ["Hexagon"]

_SIXTH = math.pi / 3


@dataclass(frozen=True, slots=True)
class Hexagon:
    """A regular hexagon; at angle 0 one corner points up.

    Parameters
    ----------
    center : (float, float)
        In m.
    edge : float
        Side, and distance from the center to a corner, in m.
    angle : float
        Turn counterclockwise, in rad; sixths of a turn change nothing.

    Examples
    --------
    >>> card = Hexagon((0.0, 0.0), 0.044)
    >>> round(card.apothem, 6), round(card.area, 8)
    (0.038105, 0.00502988)
    >>> [round(1000 * x) for x, y in card.corners]
    [0, -38, -38, 0, 38, 38]
    """

    center: Point
    edge: float
    angle: float = 0.0

    @property
    def corners(self) -> tuple[Point, ...]:
        """The six corners, counterclockwise from the one that points up at angle 0."""
        x, y = self.center
        turns = [self.angle + math.pi / 2 + k * _SIXTH for k in range(6)]
        return tuple(
            (x + self.edge * math.cos(t), y + self.edge * math.sin(t)) for t in turns
        )

    @property
    def apothem(self) -> float:
        """Distance from the center to a side, in m."""
        return self.edge * math.cos(_SIXTH / 2)

    @property
    def area(self) -> float:
        """Area, in m^2."""
        return 3 * self.edge * self.apothem

    def depth(self, point: Point) -> float:
        """Return the least distance in m from a point to the lines of the sides.

        Positive inside, 0 on the outline, negative outside.
        """
        return min(line_margin(point, *side) for side in sides_of(self.corners))

    def shrunk(self, length: float) -> Hexagon:
        """Return the hexagon whose sides lie this much further in, in m."""
        return Hexagon(self.center, self.edge * (1 - length / self.apothem), self.angle)

"""What the table says of a card: verdict, margin, and the numbers behind them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from staccs.table.plane import Point, snapped

__all__ = ["OverhangReport", "Support", "Verdict", "verdict_of"]


class Verdict(StrEnum):
    """How a card lies."""

    FLAT = "flat"
    FALLS = "falls"
    OFF = "off"

    @property
    def sentence(self) -> str:
        """The verdict in words."""
        return _SENTENCES[self]


_SENTENCES = {
    Verdict.FLAT: "the card lies flat",
    Verdict.FALLS: "the card cannot lie there: it reaches too far past the edge",
    Verdict.OFF: "no part of the card is over the table",
}


@dataclass(frozen=True, slots=True)
class Support:
    """What holds a card from below; no switch has a say in it.

    Parameters
    ----------
    hull : tuple of (float, float)
        Convex hull of the part of the card that lies over the table, corners
        counterclockwise; empty if there is no such part.
    margin : float
        How far the card's center lies inside the hull, in m; negative outside. Minus
        the distance from the center to the table if the hull is empty.
    overhang_area : float
        Area of the part that lies past the edge, in m^2.
    direction : (float, float) or None
        See `OverhangReport.tipping_direction`.
    """

    hull: tuple[Point, ...]
    margin: float
    overhang_area: float
    direction: Point | None


@dataclass(frozen=True, slots=True)
class OverhangReport:
    """How one card lies on the table.

    Parameters
    ----------
    verdict : Verdict
        ``flat``, ``falls`` or ``off`` (no part of it is over the table). A card that
        is refused under the switch ``inside`` is said to fall also where it would
        stay if it were let go: look at ``balance_margin`` for that.
    margin : float
        In m, signed: positive is safe. What it measures depends on ``edge``:

        ``balance``
            The distance from the card's center to the boundary of ``hull``, negative
            if the center lies outside. The card lies flat if it is *more* than 0: a
            center on the edge falls. It is never more than the distance from the
            center of a card to its side. Without a hull (``off``) it is minus the
            distance from the center to the table.
        ``inside``
            The distance from the card to the edge; for a card past the edge minus the
            distance from the table to the point of the card that is farthest from it
            (to a thousandth of the card's edge, on a table that is not convex).
            The card lies flat if it is 0 *or more*: touching the edge is inside.

        What is within `staccs.table.TOLERANCE` of 0 is given as 0.
    overhang_area : float
        Area of the part past the edge, in m^2.
    hull : tuple of (float, float)
        The supporting hull: the convex hull of the part of the card that lies over
        the table; corners counterclockwise, in m, in the coordinates of the table.
        Empty if there is no such part. A card over a hole or a notch may be held on
        both sides of it.
    tipping_direction : (float, float) or None
        Unit vector, in the coordinates of the table. For a card whose center is not
        inside the hull: the way it tips, square to the line it tips over (from the
        hull's nearest point to the center). For a card that lies flat by balance:
        the way it would tip first, square to the hull's nearest side of those that
        have a part of the card beyond them; None if there is none, as when the card
        lies wholly on the table, or no nearest one.
    balance_margin : float
        The margin under ``balance``, whatever the switch says.
    center : (float, float)
        The center of the card, in m.
    """

    verdict: Verdict
    margin: float
    overhang_area: float
    hull: tuple[Point, ...]
    tipping_direction: Point | None
    balance_margin: float
    center: Point

    @property
    def fits(self) -> bool:
        """Whether the card may lie there."""
        return self.verdict is Verdict.FLAT

    def __str__(self) -> str:
        return (
            f"{self.verdict}: {self.verdict.sentence} (margin "
            f"{self.margin * 1e3:.3f} mm, {self.overhang_area * 1e4:.2f} cm^2 past the "
            "edge)"
        )


def verdict_of(support: Support, margin: float, *, touching_fits: bool) -> Verdict:
    """Return the verdict for a margin that was taken under one of the switches."""
    if not support.hull:
        return Verdict.OFF
    length = snapped(margin)
    fits = length >= 0 if touching_fits else length > 0
    return Verdict.FLAT if fits else Verdict.FALLS

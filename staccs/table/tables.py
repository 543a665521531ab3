"""Tables: round, rectangular, or any simple polygon, also with holes.

Sizes and coordinates are in m. A round or a rectangular table lies around (0, 0), the
sides of a rectangle along x and y. Every table has a text that makes it again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

from staccs.errors import ParameterError
from staccs.table.corners import checked_length, checked_rings
from staccs.table.disc import Disc
from staccs.table.hexagon import Hexagon
from staccs.table.plane import TOLERANCE, Point
from staccs.table.report import Support

if TYPE_CHECKING:
    from staccs.table.region import Region

__all__ = ["PolygonTable", "RectangularTable", "RoundTable", "Shape", "Table"]


class Shape(Protocol):
    """The area of a table, ready to be asked about many cards."""

    def support(self, card: Hexagon) -> Support:
        """Return what holds a card from below."""

    def covers(self, card: Hexagon) -> bool:
        """Tell whether no part of a card is past the edge by more than `TOLERANCE`."""

    def clearance(self, card: Hexagon) -> float:
        """Return the distance in m from a card to the edge.

        For a card past the edge: minus the greatest distance of a point of it from
        the table.
        """


class Table(ABC):
    """A table of any shape; a value, frozen and hashable.

    ``str`` gives a text that `parse` reads.
    """

    __slots__ = ()

    @staticmethod
    def parse(text: str) -> Table:
        """Return the table that a text names.

        Parameters
        ----------
        text : str
            ``round:`` and a diameter; ``rect:`` and two sides with an x between them;
            ``polygon:`` and corners ``x,y`` with spaces between them, rings of holes
            after ``/``; all in m. Or the path of a JSON file, ending in ``.json``.

        Raises
        ------
        ParameterError
            If it is none of these, or names a table that cannot be.

        Examples
        --------
        >>> Table.parse("round:1.2").middle
        (0.0, 0.0)
        >>> Table.parse("rect:1.2x0.8")
        RectangularTable(width=1.2, depth=0.8)
        >>> Table.parse("square:1")
        Traceback (most recent call last):
        gamebase.errors.ParameterError: 'square:1' is no table: give round:DIAMETER or
        rect:WIDTHxDEPTH in meters, polygon:X,Y X,Y X,Y ..., or a file that ends in
        .json
        """
        from staccs.table.text import parse_table

        return parse_table(text)

    @abstractmethod
    def shape(self) -> Shape:
        """Return its area, ready to be asked about cards."""

    @property
    @abstractmethod
    def middle(self) -> Point:
        """Where the first card lies unless told otherwise, in m."""

    @property
    @abstractmethod
    def outline(self) -> tuple[Point, ...]:
        """Corners of the outer edge, counterclockwise, in m; a circle has many."""

    @property
    def holes(self) -> tuple[tuple[Point, ...], ...]:
        """Corners of every hole, in m."""
        return ()

    def brief(self, limit: int = 60) -> str:
        """Return its text or, where that is longer, what it is in words.

        Examples
        --------
        >>> teeth = [(x, 2 - x % 2) for x in range(9)]
        >>> PolygonTable([(0, 0), *teeth, (8, 0)]).brief()
        'polygon of 11 corners, 8x2 m'
        """
        text = str(self)
        return text if len(text) <= limit else self._in_words()

    def _in_words(self) -> str:
        width, depth = (max(xs) - min(xs) for xs in zip(*self.outline, strict=True))
        count = len(self.holes)
        holes = f" and {count} hole{'s' * (count > 1)}" if count else ""
        corners = f"{len(self.outline)} corners"
        return f"polygon of {corners}{holes}, {width:.3g}x{depth:.3g} m"


@dataclass(frozen=True, slots=True)
class RoundTable(Table):
    """A round table around (0, 0).

    Parameters
    ----------
    diameter : float
        In m.

    Raises
    ------
    ParameterError
        If that is no length.

    Examples
    --------
    >>> str(RoundTable(1))
    'round:1.0'
    """

    diameter: float

    def __post_init__(self) -> None:
        length = checked_length("diameter", self.diameter)
        object.__setattr__(self, "diameter", length)

    def __str__(self) -> str:
        return f"round:{self.diameter!r}"

    def shape(self) -> Disc:
        """Return its area, ready to be asked about cards."""
        return Disc(self.diameter / 2)

    @property
    def middle(self) -> Point:
        """The center, (0, 0)."""
        return (0.0, 0.0)

    @property
    def outline(self) -> tuple[Point, ...]:
        """Corners of a polygon in the circle that a picture cannot tell from it."""
        return Disc(self.diameter / 2).outline()


@dataclass(frozen=True, slots=True)
class RectangularTable(Table):
    """A rectangular table around (0, 0).

    Parameters
    ----------
    width, depth : float
        Sides along x and along y, in m.

    Raises
    ------
    ParameterError
        If one is no length.

    Examples
    --------
    >>> str(RectangularTable(1.2, 0.8))
    'rect:1.2x0.8'
    """

    width: float
    depth: float

    def __post_init__(self) -> None:
        for name in ("width", "depth"):
            length = checked_length(name, getattr(self, name))
            object.__setattr__(self, name, length)

    def __str__(self) -> str:
        return f"rect:{self.width!r}x{self.depth!r}"

    def shape(self) -> Region:
        """Return its area, ready to be asked about cards."""
        return _region(self.outline, ())

    @property
    def middle(self) -> Point:
        """The center, (0, 0)."""
        return (0.0, 0.0)

    @property
    def outline(self) -> tuple[Point, ...]:
        """The four corners, counterclockwise, in m."""
        x, y = self.width / 2, self.depth / 2
        return ((-x, -y), (x, -y), (x, y), (-x, y))


@dataclass(frozen=True, slots=True, init=False)
class PolygonTable(Table):
    """A table whose edge is a simple polygon, also with holes.

    Parameters
    ----------
    outline : sequence of (float, float)
        Corners of the outer edge in order, either way round, in m. That the first is
        repeated at the end does no harm.
    holes : sequence of sequences of (float, float)
        Corners of holes, none of which reaches past the outline or another hole.

    Raises
    ------
    ParameterError
        If a corner is no pair of finite numbers, a side has no length, or the polygon
        is not valid: self-crossing, a hole outside, without area. The message quotes
        shapely's reason, with the place.

    Examples
    --------
    >>> table = PolygonTable([(0, 0), (1, 0), (1, 1)])
    >>> str(table)
    'polygon:0.0,0.0 1.0,0.0 1.0,1.0'
    """

    outline: tuple[Point, ...]
    holes: tuple[tuple[Point, ...], ...]

    def __init__(self, outline: object, holes: object = ()) -> None:
        rings = checked_rings(outline, holes)
        _check_valid(rings[0], rings[1:])
        turned = [_turned(ring, k == 0) for k, ring in enumerate(rings)]
        object.__setattr__(self, "outline", turned[0])
        object.__setattr__(self, "holes", tuple(turned[1:]))

    def __str__(self) -> str:
        rings = (self.outline, *self.holes)
        return "polygon:" + " / ".join(
            " ".join(f"{x!r},{y!r}" for x, y in ring) for ring in rings
        )

    def shape(self) -> Region:
        """Return its area, ready to be asked about cards."""
        return _region(self.outline, self.holes)

    @property
    def middle(self) -> Point:
        """The point farthest from the edge, to a millimeter, in m."""
        return self.shape().middle(1e-3)


def _check_valid(
    outline: tuple[Point, ...], holes: tuple[tuple[Point, ...], ...]
) -> None:
    region = _region(outline, holes)
    reason = region.why_invalid()
    if reason:
        raise ParameterError(
            f"the polygon of the table is not valid: {reason} (x and y in meters); "
            "its sides may not cross or touch, and its holes must lie inside, apart"
        )
    if region.polygon.area <= TOLERANCE * region.polygon.length:
        raise ParameterError(
            f"the polygon of the table has an area of {region.polygon.area:g} m^2: "
            "give corners that do not lie on one line"
        )


def _turned(ring: tuple[Point, ...], counterclockwise: bool) -> tuple[Point, ...]:
    """Return the corners in this order, from the same first one."""
    x0, y0 = ring[0]
    behind = (ring[-1], *ring)
    twice = sum(
        (a[0] - x0) * (b[1] - y0) - (b[0] - x0) * (a[1] - y0)
        for a, b in zip(behind, ring, strict=False)
    )
    return ring if (twice > 0) is counterclockwise else (ring[0], *ring[:0:-1])


@lru_cache(maxsize=16)
def _region(outline: tuple[Point, ...], holes: tuple[tuple[Point, ...], ...]) -> Region:
    from staccs.table.region import Region

    return Region(outline, holes)

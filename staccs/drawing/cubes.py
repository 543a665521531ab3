"""One card as a cube: three surfaces, what they show, and what they are good for."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from staccs.cards import SUITS as ALL_SUITS
from staccs.cards import Card, Suit
from staccs.drawing.layout import EDGE, corners
from staccs.drawing.outlines import Affine, Outline, Point, polygon
from staccs.drawing.palette import INK, PAPER, REFUSED, SUITS, WILD, Tint
from staccs.drawing.picture import Group, Shape, Text
from staccs.drawing.suits import SYMBOLS
from staccs.hosts import HostSurface
from staccs.lattice import DIRECTIONS, Cell, to_plane
from staccs.placement import Placement
from staccs.surfaces import Surface, SurfaceState, direction

__all__ = ["cube", "rhombus", "surface"]

_WASH = {
    SurfaceState.LOCKED: 0.62,
    SurfaceState.PARTLY_COVERED: 0.42,
    SurfaceState.COVERED: 0.42,
}
_HALF_ROOT = 3**0.5 / 2
_FLAT = 0.72  # how much a symbol on a TOP is pressed flat

# Where texts on the surfaces run, in the card's own frame: to the right, and up. The
# right-hand surface and the left-hand one slope like the sides of a cube.
_LEVEL = ((1.0, 0.0), (0.0, _FLAT))
_RIGHT = ((_HALF_ROOT, 0.5), (0.0, 1.0))
_LEFT = ((_HALF_ROOT, -0.5), (0.0, 1.0))
_SLOPES = {0: _LEVEL, 2: _RIGHT, 4: _LEFT}


def cube(
    laid: Placement, surfaces: Sequence[HostSurface], view: Affine, mirror: bool = False
) -> Group:
    """Return one card as it looks.

    Parameters
    ----------
    laid : Placement
        The card, with its orientation.
    surfaces : sequence of HostSurface
        Its TOP, SIDE and FACE.
    view : Affine
        From the plane of the lattice to the picture.
    mirror : bool
        Whether the board is seen in a mirror; texts are not.
    """
    items: list[Shape | Text] = []
    for each in surfaces:
        items += surface(laid, each, view, mirror)
    outline = view.outline(polygon(corners(laid.cell)))
    items.append(Shape(outline, stroke=INK, width=2.4))
    call = f", {laid.call.word} called" if laid.call else ""
    return Group(f"{laid}: {laid.card.word}{call}", tuple(items))


def rhombus(cell: Cell, toward: int, inset: float = 0.0) -> Outline:
    """Return the outline of a surface, in the plane.

    Parameters
    ----------
    cell : Cell
        Where its card lies.
    toward : int
        Direction in which the surface points.
    inset : float
        By which share it is drawn smaller, around its own middle.
    """
    q, r = cell
    steps = [DIRECTIONS[(toward + k) % 6] for k in (-1, 0, 1)]
    points = [to_plane(cell), *(to_plane(Cell(q + a, r + b)) for a, b in steps)]
    x, y = _middle(cell, toward)
    shrink = Affine(1 - inset, 0.0, 0.0, 1 - inset, inset * x, inset * y)
    return polygon(map(shrink.point, points))


def _middle(cell: Cell, toward: int) -> Point:
    (x, y), (dx, dy) = to_plane(cell), to_plane(DIRECTIONS[toward])
    return x + dx / 2, y + dy / 2


def surface(
    laid: Placement, host: HostSurface, view: Affine, mirror: bool = False
) -> Iterator[Shape | Text]:
    """Yield one surface of a card as it looks; parameters as of `cube`."""
    turn = laid.orientation or 0
    toward = direction(host.surface, turn, mirror)
    tint = _tint(laid).washed(_WASH.get(host.state, 0.0))
    fill = (tint.top, tint.side, tint.face)[host.surface]
    outline = view.outline(rhombus(laid.cell, toward))
    yield Shape(outline, fill=fill, stroke=INK, width=1.2)
    if host.state is SurfaceState.COVERED:
        return
    plane = _plane(laid.cell, toward, turn, view)
    yield from _marks(laid, host.surface, plane, tint)
    if host.state is SurfaceState.BARRED:
        yield from _bar(plane)


def _plane(cell: Cell, toward: int, turn: int, view: Affine) -> Affine:
    """Return the map from a surface's own plane, pixels and y up, to the picture."""
    (a, b), (c, d) = _SLOPES[(toward - turn) % 6]
    slope = Affine(a, b, c, d, 0.0, 0.0)
    turned = Affine.turn(-turn * math.pi / 3).after(slope)
    middle = Affine.placed(_middle(cell, toward), 1 / EDGE)
    return view.after(middle).after(turned)


def _tint(laid: Placement) -> Tint:
    """Return the colors of a card; a WILD's TOP has those of the suit called."""
    if laid.card.suit is not None:
        return SUITS[laid.card.suit]
    if laid.call is None:
        return WILD
    called = SUITS[laid.call]
    return replace(WILD, top=called.top, symbol=called.symbol)


def _marks(
    laid: Placement, surface: Surface, plane: Affine, tint: Tint
) -> Iterator[Shape | Text]:
    ink = (tint.symbol, tint.number, tint.letter)[surface]
    card = laid.card
    if surface is Surface.TOP:
        yield from _top(laid, plane, tint)
    elif card.rank is None:
        yield _words("WILD", plane, ink, 0.27)
    elif card.is_number is (surface is Surface.SIDE):
        size = 0.54 if len(card.rank.value) > 1 else 0.66
        yield _words(card.rank.value, plane, ink, size)
    else:
        yield from _name(card, plane, ink)


def _top(laid: Placement, plane: Affine, tint: Tint) -> Iterator[Shape | Text]:
    suit = laid.card.suit or laid.call
    if suit is not None:
        yield _symbol(suit, plane, (0.0, 0.0), 0.66, tint.symbol)
    else:
        spots = ((0.0, 0.31), (0.34, 0.0), (0.0, -0.31), (-0.34, 0.0))
        for each, spot in zip(ALL_SUITS, spots, strict=True):
            yield _symbol(each, plane, spot, 0.3, SUITS[each].symbol)


def _name(card: Card, plane: Affine, ink: str) -> Iterator[Shape | Text]:
    """Yield the card's name, small, where it has nothing to match."""
    if card.rank is None or card.suit is None:
        return
    half = 0.075 * len(card.rank.value) + 0.06
    at = plane.after(Affine(e=-0.13 * EDGE))
    yield _words(card.rank.value, at, ink, 0.22)
    yield _symbol(card.suit, plane, (half, 0.0), 0.2, ink)


def _words(text: str, plane: Affine, ink: str, size: float) -> Text:
    down = Affine(1.0, 0.0, 0.0, -1.0, 0.0, 0.0)
    return Text(text, plane.after(down), size * EDGE, ink)


def _symbol(suit: Suit, plane: Affine, at: Point, size: float, ink: str) -> Shape:
    own = Affine.placed((at[0] * EDGE, at[1] * EDGE), size * EDGE)
    return Shape(plane.after(own).outline(SYMBOLS[suit]), fill=ink)


def _bar(plane: Affine) -> Iterator[Shape]:
    """Yield a bar across a surface that is barred for a turn (T10)."""
    ends = ((-0.55 * EDGE, 0.0), (0.55 * EDGE, 0.0))
    line: Outline = (("M", plane.point(ends[0])), ("L", plane.point(ends[1])))
    yield Shape(line, stroke=PAPER, width=11.0)
    yield Shape(line, stroke=REFUSED, width=7.0)

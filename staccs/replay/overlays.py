"""What is drawn over the cards: legal surfaces, cells that take one, refused plays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from staccs.board import Board
from staccs.cards import Card
from staccs.drawing.cubes import cube, rhombus
from staccs.drawing.layout import corners
from staccs.drawing.marks import COULD, NOT_NOW, TAKES
from staccs.drawing.outlines import Affine, Outline, polygon, rounded
from staccs.drawing.palette import INK, REFUSED, WHITE
from staccs.drawing.picture import Group, Item, Shape, Text
from staccs.hosts import HostSurface
from staccs.lattice import Cell, to_plane
from staccs.placement import Placement
from staccs.replay.model import Look, Position, Rejection, Spot
from staccs.surfaces import SURFACES, Surface, SurfaceState, direction

__all__ = [
    "badge_words",
    "badges",
    "fresh",
    "open_cube",
    "open_surfaces",
    "rejected",
    "surface_marks",
]

_INSET = 0.13
_MOST_NAMES = 2
_SIZE = 13.0


def open_surfaces(index: int, laid: Placement) -> tuple[HostSurface, ...]:
    """Return the surfaces of a card as they are when it is laid: all to be seen."""
    state = SurfaceState.OPEN
    return tuple(
        HostSurface(index, laid, surface, state, 2, laid.cell) for surface in SURFACES
    )


def open_cube(laid: Placement, view: Affine, mirror: bool = False) -> Group:
    """Return a card on which nothing lies."""
    return cube(laid, open_surfaces(0, laid), view, mirror)


def surface_marks(position: Position, seen: bool, view: Affine) -> Iterator[Shape]:
    """Yield frames around the open surfaces.

    A broad line marks one on which a card of the hand can be stacked, a thin one where
    only others could, a dotted one where nothing fits.

    Parameters
    ----------
    position : Position
        Where everything is.
    seen : bool
        Whether the hand of the player to decide is seen, and so what it fits on.
    view : Affine
        From the plane of the lattice to the picture.
    """
    board = position.view.board
    for index, look in enumerate(position.looks):
        if look not in (Look.LEGAL, Look.TAKES, Look.IDLE):
            continue
        outline = view.outline(_outline(board, index // 3, SURFACES[index % 3], _INSET))
        if look is Look.LEGAL and seen:
            yield Shape(outline, stroke=INK, width=6.0)
            yield Shape(outline, **TAKES)  # type: ignore[arg-type]
        else:
            yield Shape(outline, **(NOT_NOW if look is Look.IDLE else COULD))  # type: ignore[arg-type]


def _outline(board: Board, index: int, surface: Surface, inset: float) -> Outline:
    laid = board.cards[index]
    toward = direction(surface, laid.orientation or 0, board.is_mirrored)
    return rhombus(laid.cell, toward, inset)


def fresh(cell: Cell, view: Affine) -> Iterator[Shape]:
    """Yield the frame around the card that was just laid."""
    outline = view.outline(polygon(corners(cell)))
    yield Shape(outline, stroke=WHITE, width=9.0)
    yield Shape(outline, stroke=INK, width=5.0)


def badge_words(cards: Iterable[Card]) -> str:
    """Return the names of cards, few of them, and how many more there are.

    Examples
    --------
    >>> badge_words(map(Card.parse, ("2S", "3S", "4S")))
    '2S 3S +1'
    """
    names = [str(card) for card in cards]
    more = f" +{len(names) - _MOST_NAMES}" if len(names) > _MOST_NAMES else ""
    return " ".join(names[:_MOST_NAMES]) + more


def badges(
    spots: Iterable[Spot], beyond: Iterable[Spot], view: Affine
) -> Iterator[Item]:
    """Yield a label on each cell that takes a card, and that only the edge refuses."""
    for spot in beyond:
        words = badge_words(spot.cards)
        title = f"{spot.cell} is past the table's edge for {words}"
        yield Group(title, tuple(_badge(f"\u00d7 {words}", spot.cell, view, REFUSED)))
    for spot in spots:
        words = badge_words(spot.cards)
        yield Group(
            f"{spot.cell} takes {words}", tuple(_badge(words, spot.cell, view, INK))
        )


def _badge(text: str, cell: Cell, view: Affine, color: str) -> Iterator[Shape | Text]:
    x, y = view.point(to_plane(cell))
    half, high = 0.31 * _SIZE * len(text) + 5, 0.78 * _SIZE
    plate = rounded((x - half, y - high), (x + half, y + high), 8)
    yield Shape(plate, fill=color, stroke=WHITE, width=1.6)
    yield Text(text, Affine(e=x, f=y), _SIZE, WHITE)


def rejected(rejection: Rejection, position: Position, view: Affine) -> Iterator[Item]:
    """Yield a card that was refused where it was to lie, and what is against it."""
    placement = rejection.placement
    if placement is None:
        return
    yield open_cube(placement, view, position.view.board.is_mirrored)
    board = position.view.board
    for reason in rejection.against:
        if reason.index is not None and reason.surface is not None:
            rim = _outline(board, reason.index, reason.surface, 0.05)
            yield Shape(view.outline(rim), stroke=WHITE, width=8.0)
            yield Shape(view.outline(rim), stroke=REFUSED, width=4.5)
    yield from _crossed(placement.cell, view)


def _crossed(cell: Cell, view: Affine) -> Iterator[Shape]:
    points = corners(cell)
    outline = view.outline(polygon(points))
    yield Shape(outline, fill=REFUSED, opacity=0.22)
    yield Shape(outline, stroke=WHITE, width=7.0)
    yield Shape(outline, stroke=REFUSED, width=4.0, dash=(9.0, 5.0))
    x, y = view.point(to_plane(cell))
    for way in (1.0, -1.0):
        line = (("M", (x - 22, y - 22 * way)), ("L", (x + 22, y + 22 * way)))
        yield Shape(line, stroke=WHITE, width=13.0)
        yield Shape(line, stroke=REFUSED, width=8.0)

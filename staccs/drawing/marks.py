"""What is drawn over the cards: open surfaces, cells that take a card, coordinates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from staccs.board import Board
from staccs.cards import Card
from staccs.cells import unpack
from staccs.drawing.cubes import rhombus
from staccs.drawing.layout import corners, scale_of
from staccs.drawing.outlines import Affine, polygon, rounded
from staccs.drawing.palette import INK, OPEN, REFUSED, SHUT, WHITE
from staccs.drawing.picture import Group, Item, Shape, Text
from staccs.lattice import Cell, neighbors, to_plane
from staccs.openings import openings
from staccs.placement import Placement
from staccs.surfaces import direction

__all__ = [
    "COULD",
    "NOT_NOW",
    "TAKES",
    "Spot",
    "around",
    "coordinates",
    "open_marks",
    "refused_cells",
    "spot_marks",
    "taking_cells",
]

Spot = tuple[int, Cell]
"""Number of a STACC, and a cell at which a card would lie."""

TAKES = {"stroke": OPEN, "width": 3.6}
COULD = {"stroke": SHUT, "width": 3.0}
NOT_NOW = {"stroke": SHUT, "width": 2.6, "dash": (2.6, 5.2)}
_INSET = 0.13
_SIZE = 12.0  # of the letters of labels, in pixels of a small picture
_LARGEST = 1.3  # larger ones would run into those of the next cells
_BOLD, _PLAIN = 0.61, 0.6  # width of a letter as a share of its size


def open_marks(board: Board, view: Affine) -> Iterator[Shape]:
    """Yield the marks of all open surfaces that show something to match.

    A whole line marks one that a card can be stacked on as things are; a dotted one
    where nothing fits, because of what lies beside it or of the table's edge.
    """
    for each in openings(board):
        host = each.host
        turn = host.host.orientation or 0
        toward = direction(host.surface, turn, board.is_mirrored)
        outline = view.outline(rhombus(host.host.cell, toward, _INSET))
        if each.fitting:
            yield Shape(outline, stroke=INK, width=6.0)
        yield Shape(outline, **(TAKES if each.fitting else NOT_NOW))  # type: ignore[arg-type]


def taking_cells(board: Board, card: Card) -> tuple[Spot, ...]:
    """Return where a card may be laid."""
    found = board.legal_placements(card)
    return tuple(dict.fromkeys((each.stacc, each.cell) for each in found))


def refused_cells(board: Board, card: Card) -> tuple[Spot, ...]:
    """Return where a card could be laid but for the table's edge (T20)."""
    return tuple(
        (stacc, unpack(at))
        for stacc in board.staccs
        for at, fit in sorted(board.edge_cells(stacc).items())
        if fit >> card.index & 1 and _edge_alone(board, card, unpack(at), stacc)
    )


def _edge_alone(board: Board, card: Card, cell: Cell, stacc: int) -> bool:
    turn = min(board.rotations(stacc)) if card.is_wild else None
    against = board.explain(Placement(card, cell, turn, None, stacc)).against()
    return {reason.ruling for reason in against} == {"T20"}


def spot_marks(
    taking: Iterable[Spot], refused: Iterable[Spot], view: Affine, width: float
) -> Iterator[Item]:
    """Yield the marks of cells that take a card, and of those the edge refuses."""
    size = _letters(width)
    spots = [(spot, REFUSED, "past the table's edge") for spot in refused]
    spots += [(spot, INK, "takes the card") for spot in taking]
    for (_, cell), color, _ in spots:
        yield from _ghost(cell, color, view)
    for (stacc, cell), color, verdict in spots:
        name = f"{cell}#{stacc}" if stacc else str(cell)
        text = f"\u00d7 {name}" if color == REFUSED else name
        yield Group(f"{name} {verdict}", tuple(_label(text, cell, view, size, color)))


def _ghost(cell: Cell, color: str, view: Affine) -> Iterator[Shape]:
    outline = view.outline(polygon(corners(cell)))
    yield Shape(outline, fill=REFUSED if color == REFUSED else OPEN, opacity=0.2)
    yield Shape(outline, stroke=WHITE, width=4.4)
    yield Shape(outline, stroke=color, width=2.2, dash=(7.0, 4.0))


def around(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """Return the cells within two steps of others, these included, in order."""
    found = set(cells)
    for _ in range(2):
        found |= {near for cell in found for near in neighbors(cell)}
    return tuple(sorted(found))


def coordinates(
    cells: Iterable[Cell], view: Affine, width: float, height: float
) -> Iterator[Shape | Text]:
    """Yield the axial coordinates of those cells that are within the picture."""
    size = _letters(width)
    for cell in cells:
        x, y = view.point(to_plane(cell))
        if 0 < x < width and 0 < y < height:
            half, high = _PLAIN * size * len(str(cell)) / 2 + 1, 0.62 * size
            plate = rounded((x - half, y - high), (x + half, y + high), 4)
            yield Shape(plate, fill=WHITE, opacity=0.72)
            yield Text(str(cell), Affine(e=x, f=y), size, INK, bold=False)


def _label(
    text: str, cell: Cell, view: Affine, size: float, color: str
) -> Iterator[Shape | Text]:
    x, y = view.point(to_plane(cell))
    half, high = _BOLD * size * len(text) / 2 + 5, 0.8 * size
    plate = rounded((x - half, y - high), (x + half, y + high), 9)
    yield Shape(plate, fill=color, stroke=WHITE, width=1.6)
    yield Text(text, Affine(e=x, f=y), size, WHITE)


def _letters(width: float) -> float:
    """Return the size of labels in a picture, which is shown the smaller the wider."""
    return _SIZE * min(scale_of(width), _LARGEST)

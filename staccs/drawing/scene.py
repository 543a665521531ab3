"""A board as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gamebase.counting import counted
from staccs.board import Board
from staccs.cards import Card
from staccs.drawing.cubes import cube
from staccs.drawing.layout import Layout, layout_of
from staccs.drawing.legend import LEAST_WIDTH, Entry, legend, legend_height
from staccs.drawing.marks import (
    Spot,
    around,
    coordinates,
    open_marks,
    refused_cells,
    spot_marks,
    taking_cells,
)
from staccs.drawing.outlines import Affine, polygon
from staccs.drawing.palette import PAPER
from staccs.drawing.picture import Item, Picture, Shape
from staccs.drawing.tabletop import tabletop
from staccs.errors import ParameterError
from staccs.openings import openings

if TYPE_CHECKING:
    from staccs.table.placed import PlacedTable

__all__ = ["draw_board"]


@dataclass(frozen=True, slots=True)
class _Scene:
    """What one picture shows."""

    board: Board
    table: PlacedTable | None
    card: Card | None
    cells: bool
    title: str
    taking: tuple[Spot, ...]
    refused: tuple[Spot, ...]


def draw_board(
    board: Board,
    *,
    table: PlacedTable | None = None,
    card: Card | None = None,
    cells: bool = False,
    title: str = "",
) -> Picture:
    """Return the isometric picture of a board.

    Cards are drawn in the order they landed, as cubes: the TOP brightest with the
    suit, the SIDE with the number, the FACE darkest with the letter. Surfaces that
    are closed are toned down, open ones framed.

    Parameters
    ----------
    board : Board
        What lies; at least one card.
    table : PlacedTable, optional
        The table to draw under it.
    card : Card, optional
        A card of which to mark where it may be laid, and where the edge forbids it.
    cells : bool
        Whether to write the axial coordinates of all cells around.
    title : str
        A first line for the legend, such as the name of a file.

    Returns
    -------
    Picture
        For `staccs.drawing.to_svg` or `staccs.drawing.write_picture`.

    Raises
    ------
    ParameterError
        If no card lies.

    Examples
    --------
    >>> picture = draw_board(Board.from_text("5S@0,0 9S@0,1"))
    >>> picture.description
    '2 cards; the STACC heads for 90 degrees; 3 open surfaces with a card to fit. In
    notation: 5S@0,0 9S@0,1'
    """
    if not len(board):
        raise ParameterError("no card lies, so there is nothing to draw: lay one")
    taking = () if card is None else taking_cells(board, card)
    refused = () if card is None else refused_cells(board, card)
    scene = _Scene(board, table, card, cells, title, taking, refused)
    marked = [cell for _, cell in (*taking, *refused)]
    spread = [each.cell for each in board.cards]
    return _composed(scene, layout_of([*spread, *marked], table, cells))


def _composed(scene: _Scene, layout: Layout) -> Picture:
    entries = list(_entries(scene, layout))
    width = max(layout.width, LEAST_WIDTH)
    height = layout.height + legend_height(entries, width)
    view = Affine(e=(width - layout.width) / 2).after(layout.to_pixels)
    sheet = polygon([(0, 0), (width, 0), (width, height), (0, height)])
    items = [Shape(sheet, fill=PAPER), *_content(scene, view, width, layout.height)]
    items += legend(entries, width, layout.height)
    title = scene.title or "A STACC"
    return Picture(width, height, tuple(items), title, _described(scene))


def _content(
    scene: _Scene, view: Affine, width: float, height: float
) -> Iterator[Item]:
    board = scene.board
    if scene.table is not None:
        yield from tabletop(scene.table, view)
    surfaces = board.surfaces()
    for index, laid in enumerate(board.cards):
        own = surfaces[3 * index : 3 * index + 3]
        yield cube(laid, own, view, board.is_mirrored)
    yield from open_marks(board, view)
    if scene.cells:
        spread = around(each.cell for each in board.cards)
        yield from coordinates(spread, view, width, height)
    yield from spot_marks(scene.taking, scene.refused, view, width)


def _entries(scene: _Scene, layout: Layout) -> Iterator[Entry]:
    if scene.title:
        yield Entry("", scene.title)
    yield Entry("", counted(len(scene.board), "card"))
    yield Entry("open", "open")
    yield Entry("not_now", "open, but nothing fits on it now")
    yield Entry("closed", "closed")
    if scene.card is not None:
        yield Entry("takes", f"takes {scene.card} ({len(scene.taking)})")
    if scene.refused:
        yield Entry("refused", f"past the edge ({len(scene.refused)})")
    if scene.table is not None and not layout.whole:
        yield Entry("", "the table is larger than the picture")


def _described(scene: _Scene) -> str:
    board = scene.board
    parts = [counted(len(board), "card")]
    for stacc in board.staccs:
        name = f"STACC {stacc}" if len(board.staccs) > 1 else "the STACC"
        parts.append(
            f"{name} heads for {(90 - 60 * board.orientation(stacc)) % 360} degrees"
        )
    takers = sum(each.fitting > 0 for each in openings(board))
    parts.append(f"{counted(takers, 'open surface')} with a card to fit")
    if scene.table is not None:
        parts.append(f"on a table {scene.table.table.brief()}")
    if scene.card is not None:
        parts.append(f"{scene.card} fits at {counted(len(scene.taking), 'cell')}")
    return f"{'; '.join(parts)}. In notation: {board.to_text()}"

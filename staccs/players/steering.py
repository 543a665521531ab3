"""Where to turn with a WILD: towards room, away from cards and the table's edge."""

from __future__ import annotations

from collections.abc import Iterator

from staccs.cards import KINDS
from staccs.cells import STEPS, pack, unpack
from staccs.lattice import Cell, neighbors
from staccs.moves import CELL, ORIENTATION
from staccs.players.base import Seat

__all__ = ["Room", "turns", "ways_to_lay"]

_WILD = KINDS[-1].index

_REACH = 5
"""How far around is looked for room, in cells."""

_AROUND = tuple(
    pack(Cell(q, r))
    for q in range(-_REACH, _REACH + 1)
    for r in range(-_REACH, _REACH + 1)
    if abs(q + r) <= _REACH
)


class Room:
    """Where on the table there is room for new cards, beside those that lie.

    Parameters
    ----------
    seat : Seat
        Where the player sits.
    """

    def __init__(self, seat: Seat) -> None:
        self._fits = seat.fits
        self._taken = {
            pack(cell)
            for card in seat.board.cards
            for cell in (card.cell, *neighbors(card.cell))
        }

    def ahead(self, cell: int, orientation: int) -> int:
        """Return how many cells are free where the TOP of a card will point.

        Parameters
        ----------
        cell : int
            Packed cell of the card.
        orientation : int
            Its orientation.
        """
        there = cell + 2 * STEPS[orientation]
        return sum(self._is_free(there + step) for step in _AROUND)

    def _is_free(self, cell: int) -> bool:
        return cell not in self._taken and self._fits(unpack(cell))


def ways_to_lay(seat: Seat) -> Iterator[int]:
    """Yield ways to lay a WILD, without a called suit, as codes (`staccs.moves`)."""
    moves = seat.legal_moves
    turned = sorted({way >> ORIENTATION & 7 for way in moves.ways})
    for place, kinds in moves.spots:
        if kinds >> _WILD:
            yield from (place | turn << ORIENTATION for turn in turned)


def turns(seat: Seat) -> Iterator[tuple[int, int]]:
    """Yield ways to lay a WILD, without a called suit, and the room each turns to.

    Parameters
    ----------
    seat : Seat

    Yields
    ------
    tuple of int
        Code of the placement (`staccs.moves`), and free cells.
    """
    room = Room(seat)
    for code in ways_to_lay(seat):
        yield code, room.ahead(code >> CELL, (code >> ORIENTATION & 7) - 1)

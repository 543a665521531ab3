"""Choosing where to lay cards in the modes in which players build together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from staccs.board import Board
from staccs.cards import KINDS
from staccs.moves import CELL, KIND_BITS, ORIENTATION, STACC
from staccs.players.base import Seat
from staccs.players.coverage import coverage
from staccs.players.steering import turns
from staccs.players.unseen import unseen

__all__ = ["Choice", "lay", "ranked", "wanted_of"]

WILD = KINDS[-1].index


@dataclass(frozen=True, slots=True)
class Choice:
    """A play and what it is worth at first sight.

    Parameters
    ----------
    code : int
        Code of the move.
    worth : float
        Kinds of cards that find a place afterwards; of a WILD the room ahead.
    """

    code: int
    worth: float

    @property
    def kind(self) -> int:
        """Index of the card."""
        return self.code & KIND_BITS

    @property
    def is_wild(self) -> bool:
        """Whether the card is a WILD."""
        return self.kind == WILD


def lay(board: Board, code: int) -> None:
    """Lay the card of a play on a board, without asking whether it may lie there."""
    stacc = code >> STACC & 127
    turn = code >> ORIENTATION & 7
    orientation = turn - 1 if turn else board.orientation(stacc)
    board.put(code & KIND_BITS, code >> CELL, orientation, -1, stacc)


def wanted_of(seat: Seat) -> int:
    """Return the kinds of the cards that are still to be laid, as bits."""
    wanted = seat.hand
    for card in seat.view.discards:
        wanted |= 1 << card.index
    for kind in unseen(seat.view, seat.variation):
        wanted |= 1 << kind
    return wanted & ~(1 << WILD)


def ranked(seat: Seat, wanted: int) -> list[Choice]:
    """Return the legal plays, the best at first sight first, WILDs after all others.

    Parameters
    ----------
    seat : Seat
    wanted : int
        The kinds that are still to be laid.
    """
    plain = sorted(_plain(seat, wanted), key=lambda each: -each.worth)
    wild = [Choice(code | WILD, room) for code, room in turns(seat)]
    return plain + sorted(wild, key=lambda each: -each.worth)


def _plain(seat: Seat, wanted: int) -> Iterator[Choice]:
    board = seat.board
    for place, kinds in seat.legal_moves.spots:
        kinds &= (1 << WILD) - 1
        while kinds:
            kind = (kinds & -kinds).bit_length() - 1
            kinds &= kinds - 1
            lay(board, place | kind)
            yield Choice(place | kind, coverage(board, wanted & ~(1 << kind)))
            board.undo()

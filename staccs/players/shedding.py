"""Choosing moves of UH OH! and PARTY, where whoever sheds all cards wins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from staccs.board import Board
from staccs.cards import KINDS, SUITS
from staccs.cells import STEPS
from staccs.modes.kinds import (
    ACE,
    JACK,
    KING,
    NUMBERS,
    OF_RANK,
    OTHER_RANKS,
    QUEEN,
    RANK_OF,
)
from staccs.moves import ACTION, CALL, CELL, FLAG, KIND_BITS, Action, Move
from staccs.phases import Phase
from staccs.players.base import Seat
from staccs.players.steering import turns, ways_to_lay
from staccs.surfaces import Surface, direction

__all__ = ["answer"]

_WILD = KINDS[-1].index
_PLAIN = (1 << _WILD) - 1
_OF_SUIT = [
    sum(1 << card.index for card in KINDS if card.suit is suit) for suit in SUITS
]

MORE_OF_A_NUMBER = 3.0
"""Worth of each card that could be played along, of the same number (T11)."""

ANOTHER_TURN = 1.5
"""Worth of an ACE (T15)."""

ATTACC = 1.0
"""Worth of an ATTACC; twice that if the player hit is nearly out."""

OPTION = 0.4
"""Worth of each of the own kinds that find a place afterwards."""

KEEPING_A_WILD = 2.0
"""What a WILD is worth in the hand, since it nearly always fits."""

LAST_WILD = 4.0
"""What it costs to be left with a WILD alone, which cannot go out (T13)."""

LOST_PLAY = 0.5
"""Worth of turning away when the edge forbids a play of ours."""


def answer(seat: Seat, *, calls: bool, steers: bool = True) -> Move:
    """Return the best move at first sight, of several.

    Parameters
    ----------
    seat : Seat
    calls : bool
        Whether UH OH! is called when it is due.
    steers : bool
        Whether WILDs turn to where there is room, and what the edge forbids is known.
        If not, a WILD is laid by chance, and all plays are judged as on a table
        without an edge.
    """
    if seat.phase is Phase.CATCH:
        return Move(Action.CATCH << ACTION)
    if seat.phase is Phase.GIVE:
        return _gift(seat, calls, steers)
    found = [*_plain_plays(seat, steers), *_wild_plays(seat, steers)]
    if not found:
        return seat.legal_moves[-1]
    _, code = max(found)
    return Move(code | FLAG if calls and seat.legal_moves.calls else code)


def _gift(seat: Seat, calls: bool, sees_edge: bool) -> Move:
    """Give away what is worth least: what fits nowhere, then numbers."""
    fits = _fitting(_open_cells(seat.board, sees_edge))

    def worth(move: Move) -> tuple[bool, float, bool, int]:
        kind = move.code & KIND_BITS
        rank = RANK_OF[kind]
        special = kind == _WILD or rank == ACE
        return special, (fits >> kind & 1) + _attacks(rank), move.uh_oh != calls, kind

    return min(seat.legal_moves, key=worth)


def _plain_plays(seat: Seat, sees_edge: bool) -> Iterator[tuple[float, int]]:
    """Yield worth and code of every play without a WILD."""
    board, hand = seat.board, seat.hand
    close = _victim_is_close(seat)
    for place, kinds in seat.legal_moves.spots:
        kinds &= _PLAIN
        while kinds:
            kind = (kinds & -kinds).bit_length() - 1
            kinds &= kinds - 1
            left = hand & ~(1 << kind)  # a second one of it, in PARTY, is no matter
            worth = _effect(RANK_OF[kind], close)
            worth += _after(board, place >> CELL, kind, left, sees_edge)
            yield worth - (LAST_WILD if left == 1 << _WILD else 0.0), place | kind


def _effect(rank: int, close: bool) -> float:
    return ANOTHER_TURN * (rank == ACE) + _attacks(rank) * ATTACC * (1 + close)


def _attacks(rank: int) -> bool:
    return rank in (JACK, QUEEN, KING)


def _victim_is_close(seat: Seat) -> bool:
    """Return whether the next player has at most two cards."""
    sizes = seat.hand_sizes
    return sizes[(seat.player + seat.direction) % len(sizes)] <= 2


def _after(board: Board, cell: int, kind: int, left: int, sees_edge: bool) -> float:
    """Return what the cards left are worth once a card is laid."""
    rank, orientation = RANK_OF[kind], board.orientation()
    same = left & OF_RANK[rank] if rank < NUMBERS else 0
    starts_row = same and not board.open_cells()[cell] & OTHER_RANKS[rank]
    board.put(kind, cell, orientation)
    cells = _open_cells(board, sees_edge)
    worth = OPTION * (_fitting(cells) & left).bit_count()
    if starts_row:
        side = cell + STEPS[direction(Surface.SIDE, orientation)]
        along = cells.get(side, 0) & same
        worth += MORE_OF_A_NUMBER * along.bit_count()
    board.undo()
    return worth


def _wild_plays(seat: Seat, steers: bool) -> Iterator[tuple[float, int]]:
    """Yield the best play of a WILD: the suit held most, towards the most room.

    Without steering it goes to a place, and faces a way, by chance, and the edge is
    no reason to lay one.
    """
    code = _turned_to_room(seat) if steers else _turned_by_chance(seat)
    if code is None:
        return
    hand = seat.hand & _PLAIN
    held = [(hand & of_suit).bit_count() for of_suit in _OF_SUIT]
    suit = held.index(max(held))
    worth = OPTION * held[suit] - KEEPING_A_WILD
    if steers:
        worth += LOST_PLAY * seat.lost_to_edge
    if seat.hand_sizes[seat.player] == 2:
        worth += LAST_WILD  # or it would be the last card
    yield worth, code | suit + 1 << CALL | _WILD


def _turned_to_room(seat: Seat) -> int | None:
    found = max(((room, code) for code, room in turns(seat)), default=None)
    return None if found is None else found[1]


def _turned_by_chance(seat: Seat) -> int | None:
    ways = list(ways_to_lay(seat))
    return ways[int(seat.rng.integers(len(ways)))] if ways else None


def _open_cells(board: Board, sees_edge: bool) -> Mapping[int, int]:
    """Return where which kinds of cards fit, past the edge too if that is not seen."""
    cells = board.open_cells()
    return cells if sees_edge else {**cells, **board.edge_cells()}


def _fitting(cells: Mapping[int, int]) -> int:
    """Return the kinds of cards that fit anywhere, as bits."""
    kinds = 0
    for fit in cells.values():
        kinds |= fit
    return kinds

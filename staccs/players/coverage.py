"""How many cards would find a place: what players judge a STACC by."""

from __future__ import annotations

from staccs.board import Board

__all__ = ["coverage"]

_SECOND, _THIRD = 0.5, 0.25
"""Worth of a second and a third place for the same card; the first is worth 1."""


def coverage(board: Board, wanted: int) -> float:
    """Return for how many kinds of cards a board has places, further ones for less.

    Parameters
    ----------
    board : Board
        All its STACCs count.
    wanted : int
        The kinds that count, as bits.

    Examples
    --------
    >>> from staccs.cards import Card, mask_of
    >>> board = Board.from_text("5S@0,0")
    >>> coverage(board, mask_of(map(Card.parse, ["5D", "9S", "9D"])))
    2.0
    """
    once = twice = thrice = 0
    for stacc in board.staccs:
        for fit in board.open_cells(stacc).values():
            thrice |= twice & fit
            twice |= once & fit
            once |= fit
    return (
        (once & wanted).bit_count()
        + _SECOND * (twice & wanted).bit_count()
        + _THIRD * (thrice & wanted).bit_count()
    )

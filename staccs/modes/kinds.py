"""Kinds of cards as bits, and in how many ways a WILD is laid."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from staccs.cards import KINDS, RANKS, SUITS, Rank, mask_of
from staccs.moves import CALL, ORIENTATION

__all__ = [
    "ACE",
    "JACK",
    "KING",
    "LETTERS",
    "NUMBERS",
    "OF_RANK",
    "OTHER_RANKS",
    "QUEEN",
    "RANK_OF",
    "WILD_KIND",
    "ZERO",
    "ways_to_turn",
]

ZERO: Final = RANKS.index(Rank.ZERO)
JACK: Final = RANKS.index(Rank.JACK)
QUEEN: Final = RANKS.index(Rank.QUEEN)
KING: Final = RANKS.index(Rank.KING)
ACE: Final = RANKS.index(Rank.ACE)

NUMBERS: Final = JACK
"""Ranks with an index below this are numbers."""

LETTERS: Final = (JACK, QUEEN, KING)
"""The ATTACCs."""

WILD_KIND: Final = KINDS[-1].index
"""Index of the WILD."""

RANK_OF: Final = [
    *(RANKS.index(Rank(card.rank or "")) for card in KINDS[:-1]),
    len(RANKS),
]
"""For each kind the index of its rank; one past the last for a WILD."""

OF_RANK: Final = [
    mask_of(card for card in KINDS if card.rank is rank) for rank in (*RANKS, None)
]
"""For each rank the kinds that have it, as bits; the WILD last."""

OTHER_RANKS: Final = [(1 << WILD_KIND) - 1 & ~kinds for kinds in OF_RANK]
"""For each rank the kinds that have another one, without the WILD."""


@lru_cache(maxsize=64)
def ways_to_turn(orientations: tuple[int, ...], calls: bool) -> tuple[int, ...]:
    """Return in how many ways a WILD may be laid on a cell, as parts of codes.

    Parameters
    ----------
    orientations : tuple of int
        Those it may take.
    calls : bool
        Whether a suit is called.

    Examples
    --------
    >>> len(ways_to_turn((1, 2, 3, 4, 5), calls=True))
    20
    """
    suits = range(1, len(SUITS) + 1) if calls else (0,)
    turns = sorted(orientations)
    return tuple(1 + turn << ORIENTATION | s << CALL for turn in turns for s in suits)

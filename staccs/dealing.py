"""Shuffling and dealing: all that is left to chance in a game.

Once the DECC is shuffled nothing more is: the order of the draw pile is the state of
chance, so games need no generator afterwards and are exact when written and read.
Cards are kinds here, the whole numbers of `Card.index`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from staccs.cards import KINDS, decc
from staccs.errors import ParameterError, shown

if TYPE_CHECKING:  # numpy is loaded when a game is dealt, not before
    import numpy as np

    Seed: TypeAlias = int | np.random.SeedSequence | np.random.Generator | None

__all__ = ["dealt", "flip_first", "generator", "kinds_of", "shuffled"]

_WILD = KINDS[-1].index


def generator(seed: Seed) -> np.random.Generator:
    """Return the generator that a seed stands for.

    Parameters
    ----------
    seed : int, SeedSequence, Generator or None
        A whole number from 0, or where randomness comes from. None: unforeseeable.

    Raises
    ------
    ParameterError
        If it is none of these.
    """
    import numpy as np

    if type(seed) is int:
        known = seed >= 0
    else:
        kinds = np.random.SeedSequence, np.random.Generator
        known = seed is None or isinstance(seed, kinds)
    if not known:
        raise ParameterError(f"seed is {shown(seed)}: give a whole number from 0")
    return np.random.default_rng(seed)


@lru_cache(maxsize=8)
def kinds_of(copies: int, wilds: bool = True) -> tuple[int, ...]:
    """Return the kinds of all cards of so many DECCs, in order.

    Parameters
    ----------
    copies : int
        How many DECCs.
    wilds : bool
        Whether the WILDs are among them.

    Examples
    --------
    >>> len(kinds_of(1)), len(kinds_of(2, wilds=False))
    (60, 112)
    """
    kinds = (card.index for card in decc(copies))
    return tuple(kind for kind in kinds if wilds or kind != _WILD)


def shuffled(kinds: Sequence[int], rng: np.random.Generator) -> list[int]:
    """Return the kinds in random order."""
    return [kinds[index] for index in rng.permutation(len(kinds)).tolist()]


def dealt(
    pile: Sequence[int], players: int, each: int
) -> tuple[list[list[int]], list[int]]:
    """Deal from the top of a pile; return the hands and the pile that is left.

    Examples
    --------
    >>> dealt([5, 6, 7, 8, 9], players=2, each=2)
    ([[5, 7], [6, 8]], [9])
    """
    last = players * each
    return [list(pile[player:last:players]) for player in range(players)], list(
        pile[last:]
    )


def flip_first(
    pile: Sequence[int],
    rng: np.random.Generator,
    begins: Callable[[int], bool],
    *,
    reshuffle: bool,
) -> tuple[int, list[int]]:
    """Flip cards until one may begin the STACC; return it and the pile that is left.

    Parameters
    ----------
    pile : sequence of int
        The draw pile, the next card first. One of its cards must be able to begin.
    rng : Generator
        Says where the skipped cards go.
    begins : callable
        Whether a card of this kind may be the first.
    reshuffle : bool
        Shuffle the pile with all cards skipped (T21), or slide each of them back in
        below the top before the next is flipped (T17).
    """
    cards = list(pile)
    if reshuffle:
        index = next(index for index, kind in enumerate(cards) if begins(kind))
        first = cards.pop(index)
        return first, shuffled(cards, rng) if index else cards
    while not begins(cards[0]):
        skipped = cards.pop(0)
        cards.insert(int(rng.integers(1, len(cards) + 1)), skipped)
    return cards[0], cards[1:]

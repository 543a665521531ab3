"""Deals of SOLOSTACCS with space no object: what could be won by suits and ranks alone.

Whatever is won in the game is won here, too, so a deal that cannot be won here is lost.
A card fits if anything that is not locked shares its suit, its number or its letter,
wherever there would be room for it, and a player may discard it all the same. Only the
order of the pile and of the discards still binds.
"""

from __future__ import annotations

from collections.abc import Sequence

from staccs.cards import KINDS
from staccs.surfaces import ALL_SUITED, Surface, fitting

__all__ = ["MATCHING", "could_be_won"]

_WILD = KINDS[-1].index

MATCHING = tuple(
    fitting(card, Surface.TOP) & ALL_SUITED
    | fitting(card, Surface.SIDE)
    | fitting(card, Surface.FACE)
    for card in KINDS
)
"""By kind of card, which kinds match any of its surfaces, as bits; WILDs left out."""

_State = tuple[int, tuple[int, ...], int]
"""Cards drawn, the discards, and the kinds that match; -1 after a WILD."""


def could_be_won(first: int, pile: Sequence[int], most: int = 20_000) -> bool | None:
    """Return whether a deal could be won in one pass with space no object.

    Parameters
    ----------
    first : int
        Kind of the first card.
    pile : sequence of int
        Kinds of the draw pile, the next card first.
    most : int
        After so many states it is given up.

    Returns
    -------
    bool or None
        None if it was given up. False proves that the deal is lost in the variations
        ``perfect`` and ``no_wilds``, where only a card is discarded that fits nowhere.

    Notes
    -----
    A WILD is never discarded there: it always fits squarely on the card laid last.
    After the last WILD it never helps to hold back a card that matches.

    Examples
    --------
    >>> from staccs.cards import Card
    >>> kinds = [Card.parse(name).index for name in ("5S", "7H", "9D", "9S")]
    >>> could_be_won(kinds[0], kinds[1:]), could_be_won(kinds[0], kinds[3:])
    (False, True)
    """
    last = max((k for k, kind in enumerate(pile) if kind == _WILD), default=-1)
    known: set[_State] = set()
    left: list[_State] = [(0, (), MATCHING[first])]
    while left:
        state = left.pop()
        if state in known:
            continue
        if len(known) >= most:
            return None
        known.add(state)
        drawn, discards, _ = state
        if drawn == len(pile) and not discards:
            return True
        left += _after(state, pile, holds=drawn <= last)
    return False


def _after(state: _State, pile: Sequence[int], *, holds: bool) -> list[_State]:
    """Return what a state can become; ``holds``: whether a WILD is still to come."""
    drawn, discards, matching = state
    found: list[_State] = []
    if drawn < len(pile):
        kind = pile[drawn]
        kept = drawn + 1, (*discards, kind), matching
        if kind == _WILD:
            found.append((drawn + 1, discards, -1))
        elif not matching >> kind & 1:
            found.append(kept)
        else:
            if holds or matching == -1:
                found.append(kept)
            found.append((drawn + 1, discards, _joined(matching, kind)))
    if discards and matching >> discards[-1] & 1:
        top = discards[-1]
        lifted = drawn, discards[:-1], _joined(matching, top)
        found = [lifted] if not holds and matching != -1 else [*found, lifted]
    return found


def _joined(matching: int, kind: int) -> int:
    """Return what matches once a card lies; it hides the TOP of a WILD before it."""
    return MATCHING[kind] if matching == -1 else matching | MATCHING[kind]

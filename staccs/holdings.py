"""Who holds which cards: hands, the draw pile and the discard pile, as integers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from staccs.cards import KINDS, Card

__all__ = ["Holdings"]

_GAIN: Final = 0
_LOSE: Final = 1
_DRAW: Final = 2
_LAY: Final = 3
_LIFT: Final = 4
_FLIP: Final = 5
_NUMBER_OF_KINDS: Final = len(KINDS)


class Holdings:
    """Cards that are not on the board, with a journal to take everything back.

    Parameters
    ----------
    hands : sequence of sequence of int
        Kinds of the cards each player holds.
    pile : sequence of int
        Kinds of the cards of the draw pile, the next one first.

    Attributes
    ----------
    masks : list of int
        For each player the set of kinds in the hand, as bits.
    sizes : list of int
        How many cards each player holds.
    counts : list of list of int
        For each player how many cards of each kind.
    pile : list of int
        The draw pile with the cards already drawn; never changed.
    drawn : int
        How many of them are drawn.
    discards : list of int
        The discard pile, its top last.
    journal : list of int
        What happened; `back_to` takes it back.

    Examples
    --------
    >>> cards = Holdings([[3], []], [7, 8])
    >>> cards.draw(1), cards.hand(1), cards.left
    (True, [7], 1)
    >>> cards.back_to(0)
    >>> cards.hand(1), cards.left
    ([], 2)
    """

    def __init__(self, hands: Sequence[Sequence[int]], pile: Sequence[int]) -> None:
        self.masks = [0] * len(hands)
        self.sizes = [0] * len(hands)
        self.counts = [[0] * _NUMBER_OF_KINDS for _ in hands]
        self.pile = list(pile)
        self.drawn = 0
        self.discards: list[int] = []
        self.journal: list[int] = []
        self._flipped: list[tuple[list[int], int]] = []
        for player, hand in enumerate(hands):
            counts = self.counts[player]
            mask = 0
            for kind in hand:
                counts[kind] += 1
                mask |= 1 << kind
            self.masks[player] = mask
            self.sizes[player] = len(hand)

    @property
    def left(self) -> int:
        """How many cards the draw pile has left."""
        return len(self.pile) - self.drawn

    def hand(self, player: int) -> list[int]:
        """Return the kinds a player holds, in order, one for each card."""
        counts = self.counts[player]
        return [kind for kind, count in enumerate(counts) for _ in range(count)]

    def cards(self, player: int) -> tuple[Card, ...]:
        """Return the cards a player holds, in order."""
        return tuple(KINDS[kind] for kind in self.hand(player))

    def pile_cards(self) -> tuple[Card, ...]:
        """Return the cards left in the draw pile, the next one first."""
        return tuple(KINDS[kind] for kind in self.pile[self.drawn :])

    def discard_cards(self) -> tuple[Card, ...]:
        """Return the cards of the discard pile, its top last."""
        return tuple(KINDS[kind] for kind in self.discards)

    def _add(self, player: int, kind: int) -> None:
        self.counts[player][kind] += 1
        self.masks[player] |= 1 << kind
        self.sizes[player] += 1

    def _remove(self, player: int, kind: int) -> None:
        counts = self.counts[player]
        counts[kind] -= 1
        if not counts[kind]:
            self.masks[player] ^= 1 << kind
        self.sizes[player] -= 1

    def gain(self, player: int, kind: int) -> None:
        """Give a player a card."""
        self._add(player, kind)
        self.journal.append(player << 12 | kind << 4 | _GAIN)

    def lose(self, player: int, kind: int) -> None:
        """Take a card from a player who holds it."""
        counts = self.counts[player]
        counts[kind] -= 1
        if not counts[kind]:
            self.masks[player] ^= 1 << kind
        self.sizes[player] -= 1
        self.journal.append(player << 12 | kind << 4 | _LOSE)

    def draw(self, player: int) -> bool:
        """Give a player the next card of the pile; return False if there is none."""
        drawn = self.drawn
        if drawn == len(self.pile):
            return False
        kind = self.pile[drawn]
        self.drawn = drawn + 1
        self.counts[player][kind] += 1
        self.masks[player] |= 1 << kind
        self.sizes[player] += 1
        self.journal.append(player << 12 | kind << 4 | _DRAW)
        return True

    def lay(self, kind: int) -> None:
        """Put a card on the discard pile."""
        self.discards.append(kind)
        self.journal.append(kind << 4 | _LAY)

    def lift(self) -> int:
        """Take the top card off the discard pile and return its kind."""
        kind = self.discards.pop()
        self.journal.append(kind << 4 | _LIFT)
        return kind

    def flip(self) -> None:
        """Turn the discard pile over into the draw pile, which must be used up."""
        self._flipped.append((self.pile, self.drawn))
        self.pile, self.drawn, self.discards = self.discards, 0, []
        self.journal.append(_FLIP)

    def back_to(self, length: int) -> None:
        """Take back all that happened since the journal was so long."""
        journal = self.journal
        while len(journal) > length:
            entry = journal.pop()
            self._take_back(entry & 15, entry >> 4 & 255, entry >> 12)

    def _take_back(self, what: int, kind: int, player: int) -> None:
        if what == _LOSE:
            self._add(player, kind)
        elif what == _LAY:
            self.discards.pop()
        elif what == _LIFT:
            self.discards.append(kind)
        elif what == _FLIP:
            self.discards = self.pile
            self.pile, self.drawn = self._flipped.pop()
        else:
            self._remove(player, kind)
            self.drawn -= what == _DRAW

    def copy(self) -> Holdings:
        """Return an independent copy, with everything to take back."""
        other = Holdings((), ())
        other.masks, other.sizes = self.masks.copy(), self.sizes.copy()
        other.counts = [counts.copy() for counts in self.counts]
        other.pile, other.drawn = self.pile.copy(), self.drawn
        other.discards, other.journal = self.discards.copy(), self.journal.copy()
        other._flipped = [(pile.copy(), drawn) for pile, drawn in self._flipped]
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Holdings):
            return NotImplemented
        return self._now() == other._now()

    def _now(self) -> tuple[object, ...]:
        return self.counts, self.pile[self.drawn :], self.discards

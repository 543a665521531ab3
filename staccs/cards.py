"""Suits, ranks, cards, and the DECC."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from staccs.errors import InvalidNotationError, ParameterError, matched, shown

__all__ = [
    "KINDS",
    "MOST_DECCS",
    "RANKS",
    "SUITS",
    "WILD",
    "WILDS_A_DECC",
    "Card",
    "Rank",
    "Suit",
    "decc",
    "mask_of",
]


class Suit(StrEnum):
    """Suit of a card; the value is the letter used in notation."""

    SPADES = "S"
    HEARTS = "H"
    CLUBS = "C"
    DIAMONDS = "D"

    @property
    def word(self) -> str:
        """The suit in plain words, such as ``"hearts"``."""
        return self.name.lower()


class Rank(StrEnum):
    """Number or letter of a card; the value is what notation has."""

    ZERO = "0"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "10"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"

    @property
    def is_number(self) -> bool:
        """Whether this is a number, 0 or 2 to 10, and not a letter."""
        return self.value.isdigit()

    @property
    def word(self) -> str:
        """The rank in plain words, such as ``"JACK"`` or ``"7"``."""
        return self.name if self is Rank.ZERO or not self.is_number else self.value


SUITS = tuple(Suit)
"""The four suits in the order of `Card.index`."""

RANKS = tuple(Rank)
"""The fourteen ranks in the order of `Card.index`."""

WILDS_A_DECC = 4
"""How many WILDs one DECC has."""

MOST_DECCS = 16
"""Largest number of DECCs shuffled together; a STACC of them stays within reach."""

_NAME = re.compile(r"(10|[02-9JQKA])([SHCD])|W")
_WILD_INDEX = len(SUITS) * len(RANKS)


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """A kind of card; all its copies are equal.

    Parameters
    ----------
    index : int
        Number of the kind: 0 to 55 by suit and rank, 56 for a WILD. `Card.parse`
        makes a card from its name.

    Attributes
    ----------
    suit : Suit or None
        Its suit; None for a WILD.
    rank : Rank or None
        Its number or letter; None for a WILD.

    Raises
    ------
    ParameterError
        If `index` is not a whole number from 0 to 56.

    Examples
    --------
    >>> card = Card.parse("10H")
    >>> card.suit, card.rank, card.is_letter, card.index
    (<Suit.HEARTS: 'H'>, <Rank.TEN: '10'>, False, 23)
    """

    index: int
    suit: Suit | None = field(init=False, repr=False, compare=False)
    rank: Rank | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        index = self.index
        if type(index) is not int or not 0 <= index <= _WILD_INDEX:
            raise ParameterError(
                f"index is {shown(index)}: give a whole number from 0 to {_WILD_INDEX}"
            )
        wild = index == _WILD_INDEX
        suit, rank = divmod(index, len(RANKS))
        object.__setattr__(self, "suit", None if wild else SUITS[suit])
        object.__setattr__(self, "rank", None if wild else RANKS[rank])

    @classmethod
    def parse(cls, text: str) -> "Card":
        """Return the card of a name like ``"5S"``, ``"10H"``, ``"QC"`` or ``"W"``.

        Raises
        ------
        InvalidNotationError
            If the text is not a card's name.
        """
        match = matched(_NAME, text)
        if match is None:
            raise InvalidNotationError(
                f"{shown(text)} is not a card: write 0, 2 to 10, J, Q, K or A and a "
                "suit (S H C D), or W"
            )
        return _BY_NAME[match[0]]

    def __str__(self) -> str:
        return "W" if self.rank is None else f"{self.rank.value}{self.suit}"

    @property
    def is_wild(self) -> bool:
        """Whether this is a WILD."""
        return self.rank is None

    @property
    def is_number(self) -> bool:
        """Whether it has a number: 0 or 2 to 10."""
        return self.rank is not None and self.rank.is_number

    @property
    def is_letter(self) -> bool:
        """Whether it has a letter: J, Q, K or A."""
        return self.rank is not None and not self.rank.is_number

    @property
    def word(self) -> str:
        """The card in plain words, such as ``"10 of hearts"``."""
        if self.rank is None or self.suit is None:
            return "WILD"
        return f"{self.rank.word} of {self.suit.word}"


KINDS = tuple(Card(index) for index in range(_WILD_INDEX + 1))
"""Every kind of card, by its index."""

WILD = KINDS[_WILD_INDEX]
"""The WILD."""

_BY_NAME = {str(card): card for card in KINDS}


def card_of(value: object) -> Card:
    """Return a card as it was given.

    Raises
    ------
    ParameterError
        If the value is something else.
    """
    if isinstance(value, Card):
        return value
    raise ParameterError(
        f"card is {shown(value)}: give a Card, such as Card.parse('5S')"
    )


def decc(copies: int = 1) -> tuple[Card, ...]:
    """Return the cards of one or more DECCs, in order.

    Parameters
    ----------
    copies : int
        How many DECCs, 1 to 16.

    Returns
    -------
    tuple of Card
        60 cards a DECC.

    Examples
    --------
    >>> len(decc()), decc().count(WILD), decc(2).count(Card.parse("AS"))
    (60, 4, 2)
    """
    if type(copies) is not int or not 1 <= copies <= MOST_DECCS:
        raise ParameterError(
            f"copies is {shown(copies)}: give a whole number from 1 to {MOST_DECCS}"
        )
    return (KINDS[:-1] + (WILD,) * WILDS_A_DECC) * copies


def mask_of(cards: Iterable[Card]) -> int:
    """Return the set of kinds among cards, as the bits of an integer.

    Parameters
    ----------
    cards : iterable of Card
        Such as a hand.

    Returns
    -------
    int
        Bit i is set if a card of index i is there.

    Examples
    --------
    >>> mask_of([Card(0), Card(2), Card(2)])
    5
    """
    mask = 0
    for card in cards:
        mask |= 1 << card_of(card).index
    return mask

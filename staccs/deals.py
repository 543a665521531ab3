"""Where the cards lie before the first move: how a game begins, as a value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self

from staccs.cards import Card, decc
from staccs.errors import InvalidNotationError, ParameterError, shown

__all__ = ["Deal", "check_copies"]

_MOST_CARDS = 1000
_KEYS = ("board", "hands", "pile", "turn", "direction", "variation")


@dataclass(frozen=True, slots=True)
class Deal:
    """A beginning: the STACC so far, hands, draw pile, and who is to move.

    Cards are given as `Card` or by name, and hands and piles also as one text.

    Parameters
    ----------
    board : str
        The STACC, or all of them, in notation.
    hands : tuple of tuple of Card
        Cards of each player.
    pile : tuple of Card
        The draw pile, the next card first.
    turn : int
        Player to move first.
    direction : {1, -1}
        1 for clockwise.
    variation : str
        Variation of SOLOSTACCS; empty for other modes.

    Raises
    ------
    ParameterError
        If a value is not accepted.
    InvalidNotationError
        If a name is no card's.

    Examples
    --------
    >>> deal = Deal("5S@0,0", ("9S QC", "5D W"), "2H 3H")
    >>> deal.pile
    (Card(index=15), Card(index=16))
    """

    board: str
    hands: tuple[tuple[Card, ...], ...]
    pile: tuple[Card, ...] = ()
    turn: int = 0
    direction: int = 1
    variation: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.board, str):
            raise ParameterError(f"board is {shown(self.board)}: give its notation")
        hands = _hands(self.hands)
        object.__setattr__(self, "hands", hands)
        object.__setattr__(self, "pile", _cards("pile", self.pile))
        if type(self.turn) is not int or not 0 <= self.turn < len(hands):
            raise ParameterError(
                f"turn is {shown(self.turn)}: give a player from 0 to {len(hands) - 1}"
            )
        if type(self.direction) is not int or self.direction not in (1, -1):
            raise ParameterError(
                f"direction is {shown(self.direction)}: give 1 (clockwise) or -1"
            )
        if not isinstance(self.variation, str):
            raise ParameterError(f"variation is {shown(self.variation)}: give a text")

    @classmethod
    def from_mapping(cls, plain: object) -> Self:
        """Return the deal of values that `to_mapping` returned.

        Raises
        ------
        ParameterError
            If they are no such values.
        """
        if not isinstance(plain, dict) or set(plain) != set(_KEYS):
            raise ParameterError(
                f"start in JSON is {shown(plain)}: it has the keys {', '.join(_KEYS)}"
            )
        return cls(**plain)

    def to_mapping(self) -> Mapping[str, Any]:
        """Return all fields as values that JSON can hold."""
        return {
            "board": self.board,
            "hands": [" ".join(map(str, hand)) for hand in self.hands],
            "pile": " ".join(map(str, self.pile)),
            "turn": self.turn,
            "direction": self.direction,
            "variation": self.variation,
        }


def _hands(value: object) -> tuple[tuple[Card, ...], ...]:
    if not isinstance(value, list | tuple) or not 1 <= len(value) <= _MOST_CARDS:
        raise ParameterError(
            f"hands is {shown(value)}: give a list with a hand for each player"
        )
    return tuple(_cards("a hand", hand) for hand in value)


def _cards(what: str, value: object) -> tuple[Card, ...]:
    if isinstance(value, str):
        value = value.split(None, _MOST_CARDS)
    if not isinstance(value, list | tuple) or len(value) > _MOST_CARDS:
        raise ParameterError(
            f"{what} is {shown(value)}: give up to {_MOST_CARDS} cards or their names"
        )
    return tuple(_card(what, each) for each in value)


def _card(what: str, value: object) -> Card:
    if isinstance(value, Card):
        return value
    try:
        return Card.parse(value)  # type: ignore[arg-type]
    except InvalidNotationError as error:
        raise InvalidNotationError(f"in {what}: {error}") from None


def check_copies(cards: Iterable[Card], copies: int) -> None:
    """Refuse cards of which there are more than so many DECCs have.

    Parameters
    ----------
    cards : iterable of Card
        All cards of a game.
    copies : int
        How many DECCs they are from.

    Raises
    ------
    ParameterError
        If a card comes too often; the message names it.
    """
    most = Counter(decc(copies))
    for card, count in Counter(cards).items():
        if count > most[card]:
            decks = "one DECC has" if copies == 1 else f"{copies} DECCs have"
            raise ParameterError(
                f"card {card} comes {count} times among the STACC, the hands and the "
                f"pile: {decks} {most[card]}"
            )

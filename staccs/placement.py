"""One card laid at a cell, and its notation."""

import re
from dataclasses import dataclass, replace
from typing import Self

from staccs.cards import Card, Suit, card_of
from staccs.errors import InvalidNotationError, ParameterError, matched, shown
from staccs.lattice import Cell, cell_of, mirrored, rotated

__all__ = ["MOST_STACCS", "Placement", "placement_of"]

MOST_STACCS = 100
"""STACCs are numbered from 0 to one less than this."""

_TEXT = re.compile(
    r"([^@]{1,3})@(-?[0-9]{1,6}),(-?[0-9]{1,6})"
    r"(?:/([0-5]))?(?:=([SHCD]))?(?:#([0-9]{1,2}))?"
)


@dataclass(frozen=True, slots=True)
class Placement:
    """A card at a cell, as a move or as part of a STACC.

    Parameters
    ----------
    card : Card
        The card.
    cell : Cell
        Where its center lies.
    orientation : int, optional
        By how many sixths of a turn it is turned clockwise; None for the orientation
        its STACC has.
    call : Suit, optional
        The suit called with a WILD.
    stacc : int
        Number of the STACC it belongs to; more than one is for WILD OUT.

    Raises
    ------
    ParameterError
        If a part is of the wrong kind or out of range.

    Examples
    --------
    >>> Placement.parse("W@0,3/2=H")
    Placement(card=Card(index=56), cell=Cell(q=0, r=3), orientation=2,
              call=<Suit.HEARTS: 'H'>, stacc=0)
    >>> str(Placement(Card.parse("5S"), Cell(2, -1)))
    '5S@2,-1'
    """

    card: Card
    cell: Cell
    orientation: int | None = None
    call: Suit | None = None
    stacc: int = 0

    def __post_init__(self) -> None:
        card_of(self.card)
        object.__setattr__(self, "cell", cell_of(self.cell))
        turn = self.orientation
        if turn is not None and (type(turn) is not int or not 0 <= turn < 6):
            raise ParameterError(
                f"orientation is {shown(turn)}: give a whole number from 0 to 5, or "
                "None for that of the STACC"
            )
        object.__setattr__(self, "call", _call(self.call))
        if self.call is not None and not self.card.is_wild:
            raise ParameterError(
                f"a suit is called with {self.card}: only a WILD calls one (T6)"
            )
        if type(self.stacc) is not int or not 0 <= self.stacc < MOST_STACCS:
            raise ParameterError(
                f"stacc is {shown(self.stacc)}: give a whole number from 0 to "
                f"{MOST_STACCS - 1}"
            )

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the placement of a text like ``"5S@2,-1"``.

        Parameters
        ----------
        text : str
            Card, ``@`` and cell; then, where needed, ``/`` and an orientation, ``=``
            and the suit called, ``#`` and the number of the STACC.

        Raises
        ------
        InvalidNotationError
            If the text is not a placement.
        """
        match = matched(_TEXT, text)
        if match is None:
            raise InvalidNotationError(
                f"{shown(text)} is not a placement: write one like 5S@2,-1, or "
                "W@0,3/2 with an orientation from 0 to 5, W@0,3/2=H with a called "
                "suit, 5S@2,-1#1 on another STACC"
            )
        card, q, r, turn, call, stacc = match.groups()
        if call is not None and card != "W":
            raise InvalidNotationError(
                f"{shown(text)} calls a suit: only a WILD calls one (T6)"
            )
        return cls(
            Card.parse(card),
            Cell(int(q), int(r)),
            None if turn is None else int(turn),
            None if call is None else Suit(call),
            int(stacc or 0),
        )

    def __str__(self) -> str:
        text = f"{self.card}@{self.cell}"
        text += "" if self.orientation is None else f"/{self.orientation}"
        text += "" if self.call is None else f"={self.call}"
        return text + (f"#{self.stacc}" if self.stacc else "")

    def unturned(self) -> Self:
        """Return the placement without its orientation."""
        return replace(self, orientation=None)

    def turned(self, sixths: int) -> Self:
        """Return the placement turned clockwise around the origin."""
        turn = None if self.orientation is None else (self.orientation + sixths) % 6
        return replace(self, cell=rotated(self.cell, sixths), orientation=turn)

    def mirrored(self) -> Self:
        """Return the placement mirrored at the vertical line through the origin."""
        turn = None if self.orientation is None else -self.orientation % 6
        return replace(self, cell=mirrored(self.cell), orientation=turn)


def placement_of(value: object) -> Placement:
    """Return a placement as it was given.

    Raises
    ------
    ParameterError
        If the value is something else.
    """
    if isinstance(value, Placement):
        return value
    raise ParameterError(
        f"placement is {shown(value)}: give a Placement, such as "
        "Placement.parse('5S@2,-1')"
    )


def _call(value: object) -> Suit | None:
    if value is None:
        return None
    if isinstance(value, str) and value in list(Suit):
        return Suit(value)
    raise ParameterError(f"call is {shown(value)}: give one of S, H, C, D, or None")

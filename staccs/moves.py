"""Moves as packed integers, and their notation."""

from __future__ import annotations

from enum import IntEnum
from functools import total_ordering
from typing import Final, Self

from staccs.cards import KINDS, SUITS, Card, Suit, card_of
from staccs.cells import REACH, pack, unpack
from staccs.errors import InvalidNotationError, ParameterError, close_match, shown
from staccs.lattice import Cell
from staccs.placement import MOST_STACCS, Placement, placement_of

__all__ = [
    "ACTION",
    "CALL",
    "CELL",
    "FLAG",
    "KIND_BITS",
    "ORIENTATION",
    "STACC",
    "Action",
    "Move",
    "move_of",
    "sound",
]


class Action(IntEnum):
    """What a move does."""

    PLAY = 0
    DRAW = 1
    ACCEPT = 2
    DONE = 3
    GIVE = 4
    CATCH = 5
    LET = 6
    HOLD = 7
    DISCARD = 8
    FLIP = 9

    @property
    def word(self) -> str:
        """The word in notation; a play has none."""
        return self.name.lower()


KIND_BITS: Final = 0b111111
"""Bits of the card's index in a code."""

FLAG: Final = 1 << 6
"""Bit of the call UH OH! in a code."""

CALL: Final = 7
"""Where a code has the called suit: 0 for none, else 1 + its index in `SUITS`."""

ORIENTATION: Final = 10
"""Where a code has the orientation: 0 for that of the STACC, else 1 + orientation."""

STACC: Final = 13
"""Where a code has the number of the STACC."""

ACTION: Final = 20
"""Where a code has the action."""

CELL: Final = 24
"""Where a code has the packed cell."""

_WORDS = {action.word: action for action in Action}
_PLAIN = [word for word, action in _WORDS.items() if action not in (0, Action.GIVE)]


@total_ordering
class Move:
    """One decision: a play, a draw, an answer. A value.

    Inside it is one whole number, so that making a move and asking whether it is
    legal are cheap. Make one with `parse`, `play` or `give`, or take it from
    ``game.legal_moves``.

    Parameters
    ----------
    code : int
        The parts, packed; see the constants of this module.

    Raises
    ------
    ParameterError
        If the code is none of a move.

    Notes
    -----
    In notation: a play is a placement, with ``!`` for the call UH OH!, such as
    ``5S@2,-1``, ``5S@2,-1!`` or ``W@0,3/2=H``; a gift is ``give QC`` or ``give QC!``;
    the others are the words ``draw``, ``accept``, ``done``, ``catch``, ``let``,
    ``hold``, ``discard`` and ``flip``.

    Examples
    --------
    >>> move = Move.parse("W@0,3/2=H!")
    >>> move.card.is_wild, move.cell, move.orientation, move.call, move.uh_oh
    (True, Cell(q=0, r=3), 2, <Suit.HEARTS: 'H'>, True)
    >>> Move.parse("draw").action
    <Action.DRAW: 1>
    """

    __slots__ = ("code",)
    code: int

    def __init__(self, code: int) -> None:
        if type(code) is not int or not _is_sound(code):
            raise ParameterError(
                f"{shown(code)} is the code of no move: take moves from legal_moves, "
                "or make one with Move.parse, Move.play or Move.give"
            )
        _set_code(self, code)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Move is a value: {name} cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Move is a value: {name} cannot be deleted")

    def __reduce__(self) -> tuple[type[Self], tuple[int]]:
        return type(self), (self.code,)

    @classmethod
    def play(cls, placement: Placement, uh_oh: bool = False) -> Self:
        """Return the move that lays a card.

        Parameters
        ----------
        placement : Placement
            Card, cell and what else belongs to it.
        uh_oh : bool
            Whether UH OH! is called (T12).

        Raises
        ------
        ParameterError
            If the cell is farther away than any STACC can reach.
        """
        if max(map(abs, placement_of(placement).cell)) > 2 * REACH:
            raise ParameterError(
                f"cell {placement.cell} of {placement} is out of reach: coordinates go "
                f"up to {2 * REACH}"
            )
        turn, call = placement.orientation, placement.call
        return cls(
            placement.card.index
            | (FLAG if uh_oh else 0)
            | (0 if call is None else SUITS.index(call) + 1) << CALL
            | (0 if turn is None else turn + 1) << ORIENTATION
            | placement.stacc << STACC
            | pack(placement.cell) << CELL
        )

    @classmethod
    def give(cls, card: Card, uh_oh: bool = False) -> Self:
        """Return the move that gives a card away after a QUEEN (T9)."""
        return cls(card_of(card).index | (FLAG if uh_oh else 0) | Action.GIVE << ACTION)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a move from its notation.

        Raises
        ------
        InvalidNotationError
            If the text is no move.
        """
        if not isinstance(text, str):
            raise InvalidNotationError(f"{shown(text)} is not a move: give a text")
        if text in _PLAIN:
            return cls(_WORDS[text] << ACTION)
        body = text.removesuffix("!")
        uh_oh = body != text
        if body.startswith("give "):
            return cls.give(Card.parse(body[5:]), uh_oh)
        if "@" not in body:
            raise InvalidNotationError(
                f"{shown(text)} is not a move{close_match(text, _PLAIN)}: write a play "
                "like 5S@2,-1 or W@0,3/2=H, with ! to call UH OH!, or give QC, or one "
                f"of {', '.join(_PLAIN)}"
            )
        return cls.play(Placement.parse(body), uh_oh)

    def notation(self) -> str:
        """Return the text form."""
        action = self.action
        mark = "!" if self.uh_oh else ""
        if action is Action.PLAY:
            return f"{self.placement}{mark}"
        return f"give {self.card}{mark}" if action is Action.GIVE else action.word

    __str__ = notation

    def __repr__(self) -> str:
        return f"Move.parse({self.notation()!r})"

    def __eq__(self, other: object) -> bool:
        return self.code == other.code if isinstance(other, Move) else NotImplemented

    def __lt__(self, other: object) -> bool:
        return self.code < other.code if isinstance(other, Move) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.code)

    @property
    def action(self) -> Action:
        """What the move does."""
        return Action(self.code >> ACTION & 15)

    @property
    def card(self) -> Card:
        """Which card is played or given; without meaning for other moves."""
        return KINDS[self.code & KIND_BITS]

    @property
    def uh_oh(self) -> bool:
        """Whether UH OH! is called with it."""
        return bool(self.code & FLAG)

    @property
    def cell(self) -> Cell:
        """Where a card is laid; without meaning for other moves."""
        return unpack(self.code >> CELL)

    @property
    def orientation(self) -> int | None:
        """Orientation of a WILD; None for that of the STACC."""
        turn = self.code >> ORIENTATION & 7
        return turn - 1 if turn else None

    @property
    def call(self) -> Suit | None:
        """The suit called with a WILD."""
        call = self.code >> CALL & 7
        return SUITS[call - 1] if call else None

    @property
    def stacc(self) -> int:
        """Number of the STACC a card is laid on."""
        return self.code >> STACC & 127

    @property
    def placement(self) -> Placement:
        """Card, cell and what else belongs to a play."""
        return Placement(self.card, self.cell, self.orientation, self.call, self.stacc)


def move_of(move: object) -> Move:
    """Return a move as it was given, or that of a text."""
    return move if isinstance(move, Move) else Move.parse(move)  # type: ignore[arg-type]


_set_code = vars(Move)["code"].__set__


def sound(code: int) -> Move:
    """Return the move of a code known to be one's; the fastest way."""
    move = _new(Move)
    _set_code(move, code)
    return move


_new = Move.__new__
_LAST_KIND: Final = len(KINDS) - 1


def _is_sound(code: int) -> bool:
    """Tell whether a code stands for a move, and is the only one that does."""
    action, kind = code >> ACTION & 15, code & KIND_BITS
    if action == Action.GIVE:
        return kind <= _LAST_KIND and code & ~FLAG == kind | action << ACTION
    if action:
        return action < len(Action) and code == action << ACTION
    call, cell = code >> CALL & 7, code >> CELL
    return (
        kind <= _LAST_KIND
        and call <= (len(SUITS) if kind == _LAST_KIND else 0)
        and code >> ORIENTATION & 7 <= 6
        and code >> STACC & 127 < MOST_STACCS
        and not cell & 1
        and max(map(abs, unpack(cell))) <= 2 * REACH
    )

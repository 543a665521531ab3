"""Moves, what became of them, and how games end."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from stacko.blocks import PLAY_COLORS, Block, Color
from stacko.errors import InvalidNotationError, ParameterError, matched, shown
from stacko.tower import Slot

__all__ = ["NULL_MOVE", "Move", "Outcome", "Result", "Termination", "Verdict"]

_MOVE = re.compile(r"([^>=]+)>([^>=]+)(?:=([RYGB]))?")
_NULL = "--"


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """Take a block and put it into a slot: ``R3>16a``, ``W>16a=G``, pass ``--``.

    Parameters
    ----------
    block : str
        Name of the block taken; ``--`` in the null move.
    slot : Slot
        Where it goes. Without meaning in the null move.
    color : Color or None
        Color named with a Wild.

    Raises
    ------
    InvalidNotationError
        If `block` is no name, `color` cannot be named or `block` is not a Wild.

    Examples
    --------
    >>> Move.from_notation("W>16a=G")
    Move(block='W', slot=Slot(layer=16, position='a'), color=<Color.GREEN: 'G'>)
    """

    block: str
    slot: Slot
    color: Color | None = None

    def __post_init__(self) -> None:
        wild = self.block != _NULL and Block(self.block).is_wild
        if not isinstance(self.slot, Slot):
            raise InvalidNotationError(
                f"slot {shown(self.slot)} of a move: give a Slot, or read the move "
                "with Move.from_notation"
            )
        if self.color is None:
            return
        if self.color not in PLAY_COLORS or not wild:
            raise InvalidNotationError(
                f"color {shown(self.color)} named with block {self.block!r}: only a "
                "Wild names a color, one of R Y G B"
            )
        object.__setattr__(self, "color", Color(self.color))

    @classmethod
    def from_notation(cls, text: str) -> Self:
        """Read a move from its text form; raises `InvalidNotationError`."""
        if text == _NULL:
            return cls(_NULL, _NOWHERE)
        match = matched(_MOVE, text)
        if match is None:
            raise InvalidNotationError(
                f"{shown(text)} is not a move: write block>slot like R3>16a, with a "
                "Wild also its color like W>16a=G, or -- to pass"
            )
        color = Color(match[3]) if match[3] else None
        return cls(match[1], Slot.from_notation(match[2]), color)

    def notation(self) -> str:
        """Return the text form."""
        if self.is_null:
            return _NULL
        named = "" if self.color is None else f"={self.color.value}"
        return f"{self.block}>{self.slot}{named}"

    def __str__(self) -> str:
        return self.notation()

    @property
    def is_null(self) -> bool:
        """Whether this is the null move, which passes the turn (S9)."""
        return self.block == _NULL


_NOWHERE = Slot(1, "a")
NULL_MOVE = Move(_NULL, _NOWHERE)
"""The move that takes nothing and passes the turn."""


class Verdict(StrEnum):
    """What became of the attempt to move a block."""

    CLEAN = "clean"
    TOPPLED = "toppled"
    STUCK = "stuck"
    GIVEN_UP = "given_up"

    def describe(self) -> str:
        """Return the verdict as a sentence."""
        return _VERDICTS[self]


_VERDICTS = {
    Verdict.CLEAN: "The block was moved to the top and the tower stands.",
    Verdict.TOPPLED: "The tower was knocked over; the mover loses.",
    Verdict.STUCK: "The block would not come out with all the hand's force.",
    Verdict.GIVEN_UP: "The player let go of the block in time to try another.",
}


@dataclass(frozen=True, slots=True)
class Result:
    """What a move did to the tower; handed in by whoever moved the block.

    The text form is the verdict, then the fallen blocks if any: ``clean:R3,B2``.

    Parameters
    ----------
    verdict : Verdict
        What became of the block.
    fallen : tuple of str
        Names of other blocks that left the tower although the game goes on. They
        are out of play (possible with ``topple="collapse"``).

    Raises
    ------
    ParameterError
        If the verdict is unknown, a block is listed twice, or blocks are listed
        though the tower toppled, which ends the game anyway.
    InvalidNotationError
        If one of `fallen` is no block's name.
    """

    verdict: Verdict
    fallen: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        allowed = [each.value for each in Verdict]
        if self.verdict not in allowed:
            raise ParameterError(
                f"verdict is {shown(self.verdict)}: give one of {', '.join(allowed)}"
            )
        object.__setattr__(self, "verdict", Verdict(self.verdict))
        if not self.fallen and type(self.fallen) is tuple:
            return
        self._check_fallen()

    def _check_fallen(self) -> None:
        if not isinstance(self.fallen, tuple | list):
            raise ParameterError(
                f"fallen is {shown(self.fallen)}: give a tuple of block names"
            )
        names = tuple(Block(name).name for name in self.fallen)
        if len(set(names)) < len(names):
            raise ParameterError(f"fallen is {shown(names)}: a block falls once")
        if names and self.verdict is Verdict.TOPPLED:
            raise ParameterError(
                f"fallen is {shown(names)} though the tower toppled: leave it empty, "
                "it lists what fell while the game goes on"
            )
        object.__setattr__(self, "fallen", names)

    @classmethod
    def clean(cls, fallen: tuple[str, ...] = ()) -> Self:
        """Return the result of a move after which the tower stands."""
        return cls(Verdict.CLEAN, fallen)

    @classmethod
    def toppled(cls) -> Self:
        """Return the result of knocking the tower over."""
        return cls(Verdict.TOPPLED)

    @classmethod
    def stuck(cls, fallen: tuple[str, ...] = ()) -> Self:
        """Return the result of a block that would not come out."""
        return cls(Verdict.STUCK, fallen)

    @classmethod
    def given_up(cls, fallen: tuple[str, ...] = ()) -> Self:
        """Return the result of letting go of a block in time."""
        return cls(Verdict.GIVEN_UP, fallen)

    @classmethod
    def from_notation(cls, text: str) -> Self:
        """Read a result from its text form.

        Raises
        ------
        InvalidNotationError
            If the text is none.
        """
        if not isinstance(text, str):
            raise InvalidNotationError(f"{shown(text)} is not a result: give a text")
        verdict, colon, names = text.partition(":")
        try:
            fallen = tuple(names.split(",")) if colon else ()
            return cls(verdict, fallen)  # type: ignore[arg-type]
        except (ParameterError, InvalidNotationError) as error:
            raise InvalidNotationError(
                f"{shown(text)} is not a result ({error}): write a verdict like "
                "clean, and what fell like clean:R3,B2"
            ) from error

    def notation(self) -> str:
        """Return the text form."""
        return (
            f"{self.verdict}:{','.join(self.fallen)}" if self.fallen else self.verdict
        )

    def __str__(self) -> str:
        return self.notation()


class Termination(StrEnum):
    """Why a game ended."""

    TOPPLED = "toppled"
    NO_MOVES = "no_moves"
    NO_MATCH = "no_match"

    def describe(self) -> str:
        """Return the reason as a sentence."""
        return _TERMINATIONS[self]


_TERMINATIONS = {
    Termination.TOPPLED: "A player knocked the tower over and loses (S11).",
    Termination.NO_MOVES: "No block can be taken or nobody took one in a round (S10).",
    Termination.NO_MATCH: "No block satisfies the demand; nobody loses (S9).",
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    Parameters
    ----------
    termination : Termination
        Why it ended.
    loser : int or None
        Index of the player who knocked the tower over, or None.
    """

    termination: Termination
    loser: int | None = None

    def describe(self) -> str:
        """Return the outcome in plain words, players counted from 0."""
        who = "nobody loses" if self.loser is None else f"player {self.loser} loses"
        return f"{self.termination}: {who}"

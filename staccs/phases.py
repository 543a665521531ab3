"""Names of the modes, and of the phases in which players decide."""

from __future__ import annotations

from enum import StrEnum
from typing import Self

from staccs.errors import ParameterError, close_match, shown

__all__ = ["PHASES", "Mode", "Phase"]


class Mode(StrEnum):
    """A mode of the rulebook."""

    UH_OH = "uh-oh"
    PARTY = "party"
    SOLO = "solo"
    WILD_OUT = "wild-out"
    FACE_OFF = "face-off"

    @classmethod
    def parse(cls, text: object) -> Self:
        """Return the mode of a name; ``_`` and capitals do as well.

        Raises
        ------
        ParameterError
            If there is no such mode.

        Examples
        --------
        >>> Mode.parse("Wild_Out")
        <Mode.WILD_OUT: 'wild-out'>
        """
        if type(text) is cls:
            return text
        names = [each.value for each in cls]
        if isinstance(text, str):
            plain = text.casefold().replace("_", "-")
            if plain in names:
                return cls(plain)
        raise ParameterError(
            f"mode is {shown(text)}: give one of {', '.join(names)}"
            f"{close_match(text, names)}"
        )


class Phase(StrEnum):
    """What a player is asked to decide."""

    TURN = "turn"
    DRAWN = "drawn"
    ATTACKED = "attacked"
    MORE = "more"
    GIVE = "give"
    CATCH = "catch"
    OVER = "over"

    def describe(self) -> str:
        """Return what is asked, as a sentence."""
        return _QUESTIONS[self]


_QUESTIONS = {
    Phase.TURN: "Play a card, or draw one.",
    Phase.DRAWN: "Play a card, or put the drawn one by.",
    Phase.ATTACKED: "Counter the ATTACC with the same letter, or accept it (T9).",
    Phase.MORE: "Play another card of the same number, or be done (T11).",
    Phase.GIVE: "Choose a card to give to the player the QUEEN hit (T9).",
    Phase.CATCH: "Catch the player who forgot to call UH OH!, or let it go (T12).",
    Phase.OVER: "Nothing: the game is over.",
}

PHASES = tuple(Phase)
"""The phases, in the order of the numbers games keep of them."""

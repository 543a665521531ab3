"""Whose hands are seen: what each seat's view allowed, and nothing more."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Self

from staccs.errors import ParameterError, close_match, shown

__all__ = ["Watch"]

_WORDS = ("turn", "all", "none")


@dataclass(frozen=True, slots=True)
class Watch:
    """From where a game is watched.

    Parameters
    ----------
    word : {"turn", "all", "none", "seat"}
        From the seat of whoever decides, seeing every hand, seeing none, or from one
        seat all the time.
    seat : int
        Number of that seat; without meaning for the others.
    """

    word: str = "turn"
    seat: int = -1

    @classmethod
    def parse(cls, text: str, players: int) -> Self:
        """Return the watch of a text.

        Parameters
        ----------
        text : str
            ``turn``, ``all``, ``none``, or the number of a player.
        players : int
            How many there are.

        Raises
        ------
        ParameterError
            If it is none of these.

        Examples
        --------
        >>> Watch.parse("2", 4).sees(2, turn=0)
        True
        """
        if text in _WORDS:
            return cls(text)
        if re.fullmatch("[0-9]{1,4}", text) and int(text) < players:
            return cls("seat", int(text))
        raise ParameterError(
            f"hands is {shown(text)}: give turn, all, none, or the number of a player "
            f"from 0 to {players - 1}{close_match(text, _WORDS)}"
        )

    @property
    def knows_all(self) -> bool:
        """Whether every hand is seen at some time, and none has to stay hidden."""
        return self.word in ("turn", "all")

    def sees(self, seat: int, turn: int) -> bool:
        """Tell whether the hand of a seat is seen while someone decides."""
        if self.word == "all":
            return True
        return seat == (turn if self.word == "turn" else self.seat)

    def knows(self, seats: Collection[int], mover: int) -> bool:
        """Tell whether is seen what only some seats saw of a move."""
        return any(self.sees(seat, mover) for seat in seats)

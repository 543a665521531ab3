"""Which game of a batch: the index of one, in a cell of a study."""

from __future__ import annotations

import argparse
import re
from typing import NamedTuple

from gamebase.errors import ParameterError, shown

__all__ = ["FIRST_GAME", "GameKey", "Uncelled", "game_of_batch", "refuse_uncelled"]

_KEY = re.compile(r"(?:([0-9]{1,9}):)?([0-9]{1,18})")


class GameKey(NamedTuple):
    """A game of a batch.

    Parameters
    ----------
    cell : int
        The cell of the study, from 0; a plain batch has only this one.
    game : int
        Index of the game in the cell, from 0.

    Examples
    --------
    >>> GameKey.parse("2:17")
    GameKey(cell=2, game=17)
    >>> str(GameKey.parse("17"))
    '17'
    """

    cell: int
    game: int

    @classmethod
    def parse(cls, text: str) -> GameKey:
        """Read ``GAME``, which makes an `Uncelled`, or ``CELL:GAME``.

        Raises
        ------
        ParameterError
            If it is neither.
        """
        found = _KEY.fullmatch(text)
        if found is None:
            raise ParameterError(
                f"{shown(text)} is no game: give its index, such as 17, or in a study "
                "CELL:INDEX, such as 2:17"
            )
        kind = Uncelled if found[1] is None else cls
        return kind(int(found[1] or 0), int(found[2]))

    def __str__(self) -> str:
        return f"{self.cell}:{self.game}" if self.cell else str(self.game)


class Uncelled(GameKey):
    """A game of which no cell was named: the first one, where there is only one.

    Examples
    --------
    >>> GameKey.parse("17")
    Uncelled(cell=0, game=17)
    """

    __slots__ = ()


def refuse_uncelled(key: GameKey, cells: int, flag: str) -> None:
    """Refuse a game without a cell where there are several: any could be meant.

    Parameters
    ----------
    key : GameKey
        What was given.
    cells : int
        How many cells there are.
    flag : str
        With which flag it was given.

    Raises
    ------
    ParameterError
    """
    if isinstance(key, Uncelled) and cells > 1:
        raise ParameterError(
            f"{flag} {key.game} names no cell, and there are {cells}: give CELL:INDEX, "
            f"such as 0:{key.game}"
        )


FIRST_GAME = GameKey(0, 0)
"""What is meant where no game is named."""


def game_of_batch(text: str) -> GameKey:
    """Read a flag's game; used as an argparse type."""
    try:
        return GameKey.parse(text)
    except ParameterError as error:
        raise argparse.ArgumentTypeError(str(error)) from error

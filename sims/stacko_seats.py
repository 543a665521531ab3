"""Whose turn it is in games of Stacko, with any number of players.

Where all players choose alike and have hands alike, and nobody passes for want of a
match, a tower does not know how many they are: the same blocks are moved with the same
luck, and only the seats differ. So one game tells who would have lost it among two,
three or ten players, or without its Reverses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gamebase.errors import ParameterError
from stacko.blocks import Block
from stacko.faces import Face

__all__ = ["Passing", "passing_of", "seats"]

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Passing:
    """How each turn of a game handed on to the next.

    Parameters
    ----------
    steps : tuple of int
        How many seats on: 2 after a Skip, else 1.
    flips : tuple of bool
        Whether play turned round: after a Reverse.
    """

    steps: tuple[int, ...]
    flips: tuple[bool, ...]


def passing_of(
    turns: Sequence[int], blocks: Sequence[str | None], verdicts: Sequence[str]
) -> Passing:
    """Return how the turns of one game hand on, by the rules S4 to S7.

    Parameters
    ----------
    turns, blocks, verdicts : sequence
        The columns of the table of turns, in the order of play; from a game in the
        edition without a die.

    Examples
    --------
    >>> clean = ["clean"] * 3
    >>> passing_of([1, 2, 3], ["R1", "RS", "BR"], clean)
    Passing(steps=(1, 2, 1), flips=(False, False, True))
    """
    last = {
        turn: (block, verdict)
        for turn, block, verdict in zip(turns, blocks, verdicts, strict=True)
    }
    faces = [
        Block(block).face if block and verdict == "clean" else None
        for block, verdict in last.values()
    ]
    return Passing(
        tuple(2 if face is Face.SKIP else 1 for face in faces),
        tuple(face is Face.REVERSE for face in faces),
    )


def seats(
    passing: Passing, players: int, *, start: int = 0, reverses: bool = True
) -> Ints:
    """Return the seat of each turn.

    Parameters
    ----------
    passing : Passing
    players : int
        2 or more; with two, a Reverse passes the turn.
    start : int
        Who begins.
    reverses : bool
        Whether a Reverse turns play round.

    Raises
    ------
    ParameterError
        If there are fewer than two players.

    Examples
    --------
    >>> seats(Passing((1, 2, 1, 1), (False, True, False, False)), 4).tolist()
    [0, 1, 3, 2]
    """
    if players < 2:
        raise ParameterError(f"players is {players}: give 2 or more")
    flips = np.array(passing.flips, bool) & reverses
    direction = np.where(np.cumsum(flips) % 2, -1, 1)
    moves = np.array(passing.steps, np.int64) * direction
    return np.asarray((start + np.cumsum(moves) - moves) % players)

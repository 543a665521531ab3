"""Counting the ways a game can go on: a check of the rules against other programs.

A node is a sequence of legal moves, each with a clean result. A move that cannot be
clean, because it leaves a layer empty under others, is counted and not gone on from.
"""

from gamebase import perft as counting
from stacko.errors import ImpossibleResultError
from stacko.game import Game
from stacko.moves import Move

__all__ = ["divide", "perft"]

_DEAD = (ImpossibleResultError,)


def perft(game: Game, depth: int) -> int:
    """Return the number of sequences of legal moves; see `gamebase.perft.perft`."""
    return counting.perft(game, depth, _DEAD)


def divide(game: Game, depth: int) -> dict[Move, int]:
    """Return what `perft` counts, by first move; see `gamebase.perft.divide`."""
    return counting.divide(game, depth, _DEAD)

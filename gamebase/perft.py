"""Counting the ways a game can go on: a check of the rules against other programs."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Protocol, TypeVar

from gamebase.errors import ParameterError, shown

__all__ = ["divide", "perft"]

Move = TypeVar("Move")


class Countable(Protocol[Move]):
    """A game that can be gone through: every move can be taken back."""

    @property
    def legal_moves(self) -> Collection[Move]:
        """The moves to choose from."""

    def push(self, move: Move, /) -> Any:
        """Make a move."""

    def pop(self) -> Any:
        """Take the last move back."""


def perft(
    game: Countable[Move], depth: int, dead: tuple[type[Exception], ...] = ()
) -> int:
    """Return the number of sequences of `depth` legal moves.

    Parameters
    ----------
    game : Game
        Where to count from; unchanged afterwards.
    depth : int
        Number of moves, 0 or more.
    dead : tuple of exception types
        What pushing a legal move may raise that is counted and not gone on from.

    Returns
    -------
    int
        1 for depth 0.

    Raises
    ------
    ParameterError
        If the depth is no such number.
    """
    _check(depth, 0)
    if depth == 0:
        return 1
    if depth == 1:
        return len(game.legal_moves)
    return sum(_below(game, move, depth, dead) for move in game.legal_moves)


def divide(
    game: Countable[Move], depth: int, dead: tuple[type[Exception], ...] = ()
) -> dict[Move, int]:
    """Return what `perft` counts, by first move, to find where two programs differ.

    Parameters
    ----------
    game, dead
        As for `perft`.
    depth : int
        Number of moves, 1 or more.

    Returns
    -------
    dict of Move to int

    Raises
    ------
    ParameterError
        If the depth is no such number.
    """
    _check(depth, 1)
    return {move: _below(game, move, depth, dead) for move in game.legal_moves}


def _below(
    game: Countable[Move], move: Move, depth: int, dead: tuple[type[Exception], ...]
) -> int:
    if depth == 1:
        return 1
    try:
        game.push(move)
    except dead:
        return 0
    count = perft(game, depth - 1, dead)
    game.pop()
    return count


def _check(depth: object, least: int) -> None:
    if type(depth) is not int or depth < least:
        raise ParameterError(
            f"depth is {shown(depth)}: give a whole number from {least}"
        )

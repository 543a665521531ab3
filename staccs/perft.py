"""Counting the ways a game can go on: a check of the rules against other programs.

A node is a sequence of legal moves. All cards are known to the count, also those that
are hidden from the players.
"""

from staccs.errors import ParameterError, shown
from staccs.game import Game
from staccs.moves import Move

__all__ = ["divide", "perft"]


def perft(game: Game, depth: int) -> int:
    """Return the number of sequences of `depth` legal moves.

    Parameters
    ----------
    game : Game
        Where to count from; unchanged afterwards.
    depth : int
        Number of moves, 0 or more.

    Returns
    -------
    int
        1 for depth 0.

    Raises
    ------
    ParameterError
        If the depth is no such number.

    Examples
    --------
    >>> from staccs.modes import make_game
    >>> game = make_game("solo", seed=1)
    >>> [perft(game, depth) for depth in range(3)]
    [1, 1, 1]
    """
    if type(depth) is not int or depth < 0:
        raise ParameterError(f"depth is {shown(depth)}: give a whole number from 0")
    if depth == 0:
        return 1
    if depth == 1:
        return len(game.legal_moves)
    return sum(_below(game, move, depth) for move in game.legal_moves)


def divide(game: Game, depth: int) -> dict[Move, int]:
    """Return what `perft` counts, by first move, to find where two programs differ.

    Parameters
    ----------
    game : Game
        Where to count from; unchanged afterwards.
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
    if type(depth) is not int or depth < 1:
        raise ParameterError(f"depth is {shown(depth)}: give a whole number from 1")
    return {move: _below(game, move, depth) for move in game.legal_moves}


def _below(game: Game, move: Move, depth: int) -> int:
    game.push(move)
    count = perft(game, depth - 1)
    game.pop()
    return count

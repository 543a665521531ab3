"""Counting the ways a game can go on: a check of the rules against other programs.

A node is a sequence of legal moves. All cards are known to the count, also those that
are hidden from the players.

Examples
--------
>>> from staccs.modes import make_game
>>> game = make_game("solo", seed=1)
>>> [perft(game, depth) for depth in range(3)]
[1, 1, 1]
"""

from gamebase.perft import divide, perft

__all__ = ["divide", "perft"]

"""Computer players, and how to write another.

A player is a class with a ``name`` and a method ``choose`` that gets a `Seat` and
returns one of its legal moves. This one keeps its WILDs for as long as it can:

>>> class Saver:
...     name = "saver"
...
...     def choose(self, seat):
...         plain = [move for move in seat.legal_moves if not move.card.is_wild]
...         return plain[0] if plain else seat.legal_moves[0]

It can be tried on any game:

>>> from staccs.modes import make_game
>>> from staccs.players import Seat
>>> print(Saver().choose(Seat.of(make_game("uh-oh", 3, seed=7))))
0S@0,1

``seat.view`` is everything the player may see, ``seat.board`` a copy of what lies, to
try plays on, ``seat.fits(cell)`` what the table says of a cell, and ``seat.rng`` the
player's source of chance. Name it to the command as ``module:Saver``.
"""

from staccs.players.base import Player, Seat
from staccs.players.greedy import GreedyPlayer, UnsteeredPlayer
from staccs.players.lookahead import LookaheadPlayer
from staccs.players.random import RandomPlayer
from staccs.players.registry import make_player, player_for, player_names, register

__all__ = [
    "GreedyPlayer",
    "LookaheadPlayer",
    "Player",
    "RandomPlayer",
    "Seat",
    "UnsteeredPlayer",
    "make_player",
    "player_for",
    "player_names",
    "register",
]

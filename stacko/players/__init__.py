"""Computer players, and how to write another.

A player is a class with a ``name`` and a method ``choose`` that gets a `Table` and
returns one of its legal moves. This one takes the lowest block it may and puts it
on the far side:

>>> class Digger:
...     name = "digger"
...
...     def choose(self, table):
...         moves = list(table.legal_moves)
...         lowest = min(moves, key=lambda move: table.tower.layer_of(move.block))
...         return max(table.moves_of(lowest.block), key=lambda move: move.slot)

It can be tried without an engine, on a table where all blocks lie in their slots:

>>> from stacko import Game
>>> from stacko.players import Table
>>> game = Game(players=2, tower="R1 B1 Y1 / R2 B2 Y2 / R3 B3 Y3")
>>> print(Digger().choose(Table.nominal(game)))
R1>4c

``table.rng`` is its source of chance, ``table.game`` a copy to try moves on,
``table.probe(block)`` a push against a real block, and ``table.margin_after(move)``
what is left of the tower's balance. Name it to the command as ``module:Digger``.
(A player that may have to pass, by the rule ``no_match="pass"``, returns
``table.only_move()`` where that is not None.)
"""

from stacko.players.base import Player, ProbeResult, Table
from stacko.players.cautious import CautiousPlayer
from stacko.players.prober import ProberPlayer
from stacko.players.random import RandomPlayer
from stacko.players.registry import make_player, player_names, register

__all__ = [
    "CautiousPlayer",
    "Player",
    "ProbeResult",
    "ProberPlayer",
    "RandomPlayer",
    "Table",
    "make_player",
    "player_names",
    "register",
]

"""Players by name, or by where their class can be imported from."""

from __future__ import annotations

from gamebase.registry import Registry
from stacko.players.base import Player

__all__ = ["PLAYERS", "make_player", "player_names", "register"]

PLAYERS: Registry[Player] = Registry("choose(table)", "stacko.players")
"""The players of this game."""

register = PLAYERS.register
player_names = PLAYERS.names
make_player = PLAYERS.make

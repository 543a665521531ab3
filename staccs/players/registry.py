"""Players by name, or by where their class can be imported from."""

from __future__ import annotations

from gamebase.config_reading import names_of
from gamebase.errors import ParameterError, shown
from gamebase.registry import Registry
from staccs.phases import Mode
from staccs.players.base import Player

__all__ = ["PLAYERS", "make_player", "player_for", "player_names", "register"]

PLAYERS: Registry[Player] = Registry("choose(seat)", "staccs.players")
"""The players of this game."""

register = PLAYERS.register
player_names = PLAYERS.names
make_player = PLAYERS.make


def player_for(mode: Mode, spec: str) -> Player:
    """Return a new player, if it plays a mode.

    Parameters
    ----------
    mode : Mode
        The mode.
    spec : str
        A registered name, or ``package.module:Class``.

    Raises
    ------
    ParameterError
        If there is no such player, or it plays other modes only.
    """
    player = make_player(spec)
    plays = getattr(player, "modes", None)
    if plays is None:
        return player
    known = [Mode.parse(each) for each in names_of(f"modes of {spec}", plays, "solo")]
    if mode in known:
        return player
    names = ", ".join(each.value for each in known)
    raise ParameterError(
        f"player {shown(spec)} does not play {mode.value}, but {names}: name another, "
        "such as greedy"
    )

"""A record of a game: the game, who sat where, and plays that were refused.

In JSON it is a saved game with these beside it; a saved game alone is a record too.
Why a play was refused is not written: the rules say it again.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from gamebase.counting import counted
from gamebase.json_reading import check_keys, read_json, read_saved
from gamebase.printable import printable
from staccs.errors import ParameterError, StaccsError, shown
from staccs.game import Game
from staccs.modes import game_from_json
from staccs.moves import Move

__all__ = ["FORMAT", "VERSION", "Record", "Rejected"]

FORMAT = "staccs-record"
"""What the key ``format`` holds."""

VERSION = 1
"""The version of the format written, and the last one read."""

_KEYS = ("format", "version", "players", "rejected", "failure", "game")
_LONGEST_TEXT = 2000
_LONGEST_NAME = 60
_MOST_REJECTED = 1000


@dataclass(frozen=True, slots=True)
class Rejected:
    """A move that was tried and refused.

    Parameters
    ----------
    ply : int
        How many moves had been made before it.
    move : Move
        The move, of the player who was to decide.
    """

    ply: int
    move: Move


@dataclass(frozen=True, slots=True, eq=False)
class Record:
    """A game with all that a replay tells of it.

    Parameters
    ----------
    game : Game
        The game as far as it went.
    names : tuple of str
        Who sat where, any text, one for each player; empty if that is not known.
    rejected : tuple of Rejected
        Moves that were tried and refused, in any order.
    failure : str
        Why the game broke off, if it did; empty else.
    title : str
        Where the record comes from, such as the name of a file.

    Raises
    ------
    ParameterError
        If names are missing, or a rejected move is legal, or of no ply of the game.

    Examples
    --------
    >>> from staccs.modes import make_game
    >>> game = make_game("uh-oh", 2, seed=1)
    >>> tried = Rejected(0, Move.parse("accept"))
    >>> Record(game, ("Ann", "Bob"), (tried,)).named(1)
    'player 1 (Bob)'
    """

    game: Game
    names: tuple[str, ...] = ()
    rejected: tuple[Rejected, ...] = ()
    failure: str = ""
    title: str = ""

    def __post_init__(self) -> None:
        players = self.game.players
        if self.names and len(self.names) != players:
            raise ParameterError(
                f"names has {counted(len(self.names), 'text')}: give one for each "
                f"of the {players} players, or none"
            )
        in_order = tuple(sorted(self.rejected, key=lambda each: each.ply))
        object.__setattr__(self, "rejected", in_order)
        _check_rejected(self.game, in_order)

    def named(self, player: int) -> str:
        """Return a player's number, and name if there is one, which has an end."""
        name = printable(self.names[player]) if self.names else ""
        if len(name) > _LONGEST_NAME:
            name = name[: _LONGEST_NAME - 3] + "..."
        return f"player {player} ({name})" if name else f"player {player}"

    def to_json(self) -> str:
        """Return the record as one line of JSON, which `from_json` reads."""
        data = {
            "format": FORMAT,
            "version": VERSION,
            "players": list(self.names),
            "rejected": [
                {"ply": each.ply, "move": str(each.move)} for each in self.rejected
            ],
            "failure": self.failure,
            "game": json.loads(self.game.to_json()),
        }
        return json.dumps(data)

    @classmethod
    def from_json(cls, text: str, title: str = "") -> Self:
        """Return the record that a text holds: one of `to_json`, or a saved game.

        Raises
        ------
        ParameterError
            If the text is damaged, foreign, or of a later version.
        """
        if _format(text) != FORMAT:
            return cls(game_from_json(text), title=title)
        data = read_saved(text, FORMAT, VERSION, _KEYS)
        game = game_from_json(json.dumps(data["game"]))
        failure = data["failure"]
        if not isinstance(failure, str) or len(failure) > _LONGEST_TEXT:
            raise ParameterError(f"failure in JSON is {shown(failure)}: give a text")
        names, rejected = _names(data["players"]), _rejected(data["rejected"])
        return cls(game, names, rejected, failure, title)


def _format(text: str) -> object:
    """Return the format that a text says it has; whatever else is wrong comes later."""
    try:
        data = read_json(text)
    except ValueError:
        return None
    return data.get("format") if isinstance(data, dict) else None


def _names(values: Any) -> tuple[str, ...]:
    if isinstance(values, list) and all(isinstance(each, str) for each in values):
        return tuple(each[:_LONGEST_TEXT] for each in values)
    raise ParameterError(f"players in JSON is {shown(values)}: give a list of texts")


def _rejected(entries: Any) -> tuple[Rejected, ...]:
    if not isinstance(entries, list) or len(entries) > _MOST_REJECTED:
        raise ParameterError(
            f"rejected in JSON is {shown(entries)}: give a list of up to "
            f"{_MOST_REJECTED} moves"
        )
    found = []
    for index, entry in enumerate(entries):
        check_keys(entry, ("ply", "move"), f"rejected move {index}")
        if type(entry["ply"]) is not int:
            raise ParameterError(
                f"ply of rejected move {index} in JSON is {shown(entry['ply'])}: give "
                "a whole number"
            )
        try:
            found.append(Rejected(entry["ply"], Move.parse(entry["move"])))
        except StaccsError as error:
            raise ParameterError(f"rejected move {index} in JSON: {error}") from error
    return tuple(found)


def _check_rejected(game: Game, rejected: Sequence[Rejected]) -> None:
    for each in rejected:
        if not 0 <= each.ply <= game.ply:
            raise ParameterError(
                f"rejected move {each.move} is of ply {shown(each.ply)}: the game has "
                f"those from 0 to {game.ply}"
            )
    again = game.copy() if rejected else game
    for each in reversed(rejected):
        while again.ply > each.ply:
            again.pop()
        if not again.why_not(each.move):
            raise ParameterError(
                f"rejected move {each.move} of ply {each.ply} is legal there: it is "
                "none that was refused"
            )

"""A game as JSON, and back, exactly.

Written is the position the game began with, and every move with its result. Reading
plays them again, so what was written is checked by the rules, and everything can be
undone as before. The position reached is written too, and compared.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from gamebase.json_reading import check_keys, read_saved
from stacko.blocks import BlockSet
from stacko.chance import RandomState
from stacko.errors import ParameterError, StackoError, shown
from stacko.opening import opening
from stacko.position import Position
from stacko.rules import Edition, Rules

__all__ = ["FORMAT", "VERSION", "Saved", "read", "written"]

FORMAT = "stacko-game"
"""What the key ``format`` holds."""

VERSION = 1
"""The version of the format written, and the last one read."""

_KEYS = ("format", "version", "players", "rules", "block_set", "start", "moves", "now")
_POSITION_KEYS = ("tower", "turn", "direction", "demand", "random")


@dataclass(frozen=True, slots=True)
class Saved:
    """What a text in JSON holds, before its moves are played again.

    Parameters
    ----------
    start : Position
        The position the game began with.
    moves : tuple of pairs of str
        Moves and results, in notation, not checked.
    now : object
        The position they have to lead to, as it was read.
    """

    start: Position
    moves: tuple[tuple[str, str], ...]
    now: object

    def check_reached(self, position: Position) -> None:
        """Raise `ParameterError` if a position is not the one written."""
        if _plain(position) != self.now:
            raise ParameterError(
                "the game in JSON does not lead to the position written under 'now' "
                f"({shown(self.now)}): it was changed or cut, write it again"
            )


def written(start: Position, moves: Sequence[tuple[str, str]], now: Position) -> str:
    """Return a game as one line of JSON.

    Parameters
    ----------
    start : Position
        The position it began with.
    moves : sequence of pairs of str
        Moves and results, in notation.
    now : Position
        The position reached.

    Returns
    -------
    str
    """
    blocks = start.tower.block_set
    data = {
        "format": FORMAT,
        "version": VERSION,
        "players": start.players,
        "rules": start.rules.to_mapping(),
        "block_set": {"name": blocks.name, "blocks": list(blocks.names)},
        "start": _plain(start),
        "moves": [list(pair) for pair in moves],
        "now": _plain(now),
    }
    return json.dumps(data)


def read(text: str) -> Saved:
    """Return what a text in JSON holds.

    Raises
    ------
    ParameterError
        If it is no game, or its start or the form of its moves is not right.
    """
    data = read_saved(text, FORMAT, VERSION, _KEYS)
    try:
        start = _start(data)
    except StackoError as error:
        raise ParameterError(f"the start of the game in JSON: {error}") from error
    return Saved(start, _moves(data["moves"]), data["now"])


def _plain(position: Position) -> dict[str, object]:
    random = position.random
    return {
        "tower": str(position.tower),
        "turn": position.turn,
        "direction": position.direction,
        "demand": str(position.demand),
        "random": None if random is None else asdict(random),
    }


def _start(data: Mapping[str, Any]) -> Position:
    start = data["start"]
    check_keys(start, _POSITION_KEYS, "start")
    rules = Rules.from_mapping(data["rules"])
    position = opening(
        players=data["players"],
        rules=rules,
        tower=_text(start, "tower"),
        block_set=_block_set(data["block_set"]),
        seed=0,
        demand=start["demand"],
        turn=_whole(start, "turn"),
        direction=start["direction"],
    )
    return replace(position, random=_random(start["random"], rules))


def _block_set(data: object) -> BlockSet:
    check_keys(data, ("name", "blocks"), "block_set")
    names, label = data["blocks"], data["name"]  # type: ignore[index]
    if not isinstance(names, list) or not isinstance(label, str):
        raise ParameterError(
            f"block_set in JSON is {shown(data)}: it has a name and a list of blocks"
        )
    return BlockSet.from_names(names, label)


def _text(data: Mapping[str, Any], key: str) -> str:
    if not isinstance(data[key], str):
        raise ParameterError(f"{key} is {shown(data[key])}: give a text")
    return str(data[key])


def _whole(data: Mapping[str, Any], key: str) -> int:
    if type(data[key]) is not int:
        raise ParameterError(f"{key} is {shown(data[key])}: give a whole number")
    return int(data[key])


def _random(data: object, rules: Rules) -> RandomState | None:
    if rules.edition is Edition.BLOCKS:
        if data is not None:
            raise ParameterError(
                f"random is {shown(data)}: the blocks edition has no die, give null"
            )
        return None
    keys = ("state", "inc")
    check_keys(data, keys, "random")
    return RandomState(**data)  # type: ignore[arg-type]


def _moves(entries: object) -> tuple[tuple[str, str], ...]:
    if not isinstance(entries, list):
        raise ParameterError(f"moves in JSON is {shown(entries)}: give a list")
    for index, entry in enumerate(entries):
        if not isinstance(entry, list) or [type(each) for each in entry] != [str, str]:
            raise ParameterError(
                f"move {index} in JSON is {shown(entry)}: give a move and its result"
            )
    return tuple((move, result) for move, result in entries)

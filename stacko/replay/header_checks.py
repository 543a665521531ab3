"""What the header of a replay out of a file must say, before anything shows it.

Whoever shows a replay relies on these kinds of values. What only `stacko rerun` needs,
the rest of the configuration, is checked when it is read.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, get_args, get_type_hints

from stacko.errors import StackoError, shown
from stacko.records import GameRow, TurnRow
from stacko.replay.model import Event, Ply, Replay
from stacko.replay.standing import layers_by_ply

__all__ = ["check_event", "check_header", "check_plies", "check_whole"]

_LONGEST = 10_000
"""Most letters of a text."""
_LARGEST = 1e9
"""Numbers in rows and events are smaller, whatever their unit."""
_SIZES = (1e-4, 1.0)
"""Shortest and longest edge of a block, m."""
_FINGERS = (1e-4, 0.1)
"""Thinnest and thickest finger, m."""

_GAME = get_type_hints(GameRow)
_TURN = get_type_hints(TurnRow)
# What is found in every row; a pass has no more.
_ALWAYS = ("turn", "attempt", "player", "demand", "verdict", "fallen")


def check_header(replay: Replay) -> None:
    """Refuse values of another kind than a replay's, but for moves and events.

    Raises
    ------
    ValueError
        Saying which value it is.
    """
    for name in ("configuration", "versions", "game"):
        if not isinstance(getattr(replay, name), Mapping):
            raise ValueError(f"{name} is no table")
    for name in ("seed", "index"):
        value = getattr(replay, name)
        if type(value) is not int or value < 0:
            raise ValueError(f"{name} is {shown(value)}")
    _check_text(replay.tower, "the tower is")
    for name, version in replay.versions.items():
        _check_text(name, "a version is of")
        _check_text(version, "a version is")
    for name, size in replay.sizes.items():
        for edge in size:
            _check_number(edge, _SIZES, f"an edge of block {shown(name)} is")
    _check_row(replay.game, _GAME, "the game has")
    _check_configuration(replay.configuration)


def _check_configuration(given: Mapping[str, Any]) -> None:
    """Check what pictures and pages use of it."""
    policies = given.get("policy", ["?"])
    if not isinstance(policies, list | tuple) or not policies:
        raise ValueError(f"the policies are {shown(policies)}")
    for policy in policies:
        _check_text(policy, "a policy is")
    _check_text(given.get("engine", ""), "the engine is")
    hands = given.get("hands", {})
    if not isinstance(hands, Mapping):
        raise ValueError(f"the hands are {shown(hands)}")
    for hand in hands.values():
        finger = hand.get("finger") if isinstance(hand, Mapping) else None
        _check_number(finger, _FINGERS, "the finger of a hand is")


def check_plies(replay: Replay) -> None:
    """Refuse moves that are none, or do not follow one another on this tower.

    Raises
    ------
    ValueError
        Saying what is wrong.
    """
    end = 0
    for ply in replay.plies:
        _check_ply(ply, end, replay.frames)
        end = ply.last
    try:
        built = layers_by_ply(replay)[0]
    except StackoError as error:
        raise ValueError(f"the moves are not of this tower: {error}") from error
    if {name for layer in built for name in layer} != set(replay.names):
        raise ValueError("the tower is of other blocks than those with sizes")


def _check_ply(ply: Ply, begin: int, count: int) -> None:
    check_whole(ply.first, count, "a move begins at")
    check_whole(ply.last, count, "a move ends at")
    if not begin <= ply.first <= ply.last:
        raise ValueError(f"a move has frames {ply.first} to {ply.last}")
    for text in (ply.move, ply.digest, *ply.probes, ply.result or ""):
        _check_text(text, "a move says")
    if not isinstance(ply.row, Mapping):
        raise ValueError("a move has no row")
    missing = [name for name in _ALWAYS if name not in ply.row]
    if missing:
        raise ValueError(f"the row of a move has no {missing[0]}")
    _check_row(ply.row, _TURN, "a move has")


def check_event(event: Event, replay: Replay) -> None:
    """Refuse an event of no frame, move or block there is, or of odd values.

    Raises
    ------
    ValueError
        Saying what is wrong.
    """
    check_whole(event.frame, replay.frames - 1, "an event is at")
    check_whole(event.ply, len(replay.plies), "an event is of move")
    if event.block is not None and event.block not in replay.tracks:
        raise ValueError(f"an event is about block {shown(event.block)}")
    _check_text(event.text, "an event says")
    if event.player is not None:
        check_whole(event.player, int(_LARGEST), "an event is about player")
    if event.value is not None:
        _check_number(event.value, (-_LARGEST, _LARGEST), "an event has value")


def check_whole(value: object, most: int, what: str) -> None:
    """Refuse what is no whole number from 0 to ``most``."""
    if type(value) is not int or not 0 <= value <= most:
        raise ValueError(f"{what} {shown(value)}, and there are 0 to {most}")


def _check_number(value: object, between: tuple[float, float], what: str) -> None:
    low, high = between
    known = type(value) in (int, float)
    if not known or not low <= value <= high:  # type: ignore[operator]
        raise ValueError(f"{what} {shown(value)}: {low:g} to {high:g} would do")


def _check_text(value: object, what: str) -> None:
    if not isinstance(value, str) or len(value) > _LONGEST:
        raise ValueError(f"{what} {shown(value)}")


def _check_row(row: Mapping[str, Any], kinds: Mapping[str, Any], what: str) -> None:
    """Refuse values of a table's row that its columns could not hold."""
    for name in kinds.keys() & row.keys():
        value, wanted = row[name], get_args(kinds[name]) or (kinds[name],)
        fits = type(value) in wanted or (float in wanted and type(value) is int)
        if isinstance(value, str):
            fits = fits and len(value) <= _LONGEST
        elif isinstance(value, int | float) and math.isfinite(value):
            fits = fits and abs(value) <= _LARGEST
        if not fits and name != "seed":  # of any size; it stands beside the row, too
            raise ValueError(f"{what} {name} {shown(value)}")

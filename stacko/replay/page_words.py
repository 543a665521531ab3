"""What a page says of a match in words: turns, events, players, how it ended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gamebase.printable import printable
from stacko.blocks import Block
from stacko.demand import Demand
from stacko.errors import StackoError
from stacko.replay.model import Event, EventKind, Ply, Replay
from stacko.replay.palette import (
    FINGER,
    FIRST_TO_LEAVE,
    INK,
    MARKS,
    MOVING,
    PALETTES,
    PAPER,
    TABLE,
)

__all__ = ["COLUMNS", "event_label", "page_header", "player_label", "turn_cells"]

COLUMNS = ("Turn", "Player", "Demand", "Block", "Outcome")

_KINDS: Mapping[EventKind, tuple[str, str, str, bool]] = {
    EventKind.DEMAND: ("turn begins", "bar", "#4b4f58", True),
    EventKind.PROBE: ("probe", "ring", "#4b4f58", True),
    EventKind.CHOICE: ("choice", "diamond", "#7a5195", True),
    EventKind.TOUCH: ("touch", "dot", "#0077a8", True),
    EventKind.PEAK_FORCE: ("largest force", "up", "#7a5195", True),
    EventKind.LOOSE: ("comes loose", "ring", "#00785a", True),
    EventKind.RESULT: ("outcome", "square", "#4b4f58", True),
    EventKind.FIRST_TO_LEAVE: ("first block leaves", "star", FIRST_TO_LEAVE, False),
    EventKind.FELL: ("another block falls", "down", "#8a5a2b", True),
    EventKind.TOPPLE: ("topple", "cross", "#b3261e", False),
    EventKind.LOSER: ("the end", "square", "#16181d", False),
}
"""Label, glyph, color, and whether it gives way where it is crowded."""

_LABELS: Mapping[EventKind, str] = {
    EventKind.DEMAND: "turn {turn}: {player}, demand {text}",
    EventKind.PROBE: "{player} probes {block}{force}",
    EventKind.CHOICE: "{player} chooses {text}",
    EventKind.TOUCH: "the hand touches {block}",
    EventKind.PEAK_FORCE: "largest force on {block}{force}",
    EventKind.LOOSE: "{block} comes loose",
    EventKind.RESULT: "{block}: {text}",
    EventKind.FIRST_TO_LEAVE: "{block} is the first to leave ({text})",
    EventKind.FELL: "{block} falls ({text})",
    EventKind.TOPPLE: "the tower topples ({text})",
    EventKind.LOSER: "the end, {text}: {player} loses",
}

_TONES = {"toppled": "bad", "clean": "good", "passed": "dim"}
_OUTCOMES = {"clean": "placed", "given_up": "given up"}
_LONGEST_NAME = 60


def player_label(replay: Replay, seat: int | None, longest: int = _LONGEST_NAME) -> str:
    """Return a player's seat, as in the tables, and the name of its policy."""
    if seat is None:
        return "nobody"
    policies = replay.configuration.get("policy") or ("",)
    name = printable(str(policies[seat % len(policies)]))
    if len(name) > longest:
        name = name[: longest - 3] + "..."
    return f"{seat} ({name})" if name else f"{seat}"


def page_header(replay: Replay) -> dict[str, Any]:
    """Return everything a page shows but the numbers, as plain values."""
    return {
        "title": f"Stacko game {replay.index}",
        "summary": _summary(replay),
        "origin": _origin(replay),
        "columns": COLUMNS,
        "turns": [_turn(replay, ply) for ply in replay.plies],
        "kinds": {kind.value: _kind(kind) for kind in EventKind},
        "markers": [_marker(replay, event) for event in replay.events],
        "blocks": [_block(replay, name) for name in replay.names],
        "palettes": {
            name: {
                color.value: {"body": dye.body, "ink": dye.ink}
                for color, dye in palette.items()
            }
            for name, palette in PALETTES.items()
        },
        "marks": {face.value: mark for face, mark in MARKS.items()},
        "colors": {
            "ink": INK, "paper": PAPER, "table": TABLE, "moving": MOVING,
            "first": FIRST_TO_LEAVE, "finger": FINGER,
        },
        "finger": _finger(replay),
    }  # fmt: skip


def _summary(replay: Replay) -> str:
    loser = replay.game.get("loser")
    turns = replay.plies[-1].row.get("turn", len(replay.plies)) if replay.plies else 0
    count = f"{turns} turn{'' if turns == 1 else 's'}"
    if replay.toppled and loser is not None:
        return f"Player {player_label(replay, loser)} topples the tower, {count}"
    ending = str(replay.game.get("termination", "unfinished")).replace("_", " ")
    who = "nobody" if loser is None else f"player {player_label(replay, loser)}"
    return f"No topple: {ending}, {who} loses, {count}"


def _origin(replay: Replay) -> str:
    engine = replay.configuration.get("engine", "?")
    made = ", ".join(f"{name} {version}" for name, version in replay.versions.items())
    return (
        f"seed {replay.seed}, game {replay.index}, engine {engine}, "
        f"{replay.duration:.1f} s simulated; made with {made}"
    )


def _kind(kind: EventKind) -> dict[str, Any]:
    label, glyph, color, minor = _KINDS[kind]
    return {
        "label": label,
        "glyph": glyph,
        "color": color,
        "minor": minor,
        "about": kind.describe(),
    }


def _turn(replay: Replay, ply: Ply) -> dict[str, Any]:
    return {
        "first": ply.first,
        "last": ply.last,
        "cells": turn_cells(replay, ply),
        "tone": _TONES.get(str(ply.row.get("verdict")), "plain"),
        "block": ply.row.get("block"),
        "target": ply.row.get("target"),
        "demand": _demand_words(str(ply.row.get("demand", ""))),
    }


def turn_cells(replay: Replay, ply: Ply) -> list[str]:
    """Return a ply's line in the list of turns, a text for each of `COLUMNS`."""
    row = ply.row
    attempt = row.get("attempt", 1)
    number = f"{row.get('turn', '')}" + (f".{attempt}" if attempt > 1 else "")
    block = row.get("block")
    verdict = str(row.get("verdict", ""))
    return [
        number,
        player_label(replay, row.get("player")),
        str(row.get("demand", "")),
        f"{block} {row.get('slot')}→{row.get('target')}" if block else "–",
        _OUTCOMES.get(verdict, verdict),
    ]


def _demand_words(text: str) -> str:
    try:
        return Demand.from_notation(text).describe()
    except StackoError:
        return text  # of a later version


def _marker(replay: Replay, event: Event) -> dict[str, Any]:
    return {
        "frame": event.frame,
        "ply": event.ply,
        "kind": event.kind.value,
        "block": event.block,
        "label": event_label(replay, event),
    }


def event_label(replay: Replay, event: Event) -> str:
    """Return what happened, in a line of words."""
    known = event.player is not None
    return _LABELS[event.kind].format(
        player=f"player {player_label(replay, event.player)}" if known else "nobody",
        turn=_turn_number(replay, event.ply),
        block=event.block or "pass",
        text=_OUTCOMES.get(str(event.text), str(event.text).replace("_", " ")),
        force="" if event.value is None else f", {event.value:.2f} N",
    )


def _turn_number(replay: Replay, ply: int) -> Any:
    """Return the turn of a ply; the last one's, of what comes after all of them."""
    plies = replay.plies[: ply + 1]
    return plies[-1].row.get("turn") if plies else 1


def _block(replay: Replay, name: str) -> dict[str, Any]:
    block = Block(name)
    return {
        "name": name,
        "words": block.describe(),
        "color": block.color.value,
        "face": block.face.value,
        "size": replay.sizes[name],
    }


def _finger(replay: Replay) -> float:
    """Return the radius of the fingertip that is drawn, m."""
    hands = replay.configuration.get("hands") or {}
    return float(max((hand["finger"] for hand in hands.values()), default=0.010)) / 2

"""Which blocks of a recorded tower count, and in which layers, from when to when.

What a hand takes out does not count from when it is loose, nor what has fallen.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from stacko.blocks import BlockSet
from stacko.geometry import layer_names
from stacko.moves import Move, Result, Verdict
from stacko.replay.model import Event, EventKind, Ply, Replay
from stacko.tower import Tower

__all__ = ["Layers", "layers_by_ply", "stretches", "towers_by_ply"]

Layers = tuple[tuple[str, ...], ...]

_TAKEN = ("clean", "toppled")
_LEFT = (EventKind.FIRST_TO_LEAVE, EventKind.FELL)


def towers_by_ply(replay: Replay) -> list[Tower]:
    """Return the tower at the beginning of each ply, and at the end."""
    blocks = BlockSet.from_names(replay.names)
    towers = [Tower.from_notation(replay.tower, block_set=blocks)]
    for ply in replay.plies:
        towers.append(_after(towers[-1], ply))
    return towers


def layers_by_ply(replay: Replay) -> tuple[Layers, ...]:
    """Return who lies in which layer at the beginning of each ply, and at the end."""
    return tuple(layer_names(tower) for tower in towers_by_ply(replay))


def _after(tower: Tower, ply: Ply) -> Tower:
    """Return the tower after a ply; as it was, if that ended the game."""
    if ply.result is None:
        return tower
    move, result = Move.from_notation(ply.move), Result.from_notation(ply.result)
    if result.verdict is Verdict.CLEAN:
        tower = tower.take(move.block).place(move.block, move.slot)
    for name in result.fallen:
        tower = tower.take(name)
    return tower


def stretches(
    replay: Replay, topple: Event | None
) -> Iterator[tuple[int, int, Layers]]:
    """Yield stretches of frames in which the same blocks count: begin, end, layers.

    From a topple on it is the layer alone that was the highest complete one then, and
    none once a block of it has fallen.
    """
    every = layers_by_ply(replay)
    events: list[list[Event]] = [[] for _ in replay.plies]
    for event in replay.events:
        if event.ply < len(events):
            events[event.ply].append(event)
    end = 0
    for ply, mine, layers in zip(replay.plies, events, every, strict=False):
        if end < ply.first:
            yield end, ply.first, layers
        end = ply.last
        changes = sorted([(ply.first, ""), *_leaving(ply, mine)])
        gone: set[str] = set()
        for (begin, name), (after, _) in itertools.pairwise([*changes, (end, "")]):
            gone.add(name)
            if begin >= after:
                continue
            if topple is None or begin < topple.frame:
                yield begin, after, _without(layers, gone)
            else:
                yield begin, after, _highest(layers, gone, mine, topple)
    if end < replay.frames:
        yield end, replay.frames, every[-1]


def _leaving(ply: Ply, events: Sequence[Event]) -> Iterator[tuple[int, str]]:
    """Yield when what counts changes: a block leaves, by hand or by falling."""
    first = {event.kind: event for event in reversed(events)}
    chosen = [
        first[kind]
        for kind in (EventKind.LOOSE, EventKind.TOUCH, EventKind.CHOICE)
        if kind in first
    ]
    taken = chosen[:1] if ply.row.get("verdict") in _TAKEN else []
    fallen = (e for e in events if e.kind in (*_LEFT, EventKind.TOPPLE))
    for event in (*taken, *fallen):
        yield min(max(event.frame, ply.first), ply.last), event.block or ""


def _highest(
    layers: Layers, gone: set[str], events: Sequence[Event], topple: Event
) -> Layers:
    """Return the complete layer that was highest at a topple, if it is whole still."""
    before = {
        event.block
        for event in events
        if event.kind in (*_LEFT, EventKind.CHOICE) and event.frame <= topple.frame
    }
    whole = [layer for layer in layers if len(layer) == 3 and not before & {*layer}]
    return () if not whole or gone & {*whole[-1]} else (whole[-1],)


def _without(layers: Layers, gone: set[str]) -> Layers:
    kept = [tuple(name for name in layer if name not in gone) for layer in layers]
    while kept and not kept[-1]:
        kept.pop()
    return tuple(kept)

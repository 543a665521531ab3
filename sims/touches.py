"""What is known of each touch of a recorded match: before it, during it, and its end.

A touch begins when the player has chosen, so that what probes moved is not its doing,
and ends when the tower counts as knocked over, or stands again. The block that is moved
never counts: not for balance, tilt or shift.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from gamebase.columns import column
from sims.stacko_removals import bares_layer
from stacko.geometry import layer_names
from stacko.margins import Layers, MarginMonitor
from stacko.moves import Move, Verdict
from stacko.replay.model import Event, EventKind, Ply, Replay
from stacko.replay.standing import towers_by_ply
from stacko.tower import Tower

__all__ = ["Course", "TouchRow", "course_of", "touches_of"]

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class TouchRow:
    """One touch of a block: what was known before, what it did, how it ended."""

    game: int = column("index of the game in the batch")
    ply: int = column("position in the game's list of moves, from 0")
    turn: int = column("turn, from 1")
    attempt: int = column("which try of this turn, from 1")
    verdict: str = column("clean, toppled, stuck or given_up")
    phase: str | None = column("phase in which the tower toppled")
    layers: int = column("layers of the tower before")
    on_top: int = column("blocks in its highest layer before")
    layer: int = column("layer of the block, from 1")
    in_layer: int = column("blocks in that layer before")
    above: int = column("blocks above that layer", "blocks")
    bares: bool = column("whether it leaves its layer empty or on one edge block")
    margin: float = column("least stability margin before", "m")
    without: float = column("least stability margin without the block", "m")
    tilt: float = column("tilt before", "rad")
    probe_force: float | None = column("peak force when it was probed", "N")
    last_shift: float | None = column("largest shift in the touch before", "m")
    last_force: float | None = column("largest force in the touch before", "N")
    shift: float = column("largest shift of another block in this touch", "m")
    force: float = column("largest force while taking the block", "N")
    least: float = column("least stability margin in this touch", "m")
    most_tilt: float = column("largest tilt in this touch", "rad")
    seconds: float = column("simulated time of this touch, up to a topple", "s")


@dataclass(frozen=True, slots=True, eq=False)
class Course:
    """A touch moment by moment, up to a topple.

    Parameters
    ----------
    times : ndarray, shape (n,)
        Simulated time since the touch began, s.
    tilts : ndarray, shape (n,)
        Lean of the highest complete layer, rad.
    shifts : ndarray, shape (n,)
        How far the block that is farthest from where it was is away from there, m.
    forces : ndarray, shape (n,)
        What the hand feels, N; 0 where it touches nothing.
    margins : ndarray, shape (n,)
        Least stability margin by outlines along the axes, m.
    """

    times: Array
    tilts: Array
    shifts: Array
    forces: Array
    margins: Array


def touches_of(replay: Replay) -> list[TouchRow]:
    """Return what is known of every touch of a match, passes left out."""
    rows = []
    before: Ply | None = None
    plies = zip(replay.plies, towers_by_ply(replay), strict=False)
    for number, (ply, tower) in enumerate(plies):
        if ply.result is None:
            continue
        rows.append(_row(replay, number, ply, tower, before))
        before = ply
    return rows


def _row(
    replay: Replay, number: int, ply: Ply, tower: Tower, before: Ply | None
) -> TouchRow:
    move, told = Move.from_notation(ply.move), ply.row
    slot = tower.slot_of(move.block)
    lying = [len(row) - row.count(None) for row in tower.layers]
    course = _course(replay, number, tower)
    toppled = told["verdict"] == Verdict.TOPPLED.value
    return TouchRow(
        game=told["game"],
        ply=told["ply"],
        turn=told["turn"],
        attempt=told["attempt"],
        verdict=told["verdict"],
        phase=told["phase"] if toppled else None,
        layers=len(lying),
        on_top=lying[-1],
        layer=slot.layer,
        in_layer=lying[slot.layer - 1],
        above=sum(lying[slot.layer :]),
        bares=bares_layer(tower, move.block),
        margin=told["margin_before"],
        without=float(course.margins[0]),
        tilt=told["tilt_before"],
        probe_force=told["probe_force"],
        last_shift=None if before is None else before.row["max_disturbance"],
        last_force=None if before is None else before.row["peak_force"],
        shift=told["max_disturbance"],
        force=told["peak_force"],
        least=min(float(course.margins.min()), told["margin"] or math.inf),
        most_tilt=float(course.tilts.max()),
        seconds=float(course.times[-1]),
    )


def course_of(replay: Replay, number: int) -> Course:
    """Return a touch moment by moment.

    Parameters
    ----------
    replay : Replay
    number : int
        Which ply, from 0; no pass.
    """
    return _course(replay, number, towers_by_ply(replay)[number])


def _course(replay: Replay, number: int, tower: Tower) -> Course:
    ply = replay.plies[number]
    mover = Move.from_notation(ply.move).block
    layers = [[n for n in row if n != mover] for row in layer_names(tower)]
    while layers and not layers[-1]:
        layers.pop()
    frames = np.arange(*_span(replay.events, number, ply))
    names = [name for row in layers for name in row]
    places, turns = _seen(replay, names, frames)
    return Course(
        replay.times[frames] - replay.times[frames[0]],
        _tilts(turns, layers),
        np.linalg.norm(places - places[0], axis=2).max(axis=1),
        _forces(replay, frames),
        _margins(replay, layers, places, int(frames[0])),
    )


def _span(events: tuple[Event, ...], number: int, ply: Ply) -> tuple[int, int]:
    """Return the first frame of a touch, and the one after that of the topple."""
    mine = {each.kind: each.frame for each in reversed(events) if each.ply == number}
    end = min(ply.last, mine.get(EventKind.TOPPLE, ply.last) + 1)
    # who probed the tower to its fall chose nothing: then it is the whole ply
    begin = mine.get(EventKind.CHOICE, ply.first)
    return (begin if begin < end else ply.first), end


def _seen(
    replay: Replay, names: list[str], frames: NDArray[np.int64]
) -> tuple[Array, Array]:
    """Return centers, shape (frames, n, 3), and quaternions of some blocks."""
    places, turns = (np.empty((len(frames), len(names), k)) for k in (3, 4))
    for k, name in enumerate(names):
        track = replay.tracks[name]
        rows = np.searchsorted(track.frames, frames, side="right") - 1
        places[:, k], turns[:, k] = track.positions[rows], track.orientations[rows]
    return places, turns


def _tilts(turns: Array, layers: Layers) -> Array:
    """Return what `stacko.stability.tower_tilt` does, of many frames at once."""
    ends = np.cumsum([0, *map(len, layers)]).tolist()
    spans = [(a, b) for a, b in pairwise(ends) if b - a >= 3] or [
        (a, b) for a, b in pairwise(ends) if b > a
    ]
    first, last = spans[-1]
    x, y, z, w = np.moveaxis(turns[:, first:last], 2, 0)
    length = x * x + y * y + z * z + w * w
    up = np.stack(
        [2 * (x * z + y * w), 2 * (y * z - x * w), length - 2 * (x * x + y * y)]
    )
    up = (np.where(up[2] < 0, -1.0, 1.0) * up / length).mean(axis=2)
    return np.asarray(np.arctan2(np.hypot(up[0], up[1]), up[2]))


def _forces(replay: Replay, frames: NDArray[np.int64]) -> Array:
    hand = replay.hand
    forces = np.zeros(len(frames))
    inside = (hand.frames >= frames[0]) & (hand.frames <= frames[-1])
    forces[hand.frames[inside] - frames[0]] = hand.forces[inside]
    return forces


def _margins(replay: Replay, layers: Layers, places: Array, frame: int) -> Array:
    monitor = MarginMonitor(replay.poses(frame), layers, replay.sizes)
    return np.array([monitor.margin(each) for each in places])

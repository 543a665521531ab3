"""How a recorded tower leaned and balanced, moment by moment.

What the hand holds and what has fallen does not count; after a topple there is no
margin. The margins themselves are told in `stacko.stability`.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from stacko.blocks import BlockSet
from stacko.engines.base import Vector
from stacko.geometry import layer_names
from stacko.moves import Move, Result, Verdict
from stacko.poses import Poses
from stacko.replay.model import EventKind, Ply, Replay
from stacko.stability import (
    MarginMonitor,
    center_of_mass,
    support_polygon,
    tower_height,
    tower_tilt,
)
from stacko.tower import Tower

__all__ = ["Measures", "layers_by_ply", "measure", "sampled"]

Array = NDArray[np.float64]
Frames = NDArray[np.int64]
Layers = tuple[tuple[str, ...], ...]

_NEAR = 1e-4
"""Way by which a block may move until its support polygon is found again, m."""

_LEFT = (EventKind.FIRST_TO_LEAVE, EventKind.FELL)


@dataclass(frozen=True, slots=True, eq=False)
class Measures:
    """Measures of a tower at n frames.

    Parameters
    ----------
    frames : ndarray of int, shape (n,)
        Rising.
    tilts : ndarray, shape (n,)
        Lean of the highest complete layer, rad; after a topple of the one that was it
        then, as long as none of its blocks has fallen, and NaN after that.
    margins : ndarray, shape (n,)
        Smallest stability margin, m; NaN where there is none.
    interfaces : ndarray of int, shape (n,)
        Which interface that is, 0 at the table; -1 where there is none.
    centers : ndarray, shape (n, 3)
        Center of mass of all above it, m; NaN where there is none.
    supports : tuple of ndarray of shape (k, 2)
        Its support polygon, m, counterclockwise; no rows where there is none.
    heights : ndarray, shape (n,)
        Height at which that lies, m; NaN where there is none.
    """

    frames: Frames
    tilts: Array
    margins: Array
    interfaces: NDArray[np.int64]
    centers: Array
    supports: tuple[Array, ...]
    heights: Array


def layers_by_ply(replay: Replay) -> tuple[Layers, ...]:
    """Return who lies in which layer at the beginning of each ply, and at the end."""
    blocks = BlockSet.from_names(replay.names)
    towers = [Tower.from_notation(replay.tower, block_set=blocks)]
    for ply in replay.plies:
        towers.append(_after(towers[-1], ply))
    return tuple(layer_names(tower) for tower in towers)


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


def sampled(replay: Replay, most: int) -> Frames:
    """Return frames to measure at: evenly spread ones, and all of the last ply.

    Parameters
    ----------
    replay : Replay
    most : int
        How many, besides those of the last ply.
    """
    every = max(1, -(-replay.frames // most))
    last = replay.plies[-1].first if replay.plies else replay.frames
    begins = [ply.first for ply in replay.plies if ply.first < replay.frames]
    spread = np.arange(0, replay.frames, every, dtype=np.int64)
    return np.union1d(
        np.union1d(spread, np.array(begins, dtype=np.int64)),
        np.arange(last, replay.frames, dtype=np.int64),
    )


def measure(replay: Replay, frames: Frames | None = None) -> Measures:
    """Measure a tower at some frames, or at all.

    Parameters
    ----------
    replay : Replay
    frames : ndarray of int, optional
        Rising.

    Examples
    --------
    >>> from stacko.match import MatchConfig, play_match
    >>> from stacko.replay import MatchRecorder
    >>> config = MatchConfig(engine="quasistatic", policies=("random",), max_turns=1)
    >>> recorder = MatchRecorder(config, seed=1, index=0)
    >>> _ = play_match(config, 1, 0, recorder)
    >>> found = measure(recorder.replay())
    >>> round(float(found.margins[0]), 4), int(found.interfaces[0])
    (0.0419, 0)
    """
    chosen = np.arange(replay.frames) if frames is None else frames
    rows: list[_Row] = []
    for begin, end, layers in _stretches(replay):
        here = chosen[(chosen >= begin) & (chosen < end)]
        if len(here):
            rows += _measure_stretch(replay, here, layers, _balances(replay, begin))
    return Measures(
        chosen,
        np.array([row.tilt for row in rows]),
        np.array([row.margin for row in rows]),
        np.array([row.interface for row in rows], dtype=np.int64),
        np.array([row.center for row in rows]).reshape(-1, 3),
        tuple(row.support for row in rows),
        np.array([row.height for row in rows]),
    )


@dataclass(slots=True)
class _Row:
    tilt: float
    margin: float = np.nan
    interface: int = -1
    center: Array | tuple[float, float, float] = (np.nan, np.nan, np.nan)
    support: Array = field(default_factory=lambda: np.zeros((0, 2)))
    height: float = np.nan


def _balances(replay: Replay, frame: int) -> bool:
    topple = replay.event(EventKind.TOPPLE)
    return topple is None or frame < topple.frame


def _stretches(replay: Replay) -> Iterator[tuple[int, int, Layers]]:
    """Yield stretches of frames in which the same blocks count."""
    every = layers_by_ply(replay)
    end = 0
    for index, ply in enumerate(replay.plies):
        end = ply.last
        changes = sorted([(ply.first, ""), *_leaving(replay, index)])
        gone: set[str] = set()
        for (begin, name), (after, _) in itertools.pairwise([*changes, (end, "")]):
            gone.add(name)
            if begin < after:
                yield begin, after, _counting(replay, every[index], gone, begin)
    if end < replay.frames:
        yield end, replay.frames, every[-1]


def _counting(replay: Replay, layers: Layers, gone: set[str], frame: int) -> Layers:
    """Return the layers that count: after a topple one at most, for its lean."""
    topple = replay.event(EventKind.TOPPLE)
    if topple is None or frame < topple.frame:
        return _without(layers, gone)
    earlier = {
        event.block
        for event in replay.events
        if event.ply == topple.ply and event.frame <= topple.frame
        if event.kind in (*_LEFT, EventKind.CHOICE)
    }
    whole = [layer for layer in layers if len(layer) == 3 and not earlier & {*layer}]
    return () if not whole or gone & {*whole[-1]} else (whole[-1],)


def _leaving(replay: Replay, index: int) -> Iterator[tuple[int, str]]:
    """Yield when what counts changes: a block leaves, by hand or by falling."""
    ply = replay.plies[index]
    mine = [event for event in replay.events if event.ply == index]
    taken = [e for e in mine if e.kind is EventKind.TOUCH] or [
        e for e in mine if e.kind is EventKind.CHOICE
    ]
    fallen = [e for e in mine if e.kind in (*_LEFT, EventKind.TOPPLE)]
    for event in (*taken[:1], *fallen):
        yield min(max(event.frame, ply.first), ply.last), event.block or ""


def _without(layers: Layers, gone: set[str]) -> Layers:
    kept = [tuple(name for name in layer if name not in gone) for layer in layers]
    while kept and not kept[-1]:
        kept.pop()
    return tuple(kept)


def _measure_stretch(
    replay: Replay, frames: Frames, layers: Layers, balances: bool
) -> Iterator[_Row]:
    names = tuple(name for layer in layers for name in layer)
    positions, orientations = _poses_at(replay, names, frames)
    each = (
        Poses(names, place, turn)
        for place, turn in zip(positions, orientations, strict=True)
    )
    if not (balances and names):
        lean = tower_tilt if names else lambda *_: np.nan
        yield from (_Row(lean(poses, layers)) for poses in each)
        return
    balance = _Balance(
        Poses(names, positions[0], orientations[0]), layers, replay.sizes
    )
    for poses in each:
        yield balance.row(poses)


class _Balance:
    """Measures a tower of the same blocks again and again.

    A support polygon is kept as long as none of its blocks moves by `_NEAR`, for it
    takes longer than all the rest.
    """

    def __init__(
        self, poses: Poses, layers: Layers, sizes: Mapping[str, Vector]
    ) -> None:
        self._monitor = MarginMonitor(poses, layers, sizes)
        self._layers, self._sizes = layers, sizes
        self._kept: dict[int, tuple[Array, Array, float]] = {}

    def row(self, poses: Poses) -> _Row:
        margins = self._monitor.margins(poses.positions)
        k = int(margins.argmin())
        tilt = tower_tilt(poses, self._layers)
        if not np.isfinite(margins[k]):
            return _Row(tilt)
        above = [name for layer in self._layers[k:] for name in layer]
        center = center_of_mass(poses, above)
        return _Row(tilt, float(margins[k]), k, center, *self._support(poses, k))

    def _support(self, poses: Poses, k: int) -> tuple[Array, float]:
        """Return the support polygon of an interface, and its height."""
        under = self._layers[k - 1] if k else ()
        sides = poses.select((*self._layers[k], *under))
        place = np.hstack([sides.positions, sides.orientations * self._REACH])
        before = self._kept.get(k)
        if before is None or np.abs(place - before[0]).max() > _NEAR:
            support = support_polygon(
                poses, under or None, self._layers[k], self._sizes
            )
            height = tower_height(poses, self._sizes, under)
            before = self._kept[k] = (place, support, height)
        return before[1:]

    _REACH = 0.04
    """Half a block's length, about: what a turn by a radian moves an end, m."""


def _poses_at(
    replay: Replay, names: Sequence[str], frames: Frames
) -> tuple[Array, Array]:
    """Return positions (f, n, 3) and orientations (f, n, 4) at f frames."""
    positions = np.empty((len(frames), len(names), 3))
    orientations = np.empty((len(frames), len(names), 4))
    for k, name in enumerate(names):
        track = replay.tracks[name]
        rows = np.searchsorted(track.frames, frames, side="right") - 1
        positions[:, k] = track.positions[rows]
        orientations[:, k] = track.orientations[rows]
    return positions, orientations

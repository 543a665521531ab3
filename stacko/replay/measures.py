"""How a recorded tower leaned and balanced, moment by moment.

What a hand takes out does not count from when it is loose, nor what has fallen; after a
topple there is no margin. The margins themselves are told in `stacko.stability`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from stacko.engines.base import Vector
from stacko.polygons import signed_distance
from stacko.poses import Poses
from stacko.replay.model import EventKind, Replay
from stacko.replay.standing import Layers, stretches
from stacko.stability import (
    MarginMonitor,
    center_of_mass,
    support_polygon,
    tower_height,
    tower_tilt,
)

__all__ = ["Measures", "measure", "sampled"]

Array = NDArray[np.float64]
Frames = NDArray[np.int64]

_LAST = 10_000
"""Most frames of the last ply that are measured, for a page."""

_NEAR = 1e-4
"""Way by which a block may move until its support polygon is found again, m."""

_STALE = 1e-3
"""Way by which a block may move until it is found again how far a fast margin is off
there, m: by millimeters, where blocks lie askew."""
_CLOSE = 5e-4
"""How far it may be off even so, m: interfaces that may be the weakest one by that are
measured exactly."""


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


def sampled(replay: Replay, most: int) -> Frames:
    """Return frames to measure at: evenly spread ones, and more of the last ply.

    That is all of it, unless it has more than `_LAST` frames, over two minutes.

    Parameters
    ----------
    replay : Replay
    most : int
        How many, besides those of the last ply.
    """
    every = max(1, -(-replay.frames // most))
    last = replay.plies[-1].first if replay.plies else replay.frames
    closer = max(1, -(-(replay.frames - last) // _LAST))
    begins = [ply.first for ply in replay.plies if ply.first < replay.frames]
    spread = np.arange(0, replay.frames, every, dtype=np.int64)
    return np.union1d(
        np.union1d(spread, np.array(begins, dtype=np.int64)),
        np.arange(last, replay.frames, closer, dtype=np.int64),
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
    >>> round(float(found.margins[0]), 3), found.margins.shape == found.frames.shape
    (0.042, True)
    """
    chosen = np.arange(replay.frames) if frames is None else frames
    topple = replay.event(EventKind.TOPPLE)
    falls = replay.frames if topple is None else topple.frame
    seen = _Seen(replay, chosen)
    rows: list[_Row] = []
    for begin, end, layers in stretches(replay, topple):
        first, last = np.searchsorted(chosen, (begin, end)).tolist()
        rows += seen.measured(range(first, last), layers, balances=begin < falls)
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


class _Seen:
    """The poses of all blocks at the chosen frames."""

    def __init__(self, replay: Replay, frames: Frames) -> None:
        self._sizes = replay.sizes
        self._column = {name: k for k, name in enumerate(replay.names)}
        shape = (len(frames), len(self._column))
        self._positions, self._orientations = (
            np.empty((*shape, 3)),
            np.empty((*shape, 4)),
        )
        for name, k in self._column.items():
            track = replay.tracks[name]
            rows = np.searchsorted(track.frames, frames, side="right") - 1
            self._positions[:, k] = track.positions[rows]
            turned = track.orientations[rows]
            length = np.linalg.norm(turned, axis=1, keepdims=True)
            self._orientations[:, k] = turned / length
        self._balance: _Balance | None = None

    def measured(
        self, rows: range, layers: Layers, *, balances: bool
    ) -> Iterator[_Row]:
        """Yield the measures of some of the frames, while these layers count."""
        names = tuple(name for layer in layers for name in layer)
        columns = [self._column[name] for name in names]
        for row in rows:
            poses = Poses(
                names, self._positions[row, columns], self._orientations[row, columns]
            )
            if not names:
                yield _Row(np.nan)
            elif balances:
                yield self._balance_of(poses, layers).row(poses)
            else:
                yield _Row(tower_tilt(poses, layers))

    def _balance_of(self, poses: Poses, layers: Layers) -> _Balance:
        if self._balance is None or self._balance.layers != layers:
            self._balance = _Balance(poses, layers, self._sizes)
        return self._balance


class _Balance:
    """Measures a tower of the same blocks again and again.

    A support polygon is kept as long as none of its blocks moves by `_NEAR`, for it
    takes longer than all the rest.
    """

    def __init__(
        self, poses: Poses, layers: Layers, sizes: Mapping[str, Vector]
    ) -> None:
        self._monitor = MarginMonitor(poses, layers, sizes)
        self.layers, self._sizes = layers, sizes
        self._kept: dict[int, tuple[Array, Array, float]] = {}
        self._sides = _sides(layers)
        self._then = np.full((*self._sides.shape, 7), np.inf)
        self._off = np.zeros(len(layers))

    def row(self, poses: Poses) -> _Row:
        tilt = tower_tilt(poses, self.layers)
        rough = self._monitor.margins(poses.positions)
        if not np.isfinite(rough.min()):
            return _Row(tilt)
        places = np.hstack([poses.positions, poses.orientations * self._REACH])
        exact = self._corrected(poses, places, rough, tilt)
        told = rough + self._off
        best = _Row(tilt, np.inf)
        for k in told.argsort().tolist():
            if told[k] > best.margin + _CLOSE:
                break
            row = exact[k] if k in exact else self._row_at(poses, k, tilt)
            best = min(best, row, key=lambda each: each.margin)
        return best

    def _corrected(
        self, poses: Poses, places: Array, rough: Array, tilt: float
    ) -> dict[int, _Row]:
        """Find again how far fast margins are off where blocks moved; return those."""
        moved = np.abs(places[self._sides] - self._then).max(axis=(1, 2))
        exact = {}
        for k in np.flatnonzero(moved > _STALE).tolist():
            exact[k] = self._row_at(poses, k, tilt)
            self._off[k] = exact[k].margin - rough[k]
            self._then[k] = places[self._sides[k]]
        return exact

    def _row_at(self, poses: Poses, k: int, tilt: float) -> _Row:
        above = [name for layer in self.layers[k:] for name in layer]
        center = center_of_mass(poses, above)
        support, height = self._support(poses, k)
        margin = signed_distance(center[:2], support)
        return _Row(tilt, margin, k, center, support, height)

    def _support(self, poses: Poses, k: int) -> tuple[Array, float]:
        """Return the support polygon of an interface, and its height."""
        under = self.layers[k - 1] if k else ()
        sides = poses.select((*self.layers[k], *under))
        place = np.hstack([sides.positions, sides.orientations * self._REACH])
        before = self._kept.get(k)
        if before is None or np.abs(place - before[0]).max() > _NEAR:
            support = support_polygon(poses, under or None, self.layers[k], self._sizes)
            height = tower_height(poses, self._sizes, under)
            before = self._kept[k] = (place, support, height)
        return before[1:]

    _REACH = 0.04
    """Half a block's length, about: what a turn by a radian moves an end, m."""


def _sides(layers: Layers) -> NDArray[np.intp]:
    """Return the blocks on both sides of every interface, some of them repeated."""
    ends = np.cumsum([len(layer) for layer in layers]).tolist()
    begins = [0, 0, *ends][: len(ends)]  # of the layer below
    longest = max(end - begin for begin, end in zip(begins, ends, strict=True))
    return np.array(
        [
            [min(begin + k, end - 1) for k in range(longest)]
            for begin, end in zip(begins, ends, strict=True)
        ]
    )

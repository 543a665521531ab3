"""Poses that come in frame by frame, kept where they changed."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from stacko.poses import Poses
from stacko.replay.model import Track
from stacko.replay.quanta import POSITION, TURN

__all__ = ["Tracker"]

Array = NDArray[np.float64]

_QUANTA = np.array([POSITION] * 3 + [TURN] * 4)


class Tracker:
    """Takes in the poses of every frame.

    A block counts as moved once it is more than a quantum away from what was last
    kept of it, not half of one: what trembles on the edge of two values costs nothing.

    Parameters
    ----------
    names : sequence of str
        All blocks.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self._rows = {name: row for row, name in enumerate(self.names)}
        self._kept: Array = np.full((len(self.names), 7), np.inf)  # in quanta
        self._changes: list[tuple[int, NDArray[np.intp], Array]] = []
        self._gone: dict[str, int] = {}
        self._seen_names: tuple[str, ...] = ()
        self._hash = hashlib.blake2b(digest_size=8)
        self.times: list[float] = []

    @property
    def frames(self) -> int:
        """Number of frames so far."""
        return len(self.times)

    def see(self, time: float, poses: Poses) -> None:
        """Take in a frame."""
        if poses.names != self._seen_names:
            self._seen_names = poses.names
            self._index = np.array([self._rows[name] for name in poses.names])
        now = np.concatenate([poses.positions, poses.orientations], axis=1)
        self._hash.update(now.data)
        scaled = now / _QUANTA
        moved = (np.abs(scaled - self._kept[self._index]) > 1.0).any(axis=1)
        if moved.any():
            rows, values = self._index[moved], np.rint(scaled[moved])
            self._kept[rows] = values
            self._changes.append((self.frames, rows, values))
        self.times.append(time)

    def digest(self) -> str:
        """Return a hash of the exact poses since the last time this was asked."""
        text = self._hash.hexdigest()
        self._hash = hashlib.blake2b(digest_size=8)
        return text

    def discard(self, name: str) -> None:
        """Take note that a block is in no further frame."""
        self._gone[name] = self.frames

    def tracks(self) -> dict[str, Track]:
        """Return what was kept, by block."""
        if not self._changes:
            return {}
        rows = np.concatenate([rows for _, rows, _ in self._changes])
        values = np.concatenate([values for _, _, values in self._changes]) * _QUANTA
        frames = np.repeat(
            [frame for frame, _, _ in self._changes],
            [len(rows) for _, rows, _ in self._changes],
        )
        made = {}
        for row, name in enumerate(self.names):
            mine = np.flatnonzero(rows == row)
            made[name] = Track(
                frames[mine], values[mine, :3], values[mine, 3:], self._gone.get(name)
            )
        return made

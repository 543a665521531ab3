"""When and where a block moved, as keys between which a viewer draws straight lines."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from stacko.replay.between import follows
from stacko.replay.model import Replay, Track
from stacko.replay.shots import Span

__all__ = ["Keys", "keys_of"]

Array = NDArray[np.float64]

_INSTANT = 1e-3
"""How long a jump takes, s: less than a frame of any screen."""


@dataclass(frozen=True, slots=True, eq=False)
class Keys:
    """Places of a block at rising times, the first at 0.

    Parameters
    ----------
    times : ndarray, shape (n,)
        In s.
    positions : ndarray, shape (n, 3)
    orientations : ndarray, shape (n, 4)
        Each on the same side of the sphere as the one before it.
    gone : float or None
        When the block is out of the world, if it is.
    """

    times: Array
    positions: Array
    orientations: Array
    gone: float | None


def keys_of(replay: Replay, name: str, span: Span) -> Keys:
    """Return the keys of a block in a part of a match.

    A block that does not move has one key.
    """
    track = replay.tracks[name]
    first, last = replay.frame_at(span.start), replay.frame_at(span.end)
    rows = _rows(track, first, last)
    times = replay.times - replay.times[first]
    keys: list[tuple[float, int]] = [(0.0, rows[0])]
    for before, row in pairwise(rows):
        frame = int(track.frames[row])
        at, earlier = float(times[frame]), float(times[frame - 1])
        if earlier > keys[-1][0]:
            keys.append((earlier, before))
        if not _follows(track, before, row, at - earlier):
            keys.append((max(at - _INSTANT, (at + keys[-1][0]) / 2), before))
        keys.append((at, row))
    chosen = [row for _, row in keys]
    gone = track.gone
    return Keys(
        np.array([time for time, _ in keys]),
        track.positions[chosen],
        _on_one_side(track.orientations[chosen]),
        None if gone is None or gone > last else float(times[max(gone, first)]),
    )


def _rows(track: Track, first: int, last: int) -> list[int]:
    """Return the rows of a track that hold from one frame to another."""
    begin = track.row(first)
    return list(range(begin, max(begin, track.row(last)) + 1))


def _follows(track: Track, before: int, row: int, gap: float) -> bool:
    """Tell whether a block moved evenly from one look to the next."""
    return bool(
        follows(
            gap,
            track.positions[row] - track.positions[before],
            track.orientations[before],
            track.orientations[row],
        )
    )


def _on_one_side(turns: Array) -> Array:
    """Return quaternions with signs such that none turns the long way round."""
    signs = np.where(np.sum(turns[1:] * turns[:-1], axis=1) < 0, -1.0, 1.0)
    sides = np.concatenate([[1.0], np.cumprod(signs)])
    turned: Array = turns * sides[:, None]
    return turned

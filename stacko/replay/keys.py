"""When and where a block moved, as keys between which a viewer draws straight lines."""

from __future__ import annotations

from dataclasses import dataclass

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

    A block that does not move has one key; the last one of others is at the end.
    """
    track = replay.tracks[name]
    first, last = replay.frame_at(span.start), replay.frame_at(span.end)
    times = replay.times - replay.times[first]
    rows, moments = _seen(track, times, first, last)
    # The last look before each at which it was still where it had been.
    earlier = times[np.searchsorted(times, moments[1:]) - 1]
    places = track.positions[rows]
    turns = _on_one_side(track.orientations[rows])
    moved = follows(
        moments[1:] - earlier, np.diff(places, axis=0), turns[:-1], turns[1:]
    )
    keys = [(0.0, 0)]
    for row, moment in enumerate(moments[1:].tolist(), 1):
        before = float(earlier[row - 1])
        if before > keys[-1][0]:
            keys.append((before, row - 1))
        if not moved[row - 1]:
            keys.append((max(moment - _INSTANT, (moment + keys[-1][0]) / 2), row - 1))
        keys.append((moment, row))
    if len(keys) > 1 and keys[-1][0] < times[last]:
        keys.append((float(times[last]), keys[-1][1]))
    chosen = [row for _, row in keys]
    gone = track.gone
    return Keys(
        np.array([time for time, _ in keys]),
        places[chosen],
        turns[chosen],
        None if gone is None or gone > last else float(times[max(gone, first)]),
    )


def _seen(
    track: Track, times: Array, first: int, last: int
) -> tuple[NDArray[np.int64], Array]:
    """Return the rows of a track in a span of frames, and when each began to hold.

    Of what happened at one time, when no time ran, only the last row is kept.
    """
    begin, end = track.row(first), track.row(last)
    rows = np.arange(begin, max(begin, end) + 1)
    moments = times[np.maximum(track.frames[rows], first)]
    kept = np.append(np.diff(moments) > 0, True)
    return rows[kept], moments[kept]


def _on_one_side(turns: Array) -> Array:
    """Return unit quaternions with signs such that none turns the long way round."""
    turns = turns / np.linalg.norm(turns, axis=1, keepdims=True)
    signs = np.where(np.sum(turns[1:] * turns[:-1], axis=1) < 0, -1.0, 1.0)
    sides = np.concatenate([[1.0], np.cumprod(signs)])
    turned: Array = turns * sides[:, None]
    return turned

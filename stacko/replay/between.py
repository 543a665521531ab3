"""Where blocks are at any time, also between two looks at them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from stacko.poses import Poses
from stacko.replay.model import Replay

__all__ = ["follows", "poses_at"]

Array = NDArray[np.float64]

_LONGEST = 0.06
"""Longest time between two frames across which blocks are followed, s."""
_FARTHEST = 0.05
"""Way from one frame to the next, m; what went farther was carried, and jumps."""
_MOST_TURNED = 0.8
"""Least cosine of half the angle turned from one frame to the next."""


def follows(
    gap: float | Array, way: Array, before: Array, after: Array
) -> NDArray[np.bool_]:
    """Tell of blocks whether they moved evenly from one frame to the next.

    Parameters
    ----------
    gap : float or ndarray
        Time between the two, s.
    way : ndarray, shape (..., 3)
        From one place to the other, m.
    before, after : ndarray, shape (..., 4)
        Unit quaternions.
    """
    cosine = np.abs(np.sum(before * after, axis=-1))
    near = np.linalg.norm(way, axis=-1) < _FARTHEST
    evenly: NDArray[np.bool_] = near & (cosine > _MOST_TURNED) & (gap <= _LONGEST)
    return evenly


def poses_at(replay: Replay, time: float) -> Poses:
    """Return the poses of all blocks at a time in s.

    Between two frames blocks are taken to move evenly, unless one was carried; so slow
    motion is smooth.
    """
    frame = replay.frame_at(time)
    here = replay.poses(frame)
    if frame + 1 >= replay.frames or time <= replay.times[frame]:
        return here
    gap = float(replay.times[frame + 1] - replay.times[frame])
    after = replay.poses(frame + 1)
    if gap > _LONGEST or after.names != here.names:
        return here  # Nothing is known in between, or one is about to vanish.
    share = (time - float(replay.times[frame])) / gap
    way = after.positions - here.positions
    moved = follows(gap, way, here.orientations, after.orientations)
    weight = np.where(moved, share, 0.0)[:, None]
    # q and -q are one rotation; small turns need no more than a straight mean.
    cosine = np.sum(here.orientations * after.orientations, axis=1)
    other = after.orientations * np.where(cosine < 0, -1.0, 1.0)[:, None]
    turned = here.orientations * (1 - weight) + other * weight
    turned /= np.linalg.norm(turned, axis=1, keepdims=True)
    return Poses(here.names, here.positions + weight * way, turned)

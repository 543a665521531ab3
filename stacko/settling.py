"""When a tower counts as at rest, judged from its poses alone."""

from __future__ import annotations

from collections import deque

import numpy as np
from numpy.typing import NDArray

from stacko.params import SettleParams
from stacko.poses import Poses

__all__ = ["Stillness", "net_motion"]

Array = NDArray[np.float64]

_SPAN = 7
"""Windows averaged to see through a sway; together longer than its period."""

_SHARE = 0.25
"""Share of a sway's width by which two means over part of a period may differ."""


def net_motion(before: Poses, after: Poses) -> tuple[Array, Array]:
    """Return distance (m) and angle (rad) of each body between two instants."""
    shift: Array = np.linalg.norm(after.positions - before.positions, axis=1)
    cosine = np.abs((before.orientations * after.orientations).sum(1))
    turn: Array = 2 * np.arccos(np.minimum(cosine, 1.0))
    return shift, turn


class Stillness:
    """Looks at poses at the end of each window and says when nothing moves any more.

    A tower is at rest when no block's pose changed over the last window. It also
    counts as at rest when its mean pose stays where it is and it only sways by
    little: tall towers do so in an iterative solver, without end and without
    getting anywhere.

    Parameters
    ----------
    params : SettleParams
        Tolerances.
    start : Poses
        Poses when the wait began.
    """

    def __init__(self, params: SettleParams, start: Poses) -> None:
        self._params = params
        self._last = start
        self._track: deque[Array] = deque(maxlen=2 * _SPAN)
        self.shift: Array = np.zeros(len(start))
        self.turn: Array = np.zeros(len(start))

    def at_rest(self, poses: Poses) -> bool:
        """Take the poses at the end of a window; True if the tower is at rest."""
        params = self._params
        self.shift, self.turn = net_motion(self._last, poses)
        self._last = poses
        self._track.append(poses.positions)
        still = self.shift.max(initial=0.0) < params.tolerance
        unturned = self.turn.max(initial=0.0) < params.rotation_tolerance
        return bool(still and unturned) or self._only_sways()

    def _only_sways(self) -> bool:
        if len(self._track) < 2 * _SPAN:
            return False
        track = np.array(self._track)
        drift = np.abs(track[_SPAN:].mean(0) - track[:_SPAN].mean(0))
        width = np.ptp(track, axis=0)
        # what moves one way has gone half its width from one half to the other
        allowed = np.maximum(2 * self._params.tolerance, _SHARE * width)
        return bool((drift < allowed).all() and width.max() < self._params.sway)

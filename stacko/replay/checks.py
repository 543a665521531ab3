"""What a replay out of a file must be, before anything shows it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from stacko.replay.header_checks import (
    check_event,
    check_header,
    check_plies,
    check_whole,
)
from stacko.replay.model import Loads, Replay, Track

__all__ = ["check"]


_ROUNDED = 0.01
"""By how much the length of a rounded quaternion may differ from 1."""

_MOST_FRAMES = 5_000_000
"""Most frames: a day and a night at 60 a second."""

_LONGEST_GAP = 1000.0
"""Longest time from one frame to the next, s."""

_FARTHEST = 1e5
"""Farthest that anything was, m; farther than the whole numbers of a page reach."""

_STRONGEST = 1e6
"""Largest force, N."""


def check(replay: Replay) -> None:
    """Refuse what would lead whoever shows a replay astray.

    Parameters
    ----------
    replay : Replay
        Made of what a file holds.

    Raises
    ------
    ValueError
        If a value is of another kind, or of no frame, move or block there is, or
        beyond all that could have happened.
    """
    check_header(replay)
    _check_times(replay.times)
    for name, track in replay.tracks.items():
        _check_track(track, replay.frames, f"block {name}")
    _check_hand(replay)
    for loads in replay.loads:
        _check_loads(loads, replay.frames)
    check_plies(replay)
    for event in replay.events:
        check_event(event, replay)


def _check_times(times: NDArray[np.float64]) -> None:
    if len(times) > _MOST_FRAMES:
        raise ValueError(f"there are {len(times)} frames, more than {_MOST_FRAMES}")
    steps = np.diff(times, prepend=0.0)
    if (steps[1:] < 0).any():
        raise ValueError("time runs backwards")
    if not (np.abs(steps) <= _LONGEST_GAP).all():
        raise ValueError(f"time leaps by more than {_LONGEST_GAP:g} s")


def _check_track(track: Track, count: int, what: str) -> None:
    if not len(track.frames) or track.frames[0] != 0 or track.gone == 0:
        raise ValueError(f"{what} is not in the first frame")
    _check_rising(track.frames, count, what)
    if not len(track.frames) == len(track.positions) == len(track.orientations):
        raise ValueError(f"{what} has poses for other frames")
    _check_within(track.positions, _FARTHEST, f"{what} was")
    lengths = np.linalg.norm(track.orientations, axis=1)
    if (np.abs(lengths - 1) > _ROUNDED).any():
        raise ValueError(f"{what} has quaternions that turn nothing")


def _check_rising(frames: NDArray[np.int64], count: int, what: str) -> None:
    if (np.diff(frames) <= 0).any() or (len(frames) and frames[-1] >= count):
        raise ValueError(f"the frames of {what} do not rise, or there are fewer")


def _check_hand(replay: Replay) -> None:
    hand = replay.hand
    _check_rising(hand.frames, replay.frames, "the hand")
    counts = {len(each) for each in (hand.frames, hand.fingers, hand.positions)}
    if counts != {len(hand.forces)} or (len(hand.frames) and hand.frames[0] < 0):
        raise ValueError("the hand has values for other frames")
    _check_within(hand.positions, _FARTHEST, "the hand was")
    _check_within(hand.forces, _STRONGEST, "the hand felt")


def _check_loads(loads: Loads, count: int) -> None:
    check_whole(loads.frame, count - 1, "a tower is at rest at")
    if not len(loads.upper) == len(loads.lower) == len(loads.forces):
        raise ValueError("a tower at rest has forces between other blocks")
    _check_within(loads.forces, _STRONGEST, "a block carries")


def _check_within(values: NDArray[np.float64], most: float, what: str) -> None:
    if not (np.abs(values) <= most).all():
        raise ValueError(f"{what} beyond {most:g}")

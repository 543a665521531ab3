"""What a replay out of a file must be, before anything shows it."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from stacko.replay.model import Event, Ply, Replay

__all__ = ["check"]


_ROUNDED = 0.01
"""By how much the length of a rounded quaternion may differ from 1."""


def check(replay: Replay) -> None:
    """Refuse what would lead whoever shows a replay astray.

    Parameters
    ----------
    replay : Replay
        Made of what a file holds.

    Raises
    ------
    ValueError
        If a value is of another kind, or of no frame, move or block there is.
    """
    _check_header(replay)
    if (np.diff(replay.times) < 0).any():
        raise ValueError("time runs backwards")
    for name, track in replay.tracks.items():
        if not len(track.frames) or track.frames[0] != 0:
            raise ValueError(f"block {name} is not in the first frame")
        _check_rising(track.frames, replay.frames, f"block {name}")
        if not len(track.frames) == len(track.positions) == len(track.orientations):
            raise ValueError(f"block {name} has poses for other frames")
        lengths = np.linalg.norm(track.orientations, axis=1)
        if (np.abs(lengths - 1) > _ROUNDED).any():
            raise ValueError(f"block {name} has quaternions that turn nothing")
    _check_hand(replay)
    for loads in replay.loads:
        _check_frame(loads.frame, replay.frames, "a tower is at rest at")
    for ply in replay.plies:
        _check_ply(ply, replay.frames)
    for event in replay.events:
        _check_event(event, replay)


def _check_header(replay: Replay) -> None:
    for name in ("configuration", "versions", "game"):
        if not isinstance(getattr(replay, name), Mapping):
            raise ValueError(f"{name} is no table")
    for name in ("seed", "index"):
        value = getattr(replay, name)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise ValueError(f"{name} is {value!r}")
    if not isinstance(replay.tower, str):
        raise ValueError(f"the tower is {replay.tower!r}")


def _check_rising(frames: NDArray[np.int64], count: int, what: str) -> None:
    if (np.diff(frames) <= 0).any() or (len(frames) and frames[-1] >= count):
        raise ValueError(f"the frames of {what} do not rise, or there are fewer")


def _check_hand(replay: Replay) -> None:
    hand = replay.hand
    _check_rising(hand.frames, replay.frames, "the hand")
    counts = {len(each) for each in (hand.frames, hand.fingers, hand.positions)}
    if counts != {len(hand.forces)} or (len(hand.frames) and hand.frames[0] < 0):
        raise ValueError("the hand has values for other frames")


def _check_frame(frame: object, count: int, what: str) -> None:
    _check_whole(frame, count - 1, what)


def _check_whole(value: object, most: int, what: str) -> None:
    if not isinstance(value, int) or not 0 <= value <= most:
        raise ValueError(f"{what} {value!r}, and there are 0 to {most}")


def _check_ply(ply: Ply, count: int) -> None:
    _check_whole(ply.first, count, "a move begins at")
    _check_whole(ply.last, count, "a move ends at")
    if not 0 <= ply.first <= ply.last <= count:
        raise ValueError(f"a move has frames {ply.first} to {ply.last}")
    texts = [ply.move, ply.digest, *ply.probes, ply.result or ""]
    odd = [text for text in texts if type(text) is not str]
    if odd:
        raise ValueError(f"a move says {odd[0]!r}")
    if not isinstance(ply.row, Mapping):
        raise ValueError("a move has no row")


def _check_event(event: Event, replay: Replay) -> None:
    _check_frame(event.frame, replay.frames, "an event is at")
    _check_whole(event.ply, len(replay.plies), "an event is of move")
    if event.block is not None and event.block not in replay.tracks:
        raise ValueError(f"an event is about block {event.block!r}")
    if not isinstance(event.text, str):
        raise ValueError(f"an event says {event.text!r}")
    if event.player is not None and not isinstance(event.player, int):
        raise ValueError(f"an event has player {event.player!r}")
    if event.value is not None and not isinstance(event.value, int | float):
        raise ValueError(f"an event has value {event.value!r}")

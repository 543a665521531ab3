"""What a picture points out: the block in hand, the hand, the first block to leave."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from stacko.engines.pictures import Ball
from stacko.poses import Poses
from stacko.replay.model import EventKind, Replay
from stacko.replay.palette import FINGER, FIRST_TO_LEAVE, MOVING, channels

__all__ = ["Marks", "fingertips", "outline"]

_FINGERTIP = 0.007
"""Radius of a fingertip, m."""


class Marks:
    """Which blocks are outlined when."""

    def __init__(self, replay: Replay) -> None:
        self._first = replay.event(EventKind.FIRST_TO_LEAVE)
        self._held: list[tuple[int, int, str]] = [
            (event.frame, replay.plies[event.ply].last, event.block)
            for event in replay.events
            if event.kind in (EventKind.TOUCH, EventKind.PROBE)
            and event.block is not None
            and event.ply < len(replay.plies)
        ]

    def at(self, frame: int, poses: Poses) -> dict[str, str]:
        """Return the colors of outlines by block."""
        held = {
            block: MOVING for start, end, block in self._held if start <= frame < end
        }
        first = self._first
        if first is not None and first.block is not None and frame >= first.frame:
            held[first.block] = FIRST_TO_LEAVE
        return {name: color for name, color in held.items() if name in poses}


def fingertips(replay: Replay, frame: int, poses: Poses) -> list[Ball]:
    """Return the balls of the hand: one that pushes, or two that hold."""
    hand = replay.hand
    row = int(np.searchsorted(hand.frames, frame))
    if row >= len(hand.frames) or hand.frames[row] != frame:
        return []
    place = hand.positions[row]
    color = channels(FINGER)
    if hand.fingers[row]:
        return [Ball(_point(place), _FINGERTIP, color)]
    held = _held_block(poses, place)
    if held is None:
        return []
    half = replay.sizes[held][1] / 2 + 0.6 * _FINGERTIP
    across = poses.rotation(held)[:, 1] * half
    return [Ball(_point(place + way), _FINGERTIP, color) for way in (across, -across)]


def _held_block(poses: Poses, place: NDArray[np.float64]) -> str | None:
    """Return the block that a point lies in, or the nearest one."""
    if not len(poses):
        return None
    return poses.names[int(np.argmin(np.linalg.norm(poses.positions - place, axis=1)))]


def _point(place: NDArray[np.float64]) -> tuple[float, float, float]:
    x, y, z = (float(each) for each in place)
    return x, y, z


def outline(
    image: NDArray[np.uint8], mask: NDArray[np.bool_], color: str, wide: float
) -> None:
    """Draw a line around what is seen of a block, and a white one around that."""
    from scipy.ndimage import distance_transform_edt

    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    if not len(rows):
        return
    room = math.ceil(2 * wide) + 2
    box = (
        slice(max(0, rows[0] - room), rows[-1] + room + 1),
        slice(max(0, columns[0] - room), columns[-1] + room + 1),
    )
    away = distance_transform_edt(~mask[box])
    part, outside = image[box], away > 0
    for reach, ink in ((1.6 * wide, "#ffffff"), (wide, color)):
        cover = np.clip(reach + 0.5 - away, 0, 1) * outside
        dye = np.array(channels(ink)) * 255
        part[:] = (part + cover[..., None] * (dye - part)).round().astype(np.uint8)

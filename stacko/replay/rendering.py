"""Pictures of a recorded match at any time."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType, TracebackType
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from stacko.engines.pictures import Ball, Box, Setting, Studio, View
from stacko.errors import ParameterError, close_match, shown
from stacko.poses import Poses
from stacko.replay.between import poses_at
from stacko.replay.captions import Caption, captioned
from stacko.replay.model import EventKind, Replay
from stacko.replay.palette import (
    FINGER,
    FIRST_TO_LEAVE,
    MOVING,
    PAPER,
    TABLE,
    channels,
    palette_named,
)
from stacko.replay.prints import block_faces, look_of

__all__ = ["FIELD", "QUALITIES", "Look", "Painter", "Quality"]

FIELD = 26.0
"""Vertical angle of view, degrees."""
_FINGERTIP = 0.007
_LEAST, _MOST = 64, 4096
"""Shortest and longest edge of a picture, pixels."""


@dataclass(frozen=True, slots=True)
class Quality:
    """How much care is taken.

    Parameters
    ----------
    scale : int
        Edge of the square of pixels that become one.
    samples, shadows : int
        See `stacko.engines.pictures.Setting`.
    texture : int
        Edge of the picture of a face, pixels.
    movie : float
        Quality of an MP4, from 1 to 10.
    """

    scale: int
    samples: int
    shadows: int
    texture: int
    movie: float


QUALITIES: Mapping[str, Quality] = MappingProxyType(
    {
        "draft": Quality(1, 0, 0, 64, 5.0),
        "good": Quality(1, 4, 4096, 128, 8.0),
        "best": Quality(2, 4, 8192, 256, 9.5),
    }
)
"""Qualities by name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How a match is drawn.

    Parameters
    ----------
    size : tuple of int
        Width and height, pixels.
    camera : str
        One of `stacko.replay.cameras.CAMERAS`.
    quality : str
        One of `QUALITIES`.
    palette : str
        One of `stacko.replay.palette.PALETTES`.
    caption : bool
        Whether a line below says when it is, whose turn, and what goes on.
    marked : bool
        Whether the block in hand and the first one to leave have an outline.

    Raises
    ------
    ParameterError
        If a size or a name is not accepted.
    """

    size: tuple[int, int] = (640, 480)
    camera: str = "auto"
    quality: str = "good"
    palette: str = "plain"
    caption: bool = True
    marked: bool = True

    def __post_init__(self) -> None:
        if not all(type(edge) is int and _LEAST <= edge <= _MOST for edge in self.size):
            raise ParameterError(
                f"a picture of {'x'.join(map(str, self.size))} pixels: give a width and "
                f"a height from {_LEAST} to {_MOST}, such as 640x480"
            )
        if self.quality not in QUALITIES:
            raise ParameterError(
                f"no quality {shown(self.quality)}{close_match(self.quality, QUALITIES)}"
                f"; there are {', '.join(QUALITIES)}"
            )
        palette_named(self.palette)


class Painter:
    """Draws a match.

    A context manager: leaving it frees what was taken of the graphics library.

    Parameters
    ----------
    replay : Replay
    look : Look
    azimuth : float
        Direction in which one looks, degrees, for the light.

    Raises
    ------
    PictureError
        If this machine has no OpenGL.
    """

    def __init__(self, replay: Replay, look: Look, azimuth: float) -> None:
        self._replay, self._look = replay, look
        quality = QUALITIES[look.quality]
        self._scale = quality.scale
        palette = palette_named(look.palette)
        examples = {look_of(name): name for name in replay.names}
        width, height = look.size
        self._studio = Studio(
            [Box(name, size, look_of(name)) for name, size in replay.sizes.items()],
            {
                each: block_faces(name, replay.sizes[name], palette, quality.texture)
                for each, name in examples.items()
            },
            Setting(
                size=(width * quality.scale, height * quality.scale),
                field=FIELD,
                samples=quality.samples,
                shadows=quality.shadows,
                azimuth=azimuth,
                paper=channels(PAPER),
                table=channels(TABLE),
            ),
        )
        self._marks = _Marks(replay)

    def picture(self, time: float, view: View) -> Any:
        """Return the match at a time in s, as a picture of Pillow."""
        from PIL import Image

        replay, frame = self._replay, self._replay.frame_at(time)
        poses = poses_at(replay, time)
        image = self._studio.draw(poses, view, _fingertips(replay, frame, poses))
        if self._look.marked:
            colors = self._marks.at(frame, poses)
            if colors:
                seen = self._studio.masks(poses, view)
                wide = max(1.5, min(seen.shape) / 240)
                for name, color in colors.items():
                    _outline(image, seen == self._studio.index(name), color, wide)
        picture = Image.fromarray(image)
        if self._scale > 1:
            picture = picture.reduce(self._scale)
        if self._look.caption:
            return captioned(picture, Caption.at(replay, time))
        return picture

    def close(self) -> None:
        """Free everything; closing twice is harmless."""
        self._studio.close()

    def __enter__(self) -> Self:
        """Return the painter itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Free everything."""
        self.close()


class _Marks:
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


def _fingertips(replay: Replay, frame: int, poses: Poses) -> list[Ball]:
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


def _outline(
    image: NDArray[np.uint8], mask: NDArray[np.bool_], color: str, wide: float
) -> None:
    """Draw a line around what is seen of a block, into the picture."""
    from scipy.ndimage import distance_transform_edt

    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    if not len(rows):
        return
    room = math.ceil(wide) + 2
    box = (
        slice(max(0, rows[0] - room), rows[-1] + room + 1),
        slice(max(0, columns[0] - room), columns[-1] + room + 1),
    )
    away = distance_transform_edt(~mask[box])
    inside = distance_transform_edt(mask[box])
    cover = np.clip(wide + 0.5 - away, 0, 1) * np.clip(1.5 - inside, 0, 1)
    ink = np.array(channels(color)) * 255
    part = image[box]
    part[:] = (part + cover[..., None] * (ink - part)).round().astype(np.uint8)

"""Pictures of a recorded match at any time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType, TracebackType
from typing import Any, Self

from stacko.engines.pictures import Box, Setting, Studio, View
from stacko.errors import ParameterError, close_match, shown
from stacko.replay.between import poses_at
from stacko.replay.cameras import directed
from stacko.replay.captions import Caption, band_height, captioned
from stacko.replay.marking import Marks, fingertips, outline
from stacko.replay.model import Replay
from stacko.replay.palette import PAPER, TABLE, channels, palette_named
from stacko.replay.prints import block_faces, look_of

__all__ = ["FIELD", "QUALITIES", "Look", "Painter", "Quality"]

FIELD = 26.0
"""Vertical angle of view, degrees."""
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
                f"a picture of {'x'.join(map(str, self.size))} pixels: give a width "
                f"and a height from {_LEAST} to {_MOST}, such as 640x480"
            )
        if self.quality not in QUALITIES:
            raise ParameterError(
                f"no quality {shown(self.quality)}"
                f"{close_match(self.quality, QUALITIES)}; there are "
                f"{', '.join(QUALITIES)}"
            )
        palette_named(self.palette)
        directed(self.camera)

    @property
    def covered(self) -> float:
        """Share of the height that the caption takes, at the bottom."""
        return band_height(self.size) / self.size[1] if self.caption else 0.0


class Painter:
    """Draws a match.

    A context manager: leaving it frees what was taken of the graphics library.

    Parameters
    ----------
    replay : Replay
    look : Look

    Raises
    ------
    PictureError
        If this machine has no OpenGL.
    """

    def __init__(self, replay: Replay, look: Look) -> None:
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
                paper=channels(PAPER),
                table=channels(TABLE),
            ),
        )
        self._marks = Marks(replay)

    def picture(self, time: float, view: View) -> Any:
        """Return the match at a time in s, as a picture of Pillow."""
        return self.finished(self.scene(time, view), time)

    def shown(self, time: float) -> tuple[object, ...]:
        """Return what the scene of a time has besides blocks: outlines and hand."""
        frame, poses = self._replay.frame_at(time), poses_at(self._replay, time)
        balls = fingertips(self._replay, frame, poses)
        return (tuple(balls), tuple(self._marks.at(frame, poses).items()))

    def scene(self, time: float, view: View) -> Any:
        """Return the match at a time in s, without the caption."""
        from PIL import Image

        frame, poses = self._replay.frame_at(time), poses_at(self._replay, time)
        balls = fingertips(self._replay, frame, poses)
        image = self._studio.draw(poses, view, balls)
        colors = self._marks.at(frame, poses) if self._look.marked else {}
        if colors:
            seen = self._studio.masks(poses, view)
            wide = max(1.5, min(seen.shape) / 240)
            for name, color in colors.items():
                outline(image, seen == self._studio.index(name), color, wide)
        picture = Image.fromarray(image)
        return picture.reduce(self._scale) if self._scale > 1 else picture

    def finished(self, scene: Any, time: float) -> Any:
        """Return a scene with its caption, if there is to be one."""
        if not self._look.caption:
            return scene
        return captioned(scene, Caption.at(self._replay, time))

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

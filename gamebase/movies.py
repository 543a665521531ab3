"""Frames as a moving picture: GIF by Pillow, MP4 by ffmpeg.

Pillow is loaded only when a movie is written, so that the base needs Python alone
until then.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

from gamebase.encoding import EncoderError, encode, find_encoder
from gamebase.errors import ParameterError, shown
from gamebase.targets import check_target, write_target

__all__ = ["GIF_FPS", "EncoderError", "check_movie", "write_gif", "write_mp4"]

GIF_FPS = 50.0
"""Most frames a second of a GIF: viewers slow down what is faster."""
_COLORS = 255
_SAMPLES = 8
_MOST_PIXELS = 1_500_000_000
"""Of all frames of a GIF together; they are held in memory, a byte each."""


def check_movie(path: Path, suffix: str, fps: float) -> None:
    """Refuse a file that cannot be the movie, before hours are spent on its frames.

    Parameters
    ----------
    path : Path
    suffix : {".gif", ".mp4"}
    fps : float

    Raises
    ------
    ParameterError
        If the name ends in something else, something lies there that is no file, or
        the format cannot hold so many frames a second.
    EncoderError
        If there is no encoder.
    """
    most = GIF_FPS if suffix == ".gif" else 240.0
    if not 0.1 <= fps <= most:
        raise ParameterError(
            f"fps is {shown(fps)}: a {suffix} may have 0.1 to {most:g} frames a second"
        )
    check_target(path, (suffix,), "the name of this movie")
    if suffix == ".mp4":
        find_encoder()


def write_gif(
    path: Path,
    frames: Iterable[Any],
    fps: float,
    *,
    samples: Sequence[Any] | None = None,
    hold: float = 0.0,
) -> None:
    """Write frames as a GIF that plays for ever.

    All frames share one palette of 255 colors, so that what stands still does not
    flicker, and takes no space.

    Parameters
    ----------
    path : Path
        A file there is replaced, once the new one is whole.
    frames : iterable of PIL.Image.Image or ndarray of uint8, shape (height, width, 3)
        All of one size. They are taken one at a time.
    fps : float
        Frames a second, up to 50; times are kept to a hundredth of a second.
    samples : sequence of frames, optional
        Frames in which every color occurs. If left out, some are picked from all, for
        which all are held in memory.
    hold : float
        How much longer the last frame stays, s.

    Raises
    ------
    ParameterError
        If the file cannot be written, or there are no frames.
    """
    check_movie(path, ".gif", fps)
    if samples is None:
        frames = list(frames)
        samples = frames[:: max(1, len(frames) // _SAMPLES)]
    palette = _palette(samples)
    kept = _reduced(frames, palette)
    durations = _durations(len(kept), fps)
    durations[-1] += round(hold * 100) * 10

    def write(to: Path) -> None:
        kept[0].save(
            to,
            format="GIF",
            save_all=True,
            append_images=kept[1:],
            duration=durations,
            loop=0,
            optimize=False,
        )

    write_target(path, write)


def write_mp4(
    path: Path,
    frames: Iterable[Any],
    fps: float,
    *,
    quality: float = 8.0,
    hold: float = 0.0,
) -> None:
    """Write frames as an MP4 (H.264) that browsers and common players show.

    Parameters
    ----------
    path : Path
        A file there is replaced, once the new one is whole.
    frames : iterable of PIL.Image.Image or ndarray of uint8, shape (height, width, 3)
        All of one size; an odd width or height grows by a pixel, as H.264 needs.
    fps : float
        Frames a second.
    quality : float
        From 1 to 10.
    hold : float
        How much longer the last frame stays, s.

    Raises
    ------
    ParameterError
        If the file cannot be written, or there are no frames.
    EncoderError
        If there is no encoder, or it fails.
    """
    check_movie(path, ".mp4", fps)
    if not 1 <= quality <= 10:
        raise ParameterError(f"quality is {shown(quality)}: give one from 1 to 10")
    images = iter(frames)
    first = next(images, None)
    if first is None:
        raise ParameterError("there is no frame to write: ask for a longer span")
    held = _held(chain([first], images), round(hold * fps))
    raw = (_image(frame).tobytes() for frame in held)
    size = _image(first).size
    write_target(path, lambda to: encode(to, raw, size, fps, quality, path))


def _held(frames: Iterable[Any], count: int) -> Iterator[Any]:
    """Yield frames, and the last one so many times more."""
    frame = None
    for frame in frames:
        yield frame
    for _ in range(count):
        yield frame


def _image(frame: Any) -> Any:
    """Return a frame as a picture of Pillow in RGB."""
    from PIL import Image

    image = frame if isinstance(frame, Image.Image) else Image.fromarray(frame)
    return image if image.mode == "RGB" else image.convert("RGB")


def _palette(samples: Sequence[Any]) -> Any:
    """Return a picture whose palette fits all samples, side by side."""
    from PIL import Image

    images = [_image(sample) for sample in samples]
    if not images:
        raise ParameterError("there is no frame to write: ask for a longer span")
    width, height = images[0].size
    sheet = Image.new("RGB", (width, height * len(images)))
    for index, image in enumerate(images):
        sheet.paste(image, (0, height * index))
    return sheet.quantize(_COLORS, method=Image.Quantize.MEDIANCUT)


def _reduced(frames: Iterable[Any], palette: Any) -> list[Any]:
    """Return all frames in the colors of a palette."""
    kept: list[Any] = []
    for frame in frames:
        image = _image(frame)
        kept.append(image.quantize(palette=palette, dither=0))
        if len(kept) * image.width * image.height > _MOST_PIXELS:
            raise ParameterError(
                f"a GIF of more than {len(kept)} frames of {image.width}x{image.height}"
                " is too large: take a shorter span, fewer frames a second, a smaller "
                "size, or an MP4"
            )
    if not kept:
        raise ParameterError("there is no frame to write: ask for a longer span")
    return kept


def _durations(count: int, fps: float) -> list[int]:
    """Return how long each frame stays, in ms, a multiple of 10; no error adds up.

    Examples
    --------
    >>> _durations(6, 30.0)
    [30, 40, 30, 30, 40, 30]
    """
    ticks = [round(index * 100 / fps) for index in range(count + 1)]
    return [10 * (after - before) for before, after in pairwise(ticks)]

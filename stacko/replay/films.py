"""A recorded match as a picture, a GIF or an MP4."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamebase.movies import check_movie, write_gif, write_mp4
from gamebase.targets import check_target, write_target
from stacko.poses import Poses
from stacko.replay.between import poses_at
from stacko.replay.model import Replay
from stacko.replay.rendering import QUALITIES, Look, Painter
from stacko.replay.shots import Span, Views, span_of

__all__ = [
    "FPS",
    "HOLD",
    "Progress",
    "check_png",
    "replay_gif",
    "replay_mp4",
    "replay_png",
]

FPS = 25.0
HOLD = 1.5
"""How long the last frame of a movie stays, s."""
_SAMPLES = 6

Progress = Callable[[Iterable[Any], int], Iterable[Any]]
"""Takes frames and their number, hands them on and tells how far it has come."""


def replay_png(
    replay: Replay, path: Path, time: float, look: Look | None = None
) -> None:
    """Write a picture of one moment.

    Parameters
    ----------
    replay : Replay
    path : Path
        A file there is replaced, once the new one is whole.
    time : float
        Simulated time, s.
    look : Look, optional

    Raises
    ------
    ParameterError
        If the file cannot be written.
    PictureError
        If this machine has no OpenGL.
    """
    look = look or Look()
    check_png(path)
    views = Views(replay, look, Span(time, time))
    with Painter(replay, look) as painter:
        picture = painter.picture(time, next(views.along(np.array([time]))))
    write_target(path, lambda to: picture.save(to, format="PNG"))


def replay_gif(
    replay: Replay,
    path: Path,
    span: Span | None = None,
    look: Look | None = None,
    *,
    fps: float = FPS,
    speed: float = 1.0,
    progress: Progress | None = None,
) -> None:
    """Write a part of a match as a GIF that plays for ever.

    Parameters
    ----------
    replay : Replay
    path : Path
        A file there is replaced, once the new one is whole.
    span : Span, optional
        By default from a little before the topple to the end, or the last turn.
    look : Look, optional
    fps : float
        Frames a second, up to 50.
    speed : float
        How fast it plays; 1 is as it was.
    progress : callable, optional

    Raises
    ------
    ParameterError
        If the file cannot be written, or a number is not accepted.
    PictureError
        If this machine has no OpenGL.
    """
    check_movie(path, ".gif", fps)
    look, span = look or Look(), span or span_of(replay)
    times = span.times(fps, speed)
    views = Views(replay, look, span)
    with Painter(replay, look) as painter:
        spots = times[np.linspace(0, len(times) - 1, _SAMPLES).astype(int)]
        shot = zip(spots, views.along(spots), strict=True)
        samples = [painter.picture(float(time), view) for time, view in shot]
        frames = _told(_frames(replay, painter, views, times), len(times), progress)
        write_gif(path, frames, fps, samples=samples, hold=HOLD)


def replay_mp4(
    replay: Replay,
    path: Path,
    span: Span | None = None,
    look: Look | None = None,
    *,
    fps: float = FPS,
    speed: float = 1.0,
    progress: Progress | None = None,
) -> None:
    """Write a part of a match as an MP4.

    Parameters
    ----------
    replay, path, span, look, speed, progress
        As of `replay_gif`.
    fps : float
        Frames a second.

    Raises
    ------
    ParameterError
        If the file cannot be written, or a number is not accepted.
    EncoderError
        If there is no ffmpeg, or it fails.
    PictureError
        If this machine has no OpenGL.
    """
    check_movie(path, ".mp4", fps)
    look, span = look or Look(), span or span_of(replay)
    times = span.times(fps, speed)
    views = Views(replay, look, span)
    with Painter(replay, look) as painter:
        frames = _told(_frames(replay, painter, views, times), len(times), progress)
        quality = QUALITIES[look.quality].movie
        write_mp4(path, frames, fps, quality=quality, hold=HOLD)


def _told(
    frames: Iterator[Any], count: int, progress: Progress | None
) -> Iterable[Any]:
    return frames if progress is None else progress(frames, count)


def _frames(
    replay: Replay, painter: Painter, views: Views, times: NDArray[np.float64]
) -> Iterator[Any]:
    """Yield the pictures of a movie; what did not change is not drawn again."""
    before: tuple[Any, ...] | None = None
    scene: Any = None
    for time, view in zip(times.tolist(), views.along(times), strict=True):
        poses, marks = poses_at(replay, time), painter.shown(time)
        now = (view, marks)
        same = before is not None and before[:2] == now and _alike(before[2], poses)
        if not same:
            scene = painter.scene(time, view)
        before = (*now, poses)
        yield painter.finished(scene.copy(), time)


def _alike(one: Poses, other: Poses) -> bool:
    return (
        one.names == other.names
        and np.array_equal(one.positions, other.positions)
        and np.array_equal(one.orientations, other.orientations)
    )


def check_png(path: Path) -> None:
    """Refuse a file that cannot be the picture; raises `ParameterError`."""
    check_target(path, (".png",), "the name of this picture")

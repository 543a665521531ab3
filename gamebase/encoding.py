"""Frames to a file of H.264, by the ffmpeg that imageio-ffmpeg brings in its wheel.

``IMAGEIO_FFMPEG_EXE`` may name another one. The library's own writer passes over what
ffmpeg says at the end, such as that the disk is full; so ffmpeg is run here, and
believed only if it succeeds.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import IO

from gamebase.errors import GameError, shown
from gamebase.targets import unwritable

__all__ = ["EncoderError", "encode", "find_encoder"]

_LONGEST_COMPLAINT = 300


class EncoderError(GameError, RuntimeError):
    """What writes movies is missing or failed."""


def find_encoder() -> str:
    """Return the path of an ffmpeg.

    Raises
    ------
    EncoderError
        If there is none, with the remedy.
    """
    try:
        import imageio_ffmpeg

        return str(imageio_ffmpeg.get_ffmpeg_exe())
    except (ImportError, RuntimeError, OSError) as error:
        raise EncoderError(
            f"there is no ffmpeg to write an MP4 with ({error}): run "
            "`pip install imageio-ffmpeg`, or name one in IMAGEIO_FFMPEG_EXE; a GIF "
            "needs none"
        ) from error


def _arguments(size: tuple[int, int], fps: float, quality: float) -> list[str]:
    """Return what ffmpeg is told: raw frames in, H.264 out, playable while it loads."""
    rate = f"{fps:.6f}"
    raw = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{size[0]}x{size[1]}"]
    shape = "pad=ceil(iw/2)*2:ceil(ih/2)*2,format=yuv420p"
    # The scale of x264 goes from 0 to 51, the worst; 10 is 12, 8 is 18, 1 is 40.
    crf = f"{12 + (10 - quality) * 28 / 9:.1f}"
    return [
        *("-nostdin", "-hide_banner", "-loglevel", "error", "-y"),
        *(*raw, "-r", rate, "-i", "pipe:0", "-an", "-vf", shape),
        *("-c:v", "libx264", "-preset", "medium", "-crf", crf),
        *("-bitexact", "-movflags", "+faststart", "-f", "mp4"),
    ]


def encode(
    to: Path,
    frames: Iterable[bytes],
    size: tuple[int, int],
    fps: float,
    quality: float,
    path: Path,
) -> None:
    """Write frames as MP4 (H.264).

    Parameters
    ----------
    to : Path
        The file that is written.
    frames : iterable of bytes
        Red, green and blue of every pixel, row by row.
    size : tuple of int
        Width and height.
    fps : float
        Frames a second.
    quality : float
        From 1 to 10.
    path : Path
        The file that errors speak of.

    Raises
    ------
    ParameterError
        If the file cannot be written.
    EncoderError
        If there is no encoder, or it fails.
    """
    command = [find_encoder(), *_arguments(size, fps, quality), f"file:{to}"]
    with tempfile.TemporaryFile() as complaints:
        try:
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=complaints,
                restore_signals=False,  # a file too large is an error, not its death
            )
        except OSError as error:
            raise EncoderError(
                f"{shown(command[0], 200)} cannot be run ({error.strerror}): let "
                "IMAGEIO_FFMPEG_EXE name an ffmpeg, or leave it unset"
            ) from error
        with process:
            try:
                _feed(process, frames)
            except BaseException:
                process.kill()
                raise
        if process.returncode:
            raise _complaint(complaints, path)


def _feed(process: subprocess.Popen[bytes], frames: Iterable[bytes]) -> None:
    pipe = process.stdin
    if pipe is None:
        return
    try:
        for frame in frames:
            pipe.write(frame)
        pipe.close()
    except BrokenPipeError:
        # It has given up; what it returns says so, and its complaint says why.
        with suppress(BrokenPipeError):
            pipe.close()


def _complaint(stream: IO[bytes], path: Path) -> GameError:
    stream.seek(0)
    text = " ".join(stream.read().decode("utf-8", "replace").split())
    for reason in ("No space left on device", "File too large", "Permission denied"):
        if reason in text:
            return unwritable(path, reason)
    text = text[-_LONGEST_COMPLAINT:] or "it says nothing"
    return EncoderError(
        f"ffmpeg failed to write {shown(str(path), 200)} ({text}): try another size, "
        "or leave IMAGEIO_FFMPEG_EXE unset to take the one that comes with "
        "imageio-ffmpeg"
    )

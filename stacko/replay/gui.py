"""A recorded match in PyBullet's window, at the speed it happened.

PyBullet ends the whole process where there is no display, and when its window is
closed. So what can be known is asked before, and the window has a process of its own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from stacko.engines import is_installed
from stacko.errors import EngineMissingError, ParameterError, shown
from stacko.replay.file import write_replay
from stacko.replay.model import Replay
from stacko.replay.palette import palette_named
from stacko.replay.rendering import Look
from stacko.replay.shots import Span, span_of

__all__ = ["check_display", "show_gui"]

_LONGEST_COMPLAINT = 300


def check_display() -> None:
    """Refuse to open a window where there can be none.

    Raises
    ------
    EngineMissingError
        If PyBullet is not installed.
    ParameterError
        If there is no display.
    """
    if not is_installed("pybullet"):
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        raise EngineMissingError(
            f"--gui needs PyBullet, which is not installed in this Python {version}: "
            "take CPython 3.11 and `make setup`, or look with --html"
        )
    if sys.platform.startswith("linux") and not os.environ.get("DISPLAY"):
        raise ParameterError(
            "--gui opens a window, and this machine has no display (DISPLAY is not "
            "set): run it in a desktop session, with `ssh -X` or under `xvfb-run`, or "
            "take --html, --mp4 or --gif, which need none"
        )


def show_gui(
    replay: Replay,
    span: Span | None = None,
    look: Look | None = None,
    *,
    speed: float = 1.0,
    lead: float = 1.0,
    hold: float | None = None,
) -> None:
    """Show a match in PyBullet's window until that is closed; space plays it again.

    Parameters
    ----------
    replay : Replay
    span : Span, optional
        By default from a little before the topple to the end, or the last turn.
    look : Look, optional
        Its size, camera and palette are taken.
    speed : float
        How fast it plays; 1 is as it was.
    lead : float
        How long the first moment stays before it plays, s.
    hold : float, optional
        Close the window so long after the end, s.

    Raises
    ------
    EngineMissingError
        If PyBullet is not installed.
    ParameterError
        If there is no display, or the window cannot be opened.
    """
    check_display()
    look, span = look or Look(size=(1024, 768)), span or span_of(replay)
    span.times(1.0, speed)
    palette_named(look.palette)
    options = {
        "span": [span.start, span.end],
        "speed": speed,
        "lead": lead,
        "hold": hold,
        "size": look.size,
        "camera": look.camera,
        "palette": look.palette,
    }
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "replay.npz"
        write_replay(path, replay)
        _run([sys.executable, "-m", "stacko.replay.window", str(path)], options)


def _run(command: list[str], options: dict[str, Any]) -> None:
    with tempfile.TemporaryFile() as complaints:
        process = subprocess.Popen(
            [*command, json.dumps(options)],
            stdout=subprocess.PIPE,
            stderr=complaints,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        )
        with process:
            try:
                opened = _was_opened(process)
            except BaseException:
                process.kill()
                raise
        complaints.seek(0)
        said = " ".join(complaints.read().decode("utf-8", "replace").split())
    # A closed window ends the process in whatever way; that is no failure.
    if not opened or "Traceback" in said:
        raise ParameterError(
            f"PyBullet's window cannot be shown on the display "
            f"{shown(os.environ.get('DISPLAY', ''))} "
            f"({said[-_LONGEST_COMPLAINT:] or 'it says nothing'}): try another "
            "display, or --html"
        )


def _was_opened(process: subprocess.Popen[bytes]) -> bool:
    """Read what the process says until its end; tell whether it had a window."""
    lines = process.stdout or ()
    return b"open" in [line.strip() for line in lines]

"""PyBullet's window: a real one, on a display that only exists for the test.

Xvfb is the display; ``.ci/run`` installs it. Where it is not, those tests are skipped.
"""

import os
import re
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageGrab

from stacko.cli import main
from stacko.engines import is_installed
from stacko.errors import EngineMissingError, ParameterError
from stacko.faces import PLAY_COLORS
from stacko.replay import gui
from stacko.replay.gui import show_gui
from stacko.replay.palette import PALETTES, channels
from stacko.replay.rendering import Look
from stacko.replay.shots import Span
from tests.replay.recorded import FOLDER, recorded

needs_pybullet = pytest.mark.skipif(
    not is_installed("pybullet"), reason="PyBullet is not installed"
)


@pytest.fixture
def display(monkeypatch):
    """Open a display without a screen, for one test."""
    if shutil.which("Xvfb") is None:
        pytest.skip("no Xvfb: apt-get install xvfb")
    reader, writer = os.pipe()
    command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", "640x480x24"]
    server = subprocess.Popen(
        command,
        pass_fds=[writer],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(writer)
    with os.fdopen(reader) as stream:
        number = stream.readline().strip()
    if not number:
        server.wait()
        pytest.skip("Xvfb does not start here")
    monkeypatch.setenv("DISPLAY", f":{number}")
    monkeypatch.delenv("XAUTHORITY", raising=False)
    yield f":{number}"
    server.terminate()
    server.wait()


def colored(screen):
    """Return how much of a screenshot is of each color that a tower has."""
    image = np.asarray(screen.convert("RGB"), float)
    hue = image / (image.max(axis=-1, keepdims=True) + 1e-9)
    found = {}
    for color in PLAY_COLORS:
        dye = np.array(channels(PALETTES["plain"][color].body))
        found[color] = (np.abs(hue - dye / dye.max()).max(axis=-1) < 0.12).mean()
    return found


def watch(display, seconds, until):
    """Take screenshots until one is as it should be; return all."""
    shots, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        shots.append(ImageGrab.grab(xdisplay=display))
        if until(shots[-1]):
            break
        time.sleep(0.2)
    return shots


def tower_seen(screen):
    return min(colored(screen).values()) > 0.002


@needs_pybullet
@pytest.mark.slow
def test_the_window_shows_the_tower_and_how_it_falls_and_closes(display, tmp_path):
    replay = recorded("topple")
    span, look = Span(2.6, float(replay.times[-1])), Look(size=(640, 480))
    closed = []

    def show():
        show_gui(replay, span, look, speed=0.2, lead=8.0, hold=4.0)
        closed.append(True)

    thread = threading.Thread(target=show)
    thread.start()
    shots = watch(display, 90, tower_seen)
    assert tower_seen(shots[-1]), colored(shots[-1])
    shots[-1].save(tmp_path / "window.png")
    shots += watch(display, 90, lambda _: not thread.is_alive())
    thread.join()
    assert closed
    spans = [box for box in map(extent, shots) if box is not None]
    assert len(spans) > 20
    # medians, for a picture may be taken while one is drawn
    wide, tall = np.median(spans[:9], axis=0)
    assert tall > 1.5 * wide  # a tower
    spread, low = np.median(spans[-7:], axis=0)
    assert spread > 1.5 * low  # a heap, which spreads in depth, too
    assert spread > 2 * wide


def extent(screen):
    """Return how wide and tall is what is colored like a block, or None."""
    image = np.asarray(screen.convert("RGB"), float)
    vivid = image.max(-1) - image.min(-1) > 90
    if vivid.sum() < 500:
        return None
    return vivid.any(0).sum(), vivid.any(1).sum()


@needs_pybullet
@pytest.mark.slow
def test_closing_the_window_ends_it_without_a_complaint(display, capfd):
    if shutil.which("xkill") is None:
        pytest.skip("no xkill: apt-get install x11-utils")
    replay = recorded("topple")
    codes = []
    words = ["replay", str(FOLDER / "topple.npz"), "--gui", "--size", "640x480"]
    thread = threading.Thread(target=lambda: codes.append(main(words)))
    thread.start()
    shots = watch(display, 60, tower_seen)
    assert tower_seen(shots[-1])
    tree = subprocess.run(
        ["xwininfo", "-root", "-tree"], capture_output=True, text=True, check=True
    ).stdout
    window = re.search(r'(0x[0-9a-f]+) "Bullet', tree)
    assert window is not None, tree
    subprocess.run(["xkill", "-id", window[1]], check=True, capture_output=True)
    thread.join(timeout=30)
    assert not thread.is_alive()
    assert codes == [0]
    assert "Traceback" not in capfd.readouterr().err
    assert replay.frames


@needs_pybullet
def test_without_a_display_nothing_is_opened(monkeypatch, capsys):
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setattr(gui.subprocess, "Popen", None)
    with pytest.raises(ParameterError, match=r"no display .*--html, --mp4 or --gif"):
        show_gui(recorded("topple"))
    assert main(["replay", str(FOLDER / "topple.npz"), "--gui"]) == 2
    assert "this machine has no display" in capsys.readouterr().err


@needs_pybullet
def test_a_display_that_is_not_there_is_an_error(monkeypatch):
    monkeypatch.setenv("DISPLAY", ":4711")
    with pytest.raises(ParameterError, match="cannot be shown on the display ':4711'"):
        show_gui(recorded("topple"), hold=0.0)


def test_without_pybullet_there_is_an_error(monkeypatch):
    monkeypatch.setenv("DISPLAY", ":4711")
    monkeypatch.setattr(gui, "is_installed", lambda _name: False)
    with pytest.raises(EngineMissingError, match="--gui needs PyBullet"):
        show_gui(recorded("topple"))


@pytest.mark.parametrize("module", ["stacko.replay.gui", "stacko.replay.glb"])
def test_nothing_heavy_is_loaded_before_it_is_needed(module):
    code = f"import {module}, sys; print(*sorted(sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert not {"pybullet", "mujoco", "pygltflib", "PIL", "matplotlib"} & set(loaded)


def test_the_check_of_a_screenshot_can_fail():
    assert not tower_seen(Image.new("RGB", (100, 100), "#f4f2ee"))

"""Movies: what is written is what is read back, by Pillow and by ffmpeg."""

import os
import re
import resource
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from gamebase.encoding import EncoderError, find_encoder
from gamebase.movies import check_movie, write_gif, write_mp4
from stacko.errors import ParameterError

SIZE = (64, 48)


def frames(count=12, size=SIZE):
    """Yield a white square that crosses a blue ground, a step a frame."""
    for index in range(count):
        frame = np.full((size[1], size[0], 3), (20, 40, 160), np.uint8)
        frame[16:32, 3 * index : 3 * index + 16] = 255
        yield frame


def square_at(image):
    """Return the column at which the white square begins."""
    bright = np.asarray(image.convert("RGB"))[24, :, 0] > 128
    return int(np.argmax(bright))


def mp4_frames(path):
    """Return the frames of a movie, decoded by ffmpeg, and what it says of it."""
    done = subprocess.run(
        [find_encoder(), "-i", path, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"],
        capture_output=True,
        check=True,
    )
    said = done.stderr.decode()
    match = re.search(r"Video: h264.*?, (\d+)x(\d+)", said)
    assert match is not None, said
    width, height = map(int, match.groups())
    return np.frombuffer(done.stdout, np.uint8).reshape(-1, height, width, 3), said


def test_a_gif_shows_every_frame_for_its_time(tmp_path):
    path = tmp_path / "a.gif"
    write_gif(path, frames(), 30.0, hold=0.5)
    with Image.open(path) as image:
        assert image.size == SIZE
        assert image.n_frames == 12
        assert image.info["loop"] == 0
        times = []
        for index in range(12):
            image.seek(index)
            times.append(image.info["duration"])
            assert square_at(image) == 3 * index
    assert set(times[:-1]) == {30, 40}
    assert sum(times) == 900  # 12 frames at 30 a second, and half a second more
    assert times[-1] >= 530


def test_frames_of_a_gif_may_come_one_by_one_with_samples_of_their_colors(tmp_path):
    listed, streamed = tmp_path / "a.gif", tmp_path / "b.gif"
    write_gif(listed, list(frames()), 25.0)
    write_gif(streamed, frames(), 25.0, samples=[next(frames())])
    with Image.open(streamed) as image:
        image.seek(11)
        assert square_at(image) == 33
        assert image.convert("RGB").getpixel((0, 0)) == (20, 40, 160)


def test_pictures_of_pillow_are_frames_too(tmp_path):
    pictures = [Image.fromarray(frame).convert("RGBA") for frame in frames(3)]
    write_gif(tmp_path / "a.gif", pictures, 10.0)
    write_mp4(tmp_path / "a.mp4", pictures, 10.0)
    assert len(mp4_frames(tmp_path / "a.mp4")[0]) == 3
    with Image.open(tmp_path / "a.gif") as image:
        assert image.n_frames == 3


def test_what_stands_still_takes_no_space_in_a_gif(tmp_path):
    noise = np.random.default_rng(1).integers(0, 255, (200, 200, 3), np.uint8)
    sizes = []
    for count in (2, 20):
        path = tmp_path / f"{count}.gif"
        still = [noise.copy() for _ in range(count)]
        for index, frame in enumerate(still):
            frame[:4, :4] = (index % 2) * 255
        write_gif(path, still, 20.0)
        sizes.append(path.stat().st_size)
    assert sizes[1] < sizes[0] * 1.5


@pytest.mark.parametrize("size", [SIZE, (63, 47)], ids=["even", "odd"])
def test_an_mp4_shows_every_frame_for_its_time(tmp_path, size):
    path = tmp_path / "a.mp4"
    write_mp4(path, frames(size=size), 25.0, quality=9, hold=0.2)
    read, said = mp4_frames(path)
    assert read.shape == (17, 48, 64, 3)  # five frames more; sizes become even
    for index in range(12):
        row = read[index, 24, :, 0] > 128
        assert abs(int(np.argmax(row)) - 3 * index) <= 1
    assert (read[12:] == read[11]).mean() > 0.9
    assert "25 fps" in said
    assert "yuv420p" in said
    assert "Duration: 00:00:00.68" in said


def test_quality_costs_space(tmp_path):
    rng = np.random.default_rng(2)
    noise = [rng.integers(0, 255, (64, 64, 3), np.uint8) for _ in range(5)]
    sizes = []
    for quality in (2, 9):
        path = tmp_path / f"{quality}.mp4"
        write_mp4(path, noise, 25.0, quality=quality)
        sizes.append(path.stat().st_size)
    assert sizes[1] > 2 * sizes[0]


def test_an_mp4_can_be_shown_while_it_loads(tmp_path):
    path = tmp_path / "a.mp4"
    write_mp4(path, frames(), 25.0)
    data = path.read_bytes()
    assert data.index(b"moov") < data.index(b"mdat")


@pytest.mark.parametrize(
    ("name", "suffix", "fps", "words"),
    [
        ("a.avi", ".gif", 25.0, "ends in .gif"),
        ("a.gif", ".mp4", 25.0, "ends in .mp4"),
        ("a.gif", ".gif", 60.0, "50 frames a second"),
        ("a.mp4", ".mp4", 0.0, "fps is 0.0"),
        ("a.mp4", ".mp4", float("nan"), "fps is nan"),
        ("none/a.mp4", ".mp4", 25.0, "there is no folder"),
        ("folder.gif", ".gif", 25.0, "Is a directory"),
    ],
)
def test_what_cannot_become_a_movie_is_refused_at_once(
    tmp_path, name, suffix, fps, words
):
    (tmp_path / "folder.gif").mkdir()
    with pytest.raises(ParameterError, match=words):
        check_movie(tmp_path / name, suffix, fps)


@pytest.mark.parametrize("write", [write_gif, write_mp4])
def test_no_frame_is_no_movie(tmp_path, write):
    path = tmp_path / ("a.gif" if write is write_gif else "a.mp4")
    with pytest.raises(ParameterError, match="no frame"):
        write(path, [], 25.0)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("quality", [0, 11, float("nan")])
def test_a_quality_off_the_scale_is_refused(tmp_path, quality):
    with pytest.raises(ParameterError, match="from 1 to 10"):
        write_mp4(tmp_path / "a.mp4", frames(), 25.0, quality=quality)


def test_a_gif_too_large_for_memory_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("gamebase.movies._MOST_PIXELS", 5 * SIZE[0] * SIZE[1])
    with pytest.raises(ParameterError, match="of more than 6 frames of 64x48"):
        write_gif(tmp_path / "a.gif", frames(), 25.0)
    assert not list(tmp_path.iterdir())


def test_without_an_encoder_a_remedy_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    with pytest.raises(EncoderError, match="pip install imageio-ffmpeg"):
        check_movie(tmp_path / "a.mp4", ".mp4", 25.0)
    write_gif(tmp_path / "a.gif", frames(), 25.0)


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("#!/bin/sh\necho Unknown encoder libx264 >&2\nexit 8\n", "Unknown encoder"),
        ("#!/bin/sh\ncat >/dev/null\nexit 1\n", "says nothing"),
        ("no program", "cannot be run"),
    ],
    ids=["no H.264", "fails at the end", "no program"],
)
def test_an_encoder_that_fails_leaves_the_old_file(
    tmp_path, monkeypatch, script, words
):
    program = tmp_path / "ffmpeg"
    program.write_text(script)
    program.chmod(0o755)
    monkeypatch.setenv("IMAGEIO_FFMPEG_EXE", str(program))
    path = tmp_path / "a.mp4"
    path.write_text("old")
    with pytest.raises(EncoderError, match=words):
        write_mp4(path, frames(100), 25.0)
    assert path.read_text() == "old"
    assert {each.name for each in tmp_path.iterdir()} == {"ffmpeg", "a.mp4"}


def test_an_error_of_what_makes_frames_leaves_no_file_and_no_process(tmp_path):
    def broken():
        yield from frames(3)
        raise ZeroDivisionError

    for write, name in ((write_mp4, "a.mp4"), (write_gif, "a.gif")):
        with pytest.raises(ZeroDivisionError):
            write(tmp_path / name, broken(), 25.0)
    assert not list(tmp_path.iterdir())


def _small_files():
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))


@pytest.mark.parametrize("kind", ["gif", "mp4"])
def test_without_room_there_is_an_error_and_no_file(tmp_path, kind):
    """A limit on the size of files fails where a full disk does: while writing."""
    path = tmp_path / f"a.{kind}"
    code = (
        "import numpy as np; from pathlib import Path; import gamebase.movies as m\n"
        "rng = np.random.default_rng(1)\n"
        "noise = [rng.integers(0, 255, (64, 64, 3), np.uint8) for _ in range(30)]\n"
        f"m.write_{kind}(Path({str(path)!r}), noise, 20.0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        preexec_fn=_small_files,
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
    )
    last = done.stderr.strip().splitlines()[-1]
    assert "ParameterError" in last
    assert "cannot be written (File too large): make room" in last
    assert not list(tmp_path.iterdir())

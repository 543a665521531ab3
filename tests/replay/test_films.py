"""Movies of a match: as many frames as there is time, each showing its moment."""

import io
import sys
from itertools import pairwise

import numpy as np
import pytest
from PIL import Image

from gamebase.encoding import EncoderError
from stacko.cli import main
from stacko.replay import films
from stacko.replay.films import replay_gif, replay_mp4
from stacko.replay.progress import drawing
from stacko.replay.rendering import Look, Painter
from stacko.replay.shots import Span, Views
from tests.replay.drawing import needs_opengl
from tests.replay.recorded import FOLDER, recorded
from tests.replay.test_movies import mp4_frames

LOOK = Look(size=(160, 120), quality="draft")
SPAN = Span(2.0, 3.0)


def painted(replay, time, span=SPAN, look=LOOK):
    views = Views(replay, look, span)
    with Painter(replay, look) as painter:
        return np.asarray(painter.picture(time, next(views.along(np.array([time])))))


def test_a_gif_shows_each_moment(tmp_path):
    needs_opengl()
    replay, path = recorded("topple"), tmp_path / "a.gif"
    told = []

    def progress(frames, count):
        told.append(count)
        for frame in frames:
            told.append(frame.size)
            yield frame

    replay_gif(replay, path, SPAN, LOOK, fps=10.0, progress=progress)
    assert told[0] == 11
    assert told[1:] == [(160, 120)] * 11
    with Image.open(path) as image:
        assert image.n_frames == 11
        total = 0
        for index in range(11):
            image.seek(index)
            total += image.info["duration"]
            shown = np.asarray(image.convert("RGB"), float)
            expected = painted(replay, 2.0 + index / 10)
            assert np.abs(shown - expected).mean() < 4
        assert total == 1100 + 1000 * films.HOLD


@pytest.mark.parametrize(("speed", "count"), [(1.0, 11), (0.25, 41)])
def test_an_mp4_shows_each_moment(tmp_path, speed, count):
    needs_opengl()
    replay, path = recorded("topple"), tmp_path / "a.mp4"
    replay_mp4(replay, path, SPAN, LOOK, fps=10.0, speed=speed)
    frames, _ = mp4_frames(path)
    assert len(frames) == count + 10 * films.HOLD
    for index in (0, count // 2, count - 1):
        time = 2.0 + index / 10 * speed
        difference = np.abs(frames[index].astype(float) - painted(replay, time))
        assert difference.mean() < 6


def test_slow_motion_is_smooth(tmp_path):
    """Between two looks, too, every frame differs from the one before it."""
    needs_opengl()
    replay = recorded("topple")
    span = Span(3.0, 3.05)
    seen = [painted(replay, 3.0 + k * 0.005, span).astype(float) for k in range(10)]
    steps = [np.abs(b - a).mean() for a, b in pairwise(seen)]
    assert min(steps) > 0.1
    assert max(steps) < 6 * min(steps)


def test_what_stands_still_is_drawn_once(tmp_path, monkeypatch):
    needs_opengl()
    drawn = []
    scene = Painter.scene

    def counted(self, time, view):
        drawn.append(time)
        return scene(self, time, view)

    monkeypatch.setattr(Painter, "scene", counted)
    replay = recorded("one-turn")  # Some of its frames are seconds apart.
    span = Span(float(replay.times[0]), float(replay.times[-1]))
    replay_mp4(replay, tmp_path / "a.mp4", span, LOOK, fps=25.0)
    count = len(span.times(25.0))
    assert replay.frames >= len(drawn) > 2
    assert count > 2 * len(drawn)


def test_the_default_is_the_topple(tmp_path):
    needs_opengl()
    replay_gif(recorded("topple"), tmp_path / "a.gif", look=LOOK, fps=5.0)
    with Image.open(tmp_path / "a.gif") as image:
        assert image.n_frames == pytest.approx(16, abs=1)


def test_without_an_encoder_nothing_is_drawn(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    monkeypatch.setattr(Painter, "scene", None)
    with pytest.raises(EncoderError, match="pip install imageio-ffmpeg"):
        replay_mp4(recorded("topple"), tmp_path / "a.mp4")


# -- the command --------------------------------------------------------------------


def run(capsys, *words):
    code = main(["replay", str(FOLDER / "topple.npz"), *map(str, words)])
    return code, *capsys.readouterr()


def test_the_command_writes_all_that_is_asked_for(tmp_path, capsys, monkeypatch):
    needs_opengl()
    monkeypatch.chdir(tmp_path)
    small = ("--size", "96x72", "--quality", "draft", "--fps", 5, "--quiet")
    code, out, err = run(
        capsys,
        *("--png", "topple", "--png", "end", "last.png", "--gif", "a.gif"),
        *("--mp4", "a.mp4", "--glb", "a.glb", *small),
    )
    assert (code, err) == (0, "")
    names = ["topple-topple.png", "last.png", "a.gif", "a.mp4", "a.glb"]
    assert [line.split()[2] for line in out.splitlines()] == names
    assert {each.name for each in tmp_path.iterdir()} == set(names)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--png", "99"), "is no time of this replay"),
        (("--png", "1", "a.png", "b.png"), "repeat --png for every picture"),
        (("--png", "1", "a.png", "--png", "2", "a.png"), "written twice"),
        (("--gif", "a.mp4"), "ends in .gif"),
        (("--glb", "a.gltf"), "ends in .glb"),
        (("--mp4", "none/a.mp4"), "there is no folder"),
        (("--gif", "a.gif", "--fps", "60"), "0.1 to 50"),
        (("--gif", "a.gif", "--fps", "many"), "is no number"),
        (("--gif", "a.gif", "--fps", "0"), "error: fps is 0.0"),
        (("--gif", "a.gif", "--fps", "-3"), "error: fps is -3.0"),
        (("--gif", "a.gif", "--to", "-3"), "from 0.50 to -3.00 s shows nothing"),
        (("--gif", "a.gif", "--speed", "0"), "speed is 0.0"),
        (("--gif", "a.gif", "--size", "640"), "is no size"),
        (("--gif", "a.gif", "--size", "10x10"), "from 64 to 4096"),
        (("--gif", "a.gif", "--camera", "tpo"), "did you mean 'top'"),
        (("--gif", "a.gif", "--turn", "7"), "has turns 1 to 1"),
        (("--gif", "a.gif", "--from", "3", "--to", "1"), "shows nothing"),
        (("--turn", "1"), "--turn is for --gif"),
        (("--turn", "1", "--png", "end", "a.png"), "--turn is for --gif"),
        (("--from", "1", "--html", "a.html"), "--from is for --gif"),
        (("--fps", "5", "--png", "end", "a.png"), "--fps is for --gif"),
        (("--camera", "top", "--html", "a.html"), "--camera is for --png"),
        (("--palette", "safe"), "--palette is for --html"),
    ],
)
def test_bad_input_is_one_line_and_nothing_is_written(
    tmp_path, capsys, monkeypatch, words, said
):
    monkeypatch.chdir(tmp_path)
    try:
        code, out, err = run(capsys, "--quiet", *words)
    except SystemExit as stop:  # argparse
        code, (out, err) = stop.code, capsys.readouterr()
    assert code == 2
    assert out == ""
    assert said in err
    assert err.startswith("stacko: error: ")
    assert err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_nothing_is_written_if_one_of_several_cannot_be(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, _, _ = run(capsys, "--png", "end", "--glb", "a.glb", "--mp4", "no/a.mp4")
    assert code == 2
    assert not list(tmp_path.iterdir())


def test_the_help_names_every_camera_quality_and_palette(capsys):
    from stacko.replay.cameras import CAMERAS
    from stacko.replay.palette import PALETTES
    from stacko.replay.rendering import QUALITIES

    with pytest.raises(SystemExit):
        main(["replay", "--help"])
    text = capsys.readouterr().out
    for name in (*CAMERAS, *QUALITIES, *PALETTES):
        assert name in text


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_terminal_gets_a_bar_with_the_name_as_text():
    stream = Terminal()
    frames = drawing("[red]a\x1b.gif", stream)(iter(range(5)), 5)
    assert list(frames) == [0, 1, 2, 3, 4]
    assert "5/5" in stream.getvalue()
    assert "[red]a" in stream.getvalue()


def test_a_log_gets_a_line_now_and_then(monkeypatch):
    monkeypatch.setattr("stacko.replay.progress._INTERVAL", -1.0)
    stream = io.StringIO()
    assert list(drawing("a.gif", stream)(iter("abc"), 3)) == ["a", "b", "c"]
    assert stream.getvalue().splitlines()[-1] == "a.gif: 3 of 3 frames"

"""Pictures: the right block at the right place, upright, marked and told of."""

import math
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from scipy.spatial.transform import Rotation

from stacko.engines import pictures
from stacko.engines.pictures import Box, PictureError, Setting, Studio, View
from stacko.errors import ParameterError
from stacko.faces import Color, Face
from stacko.poses import Poses
from stacko.replay import EventKind
from stacko.replay.cameras import CAMERAS, fitted
from stacko.replay.captions import Caption, band_height, captioned
from stacko.replay.films import replay_png
from stacko.replay.palette import (
    FIRST_TO_LEAVE,
    MARKS,
    MOVING,
    PALETTES,
    channels,
    palette_named,
)
from stacko.replay.prints import block_faces, end_face
from stacko.replay.rendering import FIELD, QUALITIES, Look, Painter
from stacko.replay.shots import Span, Views
from tests.replay.drawing import needs_opengl
from tests.replay.recorded import recorded, repeated

SIZE = (160, 120)
BLOCK = (0.084, 0.0278, 0.017)
ROOT = Path(__file__).parents[2]


def look(**changes):
    return Look(size=SIZE, quality="draft", caption=False, **changes)


def shot(replay, time, style):
    views = Views(replay, style, Span(time, time))
    with Painter(replay, style) as painter:
        return np.asarray(painter.picture(time, next(views.along(np.array([time])))))


def near(image, color, limit=40):
    """Tell for each pixel whether it is nearly of a color."""
    target = np.array(channels(color)) * 255
    return np.abs(image.astype(float) - target).max(axis=-1) < limit


def projected(view, size, point):
    """Return the column and row at which a point is seen."""
    around, above = math.radians(view.azimuth), math.radians(view.elevation)
    ahead = np.array(
        [
            math.cos(above) * math.cos(around),
            math.cos(above) * math.sin(around),
            math.sin(above),
        ]
    )
    right = np.array([math.sin(around), -math.cos(around), 0])
    up = np.cross(right, ahead)
    away = np.array(point) - (np.array(view.target) - view.distance * ahead)
    scale = size[1] / 2 / math.tan(math.radians(FIELD) / 2) / (away @ ahead)
    return size[0] / 2 + scale * (away @ right), size[1] / 2 - scale * (away @ up)


@pytest.mark.parametrize("azimuth", [0, 50, 140, 230, 320])
def test_blocks_are_where_they_are(azimuth):
    needs_opengl()
    replay = recorded("topple")
    view = View((0.02, -0.01, 0.12), azimuth, -25.0, 0.9)
    box = [Box("Y1", BLOCK, "Y1")]
    faces = {"Y1": block_faces("Y1", BLOCK, PALETTES["plain"], 32)}
    turn = Rotation.from_euler("zyx", (30, 20, 10), degrees=True).as_quat()
    place = np.array([0.05, 0.03, 0.2])
    poses = Poses(("Y1",), place[None], turn[None])
    setting = Setting(size=(320, 240), field=FIELD)
    with Studio(box, faces, setting) as studio:
        studio.draw(poses, view)
        rows, columns = np.nonzero(studio.masks(poses, view) == studio.index("Y1"))
    corners = Rotation.from_quat(turn).apply(
        np.array(np.meshgrid(*[(-0.5, 0.5)] * 3)).reshape(3, 8).T * BLOCK
    )
    seen = np.array([projected(view, (320, 240), each + place) for each in corners])
    for found, told in ((columns, seen[:, 0]), (rows, seen[:, 1])):
        assert found.min() == pytest.approx(told.min(), abs=2)
        assert found.max() == pytest.approx(told.max(), abs=2)
    assert replay.frames > 0


@pytest.mark.parametrize("side", [0, 180])
def test_the_ends_are_upright_and_not_mirrored(side):
    needs_opengl()
    faces = {"R4": block_faces("R4", BLOCK, PALETTES["plain"], 128)}
    poses = Poses(("R4",), np.array([[0, 0, 0.1]]), np.array([[0.0, 0, 0, 1]]))
    view = View((0, 0, 0.1), side, 0.0, 0.16)
    setting = Setting(size=(320, 240), samples=0, shadows=0)
    with Studio([Box("R4", BLOCK, "R4")], faces, setting) as studio:
        image = studio.draw(poses, view)
        mask = studio.masks(poses, view) == 0
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    end = image[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1, 1].astype(float)
    printed = end_face("R4", BLOCK[1:], PALETTES["plain"], 128)[..., 1]
    size = end.shape[::-1]

    def likeness(picture):
        scaled = np.asarray(Image.fromarray(picture).resize(size), float)
        return np.corrcoef(scaled.ravel(), end.ravel())[0, 1]

    wrong = [printed[::-1], printed[:, ::-1], np.rot90(printed), np.rot90(printed, 2)]
    assert likeness(printed) > 0.9
    assert max(likeness(each.copy()) for each in wrong) < 0.8


def test_every_block_of_the_tower_is_seen_from_its_corners():
    needs_opengl()
    replay = recorded("topple")
    seen = set()
    for azimuth in (50.0, 140.0, 230.0, 320.0):
        style = look()
        with Painter(replay, style) as painter:
            poses, view = replay.poses(0), View((0, 0, 0.13), azimuth, -16.0, 1.0)
            painter._studio.draw(poses, view)
            seen |= set(np.unique(painter._studio.masks(poses, view)).tolist())
    hidden = {  # The middle one of three shows its ends only, and all have some.
        name for index, name in enumerate(replay.names) if index not in seen
    }
    assert not hidden


@pytest.mark.parametrize("camera", CAMERAS)
def test_the_whole_tower_is_in_the_picture(camera):
    needs_opengl()
    replay = recorded("topple")
    style = look(camera=camera)
    start = float(replay.times[0])
    views = Views(replay, style, Span(start, start))
    view = next(views.along(np.array([start])))
    with Painter(replay, style) as painter:
        mask = painter._studio.masks(replay.poses(0), view) >= 0
    if camera == "follow":  # It goes nearer.
        assert mask.mean() > 0.1
        return
    border = np.concatenate([mask[0], mask[-1], mask[:, 0], mask[:, -1]])
    assert not border.any()
    rows, columns = mask.any(1).mean(), mask.any(0).mean()
    assert max(rows, columns) > 0.6  # And it fills it.


def test_a_topple_looks_like_one():
    needs_opengl()
    replay = recorded("topple")
    style = look(marked=False)
    times = [float(replay.times[0]), float(replay.times[-1])]
    views = Views(replay, style, Span(*times))
    heights, widths = [], []
    with Painter(replay, style) as painter:
        view = next(views.along(np.array(times)))
        for frame in (0, replay.frames - 1):
            mask = painter._studio.masks(replay.poses(frame), view) >= 0
            heights.append(mask.any(1).sum())
            widths.append(mask.any(0).sum())
    assert heights[1] < 0.8 * heights[0]
    assert widths[1] > 2 * widths[0]


def test_the_block_in_hand_and_the_first_to_leave_have_outlines():
    needs_opengl()
    replay = recorded("topple")
    touch = next(e for e in replay.events if e.kind is EventKind.TOUCH)
    for time, color in (
        (float(replay.times[touch.frame + 1]), MOVING),
        (float(replay.times[-1]), FIRST_TO_LEAVE),
    ):
        marked = near(shot(replay, time, look()), color)
        plain = near(shot(replay, time, look(marked=False)), color)
        assert marked.sum() > 10
        assert plain.sum() < 0.2 * marked.sum()


def test_the_hand_is_drawn_while_it_pushes():
    needs_opengl()
    replay = recorded("topple")
    frame = int(replay.hand.frames[len(replay.hand.frames) // 2])
    with_hand = shot(replay, float(replay.times[frame]), look(marked=False))
    away = replace(replay, hand=replace(replay.hand, frames=replay.hand.frames + 10**6))
    without = shot(away, float(replay.times[frame]), look(marked=False))
    assert 5 < (with_hand != without).any(axis=-1).sum() < 400


def test_a_block_that_is_gone_is_not_drawn():
    needs_opengl()
    replay = recorded("one-turn")
    tracks = dict(replay.tracks)
    tracks["W"] = replace(tracks["W"], gone=1)
    less = replace(replay, tracks=tracks)
    style = look()
    with Painter(less, style) as painter:
        view = View((0, 0, 0.13), 140.0, -16.0, 1.0)
        number = painter._studio.index("W")
        masks = [painter._studio.masks(less.poses(frame), view) for frame in (0, 1)]
    assert (masks[0] == number).any() or (masks[0] >= 0).sum() > 1000
    assert not (masks[1] == number).any()


@pytest.mark.parametrize("quality", QUALITIES)
def test_every_quality_shows_the_same(quality):
    needs_opengl()
    replay = recorded("topple")
    style = Look(size=SIZE, quality=quality)
    image = shot(replay, 1.0, style)
    draft = shot(replay, 1.0, Look(size=SIZE, quality="draft"))
    assert image.shape == draft.shape == (120, 160, 3)
    assert np.abs(image.astype(float) - draft).mean() < 12


def test_pictures_are_the_same_every_time():
    needs_opengl()
    replay = recorded("topple")
    first, second = (shot(replay, 2.7, Look(size=SIZE)) for _ in range(2))
    assert np.array_equal(first, second)


def test_palettes_differ_and_both_are_known():
    needs_opengl()
    replay = recorded("topple")
    plain, safe = (
        shot(replay, 0.5, look(palette=name)).astype(float) for name in PALETTES
    )
    assert np.abs(plain - safe).mean() > 1
    with pytest.raises(ParameterError, match="did you mean 'safe'"):
        palette_named("saf")


@pytest.mark.parametrize("name", PALETTES)
def test_ink_can_be_read_on_every_color(name):
    def light(color):
        shares = np.array(channels(color))
        linear = np.where(
            shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4
        )
        return float(linear @ (0.2126, 0.7152, 0.0722)) + 0.05

    assert set(PALETTES[name]) == set(Color)
    for dye in PALETTES[name].values():
        dark, bright = sorted((light(dye.body), light(dye.ink)))
        assert bright / dark >= 3


def test_the_safe_palette_keeps_colors_apart_for_the_color_blind():
    """Machado, Oliveira and Fernandes 2009 (10.1109/TVCG.2009.113), severity 1."""
    sights = {
        "protan": [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ],
        "deutan": [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ],
        "tritan": [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ],
    }
    least = {}
    for name in PALETTES:
        for sight, matrix in sights.items():
            seen = [
                _lab(np.clip(np.array(matrix) @ _linear(dye.body), 0, 1))
                for color, dye in PALETTES[name].items()
                if color is not Color.TIMBER
            ]
            least[name, sight] = min(
                np.linalg.norm(one - other)
                for k, one in enumerate(seen)
                for other in seen[:k]
            )
    assert min(least["safe", sight] for sight in sights) > 25
    assert min(least["plain", sight] for sight in sights) < 20  # What safe is for.


def _linear(color):
    shares = np.array(channels(color))
    return np.where(
        shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4
    )


def _lab(linear):
    matrix = [
        [0.4124, 0.3576, 0.1805],
        [0.2126, 0.7152, 0.0722],
        [0.0193, 0.1192, 0.9505],
    ]
    x, y, z = np.cbrt(np.array(matrix) @ linear / (0.9505, 1.0, 1.089))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def test_every_face_has_a_mark_that_can_be_told_from_the_others():
    assert set(MARKS) == set(Face)
    palette = PALETTES["plain"]
    faces = {
        face: end_face(
            "W" if face is Face.WILD else f"R{face.value}", BLOCK[1:], palette, 64
        )
        for face in Face
        if face is not Face.PLAIN
    }
    shown = [np.where(image[..., 1] > 128, 1, 0) for image in faces.values()]
    for k, one in enumerate(shown):
        assert 0.03 < one.mean() < 0.6
        for other in shown[:k]:
            assert (one != other).mean() > 0.01
    six = shown[list(faces).index(Face.SIX)]
    nine = shown[list(faces).index(Face.NINE)]
    assert (six[::-1, ::-1] != nine).mean() > 0.05  # They are underlined.


def test_timber_has_a_grain_and_nothing_printed():
    image = end_face("T17", BLOCK[1:], PALETTES["plain"], 64)
    middle = image[16:48, 16:48].astype(float)
    assert 0.5 < middle.std(axis=(0, 1)).max() < 30


# -- captions -----------------------------------------------------------------------


def test_a_caption_tells_when_who_and_what():
    replay = recorded("topple")
    before = Caption.at(replay, 2.0)
    assert next(before.lines()) == "turn 1, player 0 (random), wants any, RR to 16a"
    after = Caption.at(replay, 3.0)
    assert after.deed == "topple: Y3b left first"
    assert list(after.lines())[-1] == "topple: Y3b left first"


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", "\x1b[31mred\x07", "x" * 10_000, "", "⚠ 名前"]
)
def test_names_of_players_are_text_and_have_an_end(name):
    replay = recorded("topple")
    hostile = replace(replay, configuration={**replay.configuration, "policy": [name]})
    caption = Caption.at(hostile, 2.0)
    assert len(caption.player) < 45
    assert caption.player.isprintable()
    image = captioned(Image.new("RGB", (640, 480)), caption)
    assert np.asarray(image)[-10:].mean() > 100


@pytest.mark.parametrize("text", ["R1>16a\nR2", "\ud800", "\x1b[31m"])
def test_what_a_replay_says_of_a_move_is_one_line_of_text(text):
    replay = recorded("topple")
    said = (EventKind.DEMAND, EventKind.CHOICE)
    events = [replace(e, text=text) if e.kind in said else e for e in replay.events]
    caption = Caption.at(replace(replay, events=tuple(events)), 2.0)
    assert all(line.isprintable() for line in caption.lines())
    captioned(Image.new("RGB", (640, 480)), caption)


def test_a_single_point_is_seen_from_somewhere():
    view = fitted(np.zeros((1, 3)), (140.0, -16.0), (640, 480), FIELD)
    assert 0 < view.distance < 1
    assert np.isfinite(view.target).all()


@pytest.mark.parametrize("size", [(64, 64), (200, 100), (640, 480), (1920, 1080)])
def test_captions_keep_their_place_and_the_clock(size):
    image = captioned(
        Image.new("RGB", size, "#ff0000"),
        Caption(
            12.345, "turn 300", "player 10 (" + "W" * 24 + ")", "wants any", "deed"
        ),
    )
    assert image.size == size
    pixels = np.asarray(image)
    red = near(pixels, "#ff0000", 5).all(axis=1)
    assert red[: round(size[1] * 0.7)].all()
    assert not red[-1]
    dark = (pixels.max(axis=-1) < 90)[-band_height(size) :]
    assert dark[:, size[0] // 2 :].any()


# -- what is not accepted -------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"size": (10, 480)}, "a picture of 10x480 pixels"),
        ({"size": (640, 100_000)}, "from 64 to 4096"),
        ({"size": (64.5, 64)}, "a width and a height"),
        ({"camera": "cornr"}, "did you mean 'corner'"),
        ({"quality": "god"}, "did you mean 'good'"),
        ({"palette": "x\x00"}, "there are plain, safe"),
    ],
)
def test_a_look_that_is_none_is_refused(changes, words):
    with pytest.raises(ParameterError, match=words):
        Look(**changes)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("a.jpg", "ends in .png"),
        ("none/a.png", "there is no folder"),
        ("folder.png", "Is a directory"),
    ],
)
def test_a_file_that_cannot_be_the_picture_is_refused(tmp_path, name, words):
    (tmp_path / "folder.png").mkdir()
    with pytest.raises(ParameterError, match=words):
        replay_png(recorded("topple"), tmp_path / name, 1.0)


def test_a_picture_that_cannot_be_written_is_an_error():
    needs_opengl()
    with pytest.raises(ParameterError, match="cannot be written"):
        replay_png(recorded("topple"), Path("/proc/a.png"), 1.0, look())


def test_a_picture_is_written_whole(tmp_path):
    needs_opengl()
    path = tmp_path / "a.png"
    path.write_text("old")
    replay_png(recorded("topple"), path, 2.7, Look(size=SIZE, quality="draft"))
    with Image.open(path) as image:
        assert image.size == SIZE
    assert [each.name for each in tmp_path.iterdir()] == ["a.png"]


@pytest.mark.parametrize("count", [1, 300])
def test_matches_of_one_and_of_300_turns_are_drawn(tmp_path, count):
    needs_opengl()
    replay = repeated(recorded("one-turn"), count)
    replay_png(replay, tmp_path / "a.png", float(replay.times[-1]), look())
    assert Caption.at(replay, float(replay.times[-1])).turn == f"turn {count}"


def test_a_match_of_no_turn_is_drawn(tmp_path):
    needs_opengl()
    replay = replace(recorded("one-turn"), plies=(), events=())
    replay_png(replay, tmp_path / "a.png", 1.0, Look(size=SIZE, quality="draft"))
    assert (tmp_path / "a.png").exists()


def test_without_opengl_the_packages_that_bring_it_are_named(monkeypatch):
    monkeypatch.setattr(pictures.ctypes.util, "find_library", lambda _name: None)
    with pytest.raises(PictureError, match=r"apt-get install libegl1 libgl1-mesa-dri"):
        Studio([], {}, Setting())


def test_opengl_that_cannot_be_opened_is_an_error_with_a_remedy(tmp_path):
    """A system whose EGL has no driver, as in a container without Mesa's."""
    needs_opengl()
    if pictures.find_context() != "egl":
        pytest.skip("this system draws by OSMesa, which needs no driver")
    code = (
        "from stacko.engines.pictures import Setting, Studio\n"
        "Studio([], {}, Setting(size=(64, 64)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"__EGL_VENDOR_LIBRARY_DIRS": str(tmp_path)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    last = done.stderr.strip().splitlines()[-1]
    assert "PictureError" in last
    assert "libgl1-mesa-dri" in last

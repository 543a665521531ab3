"""Pictures become files, whole or not at all."""

import io
import os
import xml.etree.ElementTree as ET

import matplotlib.image
import numpy as np
import pytest

from staccs.drawing import draw_board, write_picture
from staccs.drawing.palette import SUITS
from staccs.drawing.png import MOST_PIXELS
from staccs.errors import ParameterError
from tests.staccs.setups import board_of


def pixels(path):
    return matplotlib.image.imread(io.BytesIO(path.read_bytes()), format="png")


def rgb(color):
    return [int(color[k : k + 2], 16) / 255 for k in (1, 3, 5)]


def test_both_kinds_are_written_and_nothing_is_left_behind(tmp_path):
    picture = draw_board(board_of("5S@0,0"))
    for name in ("a.svg", "b.png", "C.SVG", "d.PNG"):
        write_picture(picture, tmp_path / name)
    assert sorted(each.name for each in tmp_path.iterdir()) == [
        "C.SVG",
        "a.svg",
        "b.png",
        "d.PNG",
    ]
    assert ET.parse(tmp_path / "a.svg").getroot().get("width") == "420"
    assert pixels(tmp_path / "b.png").shape[:2] == (304, 420)


def test_png_has_the_colors_of_the_cards(tmp_path):
    """Left below the middle of a card is its FACE, here without a frame."""
    write_picture(draw_board(board_of("7H@0,0")), tmp_path / "a.png")
    image = pixels(tmp_path / "a.png")[:, :, :3]
    tint = SUITS["H"]
    assert image[120 + 50, 210 - 10] == pytest.approx(rgb(tint.face), abs=0.02)
    for color in (tint.top, tint.side, tint.symbol, tint.number):
        assert np.abs(image - rgb(color)).sum(axis=2).min() < 0.02


def test_a_large_picture_is_scaled_down_to_a_png(tmp_path):
    board = board_of("W@-100,0/4 W@100,1/0#1")
    write_picture(draw_board(board), tmp_path / "a.png")
    assert max(pixels(tmp_path / "a.png").shape) == MOST_PIXELS


@pytest.mark.parametrize(
    "title", ["$x^2$ and $", "漢字", "<&>\"'", "a\x00b\x1b[2J", "\udcff"]
)
@pytest.mark.parametrize("name", ["a.svg", "a.png"])
def test_any_title_can_be_drawn(tmp_path, title, name):
    write_picture(draw_board(board_of("5S@0,0"), title=title), tmp_path / name)
    if name == "a.svg":
        root = ET.parse(tmp_path / name).getroot()
        assert root[0].text.isprintable()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("a.jpg", r"'.jpg'.*\.svg or \.png"),
        ("a.pgn", "did you mean '.png'"),
        ("a", r"ends in ''"),
        ("no/where.svg", "there is no folder"),
        ("folder.svg", "Is a directory"),
        ("file.txt/a.png", "Not a directory"),
        ("pipe.png", "no regular file"),
        ("x" * 300 + ".svg", "File name too long"),
    ],
)
def test_what_cannot_be_written_is_named(tmp_path, name, message):
    (tmp_path / "folder.svg").mkdir()
    (tmp_path / "file.txt").write_text("mine")
    os.mkfifo(tmp_path / "pipe.png")
    before = sorted(tmp_path.iterdir())
    with pytest.raises(ParameterError, match=message):
        write_picture(draw_board(board_of("5S@0,0")), tmp_path / name)
    assert sorted(tmp_path.iterdir()) == before


def test_a_failure_leaves_the_old_picture(tmp_path, monkeypatch):
    path = tmp_path / "a.svg"
    path.write_text("old")

    def full(picture):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("staccs.drawing.files.to_svg", full)
    with pytest.raises(ParameterError, match="No space left"):
        write_picture(draw_board(board_of("5S@0,0")), path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]

"""Blocks, and sets of them from TOML."""

from collections import Counter
from pathlib import Path

import pytest

from stacko import Block, BlockSet, Color, Face, InvalidNotationError, ParameterError

DATA = Path(__file__).parents[1] / "data"


def test_default_set_of_45():
    blocks = BlockSet.default()
    assert (len(blocks), blocks.layer_count) == (45, 15)
    kinds = Counter(block.kind for block in blocks)
    numbers = {f"{color}{number}": 2 for color in "RYGB" for number in "1234"}
    actions = {f"{color}{face}": 1 for color in "RYGB" for face in "DRS"}
    assert kinds == {**numbers, **actions, "W": 1}


def test_default_set_names_copies():
    names = BlockSet.default().names
    assert names[:5] == ("R1", "R1b", "R2", "R2b", "R3")
    assert len(set(names)) == 45


@pytest.mark.parametrize(
    ("name", "color", "face", "number", "action", "words"),
    [
        ("R3", Color.RED, Face.THREE, 3, False, "red 3"),
        ("B0b", Color.BLUE, Face.ZERO, 0, False, "blue 0"),
        ("BS", Color.BLUE, Face.SKIP, None, True, "blue Skip"),
        ("GR", Color.GREEN, Face.REVERSE, None, True, "green Reverse"),
        ("YDz", Color.YELLOW, Face.DRAW_TWO, None, True, "yellow Draw Two"),
        ("W", Color.PURPLE, Face.WILD, None, False, "Wild"),
        ("Wc", Color.PURPLE, Face.WILD, None, False, "Wild"),
    ],
)
def test_what_a_block_is(name, color, face, number, action, words):
    block = Block(name)
    assert (block.color, block.face, block.number) == (color, face, number)
    assert (block.is_action, block.is_number) == (action, number is not None)
    assert block.is_wild == (face is Face.WILD)
    assert (block.describe(), str(block)) == (words, name)


def test_blocks_are_values():
    assert Block("R3") == Block("R3") != Block("R3b")
    assert hash(Block("R3")) == hash(Block("R3"))
    assert Block("R3").kind == Block("R3b").kind == "R3"
    with pytest.raises(AttributeError):
        Block("R3").name = "R4"


@pytest.mark.parametrize(
    "name",
    [
        "",
        "R",
        "r3",
        "R3a",
        "R33",
        "RW",
        "WW",
        "P3",
        "R٣",
        "R3\n",
        " R3",
        "--",
        "R3B",
        None,
        3,
        b"R3",
        ["R3"],
        pytest.param("R3" * 10**6, id="long"),
    ],
)
def test_other_names_are_refused_in_one_short_line(name):
    with pytest.raises(InvalidNotationError, match="is not a block") as error:
        Block(name)
    assert len(str(error.value)) < 300
    assert "\n" not in str(error.value)


def test_a_set_looks_up_its_blocks():
    blocks = BlockSet.from_names(["R3", "W", "BS"])
    assert blocks["BS"].face is Face.SKIP
    assert "BS" in blocks
    assert Block("BS") in blocks
    assert "BS2" not in blocks
    assert 3 not in blocks
    with pytest.raises(
        InvalidNotationError, match=r"no block 'bs' .* did you mean 'BS'"
    ):
        blocks["bs"]
    with pytest.raises(InvalidNotationError, match="no block"):
        blocks[["R3"]]


def test_sets_are_equal_whatever_their_label():
    assert BlockSet.from_names(["R3", "W", "BS"], "mine") == BlockSet.from_names(
        ["R3", "W", "BS"]
    )


@pytest.mark.parametrize("count", [0, 1, 2, 4, 44])
def test_a_set_builds_full_layers(count):
    names = BlockSet.default().names[:count]
    with pytest.raises(ParameterError, match=rf"{count} blocks .*multiple of 3"):
        BlockSet.from_names(names)


def test_a_set_has_no_block_twice():
    with pytest.raises(
        ParameterError, match="'R3' comes twice in the set: name copies"
    ):
        BlockSet.from_names(["R3", "W", "R3"])


@pytest.mark.parametrize(
    ("file", "size"), [("set_of_12.toml", 12), ("set_of_54.toml", 54)]
)
def test_sets_of_other_sizes_from_a_file(file, size):
    path = DATA / "valid" / file
    for source in (path, str(path), path.read_text("utf-8")):
        assert len(BlockSet.from_toml(source)) == size


def invalid_sets():
    return sorted((DATA / "invalid").glob("set_*.toml"))


@pytest.mark.parametrize("path", invalid_sets(), ids=lambda path: path.stem)
def test_invalid_set_files_name_file_and_trouble(path):
    """The first line of each file is a comment with what the message must say."""
    needed = path.read_text("utf-8").splitlines()[0].removeprefix("# ")
    with pytest.raises(ParameterError) as error:
        BlockSet.from_toml(path)
    message = str(error.value)
    assert path.name in message
    assert needed in message
    assert len(message) < 500


def test_there_are_invalid_sets_to_test():
    assert len(invalid_sets()) >= 10


def test_a_file_that_is_not_there(tmp_path):
    for source in (tmp_path / "none.toml", tmp_path, "no\0name", "x" * 5000):
        with pytest.raises(ParameterError, match="cannot be read") as error:
            BlockSet.from_toml(source)
        assert len(str(error.value)) < 300


def test_a_file_that_is_not_text(tmp_path):
    path = tmp_path / "bytes.toml"
    path.write_bytes(b"\xff\xfe\x00R1")
    with pytest.raises(ParameterError, match=r"cannot be read \(UnicodeDecodeError\)"):
        BlockSet.from_toml(path)


def test_deeply_nested_text_is_refused():
    with pytest.raises(ParameterError, match=r"is not TOML|unknown key"):
        BlockSet.from_toml("x = " + "[" * 100_000)


def test_colors_and_faces_in_words():
    assert [color.word for color in Color] == [
        "red",
        "yellow",
        "green",
        "blue",
        "purple",
        "timber",
    ]
    assert Face.DRAW_TWO.word == "Draw Two"
    assert [face for face in Face if face.is_number] == list("0123456789")

"""Slots and towers: notation, taking and placing, what is refused."""

from pathlib import Path

import numpy as np
import pytest

from stacko import (
    Block,
    BlockSet,
    ImpossibleResultError,
    InvalidNotationError,
    Slot,
    Tower,
)

DATA = Path(__file__).parents[1] / "data"
TEXT = "R1 R2 RS / - B1 - / W R3 BD / Y4 - -"


def tower():
    return Tower.from_notation(TEXT)


def test_reads_and_writes_one_line():
    assert tower().notation() == str(tower()) == TEXT
    assert Tower.from_notation("R1  R2\tRS/-\nB1 - / W R3 BD /Y4 - -") == tower()


def test_slots_bottom_first():
    slots = tower().slots()
    assert [str(slot) for slot in slots] == [
        "1a", "1b", "1c", "2b", "3a", "3b", "3c", "4a",
    ]  # fmt: skip
    assert slots[Slot(2, "b")] == Block("B1")


def test_where_blocks_are():
    assert str(tower().slot_of("R3")) == "3b"
    assert str(tower().slot_of(Block("RS"))) == "1c"
    assert tower().layer_of("B1") == 2
    assert tower().block_at(Slot(3, "a")) == Block("W")
    assert tower().block_at(Slot(2, "a")) is None
    assert tower().block_at(Slot(99, "a")) is None
    assert "R3" in tower()
    assert Block("R3") in tower()
    assert "R3b" not in tower()
    assert 3 not in tower()
    assert len(tower()) == 8


@pytest.mark.parametrize(
    ("text", "highest"),
    [(TEXT, 3), ("R1 R2 R3", 1), ("R1 - -", 0), ("R1 R2 R3 / R4 - - / B1 B2 -", 1)],
)
def test_highest_complete_layer(text, highest):
    assert Tower.from_notation(text).highest_complete == highest


def test_take_and_place_make_new_towers():
    old = tower()
    new = old.take("R1").place("R1", Slot(4, "c"))
    assert str(new) == "- R2 RS / - B1 - / W R3 BD / Y4 - R1"
    assert str(old) == TEXT
    assert str(new.slot_of("R1")) == "4c"


def test_taking_the_last_block_of_the_top_takes_the_layer_away():
    assert tower().take("Y4").layer_count == 3


def test_taking_the_last_block_below_others_is_impossible():
    assert tower().empties_layer("B1")
    assert not tower().empties_layer("Y4")
    with pytest.raises(ImpossibleResultError, match="layer 2 would be empty"):
        tower().take("B1")


def test_taking_the_very_last_block_is_impossible():
    with pytest.raises(ImpossibleResultError, match="layer 1 would be empty"):
        Tower.from_notation("R1 - -").take("R1")


@pytest.mark.parametrize(
    ("block", "needed"),
    [("R4", "not in the tower"), ("R9", "not in the set"), (None, "not in the set")],
)
def test_taking_what_is_not_there(block, needed):
    with pytest.raises(InvalidNotationError, match=needed):
        tower().take(block)


@pytest.mark.parametrize(
    ("block", "slot", "needed"),
    [
        ("R1", "4b", "already in slot 1a"),
        ("R9", "4b", "no block 'R9'"),
        ("R4", "4a", "free slots on top are 4b, 4c"),
        ("R4", "6a", "cannot be placed in slot 6a"),
    ],
)
def test_placing_where_or_what_cannot_be(block, slot, needed):
    with pytest.raises(InvalidNotationError, match=needed):
        tower().place(block, Slot.from_notation(slot))


def test_a_block_can_go_back_to_where_it_was():
    assert tower().take("R2").place("R2", Slot(1, "b")) == tower()


def test_free_slots():
    assert [str(slot) for slot in tower().free_slots()] == ["4b", "4c"]
    full = Tower.from_notation("R1 R2 RS")
    assert [str(slot) for slot in full.free_slots()] == ["2a", "2b", "2c"]


def test_built_from_a_seed():
    blocks = BlockSet.default()
    first, again, other = (
        Tower.built(blocks, np.random.default_rng(seed)) for seed in (1, 1, 2)
    )
    assert first == again != other


def test_built_in_every_order_alike():
    blocks = BlockSet.from_names(["R1", "R2", "R3"])
    rng = np.random.default_rng(0)
    counts = {}
    for _ in range(600):
        text = str(Tower.built(blocks, rng))
        counts[text] = counts.get(text, 0) + 1
    assert len(counts) == 6
    assert all(60 < count < 145 for count in counts.values())


@pytest.mark.parametrize("file", ["set_of_12.toml", "set_of_54.toml"])
def test_towers_of_other_sets(file):
    blocks = BlockSet.from_toml(DATA / "valid" / file)
    built = Tower.built(blocks, np.random.default_rng(3))
    assert built.layer_count == len(blocks) // 3
    assert Tower.from_notation(str(built), blocks) == built


def invalid_towers():
    lines = (DATA / "invalid" / "towers.txt").read_text("utf-8").splitlines()
    pairs = [line.split(" # ") for line in lines if line and not line.startswith("##")]
    return [pytest.param(text, needed, id=needed) for text, needed in pairs]


@pytest.mark.parametrize(("text", "needed"), invalid_towers())
def test_invalid_towers(text, needed):
    with pytest.raises(InvalidNotationError) as error:
        Tower.from_notation(text)
    assert needed in str(error.value)


@pytest.mark.parametrize("text", ["", "  \n", None, 7, b"R1 R2 R3", ["R1"]])
def test_what_is_no_text_of_a_tower(text):
    with pytest.raises(InvalidNotationError, match="is not a tower"):
        Tower.from_notation(text)


@pytest.mark.parametrize(
    "text",
    [
        "R" * 10**6,
        "R1 R2 R3 " * 10**5,
        "/" * 10**6,
        "R1 R2 " + "X" * 10**6,
        " " * 10**6,
    ],
    ids=["letters", "names", "slashes", "long name", "spaces"],
)
def test_a_long_hostile_text_is_cut_in_the_message(text):
    with pytest.raises(InvalidNotationError) as error:
        Tower.from_notation(text)
    assert len(str(error.value)) < 400


def test_layers_given_directly_are_checked_too():
    blocks = BlockSet.default()
    for layers in [(), (("R1", "R2"),), ((None, None, None),), (("R1", "R1", None),)]:
        with pytest.raises(InvalidNotationError):
            Tower(layers, blocks)


def test_slot_parts():
    slot = Slot.from_notation("12c")
    assert (slot.layer, slot.position, slot.index, slot.axis) == (12, "c", 2, "y")
    assert str(slot) == "12c"
    assert sorted([Slot(10, "a"), Slot(2, "b"), Slot(2, "a")])[0] == Slot(2, "a")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "7",
        "b",
        "b7",
        "0a",
        "07a",
        "-1a",
        "7d",
        "7A",
        "7a ",
        "1e3a",
        "10000a",
        "٧a",
        None,
        7,
        pytest.param("9" * 10**6 + "a", id="long"),
    ],
)
def test_invalid_slots(text):
    with pytest.raises(InvalidNotationError, match="is not a slot") as error:
        Slot.from_notation(text)
    assert len(str(error.value)) < 200


@pytest.mark.parametrize(
    ("layer", "position"),
    [
        (0, "a"),
        (-1, "a"),
        (1.0, "a"),
        (True, "a"),
        ("1", "a"),
        (float("nan"), "a"),
        (1, "d"),
        (1, ""),
        (1, None),
        (1, 0),
        (10000, "a"),
    ],
)
def test_invalid_slot_parts(layer, position):
    with pytest.raises(InvalidNotationError, match="of a slot"):
        Slot(layer, position)

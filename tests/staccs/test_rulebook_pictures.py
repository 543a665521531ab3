"""The rulebook's printed rights and wrongs, and its marked example."""

import pytest

from staccs.cards import KINDS, mask_of
from staccs.placement import Placement
from staccs.surfaces import SurfaceState
from tests.staccs.setups import board_of, cells_of, fitting, kinds, legal, why_not

PICTURE = (
    "2S@0,0 2H@1,-1 7H@1,0 7C@2,-1 3H@1,1 3C@2,0 5H@1,2 7D@3,-2 AH@1,3"
)  # fmt: skip
"""A STACC that takes exactly what the printed example of playable surfaces takes."""


def test_cardinal_rule_1_matching_suits_stack_on_the_top():
    board = board_of("5S@0,0")
    assert legal(board, "9S@0,1")
    assert not legal(board, "9S@1,-1")
    assert not legal(board, "9S@-1,0")


def test_cardinal_rule_2_matching_numbers_stack_on_the_side():
    board = board_of("5S@0,0")
    assert legal(board, "5D@1,-1")
    assert not legal(board, "5D@0,1")
    assert not legal(board, "5D@-1,0")


def test_cardinal_rule_3_matching_letters_stack_on_the_face():
    board = board_of("AS@0,0")
    assert legal(board, "AD@-1,0")
    assert not legal(board, "AD@0,1")
    assert not legal(board, "AD@1,-1")


def test_mistacc_number_cards_on_the_face():
    board = board_of("3D@0,0")
    assert why_not(board, "3H@-1,0") == ["T1"]
    assert "FACE" in str(board.explain(Placement.parse("3H@-1,0")))
    assert legal(board, "3H@1,-1")


def test_mistacc_face_cards_on_the_side():
    board = board_of("JD@0,0")
    assert why_not(board, "JH@1,-1") == ["T1"]
    assert "SIDE" in str(board.explain(Placement.parse("JH@1,-1")))
    assert legal(board, "JH@-1,0")


def test_mistacc_letters_must_match():
    board = board_of("JD@0,0")
    assert why_not(board, "KS@-1,0") == ["T1"]
    assert legal(board, "JS@-1,0")
    assert cells_of(board, "KS") == []


def test_mistacc_wilds():
    """A WILD goes on a TOP, and turned; not on a FACE, and not unturned."""
    board = board_of("JD@0,0")
    assert why_not(board, "W@-1,0/0") == ["T4", "T3"]
    assert why_not(board, "W@-1,0/1") == ["T3"]
    assert why_not(board, "W@0,1/0") == ["T4"]
    for turn in range(1, 6):
        assert legal(board, f"W@0,1/{turn}")


def test_frequent_question_wilds_on_wilds():
    board = board_of("JD@0,0 W@0,1/2=H")
    assert legal(board, "W@1,0/3")
    assert why_not(board, "W@1,0/2") == ["T4"]
    assert set(why_not(board, "W@-1,0/3")) == {"T5", "T3"}


def test_the_marked_example_takes_exactly_what_is_printed():
    """Aces, any hearts, 7s, the 5 of clubs, the 3 of diamonds, and WILDs."""
    board = board_of(PICTURE)
    hearts, aces, sevens = kinds("H"), kinds("A"), kinds("7")
    taken = set().union(*fitting(board).values())
    assert taken == aces | hearts | sevens | {"5C", "3D", "W"}


def test_the_marked_example_marks_the_right_surfaces():
    board = board_of(PICTURE)
    spots = [names for names in fitting(board).values() if names != {"W"}]
    wanted = [
        kinds("A"), kinds("H") | {"W"}, kinds("7"), {"5C", "W"}, {"3D", "W"}
    ]  # fmt: skip
    assert sorted(map(sorted, spots)) == sorted(map(sorted, wanted))


def test_the_marked_example_has_all_twos_and_spades_blocked():
    board = board_of(PICTURE)
    marked = [each for each in board.surfaces() if each.mark in ("2", "spades")]
    assert len(marked) == 3  # the 2 of spades has both, the 2 of hearts one
    assert all(each.state is not SurfaceState.OPEN for each in marked)


def test_a_wild_fits_the_spot_where_only_the_5_of_clubs_fits():
    board = board_of(PICTURE)
    (spot,) = cells_of(board, "5C")
    assert legal(board, f"W@{spot}/1")
    rulings = {r.ruling for r in board.explain(Placement.parse(f"W@{spot}/1")).reasons}
    assert "T3" in rulings


@pytest.mark.parametrize("card", KINDS)
def test_reading_a_hand_agrees_with_the_list_of_placements(card):
    board = board_of(PICTURE, copies=2)
    mask = mask_of([card])
    read = sorted(cell for cell, fit in board.open_cells().items() if fit & mask)
    assert len(read) == len({each.cell for each in board.legal_placements(card)})

"""Reasons name ruling, surface, host card, what is there, and what would fit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from staccs.board import Board
from staccs.errors import IllegalMoveError
from staccs.placement import Placement
from staccs.surfaces import Surface
from tests.staccs.setups import board_of
from tests.staccs.strategies import boards, cards


def told(board, text):
    return str(board.explain(Placement.parse(text)))


@pytest.mark.parametrize(
    ("text", "placement", "said"),
    [
        (
            "5S@0,0",
            "9H@0,1",
            "9H@0,1 is not legal: the TOP of 5S@0,0 shows spades, so 9H does not fit: "
            "any spades or a WILD (T1). What fits there: any spades or a WILD",
        ),
        (
            "5S@0,0",
            "9H@1,-1",
            "the SIDE of 5S@0,0 shows 5, so 9H does not fit: a 5 (T1)",
        ),
        (
            "JS@0,0",
            "KS@-1,0",
            "the FACE of JS@0,0 shows JACK, so KS does not fit: a JACK (T1)",
        ),
        (
            "3S@0,0",
            "3H@-1,0",
            "the FACE of 3S@0,0 shows nothing to match; numbers go on a SIDE (T1)",
        ),
        (
            "JS@0,0",
            "JH@1,-1",
            "the SIDE of JS@0,0 shows nothing to match; letters go on a FACE (T1)",
        ),
        ("5S@0,0 5H@1,-1 9H@1,0", "8S@0,1", "the TOP of 5S@0,0 is partly covered (T1)"),
        ("5S@0,0", "9S@4,4", "it would not lie wholly on any surface (T1)"),
        (
            "JS@0,0",
            "W@-1,0/1",
            "a WILD needs a TOP under it, and there is none (T3)",
        ),
        (
            "5S@0,0 W@0,1/2=H",
            "7D@1,0",
            "the TOP of W@0,1 shows hearts, so 7D does not fit: any hearts or a WILD "
            "(T6)",
        ),
        (
            "JS@0,0 W@0,1/1=C",
            "JH@-1,0",
            "the FACE of JS@0,0 is locked by a later WILD (T5)",
        ),
        ("5S@0,0", "W@0,1/0", "orientation 0 is none a WILD may take after 0"),
        ("5S@0,0", "9S@0,1/3", "cards have orientation 0 now, and only a WILD turns"),
        ("5S@0,0", "5S@1,-1", "1 of 5S lie already, and one DECC has 1 (T16)"),
        ("5S@0,0", "9S@0,1#1", "STACC 1 has not been started; started: 0 (T18)"),
    ],
)
def test_what_is_said_against(text, placement, said):
    assert said in told(board_of(text), placement)


def test_what_is_said_about_halves():
    text, spot = "5S@0,0 5H@1,-1", "9H@1,0"
    half = "the TOP of 5S@0,0 would be covered by half"
    assert f"{half}, and closed (T2)" in told(board_of(text), spot)
    strict = told(board_of(text, partial_overlap="must_match"), spot)
    assert f"{half}, and the TOP of 5S@0,0 shows spades, so 9H does not" in strict
    assert "What fits there: a WILD" in strict
    assert f"{half} (T2)" in told(board_of(text, partial_overlap="forbid"), spot)


def test_every_reason_is_given_at_once():
    board = board_of("3S@0,0 5S@0,1 3C@1,-1", wild_rotation="120")
    reasons = board.explain(Placement.parse("6D@1,0/1")).against()
    assert [reason.ruling for reason in reasons] == ["T4", "T1", "T1"]
    about = [(reason.index, reason.surface) for reason in reasons]
    assert about == [(None, None), (1, Surface.SIDE), (2, Surface.TOP)]
    assert "the 5 of clubs or a WILD" in told(board, "6D@1,0/1")


def test_why_a_placement_is_legal():
    board = board_of("3S@0,0 5S@0,1 3C@1,-1")
    assert told(board, "5C@1,0") == (
        "5C@1,0 is legal: 5C matches the SIDE of 5S@0,1: 5 (T1); 5C matches the TOP of "
        "3C@1,-1: clubs (T1)"
    )
    assert told(board, "W@1,0/1") == (
        "W@1,0/1 is legal: the WILD turns from 0 to 1 (T4); the SIDE of 5S@0,1 is "
        "open, under a WILD (T3); the TOP of 3C@1,-1 is open, on which WILDs go (T3)"
    )


def test_placing_tells_the_same():
    board = board_of("5S@0,0")
    with pytest.raises(IllegalMoveError) as caught:
        board.place(Placement.parse("9H@0,1"))
    assert str(caught.value) == told(board, "9H@0,1")
    assert len(board) == 1


@given(boards(), cards, st.data())
def test_explanations_are_one_line_with_rulings(board, card, data):
    host = data.draw(st.sampled_from(board.cards))
    turn = data.draw(st.integers(0, 5)) if card.is_wild else None
    explanation = board.explain(Placement(card, host.cell, turn, None, host.stacc))
    assert "\n" not in str(explanation)
    assert explanation.reasons
    assert all(reason.ruling in str(explanation) for reason in explanation.against())
    assert explanation.legal == (not explanation.against())


def test_a_table_without_room_says_so():
    board = Board(fits=lambda cell: cell == (0, 0))
    board.start(Placement.parse("5S@0,0").card)
    said = told(board, "9S@0,1")
    assert "the card cannot lie there on the table (T20). What fits there: noth" in said

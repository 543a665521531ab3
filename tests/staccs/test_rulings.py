"""Rulings T1 to T6, T10, T18 and T20 as far as the board decides them, and switches."""

import pytest

from staccs.board import Board
from staccs.cards import Card, Suit
from staccs.errors import IllegalMoveError
from staccs.lattice import Cell
from staccs.placement import Placement
from staccs.rules import PartialOverlap, Rules, WildRotation
from staccs.surfaces import Surface, SurfaceState
from tests.staccs.setups import board_of, cells_of, fitting, kinds, legal, why_not


def contacts(board, text):
    """Return what a placement touches, such as "9S TOP"."""
    touched = board.contacts(Placement.parse(text))
    return [f"{each.host.card} {each.surface.name}" for each in touched]


# T1


def test_t1_a_card_needs_a_contact():
    board = board_of("5S@0,0")
    assert contacts(board, "5D@5,5") == []
    assert why_not(board, "5D@5,5") == ["T1"]
    assert why_not(board, "5D@999,-999") == ["T1"]
    assert why_not(board, "5D@123456,0") == ["T1"]


def test_t1_covering_halves_alone_is_no_contact():
    board = board_of("5S@0,0")
    assert contacts(board, "5S@1,0") == []
    assert why_not(board, "9S@1,0") == ["T1"]


def test_t1_every_contact_must_match():
    """Between a 5's SIDE and a spade's TOP fits the 5 of spades alone."""
    board = board_of("3S@0,0 5S@0,1 3C@1,-1")
    assert contacts(board, "5C@1,0") == ["5S SIDE", "3C TOP"]
    assert fitting(board)["1,0"] == {"5C", "W"}
    assert why_not(board, "5D@1,0") == ["T1"]
    assert why_not(board, "6C@1,0") == ["T1"]


def test_t1_what_shows_nothing_matches_nothing():
    """A number has nothing on its FACE and a letter nothing on its SIDE."""
    number, letter = board_of("3D@0,0"), board_of("JD@0,0")
    assert "-1,0" not in fitting(number)
    assert "1,-1" not in fitting(letter)


def test_t1_a_partly_covered_surface_is_closed():
    board = board_of("5S@0,0 5H@1,-1 9H@1,0")
    top = board.surfaces()[0]
    assert (top.surface, top.state) == (Surface.TOP, SurfaceState.PARTLY_COVERED)
    assert contacts(board, "8S@0,1") == ["5S TOP"]
    assert why_not(board, "8S@0,1") == ["T1"]


def test_t1_a_surface_covered_by_two_halves_is_out_of_the_way():
    """Covered wholly, a surface is no contact any more."""
    board = board_of("5S@0,0 5H@1,-1 9H@1,0")
    assert "5S TOP" in contacts(board, "8S@0,1")
    board.play(Placement.parse("9C@-1,1"))
    assert board.surfaces()[0].state is SurfaceState.COVERED
    assert contacts(board, "8S@0,1") == []


def test_t1_exactly_on_a_card_all_its_visible_surfaces_are_contacts():
    """So nothing but a WILD fits on a card of which all can be seen."""
    board = board_of("5S@0,0", copies=2)
    assert contacts(board, "5S@0,0") == ["5S TOP", "5S SIDE", "5S FACE"]
    assert fitting(board)["0,0"] == {"W"}
    assert why_not(board, "5S@0,0") == ["T1"]
    assert legal(board, "W@0,0/1")


def test_t1_exactly_on_a_card_what_is_covered_does_not_matter():
    """A king of which only the FACE can be seen takes any king exactly on it."""
    board = Board(copies=2)
    board.start(Card.parse("KS"))
    # Both on the TOP and on the SIDE; under the last of them both are out of sight.
    for text in ("4S@0,1", "4H@1,0", "4D@1,-1"):
        board.play(Placement.parse(text))
    states = [each.state.value for each in board.surfaces()[:3]]
    assert states == ["covered", "covered", "open"]
    seen = contacts(board, "KD@0,0")
    assert seen[0] == "KS FACE"
    assert "KS TOP" not in seen


def test_two_cards_share_a_cell_at_different_heights():
    board = board_of("5S@0,0 W@0,0/2=H 5H@1,-1")
    cells = [card.cell for card in board.cards]
    assert cells[0] == cells[1] == Cell(0, 0)
    states = {each.state for each in board.surfaces()[:3]}
    assert states == {SurfaceState.COVERED}
    board.undo()
    board.undo()
    assert fitting(board) == fitting(board_of("5S@0,0"))


# T2: at 1,0 a card lies on a SIDE (9) or TOP and covers half of the 5's TOP (spades)

HALF_TOP = "5S@0,0 5H@1,-1"


def test_t2_allow_a_half_covered_surface_need_not_match_and_is_closed():
    board = board_of(HALF_TOP)
    assert contacts(board, "9H@1,0") == ["5H TOP"]
    assert legal(board, "9S@0,1")
    board.place(Placement.parse("9H@1,0"))
    assert why_not(board, "9S@0,1") == ["T1"]


def test_t2_must_match_asks_a_half_covered_surface_as_well():
    board = board_of(HALF_TOP, partial_overlap="must_match")
    assert why_not(board, "9H@1,0") == ["T2"]
    assert "0,1" in cells_of(board, "9S")
    assert "1,0" not in cells_of(board, "9H")


def test_t2_must_match_allows_what_matches():
    """Half of a 9's SIDE is covered by another 9, and by nothing else."""
    text = "9S@0,0 9S@0,1"
    strict = board_of(text, copies=2, partial_overlap="must_match")
    assert legal(strict, "9H@1,0")
    assert board_of("8S@0,0 9S@0,1").explain(Placement.parse("9H@1,0")).legal
    other = board_of("8S@0,0 9S@0,1", partial_overlap="must_match")
    assert why_not(other, "9H@1,0") == ["T2"]
    forbidding = board_of(text, copies=2, partial_overlap="forbid")
    assert why_not(forbidding, "9H@1,0") == ["T2"]


def test_t2_must_match_asks_a_wild_for_nothing():
    """As with its contacts (T3), a WILD need not match."""
    board = board_of(HALF_TOP, partial_overlap="must_match")
    assert legal(board, "W@1,0/1")


def test_t2_forbid_keeps_every_half_free():
    board = board_of(HALF_TOP, partial_overlap="forbid")
    assert why_not(board, "9H@1,0") == ["T2"]
    assert why_not(board, "W@1,0/1") == ["T2"]
    assert legal(board, "9S@0,1")


def test_t2_asks_locked_surfaces_too():
    """At 1,0 a card lies on the WILD and covers half of the locked 5's SIDE."""
    text = "5S@0,0 W@0,1/2=H"
    allow, strict, forbid = (
        board_of(text, partial_overlap=overlap) for overlap in PartialOverlap
    )
    assert [legal(allow, spot) for spot in ("5H@1,0", "7H@1,0")] == [True, True]
    assert legal(strict, "5H@1,0")
    assert why_not(strict, "7H@1,0") == ["T2"]
    assert why_not(forbid, "5H@1,0") == ["T2"]


# T3


def test_t3_a_wild_needs_a_top():
    board = board_of("JD@0,0 JH@-1,0")
    assert why_not(board, "W@-2,0/1") == ["T3"]
    assert why_not(board, "W@5,5/1") == ["T1"]
    assert legal(board, "W@-1,1/1")


def test_t3_the_other_contacts_of_a_wild_need_not_match():
    board = board_of("3S@0,0 5S@0,1 3C@1,-1")
    assert contacts(board, "W@1,0/1") == ["5S SIDE", "3C TOP"]
    assert legal(board, "W@1,0/1")


def test_t3_the_other_contacts_of_a_wild_must_be_open():
    """A partly covered SIDE under it refuses a WILD."""
    board = board_of("5S@0,0 5H@1,-1 9H@1,0")
    # Exactly on the 5 of spades: its TOP is partly covered.
    assert why_not(board, "W@0,0/1") == ["T1"]


# T4


def test_t4_rotation_60_any_other_orientation():
    board = board_of("5S@0,0", wild_rotation="60")
    turns = [each.orientation for each in board.legal_placements(Card.parse("W"))]
    assert sorted(set(turns)) == [1, 2, 3, 4, 5]
    assert why_not(board, "W@0,1/0") == ["T4"]


def test_t4_rotation_120_two_orientations():
    board = board_of("5S@0,0", wild_rotation="120")
    turns = [each.orientation for each in board.legal_placements(Card.parse("W"))]
    assert sorted(set(turns)) == [2, 4]
    for turn in (0, 1, 3, 5):
        assert why_not(board, f"W@0,1/{turn}") == ["T4"]


def test_t4_an_orientation_left_before_may_come_again():
    board = board_of("5S@0,0 W@0,1/3")
    assert legal(board, "W@0,1/0")


def test_t4_a_wild_without_an_orientation_is_refused():
    board = board_of("5S@0,0")
    explanation = board.explain(Placement.parse("W@0,1"))
    assert [reason.ruling for reason in explanation.against()] == ["T4"]
    assert "1, 2, 3, 4, 5" in str(explanation)


def test_t4_only_a_wild_turns():
    board = board_of("5S@0,0")
    assert board.explain(Placement.parse("9S@0,1/0")).legal
    explanation = board.explain(Placement.parse("9S@0,1/1"))
    assert [reason.ruling for reason in explanation.against()] == ["T4"]


# T5


def test_t5_after_a_wild_every_earlier_card_is_locked():
    board = board_of("JS@0,0 JH@-1,0")
    assert legal(board, "JD@-2,0")
    board.place(Placement.parse("W@0,1/1=C"))
    assert why_not(board, "JD@-2,0") == ["T5"]
    assert {each.state for each in board.surfaces()[:6]} == {
        SurfaceState.LOCKED,
        SurfaceState.COVERED,
    }
    assert [each.state for each in board.surfaces()[6:]] == [SurfaceState.OPEN] * 3


def test_t5_the_wild_itself_is_not_locked():
    board = board_of("JS@0,0 W@0,1/1=C")
    assert sorted(fitting(board)) == ["0,1", "1,1"]


def test_t5_part_of_a_locked_card_may_be_covered():
    """The 7 of hearts lies on the WILD and covers half of the locked 5's SIDE."""
    board = board_of("5S@0,0 W@0,1/2=H")
    assert legal(board, "7H@1,0")


def test_t5_locks_fall_with_undo():
    board = board_of("JS@0,0 JH@-1,0 W@0,1/1=C")
    board.undo()
    assert legal(board, "JD@-2,0")


# T6


def test_t6_a_called_suit_is_what_the_top_takes():
    board = board_of("5S@0,0 W@0,1/2=H")
    assert fitting(board)["1,0"] == kinds("H") | {"W"}
    assert why_not(board, "7D@1,0") == ["T6"]


def test_t6_without_a_call_the_top_takes_any_suit():
    board = board_of("5S@0,0 W@0,1/2")
    assert len(fitting(board)["1,0"]) == 57


def test_t6_side_and_face_of_a_wild_match_nothing():
    board = board_of("5S@0,0 W@0,1/1=H")
    # Orientation 1: SIDE points straight down and FACE to the upper left.
    assert sorted(fitting(board)) == ["0,1", "1,1"]


def test_t6_a_wild_on_a_wild_takes_a_new_orientation():
    board = board_of("5S@0,0 W@0,1/2=H")
    assert legal(board, "W@1,0/0")
    assert why_not(board, "W@1,0/2") == ["T4"]


# T10


def test_t10_a_barred_top_takes_nothing():
    board = board_of("0S@0,0")
    board.bar_top(0)
    assert board.barred == (0,)
    assert board.surfaces()[0].state is SurfaceState.BARRED
    assert why_not(board, "9S@0,1") == ["T10"]
    assert why_not(board, "W@0,1/1") == ["T10"]
    assert why_not(board, "W@0,0/1") == ["T10"]
    assert legal(board, "0H@1,-1")
    board.unbar()
    assert legal(board, "9S@0,1")


def test_t10_several_tops_can_be_barred():
    board = board_of("0S@0,0 0H@1,-1")
    board.bar_top(0)
    board.bar_top(1)
    board.bar_top(1)
    assert board.barred == (0, 1)
    assert cells_of(board, "W") == []
    board.unbar()
    assert cells_of(board, "W") == ["0,0", "0,1", "1,-1", "1,0"]


def test_t10_undo_takes_the_bar_with_the_card():
    board = board_of("0S@0,0 0H@1,-1")
    board.bar_top(1)
    board.undo()
    assert board.barred == ()
    board.place(Placement.parse("0H@1,-1"))
    assert legal(board, "9H@1,0")


def test_t10_undo_puts_back_a_bar_lifted_since():
    board = board_of("0S@0,0")
    board.bar_top(0)
    board.place(Placement.parse("0H@1,-1"))
    board.unbar()
    assert legal(board, "9S@0,1")
    board.undo()
    assert board.barred == (0,)
    assert why_not(board, "9S@0,1") == ["T10"]


def test_t10_a_bar_outlives_a_wild_that_locks_the_card():
    board = board_of("0S@0,0 0H@1,-1")
    board.bar_top(0)
    board.place(Placement.parse("W@1,0/2=H"))
    board.unbar()
    assert why_not(board, "9S@0,1/2") == ["T5"]
    board.undo()
    assert board.barred == (0,)
    assert why_not(board, "9S@0,1") == ["T10"]


# T18

FOUR = "W@0,0 W@1,1/1#1 W@2,-1/2#2 W@1,-2/3#3"


def test_t18_a_card_is_matched_within_one_stacc():
    board = board_of(FOUR)
    assert legal(board, "5S@0,1")
    assert legal(board, "5S@2,1#1")
    assert why_not(board, "5S@2,1") == ["T1"]


def test_t18_four_wilds_do_not_lock_each_other():
    board = board_of(FOUR)
    assert {each.state for each in board.surfaces()} == {SurfaceState.OPEN}
    assert [board.orientation(stacc) for stacc in board.staccs] == [0, 1, 2, 3]


@pytest.mark.parametrize("overlap", PartialOverlap)
def test_t18_surfaces_of_another_stacc_are_no_contacts_and_may_be_covered(overlap):
    """Of the first STACC two surfaces are covered by half, of the third one wholly."""
    board = board_of("5S@0,0 W@0,2/3#1", partial_overlap=overlap)
    # The TOP of the WILD points down, to the cell on which the TOP of the 5 points.
    assert contacts(board, "9H@0,1#1") == ["W TOP"]
    assert legal(board, "9H@0,1#1")
    board.place(Placement.parse("9H@0,1#1"))
    assert board.surfaces()[0].state is SurfaceState.COVERED
    assert "0,1" not in fitting(board)
    board.undo()
    assert board.surfaces()[0].state is SurfaceState.OPEN
    assert "0,1" in fitting(board)


def test_t18_covering_half_of_another_stacc_closes_it():
    board = board_of("5S@0,0 W@1,1/3#1")
    board.place(Placement.parse("9H@1,0#1"))
    states = [each.state.value for each in board.surfaces()[:3]]
    assert states == ["partly_covered", "partly_covered", "open"]
    assert why_not(board, "9S@0,1") == ["T1"]
    assert why_not(board, "W@0,0/1") == ["T1", "T1"]


def test_t18_a_first_card_lies_on_no_other():
    board = board_of("5S@0,0")
    with pytest.raises(IllegalMoveError, match=r"5S@0,0 \(T18\)"):
        board.start(Card.parse("W"), Cell(0, 1), 1, stacc=1)
    with pytest.raises(IllegalMoveError, match="T18"):
        board.start(Card.parse("W"), Cell(3, 3), 1)
    board.start(Card.parse("W"), Cell(1, 1), 1, stacc=1)
    assert board.staccs == (0, 1)


def test_t18_a_stacc_that_was_not_started_is_named():
    board = board_of("5S@0,0")
    explanation = board.explain(Placement.parse("9S@0,1#2"))
    assert [reason.ruling for reason in explanation.against()] == ["T18"]
    assert "started: 0" in str(explanation)


# T20


def test_t20_no_card_lies_off_the_table():
    board = Board(fits=lambda cell: cell.r < 1)
    board.start(Card.parse("5S"))
    assert cells_of(board, "9S") == []
    assert why_not(board, "9S@0,1") == ["T20"]
    assert legal(board, "5D@1,-1")
    assert len(board.edge_cells()) == 1
    with pytest.raises(IllegalMoveError, match="T20"):
        Board(fits=lambda cell: False).start(Card.parse("5S"))


# The switches


def test_the_switches_are_these():
    assert Rules().partial_overlap is PartialOverlap.ALLOW
    assert Rules().wild_rotation is WildRotation.SIXTY
    assert Board().rules == Rules()


def test_a_call_on_the_first_card_counts():
    board = Board()
    board.start(Card.parse("W"), call=Suit.CLUBS)
    assert fitting(board)["0,1"] == kinds("C") | {"W"}

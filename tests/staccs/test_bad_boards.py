"""Bad input for a board: one clear line each, and nothing half done."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from staccs.board import Board
from staccs.cards import MOST_DECCS, WILD, Card, decc
from staccs.cells import pack, unpack
from staccs.errors import IllegalMoveError, InvalidNotationError, ParameterError
from staccs.lattice import Cell
from staccs.placement import Placement
from staccs.rules import Rules


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "5S@0,0 5S@1,-1",
            "card 2 of the STACC: 5S@1,-1 is not legal: 1 of 5S lie already",
        ),
        (
            "5S@0,0 9S@7,7",
            "card 2 of the STACC: 9S@7,7 is not legal: it would not lie wholly",
        ),
        ("5S@0,0 9H@0,1", "card 2 of the STACC: 9H@0,1 is not legal"),
        ("5S@0,0/7", "card 1 of the STACC: '5S@0,0/7' is not a placement"),
        ("5S@0,0 W@0,1/7=H", "card 2 of the STACC"),
        ("5S@0,0 9S@0,1=H", "only a WILD calls one"),
        ("5S@0,0 W@0,1", "card 2 of the STACC: W@0,1 is not legal: a WILD takes a new"),
        ("1S@0,0", "card 1 of the STACC: '1S' is not a card"),
        ("5S@0,0 mirror", "card 2 of the STACC: 'mirror' is not a placement"),
        (
            "5S@2000,0",
            "5S@2000,0/0 cannot start a STACC: a coordinate is beyond",
        ),
        (
            "5S@0,0 W@0,1/1#1",
            "card 2 of the STACC: W@0,1/1#1 cannot start a STACC: it would lie on",
        ),
        ("x" * 1000, "... (1000 long) is not a placement"),
        ("5S@0,0 " * 10_001, "more than 10000 cards"),
        (None, "a STACC is a text, not None"),
        (b"5S@0,0", "a STACC is a text, not b'5S@0,0'"),
    ],
)
def test_what_is_no_board(text, said):
    with pytest.raises(InvalidNotationError) as caught:
        Board.from_text(text)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_text_is_read_under_the_rules_given():
    """Covering half of a surface is legal under one rule and not under another."""
    text = "5S@0,0 5H@1,-1 9H@1,0"
    assert len(Board.from_text(text)) == 3
    for overlap in ("must_match", "forbid"):
        with pytest.raises(InvalidNotationError, match=r"card 3 .*T2"):
            Board.from_text(text, Rules(partial_overlap=overlap))
    turned = "5S@0,0 W@0,1/1"
    assert len(Board.from_text(turned)) == 2
    with pytest.raises(InvalidNotationError, match=r"card 2 .*T4"):
        Board.from_text(turned, Rules(wild_rotation="120"))


def test_an_empty_text_is_an_empty_board():
    board = Board.from_text("")
    assert (len(board), board.to_text(), board.staccs) == (0, "", ())
    assert board


@given(st.text("0123456789SHCDJQKAW@,-/=# mirror", max_size=40))
def test_any_text_is_a_board_or_one_clear_error(text):
    try:
        board = Board.from_text(text)
    except InvalidNotationError as error:
        assert "\n" not in str(error)  # noqa: PT017
    else:
        assert Board.from_text(board.to_text()).to_text() == board.to_text()


def test_two_deccs_have_two_of_each_card_and_eight_wilds():
    text = "5S@0,0 5S@1,-1"
    assert len(Board.from_text(text, copies=2)) == 2
    board = Board.from_text(text, copies=2)
    assert board.legal_placements(Card.parse("5S")) == ()
    assert board.legal_placements(Card.parse("5H")) != ()


def test_one_decc_has_four_wilds():
    board = Board.from_text("W@0,0 W@0,1/1 W@1,1/2 W@2,0/3")
    assert board.legal_placements(WILD) == ()
    with pytest.raises(IllegalMoveError, match="4 of W lie already"):
        board.place(Placement.parse("W@2,-1/4"))


@pytest.mark.parametrize("copies", [0, 17, 1.0, "1", None, True])
def test_what_is_no_number_of_deccs(copies):
    with pytest.raises(ParameterError, match="copies"):
        Board(copies=copies)


def test_nothing_lies_that_could_be_taken_back():
    with pytest.raises(IllegalMoveError, match="taken back"):
        Board().undo()


@pytest.mark.parametrize("index", [-1, 1, 0.0, "0", None, True])
def test_only_cards_that_lie_are_barred(index):
    board = Board.from_text("0S@0,0")
    with pytest.raises(ParameterError, match="index"):
        board.bar_top(index)


@pytest.mark.parametrize("stacc", [1, -1, None, "0", []])
def test_a_stacc_that_was_not_started(stacc):
    board = Board.from_text("0S@0,0")
    for ask in (board.open_cells, board.edge_cells, board.orientation, board.rotations):
        with pytest.raises(ParameterError, match="started: 0"):
            ask(stacc)
    with pytest.raises(ParameterError, match="started: none"):
        Board().open_cells()


def test_a_refused_start_changes_nothing():
    board = Board(fits=lambda cell: cell.q == 0)
    for cell in (Cell(1, 0), Cell(1001, 0)):
        with pytest.raises(IllegalMoveError, match="T20"):
            board.start(Card.parse("5S"), cell)
    assert (len(board), board.staccs) == (0, ())
    board.start(Card.parse("5S"), Cell(0, 1000))
    assert board.cards[0].cell == (0, 1000)


@pytest.mark.parametrize("corner", [(1000, 1000), (-1000, 1000), (1000, -1000)])
def test_a_stacc_at_the_far_corner_grows_as_anywhere(corner):
    """All cards there can be, in one column, still have numbers of their own."""
    board = Board(copies=MOST_DECCS)
    q, r = corner
    board.start(Card.parse("5S"), Cell(q, r))
    spades = [card for card in decc(MOST_DECCS) if card.suit == "S"]
    for step in range(1, 60 * MOST_DECCS):
        board.play(Placement(spades[step % len(spades)], Cell(q, r + step)))
    tops = {each.cell for each in board.legal_placements(WILD)}
    assert max(tops, key=lambda cell: cell.r) == (q, r + 60 * MOST_DECCS)
    assert {unpack(pack(cell)) for cell in tops} == tops

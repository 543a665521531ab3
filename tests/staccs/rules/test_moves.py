"""Moves as values, and their notation."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from staccs.cards import KINDS, WILD, Card
from staccs.errors import InvalidNotationError, ParameterError
from staccs.lattice import Cell
from staccs.modes import make_game
from staccs.moves import Action, Move
from staccs.placement import Placement
from tests.staccs.strategies import placements

PLAIN = [a for a in Action if a not in (Action.PLAY, Action.GIVE)]

moves = st.one_of(
    st.builds(Move.play, placements, st.booleans()),
    st.builds(Move.give, st.sampled_from(KINDS), st.booleans()),
    st.sampled_from([Move.parse(action.word) for action in PLAIN]),
)


@given(moves)
def test_notation_round_trips(move):
    again = Move.parse(str(move))
    assert again == move
    assert hash(again) == hash(move)
    assert (again.action, again.uh_oh) == (move.action, move.uh_oh)
    assert eval(repr(move)) == move


@given(placements, st.booleans())
def test_a_play_keeps_its_parts(placement, uh_oh):
    move = Move.play(placement, uh_oh)
    assert move.placement == placement
    assert (move.card, move.cell, move.stacc) == (
        placement.card,
        placement.cell,
        placement.stacc,
    )
    assert (move.orientation, move.call) == (placement.orientation, placement.call)
    assert (move.uh_oh, move.action) == (uh_oh, Action.PLAY)


@given(moves, moves)
def test_moves_are_equal_if_their_texts_are(one, other):
    assert (one == other) == (str(one) == str(other))
    assert (one < other) != (one >= other)


@given(moves)
def test_moves_survive_copying_and_pickling(move):
    assert pickle.loads(pickle.dumps(move)) == copy.deepcopy(move) == move


def test_moves_are_values():
    move = Move.parse("draw")
    with pytest.raises(AttributeError, match="a Move is a value"):
        move.code = 3
    with pytest.raises(AttributeError, match="a Move is a value"):
        del move.code
    assert move != "draw"
    with pytest.raises(TypeError):
        assert move < "draw"


@pytest.mark.parametrize(
    "text",
    ["5S@2,-1", "5S@2,-1!", "W@0,3/2=H", "W@0,3/2=H!", "W@0,3/2", "5S@2,-1#3",
     "draw", "accept", "done", "give QC", "give QC!", "give W", "catch", "let", "hold",
     "discard", "flip"],
)  # fmt: skip
def test_texts_of_all_kinds(text):
    assert str(Move.parse(text)) == text


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("", "not a move"),
        ("5S", "not a move"),
        ("drew", "did you mean 'draw'"),
        ("draw!", "not a move"),
        ("play", "not a move"),
        ("give", "not a move"),
        ("give ", "'' is not a card"),
        ("give 1S", "'1S' is not a card"),
        ("5S@2", "not a placement"),
        ("5S@2,-1!!", "not a placement"),
        ("W@0,3/7", "not a placement"),
        ("W@0,3/2=X", "not a placement"),
        ("5S@2,-1=H", "only a WILD calls"),
        (None, "give a text"),
        (7, "give a text"),
        (b"draw", "give a text"),
        ("x" * 10**6, "not a move"),
        ("5S@" + "9" * 10**6, "not a placement"),
        ("5S@2,-1\n", "not a placement"),
    ],
)
def test_texts_that_are_no_move(text, match):
    with pytest.raises(InvalidNotationError, match=match) as error:
        Move.parse(text)
    assert len(str(error.value)) < 400
    assert "\n" not in str(error.value)


def test_cells_out_of_reach_are_refused():
    for far in (Cell(0, 4096), Cell(2001, 0), Cell(0, -2001)):
        with pytest.raises(ParameterError, match="out of reach"):
            Move.play(Placement(Card.parse("5S"), far))
    assert Move.play(Placement(WILD, Cell(2000, -2000))).cell == (2000, -2000)


def test_a_gift_is_of_a_card():
    with pytest.raises(ParameterError, match="give a Card"):
        Move.give("QC")


def test_legal_moves_tell_where_without_making_moves():
    game = make_game("uh-oh", 3, seed=7)
    legal = game.legal_moves
    kinds = {each.card.index for each in legal if not each.card.is_wild}
    fits = 0
    for _, fit in legal.spots:
        fits |= fit
    assert kinds == {kind for kind in range(56) if fits >> kind & 1}
    assert len(legal.ways) == 20
    assert legal.calls is False

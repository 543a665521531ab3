"""Values of the wrong kind, given from Python: one clear line each, nothing changed."""

import pytest

from gamebase.errors import shown
from staccs.board import Board
from staccs.cards import KINDS, WILD, Card, mask_of
from staccs.errors import ParameterError, StaccsError
from staccs.lattice import Cell
from staccs.modes import WildStart, make_game
from staccs.moves import ACTION, CALL, CELL, ORIENTATION, Move
from staccs.placement import Placement
from staccs.table import PlacedTable, Table


class Unprintable:
    """What fails even when it is to be named in a message."""

    def __repr__(self):
        raise RuntimeError("no text")


WRONG = [5, "5S@0,1", b"5S", [], {}, object(), float("nan"), (1, 2, 3), Unprintable()]


def board():
    return Board.from_text("5S@0,0")


CALLS = {
    "rules": lambda x: Board(x),
    "fits": lambda x: Board(None, x),
    "mirror": lambda x: Board(mirror=x),
    "place": lambda x: board().place(x),
    "play": lambda x: board().play(x),
    "explain": lambda x: board().explain(x),
    "contacts": lambda x: board().contacts(x),
    "legal": lambda x: board().legal_placements(x),
    "mask": lambda x: mask_of([x]),
    "move": lambda x: Move.play(x),
    "give": lambda x: Move.give(x),
    "first": lambda x: PlacedTable(Table.parse("round:1"), first=[x]),
    "firsts": lambda x: PlacedTable(Table.parse("round:1"), first=(x,)),
    "report": lambda x: PlacedTable(Table.parse("round:1")).report(x),
    "on table": lambda x: PlacedTable(Table.parse("round:1")).fits(x),
    "start": lambda x: WildStart(x, (0, 1, 2, 3)),
    "turns": lambda x: WildStart(((-1, 0), (0, 1), (1, -1), (2, 0)), x),
    "push": lambda x: make_game("uh-oh", seed=1).push(x),
}


@pytest.mark.parametrize("wrong", WRONG, ids=lambda x: type(x).__name__)
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_value_of_the_wrong_kind(call, wrong):
    with pytest.raises(StaccsError) as caught:
        call(wrong)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("sixths", [None, "1", 1.0, float("nan"), []])
def test_a_board_is_turned_by_whole_sixths(sixths):
    with pytest.raises(ParameterError, match="sixths is"):
        board().turned(sixths)


def test_a_first_card_without_orientation_leaves_nothing_behind():
    empty = Board()
    with pytest.raises(ParameterError, match="orientation is None"):
        empty.start(WILD, Cell(0, 0), None)
    assert empty.staccs == ()
    assert len(empty) == 0


def test_a_play_on_a_stacc_that_is_not_there():
    with pytest.raises(ParameterError, match="STACC 3 has not been started"):
        board().play(Placement(Card.parse("9S"), Cell(0, 1), stacc=3))


@pytest.mark.parametrize("number", [10**6, -(10**6), 10**400, 10**5000], ids=shown)
def test_a_cell_beyond_what_can_be_written(number):
    for call in (
        lambda at: Placement(WILD, at),
        PlacedTable(Table.parse("round:1")).report,
        PlacedTable(Table.parse("round:1")).fits,
    ):
        with pytest.raises(ParameterError, match="cell is"):
            call((number, 0))


@pytest.mark.parametrize(
    "code",
    [
        None,
        "draw",
        True,
        1.0,
        -1,
        57,  # no such card
        10 << ACTION,  # no such action
        15 << ACTION,
        1 << ACTION | 1,  # a draw of a card
        4 << ACTION | 57,
        4 << ACTION | 1 << CELL,
        5 << CALL | KINDS[-1].index,  # no such suit
        1 << CALL | 3,  # a suit called with a number
        7 << ORIENTATION,
        1 << CELL,  # half a cell
        1 << 60,
        10**5000,
    ],
    ids=shown,
)
def test_a_code_of_no_move(code):
    with pytest.raises(ParameterError, match="is the code of no move"):
        Move(code)


@pytest.mark.parametrize("mode", ["uh-oh", "party", "solo", "wild-out"])
def test_every_legal_move_has_a_sound_code(mode):
    game = make_game(mode, seed=5)
    while game.legal_moves:
        moves = list(game.legal_moves)
        assert [Move(move.code) for move in moves] == moves
        game.push(moves[game.ply * 7 % len(moves)])


def test_a_table_of_a_number_too_long_to_print():
    with pytest.raises(ParameterError, match="a int too long to print is no table"):
        Table.parse(10**5000)

"""A table's own function that fails in the middle of a push: nothing has happened."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from staccs.board import Board
from staccs.cards import Card
from staccs.lattice import Cell
from staccs.modes import STARTS, Variation, make_game
from staccs.phases import Mode
from staccs.placement import Placement
from staccs.rules import PartialOverlap, Rules
from tests.staccs.game_setups import play, uh_oh
from tests.staccs.game_strategies import PLAYERS, disc, modes


class OutOfOrder(BaseException):
    """Not even an Exception, like what Ctrl-C raises."""


class Moody:
    """Tells where a card can lie, and fails the next time it is asked if told to."""

    def __init__(self, fits):
        self.fits = fits
        self.fails = False
        self.asked = 0

    def __call__(self, cell):
        self.asked += 1
        if self.fails:
            raise OutOfOrder(f"the table is gone at {cell}")
        return self.fits(cell)


def everything(game):
    board = game.board
    maps = [
        (dict(board.open_cells(stacc)), dict(board.edge_cells(stacc)))
        for stacc in board.staccs
    ]
    surfaces = [str((each, each.state)) for each in board.surfaces()]
    return game.to_json(), board.barred, list(game.legal_moves), maps, surfaces


def push_failing(game, moody, move):
    """Push with a table that fails; tell whether it was asked, and so failed."""
    before, ply = everything(game), game.ply
    moody.fails = True
    try:
        game.push(move)
    except OutOfOrder:
        assert everything(game) == before
        assert game.ply == ply
        return True
    finally:
        moody.fails = False
    return False


@settings(max_examples=25)
@given(modes, st.sampled_from(PartialOverlap), st.randoms(use_true_random=False))
def test_a_game_is_as_it_was_and_goes_on(mode, overlap, rng):
    """Every push is tried with a failing table first, and all can be taken back."""
    moody = Moody(disc(rng.choice([4.0, 7.5]) if mode is not Mode.WILD_OUT else 7.5))
    options = {}
    if mode is Mode.SOLO:
        options["variation"] = rng.choice(list(Variation))
    if mode is Mode.WILD_OUT:
        options["start"] = rng.choice(list(STARTS))
    rules, seed = Rules(partial_overlap=overlap), rng.randrange(2**32)
    players = rng.randint(*PLAYERS[mode])
    game = make_game(mode, players, rules, seed, fits=moody, **options)
    twin = make_game(mode, players, rules, seed, fits=moody.fits, **options)
    while game.legal_moves and game.ply < 25:
        move = rng.choice(list(game.legal_moves))
        if push_failing(game, moody, move):
            game.push(move)
        twin.push(move)
        assert everything(game)[1:] == everything(twin)[1:]
    while game.ply:
        assert game.pop() == twin.pop()
        assert everything(game)[1:] == everything(twin)[1:]


@pytest.mark.parametrize("nth", range(1, 9))
def test_whichever_cell_fails(nth):
    """Also the last of those that a ZERO asks for, which then bars its TOP."""
    told = Moody(lambda cell: True)
    game = uh_oh("5S@0,0", "0S 0H 9C", "0D 2C 3C", pile="7H 8H", fits=told)
    play(game, "0S@0,1")
    before, asked = everything(game), told.asked

    def fits(cell):
        if told.asked == asked + nth:
            raise OutOfOrder(str(cell))
        return True

    told.fits = fits
    try:
        game.push("0D@1,0")
    except OutOfOrder:
        assert everything(game) == before
        told.fits = lambda cell: True
        game.push("0D@1,0")
    told.fits = lambda cell: True
    assert game.board.barred == (2,)
    assert game.pop().code
    assert everything(game) == before


@pytest.mark.parametrize(
    "lay",
    [
        lambda board: board.play(Placement.parse("0H@1,0")),
        lambda board: board.start(Card.parse("5H"), Cell(5, 5), stacc=1),
    ],
)
def test_a_board_is_as_it_was(lay):
    """Where a card is laid, and where a STACC is started."""
    moody = Moody(lambda cell: True)
    board = Board(fits=moody)
    board.start(Card.parse("0S"))
    board.place(Placement.parse("9S@0,1"))
    board.bar_top(1)
    before = board.copy()
    moody.fails = True
    with pytest.raises(OutOfOrder):
        lay(board)
    moody.fails = False
    assert (board.to_text(), board.barred) == (before.to_text(), (1,))
    assert board.staccs == (0,)
    assert dict(board.open_cells()) == dict(before.open_cells())
    board.undo()
    board.undo()
    assert (len(board), board.barred) == (0, ())

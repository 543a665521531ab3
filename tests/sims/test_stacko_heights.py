"""The highest tower: by search, by hand, and built by legal moves."""

import pytest

from gamebase.errors import ParameterError
from sims.stacko_climbing import climb
from sims.stacko_heights import Height, highest, least_single
from stacko.blocks import BlockSet
from stacko.game import Game
from stacko.moves import Result
from stacko.rules import Reach


def test_two_layers_by_hand():
    # the lower layer can spare two, and the upper one nothing
    assert highest(2) == Height(2, 2, 2)
    # two of the lower, one of the middle: a fourth level, and so on up to 5 and 2
    assert highest(3) == Height(5, 2, 3)
    assert highest(3, Reach.BELOW_TOP_THREE) == Height(3, 0, 3)
    with pytest.raises(ParameterError, match="1 layers"):
        highest(1)


@pytest.mark.parametrize("layers", [4, 7, 15, 18])
def test_the_search_finds_what_the_argument_says(layers):
    found = highest(layers)
    assert (found.levels, found.above) == (3 * layers - 4, 2)
    assert found.moves == 6 * layers - 10
    # all layers but the highest complete one and the top are single blocks
    assert least_single(3 * layers, found) == found.levels - 1


def test_the_record_of_54_blocks_takes_68_moves():
    record = Height(40, 2, 18)
    assert (record.moves, record.layers) == (68, 41)
    assert least_single(54, record) == 29
    assert least_single(45, Height(40, 2, 15)) == 38
    assert least_single(54, Height(18, 0, 18)) == 0
    with pytest.raises(ParameterError, match="39 layers would have 32"):
        least_single(37, record)


def test_a_line_to_the_top_is_legal_and_leaves_every_layer_its_middle():
    small = "blocks = {R1 = 3, R2 = 3, B1 = 3, B2 = 3}"
    game = Game(players=3, block_set=BlockSet.from_toml(small), seed=1)
    most = highest(4)
    line = climb(game, most.moves, width=40)
    assert len(line) == most.moves
    assert not game.ply  # it was asked, not played
    for move in line:
        assert move in game.legal_moves
        game.push(move, Result.clean())
    assert game.tower.highest_complete == most.levels
    assert game.tower.layer_count == most.layers
    assert all(row[1] for row in game.tower.layers[: most.levels])


def test_where_a_demand_cannot_be_met_the_line_ends():
    # red twos only match reds: after the first block nothing that may go fits
    game = Game(players=2, tower="Y2 R1 Y3 / B2 R2 B3 / G2 R3 G3", demand="R")
    assert climb(game, 3, width=5) == ()

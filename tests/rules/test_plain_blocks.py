"""Games with blocks on which nothing is printed, such as the wooden set."""

import numpy as np
import pytest

from stacko import Block, BlockSet, Demand, Game, InvalidNotationError, Rules, Tower
from stacko.blocks import MOST_BLOCKS
from stacko.errors import ParameterError

TIMBER = "T1 T2 T3 / T4 T5 T6 / T7 T8 T9"


def test_the_wooden_set_builds_18_layers():
    wood = BlockSet.named("wood")
    assert (len(wood), wood.layer_count) == (54, 18)
    assert wood.names[0], wood.names[-1] == ("T1", "T54")
    assert all(block.is_plain for block in wood)
    assert Tower.built(wood, np.random.default_rng(1)).layer_count == 18


def test_what_a_plain_block_is():
    block = Block("T17")
    assert (block.kind, block.number, block.describe()) == ("T", None, "plain block 17")
    assert (block.is_action, block.is_number, block.is_wild) == (False,) * 3


@pytest.mark.parametrize("name", ["T", "T0", "T01", "T1b", "T1000", "t1", "TW", "T-1"])
def test_other_names_are_refused(name):
    with pytest.raises(InvalidNotationError, match="T and a number"):
        Block(name)


@pytest.mark.parametrize("demand", ["R", "R3", "RS", "2R", "1R"])
def test_a_plain_block_meets_no_demand_but_that_for_any_block(demand):
    assert not Demand.from_notation(demand).allows(Block("T1"))
    assert Demand.from_notation("any").allows(Block("T1"))
    with pytest.raises(InvalidNotationError, match="no such demand"):
        Demand("R", "T")


def test_every_turn_is_free_and_play_goes_round():
    game = Game(players=3, block_set=BlockSet.named("wood"), seed=4)
    for ply in range(9):
        assert (str(game.demand), game.turn) == ("any", ply % 3)
        below = game.tower.layers[: game.tower.highest_complete - 1]
        free = [name for row in below for name in row if name]
        assert [block.name for block in game.legal_moves.blocks] == free
        first = game.tower.layers[ply][0]
        game.push(next(move for move in game.legal_moves if move.block == first))
    assert Game.from_json(game.to_json()) == game


def test_beside_printed_blocks_it_sets_the_demand_for_any_block_again():
    blocks = BlockSet.from_names(["T1", "R1", "R2", "B1", "B2", "B3", "Y1", "Y2", "Y3"])
    tower = Tower.from_notation("T1 R1 R2 / B1 B2 B3 / Y1 Y2 Y3", blocks)
    game = Game(players=2, tower=tower)
    game.push("B1>4a")
    assert (str(game.demand), "T1" in str(game.legal_moves.blocks)) == ("B1", False)
    game.pop()
    game.push("T1>4a")
    assert str(game.demand) == "any"


def test_where_a_die_asks_for_colors_s9_decides():
    rules = Rules(edition="cube", cube_faces=("R1",))
    game = Game(players=2, rules=rules, tower=TIMBER, seed=1)
    game.push("T1>4a")
    assert (str(game.demand), game.nothing_fits) == ("R1", True)
    assert len(game.legal_moves.blocks) == 5
    passing = Game(2, Rules(edition="cube", no_match="pass"), TIMBER, seed=1)
    passing.push("T1>4a")
    assert str(passing.legal_moves[0]) == "--"


def test_a_notation_of_plain_blocks_is_of_the_wooden_set():
    assert Tower.from_notation(TIMBER).block_set == BlockSet.named("wood")
    with pytest.raises(InvalidNotationError, match="'T55'"):
        Tower.from_notation("T55 T1 T2")
    with pytest.raises(InvalidNotationError, match="'T1'"):
        Tower.from_notation("R1 T1 R2")


def test_a_file_may_hold_as_many_plain_blocks_as_a_tower():
    assert len(BlockSet.from_toml(f"blocks = {{T = {MOST_BLOCKS}}}")) == MOST_BLOCKS
    with pytest.raises(ParameterError, match="from 1 to 600"):
        BlockSet.from_toml(f"blocks = {{T = {MOST_BLOCKS + 3}}}")
    with pytest.raises(ParameterError, match="did you mean 'wood'"):
        BlockSet.named("woood")

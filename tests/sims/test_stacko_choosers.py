"""Probers with few blocks to choose from, as studies name them."""

import numpy as np
import pytest

from stacko import Game, Rules
from stacko.match import MatchConfig, play_match
from stacko.moves import Result, Verdict
from stacko.players import Table, make_player


@pytest.mark.parametrize(("name", "many"), [("Four", 4), ("Twelve", 12)])
def test_they_probe_no_others(name, many):
    player = make_player(f"sims.stacko_choosers:{name}")
    assert player.name == f"prober-of-{many}"
    game, taken = Game(seed=2), set()
    for seed in range(40):
        table = Table.nominal(game, rng=np.random.default_rng(seed))
        move = make_player(f"sims.stacko_choosers:{name}").choose(table)
        assert len(table.legal_moves.blocks) == many
        assert move in table.legal_moves
        assert move in game.legal_moves
        taken.add(move.block)
    assert len(taken) > 3


def given_up(game, table, move):
    """Go on with a game and a player after a block that did not come."""
    game.push(move, Result(Verdict.GIVEN_UP))
    return Table.nominal(game, rng=table.rng)


def offered(table):
    return {block.name for block in table.legal_moves.blocks}


def test_what_chance_left_holds_for_a_whole_turn():
    player = make_player("sims.stacko_choosers:Four")
    game = Game(players=2, rules=Rules(retry_limit=9), seed=2)
    table = Table.nominal(game, rng=np.random.default_rng(5))
    move = player.choose(table)
    left = offered(table)
    for tried in range(1, 4):
        table = given_up(game, table, move)
        move = player.choose(table)
        assert offered(table) < left
        assert len(offered(table)) == 4 - tried
        left = offered(table)
    before = set(game.tried) | {move.block}
    table = given_up(game, table, move)  # the last of the four
    move = player.choose(table)
    assert len(offered(table)) == 4
    assert not offered(table) & before
    game.push(move)
    table = Table.nominal(game, rng=table.rng)
    player.choose(table)
    assert len(offered(table)) == 4  # another turn, another four


def test_where_no_more_are_left_they_have_them_all():
    tower = "R1 B1 Y1 / R2 B2 Y2 / R3 B3 Y3"
    player = make_player("sims.stacko_choosers:Twelve")
    table = Table.nominal(Game(players=2, tower=tower))
    assert player.choose(table) in table.legal_moves
    assert len(table.legal_moves.blocks) == 6


def test_a_pass_is_a_pass():
    tower = "R1 R1b R2 / R2b R3 R3b / B1 B2 B3"
    game = Game(2, Rules(no_match="pass"), tower, demand="Y")
    table = Table.nominal(game)
    assert make_player("sims.stacko_choosers:Four").choose(table).is_null


def test_they_play_whole_games():
    config = MatchConfig(engine="quasistatic", policies=("sims.stacko_choosers:Four",))
    game = play_match(config, 3, 0).game
    assert game.termination == "toppled"
    assert game.policies == ",".join(["prober-of-4"] * 4)

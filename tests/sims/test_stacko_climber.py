"""A player that builds high: outer blocks first, as long as they are loose."""

from sims.stacko_climber import Climber, keeps_middle
from stacko.game import Game
from stacko.match import MatchConfig, play_match
from stacko.players.base import ProbeResult, Table
from stacko.players.prober import ProberPlayer

NAMED = "sims.stacko_climber:Climber"
WOOD = "T1 T2 T3 / T4 T5 T6 / T7 T8 T9 / T10 T11 T12"
SLIM = "R1 R2 - / B1 - B2 / Y1 Y2 Y3 / G1 G2 G3"


def loose(block):
    return ProbeResult(block, peak_force=0.01, moved=0.0015)


def outer_are_tight(block):
    held = block[-1] not in "258"  # of the wooden tower below
    return ProbeResult(block, 0.5, 0.0, held=True) if held else loose(block)


def test_what_keeps_the_middle():
    table = Table.nominal(Game(players=2, tower=SLIM))
    names = ("R1", "R2", "B1", "Y1", "Y2")
    assert [name for name in names if keeps_middle(table, name)] == ["R1", "Y1"]


def test_loose_outer_blocks_come_first():
    table = Table.nominal(Game(players=2, seed=3), probe=loose)
    assert not keeps_middle(table, ProberPlayer().choose(table).block)
    assert keeps_middle(table, Climber().choose(table).block)


def test_else_it_does_what_the_prober_does():
    table = Table.nominal(Game(players=2, seed=3))  # nothing can be felt
    assert Climber().choose(table) == ProberPlayer().choose(table)
    table = Table.nominal(Game(players=2, tower=WOOD), probe=outer_are_tight)
    assert Climber().choose(table).block in {"T2", "T5", "T8"}
    # all reds lie in the middle
    bound = Game(players=2, tower="Y2 R1 Y3 / B2 R2 B3 / G2 R3 G3", demand="R")
    table = Table.nominal(bound, probe=loose)
    assert Climber().choose(table) == ProberPlayer().choose(table)


def test_whole_games_have_its_name_and_take_more_outer_blocks():
    taken = {}
    for name in (NAMED, "prober"):
        config = MatchConfig(players=2, policies=(name,), engine="quasistatic")
        matches = [play_match(config, 1, index) for index in range(2)]
        turns = [row for match in matches for row in match.turns]
        slots = [row.slot[-1] for row in turns if row.verdict == "clean" and row.slot]
        taken[matches[0].game.policies] = 1 - slots.count("b") / len(slots)
    assert taken["climber,climber"] > taken["prober,prober"]

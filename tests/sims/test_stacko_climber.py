"""A player that builds high: outer blocks first, as long as they look safe."""

from sims.stacko_climber import Climber, keeps_middle
from stacko.game import Game
from stacko.match import MatchConfig, play_match
from stacko.players.base import Table
from stacko.players.prober import ProberPlayer

NAMED = "sims.stacko_climber:Climber"


def test_what_keeps_the_middle():
    table = Table.nominal(
        Game(players=2, tower="R1 R2 - / B1 - B2 / Y1 Y2 Y3 / G1 G2 G3")
    )
    kept = [
        name for name in ("R1", "R2", "B1", "Y1", "Y2") if keeps_middle(table, name)
    ]
    assert kept == ["R1", "Y1"]


def test_outer_blocks_come_first_and_then_what_the_prober_takes():
    whole = Table.nominal(Game(players=2, seed=3))
    assert keeps_middle(whole, Climber().choose(whole).block)
    # no outer block may go: only the middle ones are red
    bound = Game(players=2, tower="Y2 R1 Y3 / B2 R2 B3 / G2 R3 G3", demand="R")
    table = Table.nominal(bound)
    assert Climber().choose(table) == ProberPlayer().choose(table)


def test_whole_games_have_its_name_and_take_the_outer_blocks():
    config = MatchConfig(players=2, policies=(NAMED,), engine="quasistatic")
    played = play_match(config, 1, 0)
    assert played.game.policies == "climber,climber"
    slots = [
        row.slot[-1] for row in played.turns if row.verdict == "clean" and row.slot
    ]
    assert slots.count("b") < len(slots) / 4

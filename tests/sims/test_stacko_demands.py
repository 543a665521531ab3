"""Turns played again under other demands."""

from dataclasses import replace
from pathlib import Path

import pytest

from gamebase.errors import ParameterError
from sims.design.design import Design
from sims.stacko_demands import Start, blocks_at, starts_of, turn_trials
from sims.stacko_games import STACKO
from stacko import BlockSet, Demand, Game, Rules
from stacko.match import Match, MatchConfig, match_sizes, open_stage, play_match
from stacko.position import takeable

CONFIG = MatchConfig(engine="quasistatic", policies=("cautious",))
STUDY = Path(__file__).parents[2] / "notebooks/studies/demand.toml"


@pytest.fixture(scope="module")
def starts():
    return list(starts_of(CONFIG, 3, 2))


def test_looking_on_changes_nothing(starts):
    record = play_match(CONFIG, 3, 2)
    assert [start.turn for start in starts] == sorted({t.turn for t in record.turns})
    demands = {t.turn: t.demand for t in reversed(record.turns)}
    assert {s.turn: str(s.position.demand) for s in starts} == demands


def test_a_turn_may_be_played_again_and_again(starts):
    start = starts[-1]
    first = list(turn_trials(CONFIG, 3, start))
    list(blocks_at(CONFIG, start))
    assert list(turn_trials(CONFIG, 3, start)) == first
    assert list(turn_trials(CONFIG, 4, start)) != first


def test_each_demand_is_met_from_what_it_allows(starts):
    for start in starts:
        found = {trial.kind: trial for trial in turn_trials(CONFIG, 3, start)}
        assert list(found) == ["any", "number", "color", "called", "draw", "played"]
        assert found["any"].choices == len(takeable(start.position))
        assert found["played"].asked == str(start.position.demand)
        number, color, draw = (found[k].asked for k in ("number", "color", "draw"))
        assert (number[0], f"2{color}") == (color, draw)
        allowed = Demand.from_notation(color).allows
        fits = [block for block in takeable(start.position) if allowed(block)]
        assert found["color"].choices == len(fits) > 0
        for trial in found.values():
            assert 0 <= trial.moved <= (2 if trial.asked.startswith("2") else 1)


def test_blocks_that_come_out(starts):
    rows = list(blocks_at(CONFIG, starts[0]))
    assert [row.block for row in rows] == [
        block.name for block in takeable(starts[0].position)
    ]
    assert all(row.safe for row in rows)  # of a whole tower
    assert 10 < sum(row.comes for row in rows) < len(rows)


def test_other_stages_cannot_be_copied():
    pytest.importorskip("mujoco")
    with pytest.raises(ParameterError, match="'quasistatic'"):
        next(starts_of(replace(CONFIG, engine="mujoco"), 3, 0))


def test_a_turn_out_of_a_match_is_one_turn_of_it():
    whole = play_match(CONFIG, 3, 2).turns
    match = Match(CONFIG, 3, 2)
    game = match.game.copy()
    with open_stage(CONFIG) as stage:
        sizes = match_sizes(CONFIG.block_set, CONFIG.blocks, 3, 2)
        stage.build(game.tower, match._rng("sizes"))
        assert stage.sizes == sizes
        rows = match.play_turn(stage, game)
    assert rows == tuple(row for row in whole if row.turn == 1)
    assert game.turn_number == 2
    over = Game(players=2, tower="R1 R2 R3")
    assert Match(CONFIG, 3, 2).play_turn(stage, over) == ()


def state(stage):
    """Return everything of a stage that goes on with a game, as bits."""
    pile = stage.pile
    arrays = [pile.plane, pile.yaw, pile.base, pile.size, pile.motion, pile.layer]
    arrays.append(stage.resting.motion)
    bits = tuple(each.tobytes() for each in arrays)
    return pile.names, stage.time, stage._margin, bits


@pytest.mark.parametrize(
    ("policy", "topple"), [("prober", "any_block"), ("cautious", "collapse")]
)
def test_each_turn_played_on_from_a_copy_is_the_turn_of_the_match(policy, topple):
    config = replace(CONFIG, policies=(policy,), rules=Rules(topple=topple))
    turns = play_match(config, 3, 1).turns
    copies = []

    class Watching:
        """Keeps each game and tower with which a turn begins."""

        def __init__(self, stage):
            self._stage = stage

        def __getattr__(self, name):
            return getattr(self._stage, name)

        def probing(self, game, hand, luck):
            if not copies or copies[-1][0].turn_number != game.turn_number:
                copies.append((game.copy(), self._stage.copy()))
            return self._stage.probing(game, hand, luck)

    with open_stage(config) as stage:
        Match(config, 3, 1).play(Watching(stage))
        stood = [state(each) for _, each in copies]
        game, each = copies[len(copies) // 2]
        list(turn_trials(config, 3, Start(1, game.position, each)))  # leaves no trace
        for game, each in reversed(copies):
            rows = Match(config, 3, 1).play_turn(each.copy(), game.copy())
            assert rows == tuple(t for t in turns if t.turn == game.turn_number)
    assert len(copies) == turns[-1].turn
    assert [state(each) for _, each in copies] == stood


def test_every_set_of_the_study_builds_the_same_towers():
    design = Design.from_file(STUDY, STACKO)
    base = design.cells[0].configuration
    assert base.block_set == BlockSet.default()
    sets = {cell.label: cell.configuration.block_set for cell in design.cells}
    towers = {}
    for label, block_set in sets.items():
        config = MatchConfig(engine="quasistatic", block_set=block_set)
        match = Match(config, base.seed, 7)
        size = match_sizes(block_set, base.blocks, base.seed, 7)
        order = {name: k for k, name in enumerate(block_set.names)}
        towers[label] = [
            (order[block.name], size[block.name]) for block in match.game.tower.blocks()
        ]
    assert all(tower == towers["UNO Stacko"] for tower in towers.values())
    colors = [[b.color for b in sets[k] if not b.is_wild] for k in sets if "no " in k]
    assert all(each[:44] == colors[0][:44] for each in colors)
    plain = sets["free choice"]
    assert all(block.is_plain for block in plain)
    numbers = sets["numbers only"]
    assert all(block.is_number for block in numbers)

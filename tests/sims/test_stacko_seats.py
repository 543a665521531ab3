"""Whose turn it is, told from how turns hand on, against the rules themselves."""

import numpy as np
import pytest

from gamebase.errors import ParameterError
from sims.stacko_seats import Passing, passing_of, seats
from stacko import Game, Rules
from stacko.match import MatchConfig, play_match


def played_by_chance(players, seed, rules=None):
    """Return turn, player, block and verdict of a game without physics."""
    rng = np.random.default_rng(seed)
    game, rows = Game(players, rules, seed=seed), []
    while game.outcome() is None and game.ply < 60:
        legal = game.legal_moves
        move = legal[int(rng.integers(len(legal)))]
        verdict = "clean"
        if game.tower.empties_layer(move.block) or rng.random() < 0.15:
            verdict = "stuck"
        rows.append((game.turn_number, game.turn, move.block, verdict))
        game.push(move, verdict)
    return rows


@pytest.mark.parametrize("players", [2, 3, 4, 10])
@pytest.mark.parametrize("starter", ["builder", "left_of_builder"])
def test_seats_are_those_of_the_rules(players, starter):
    for seed in range(12):
        rows = played_by_chance(players, seed, Rules(starter=starter))
        turns, who, blocks, verdicts = zip(*rows, strict=True)
        start = int(starter != "builder")
        found = seats(passing_of(turns, blocks, verdicts), players, start=start)
        assert found.tolist() == list(dict(zip(turns, who, strict=True)).values())


def test_without_reverses_play_goes_one_way():
    passing = Passing((1, 2, 1, 1), (False, False, True, False))
    assert seats(passing, 4).tolist() == [0, 1, 3, 2]
    assert seats(passing, 4, reverses=False).tolist() == [0, 1, 3, 0]


def test_a_game_without_turns_has_no_seats():
    assert seats(passing_of([], [], []), 3).size == 0
    with pytest.raises(ParameterError, match="2 or more"):
        seats(Passing((), ()), 1)


def test_only_the_last_touch_of_a_turn_hands_on_and_only_if_it_came_out():
    found = passing_of(
        [1, 1, 2, 3, 4], ["RS", "R1", "GS", None, "BR"],
        ["stuck", "clean", "stuck", "passed", "clean"],
    )  # fmt: skip
    assert found == Passing((1, 1, 1, 1), (False, False, False, True))


def test_a_tower_does_not_know_how_many_players_there_are():
    few, many = (
        play_match(MatchConfig(engine="quasistatic", players=n), 3, 1) for n in (2, 6)
    )
    moves = [[(t.turn, t.block, t.verdict) for t in r.turns] for r in (few, many)]
    assert moves[0] == moves[1]
    turns, blocks, verdicts = zip(*moves[0], strict=True)
    passing = passing_of(turns, blocks, verdicts)
    assert seats(passing, 6)[-1] == many.game.loser
    assert seats(passing, 2)[-1] == few.game.loser

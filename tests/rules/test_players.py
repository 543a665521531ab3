"""S14: how many play, and who begins."""

import pytest

from stacko import Game, ParameterError
from tests.setups import game, play


@pytest.mark.parametrize("players", range(2, 11))
def test_s14_two_to_ten_clockwise(players):
    a_game = game(players=players)
    seen = [a_game.turn]
    for block in ("R1", "R2", "R3"):
        play(a_game, f"{block}>{a_game.tower.free_slots()[0]}")
        seen.append(a_game.turn)
    assert seen == [turn % players for turn in range(4)]


@pytest.mark.parametrize(
    "players",
    [
        1,
        11,
        0,
        -1,
        pytest.param(10**5000, id="huge"),
        True,
        2.0,
        float("nan"),
        "4",
        None,
        [4],
    ],
)
def test_s14_other_numbers_are_refused(players):
    with pytest.raises(ParameterError, match=r"players is .*from 2 to 10 \(S14\)"):
        Game(players=players)


def test_s14_switch_starter():
    assert Game(seed=1).turn == 0
    assert game(turn=None, starter="builder").turn == 0
    assert game(turn=None, starter="left_of_builder").turn == 1
    assert game(turn=None, starter="left_of_builder", players=2).turn == 1


def test_a_turn_given_goes_before_the_switch():
    assert game(turn=3, starter="left_of_builder").turn == 3


@pytest.mark.parametrize("turn", [4, -1, 1.0, True, "1"])
def test_turn_must_be_a_player(turn):
    with pytest.raises(ParameterError, match=r"turn is .*from 0 to 3"):
        game(turn=turn)


@pytest.mark.parametrize("direction", [0, 2, -2, 1.0, True, "1", None])
def test_direction_is_one_or_minus_one(direction):
    with pytest.raises(ParameterError, match=r"direction is .*1 \(clockwise\) or -1"):
        game(direction=direction)

"""Players that forget to call UH OH!, as studies name them."""

import pytest

from staccs.match import MatchConfig, play_match
from staccs.players import make_player


def played(first, games=60):
    policies = (f"sims.staccs_forgetful:{first}" if first else "greedy", "greedy")
    config = MatchConfig(players=2, policies=policies, plays=False)
    return [play_match(config, 8, index).game for index in range(games)]


@pytest.mark.parametrize(
    ("name", "forget"), [("Quarter", 0.25), ("Half", 0.5), ("Always", 1.0)]
)
def test_they_are_greedy_players_under_names_of_their_own(name, forget):
    player = make_player(f"sims.staccs_forgetful:{name}")
    assert player.forget == forget
    assert player.name == f"forgets-{100 * forget:.0f}"


def test_the_more_often_they_forget_the_more_often_they_are_caught():
    caught = [sum(g.penalties for g in played(n)) for n in (None, "Quarter", "Always")]
    assert caught[0] == 0
    assert 0 < caught[1] < caught[2]


def test_games_are_the_same_until_a_call_is_forgotten():
    for game, other in zip(played("Half"), played(None), strict=True):
        assert game.penalties == game.forgotten  # greedy players see everything
        if not game.forgotten:
            assert game.stacc == other.stacc
            assert game.winners == other.winners

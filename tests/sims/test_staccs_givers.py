"""Gifts by chance: any card, but the call is not forgotten."""

from collections import Counter

from sims.staccs_givers import AnyGift
from staccs.match import MatchConfig, play_match
from staccs.players import GreedyPlayer, Seat
from tests.staccs.game_setups import play, uh_oh


def gifts(player, hand, seeds):
    game = uh_oh("5S@0,0", f"QS {hand}", "JH KC 3C", pile="2C 4C 6C")
    play(game, "QS@0,1")
    return Counter(str(player.choose(Seat.of(game, seed))) for seed in seeds)


def test_any_card_is_given_all_alike():
    found = gifts(AnyGift(), "3D W AC 9S", range(400))
    assert set(found) == {"give 3D", "give W", "give AC", "give 9S"}
    assert all(60 < count < 140 for count in found.values())


def test_a_gift_that_leaves_one_card_is_said_with_the_call():
    assert set(gifts(AnyGift(), "3D AC", range(40))) == {"give 3D!", "give AC!"}


def test_all_else_is_as_greedy_does():
    game = uh_oh("5S@0,0", "JS 3D 4D", "JH AC 3C", "9C 9H", pile="2C 4C 6C")
    play(game, "JS@0,1")
    seat = Seat.of(game)
    assert AnyGift().choose(seat) == GreedyPlayer().choose(seat)


def test_whole_games_have_its_name_and_forget_no_call():
    config = MatchConfig(players=2, policies=("sims.staccs_givers:AnyGift",))
    games = [play_match(config, 8, index).game for index in range(20)]
    assert {game.policies for game in games} == {"any-gift,any-gift"}
    assert not sum(game.forgotten for game in games)
    assert sum(game.gifts for game in games)

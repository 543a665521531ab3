"""UH OH! and PARTY: last cards, the end, and how games begin (T13 to T16, T21)."""

import pytest

from staccs.errors import ParameterError
from staccs.modes import make_game
from tests.staccs.game_setups import hand, legal, party, play, uh_oh

# T13 to T15


def test_t13_a_wild_may_be_given_away_as_last_card():
    game = play(uh_oh("5S@0,0", "QS W", "2D 6D"), "QS@0,1!")
    assert game.outcome().winners == (0,)


def test_t13_two_wilds_the_first_may_be_played():
    game = uh_oh("5S@0,0", "W W", "2D 6D", pile="3D 4D")
    play(game, "W@0,1/1=H!", "draw")
    assert legal(game) == ["draw"]


def test_t14_a_penalty_ends_the_game():
    game = uh_oh("5S@0,0", "9S 3D", "2D", pile="8D 9D")
    play(game, "9S@0,1", "catch")
    ended = game.outcome()
    assert (ended.termination, ended.winners) == ("deck_out", (1,))
    assert hand(game, 0) == "3D 8D 9D"  # what was left was drawn first


def test_t14_an_attacc_ends_the_game():
    game = uh_oh("5S@0,0", "KS 3D 4D", "2D", "2C 3C", pile="8D")
    play(game, "KS@0,1")
    assert game.outcome().winners == (0, 1, 2)
    assert game.outcome().winner is None


def test_t14_the_last_card_of_the_pile_ends_nothing():
    game = uh_oh("5S@0,0", "2H 3D", "2S 4D", pile="8D")
    play(game, "draw")
    assert (game.outcome(), game.pile_size, legal(game)) == (
        None,
        0,
        ["2S@0,1", "2S@0,1!"],
    )


def test_t15_an_ace_is_another_turn_each():
    game = uh_oh("5S@0,0", "AS AH 2H 3D", "2D 6D", pile="8D 9D 8C")
    play(game, "AS@0,1", "AH@-1,1")
    assert (game.turn, legal(game)) == (0, ["2H@-1,2", "2H@-1,2!"])


# T16, T21


def test_t16_party_has_two_of_each_card():
    game = make_game("party", 6, seed=3)
    cards = [*game.deal().pile, *(c for who in range(6) for c in game.hand(who))]
    cards += [each.card for each in game.board.cards]
    assert len(cards) == 120
    assert {cards.count(card) for card in set(cards)} == {2, 8}


def test_t16_party_is_played_like_uh_oh():
    rest = ["2D 3D", "2C 3C", "4D 4C", "6D 6C", "7D 7C"]
    game = party("5H@0,0", "5S 5S 9H", *rest, pile="8D 9D")
    assert legal(game) == ["9H@0,1", "5S@1,-1"]  # each kind once
    play(game, "5S@1,-1")
    assert (game.phase, legal(game)) == ("more", ["5S@2,-2", "5S@2,-2!", "done"])
    assert hand(game, 0) == "5S 9H"


@pytest.mark.parametrize(
    ("mode", "players"),
    [
        ("uh-oh", 1),
        ("uh-oh", 6),
        ("party", 5),
        ("party", 11),
        ("solo", 2),
        ("wild-out", 5),
        ("wild-out", 0),
        ("uh-oh", True),
        ("uh-oh", 2.0),
        ("uh-oh", "4"),
        ("party", -6),
        ("uh-oh", 10**400),
    ],
)
def test_t21_numbers_of_players(mode, players):
    with pytest.raises(ParameterError, match=rf"players is .*: {mode} takes ") as error:
        make_game(mode, players)
    assert len(str(error.value)) < 200

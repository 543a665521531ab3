"""The ATTACCs of games, against what the games' own rows count."""

from dataclasses import replace

import pytest

from sims.staccs_attaccs import Answer, attaccs_of
from sims.staccs_wins import win_shares
from staccs.match import MatchConfig, Players, play_match
from staccs.moves import Action, Move
from staccs.phases import Mode, Phase

GREEDY = [
    MatchConfig(players=players, mode=mode, plays=False)
    for mode, players in ((Mode.UH_OH, 2), (Mode.UH_OH, 4), (Mode.PARTY, 7))
]
RANDOM = [replace(config, policies=("random",)) for config in GREEDY]


@pytest.mark.parametrize(
    "config", GREEDY + RANDOM, ids=lambda c: f"{c.players}{c.policies}"
)
def test_they_are_what_the_row_of_the_game_counts(config):
    asked = 0
    for index in range(12):
        found, game = attaccs_of(config, 3, index), play_match(config, 3, index).game
        counters = [each for each in found if each.link > 1]
        assert len(counters) == game.counters
        assert max((each.link - 1 for each in found), default=0) == game.longest_chain
        drawn = sum(each.taken for each in found if each.letter != "Q")
        if game.termination == "out":
            # Forgotten calls that are caught cost three cards each.
            assert drawn + 3 * game.penalties == game.penalty_cards
        answered = [each for each in found if each.answer == Answer.COUNTER]
        assert len(answered) == len(counters)
        shares = win_shares([game.winners], config.players)[0]
        assert all(each.won == shares[each.victim] for each in found)
        asked += len(counters)
    assert asked


@pytest.mark.parametrize("config", GREEDY, ids=lambda c: str(c.players))
def test_cards_are_taken_as_the_length_of_the_chain_says(config):
    rows = [each for index in range(30) for each in attaccs_of(config, 4, index)]
    for each in rows:
        due = {"J": each.link, "Q": each.link, "K": 2 * each.link}[each.letter]
        if each.answer == Answer.UNABLE:
            assert 0 <= each.taken <= due
            if each.letter != "Q":  # who has fewer cards gives all
                assert each.taken == due
        else:
            assert each.taken == 0
            # Greedy players never take what they can counter.
            assert each.answer in (Answer.COUNTER, Answer.OUT)
        if each.answer == Answer.COUNTER:
            assert each.holds
    assert {each.answer for each in rows} >= {"counter", "unable", "out"}


def test_random_players_accept_some():
    rows = [each for index in range(30) for each in attaccs_of(RANDOM[1], 4, index)]
    accepted = [each for each in rows if each.answer == Answer.ACCEPT]
    assert accepted
    assert all(each.holds for each in accepted)


def test_what_would_have_been_is_told_once_a_game_and_only_of_counters():
    told = 0
    for index in range(30):
        rows = attaccs_of(GREEDY[1], 5, index)
        counters = [each for each in rows if each.answer == Answer.COUNTER]
        known = [each for each in rows if each.instead is not None]
        assert known == counters[:1]
        told += len(known)
    assert told


def test_what_would_have_been_is_the_game_of_a_player_who_does_not_counter():
    """Play such a game by hand: the same moves up to there, then `accept`."""
    config = GREEDY[0]
    for index in range(40):
        rows = attaccs_of(config, 6, index)
        known = [each for each in rows if each.instead is not None]
        if not known:
            continue
        game, players = config.dealt(6, index), Players(config, 6, index)
        declined = None
        while game.legal_moves:
            move = players.choose(game)
            if game.phase is Phase.ATTACKED and declined is None:
                assert move.action is Action.PLAY
                declined, move = game.turn, Move.parse("accept")
            game.push(move)
        winners = game.outcome().winners
        share = 1 / len(winners) if declined in winners else 0.0
        assert known[0].instead == share
        assert known[0].victim == declined

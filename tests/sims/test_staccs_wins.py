"""Who won, and what had been dealt."""

import numpy as np
import pytest

from sims.staccs_wins import (
    CLASSES,
    class_of_card,
    dealt_classes,
    dealt_worth,
    race_shares,
    win_shares,
)
from staccs.cards import Card
from staccs.match import MatchConfig, play_match
from staccs.phases import Mode


def test_a_shared_win_is_divided_and_each_game_is_worth_one():
    shares = win_shares(["1", "0,2", "0,1,2"], players=3)
    np.testing.assert_allclose(shares, [[0, 1, 0], [0.5, 0, 0.5], [1 / 3] * 3])
    assert win_shares([], players=4).shape == (0, 4)


@pytest.mark.parametrize("nobody", [None, ""])
def test_a_game_that_failed_is_nobodys(nobody):
    assert not win_shares([nobody], players=2).any()


@pytest.mark.parametrize(
    ("mode", "players", "each"),
    [("uh-oh", 2, 7), ("uh-oh", 5, 5), ("party", 6, 7), ("party", 10, 5)],
)
def test_every_card_dealt_has_a_class(mode, players, each):
    counts = dealt_classes(mode, players, 3, range(20))
    assert counts.shape == (20, players, len(CLASSES))
    assert (counts.sum(axis=2) == each).all()


def test_it_is_the_deal_of_the_game_that_is_played():
    """Whoever begins lays a card that they were dealt."""
    config = MatchConfig(players=3, mode=Mode.UH_OH)
    laid = 0
    for index in range(30):
        first = play_match(config, 9, index).plays[0]
        if first.card:
            kind = CLASSES.index(class_of_card(Card.parse(first.card)))
            assert dealt_classes("uh-oh", 3, 9, [index])[0, 0, kind] >= 1
            laid += 1
    assert laid > 20


def test_shares_of_classes_are_those_of_the_decc():
    # Of 60 cards 36 numbers, 4 of each other class, but the first card is a number.
    counts = dealt_classes("uh-oh", 4, 1, range(400))
    means = counts.mean(axis=(0, 1))
    np.testing.assert_allclose(means[1:], 7 * 4 / 60, atol=0.06)
    assert dealt_classes("uh-oh", 2, 1, []).shape == (0, 2, len(CLASSES))


def test_a_card_that_always_wins_is_worth_the_win():
    """Of two players the one with more ACEs wins; else the win is shared."""
    dealt = dealt_classes("uh-oh", 2, 5, range(300))
    aces = dealt[..., CLASSES.index("ACE")]
    wins = np.where(aces > aces[:, ::-1], 1.0, np.where(aces < aces[:, ::-1], 0.0, 0.5))
    worth = dealt_worth(dealt, wins)
    assert set(worth) == set(CLASSES[1:])
    assert worth["ACE"].n == 300
    assert worth["ACE"].low > 0.2
    for name in ("ZERO", "JACK", "QUEEN", "KING", "WILD"):
        assert abs(worth[name].value) < 0.1


def test_what_no_hand_differs_in_has_no_worth():
    found = dealt_worth(np.zeros((3, 2, len(CLASSES))), np.full((3, 2), 0.5))
    assert all(each.value is None for each in found.values())
    assert dealt_worth(np.zeros((0, 2, len(CLASSES))), np.zeros((0, 2)))["ACE"].n == 0


def test_who_begins_wins_a_race_of_one_round():
    np.testing.assert_allclose(race_shares(np.array([1, 2, 3]), 3), [1, 0, 0])
    assert np.isnan(race_shares(np.array([], int), 3)).all()


def test_a_race_is_what_its_lengths_say():
    """Players who each end a turn with chance 0.15, one after another."""
    rng = np.random.default_rng(3)
    turns = rng.geometric(0.15, 20_000)
    won = np.bincount((turns - 1) % 4, minlength=4) / len(turns)
    found = race_shares(turns, 4)
    assert found.sum() == pytest.approx(1)
    np.testing.assert_allclose(found, won, atol=0.012)
    assert found[0] > 0.30

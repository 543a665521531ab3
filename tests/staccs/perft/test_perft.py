"""The game trees of STACCS are as large as committed, and as a second counter finds."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from staccs.errors import ParameterError
from staccs.modes import make_game
from staccs.perft import divide, perft
from staccs.phases import Mode
from tests.staccs.game_strategies import fresh_games
from tests.staccs.perft import slow_counter
from tests.staccs.perft.positions import entries, game_of, within

ENTRIES = [pytest.param(entry, id=entry["name"]) for entry in entries()]
MOST_SLOW = 100
"""The slow counter counts as deep as there are no more nodes than this."""


@pytest.mark.parametrize("entry", ENTRIES)
def test_counts_are_as_committed(entry):
    game = game_of(entry)
    before = game.copy()
    depths = range(1, len(entry["counts"]) + 1)
    assert [perft(game, depth) for depth in depths] == entry["counts"]
    assert game == before


@pytest.mark.parametrize("entry", ENTRIES)
def test_slow_counter_agrees(entry):
    position = slow_counter.read(entry)
    for depth, count in enumerate(entry["counts"], 1):
        if depth < 3 or count < MOST_SLOW:
            assert slow_counter.count(position, depth) == count


@pytest.mark.parametrize("entry", ENTRIES)
def test_slow_counter_finds_the_same_moves(entry):
    found = slow_counter.moves(slow_counter.read(entry))
    assert sorted(found) == sorted(map(str, game_of(entry).legal_moves))


def test_there_is_a_position_of_every_mode_and_phase():
    games = [game_of(entry) for entry in entries()]
    assert {game.mode for game in games} == set(Mode) - {Mode.FACE_OFF}
    assert {str(game.phase) for game in games} == {
        "turn",
        "drawn",
        "attacked",
        "more",
        "give",
        "catch",
    }


def test_divide_adds_up_and_leaves_the_game_as_it_was():
    game = game_of(entries()[1])
    before = game.copy()
    parts = divide(game, 3)
    assert sum(parts.values()) == perft(game, 3)
    assert list(parts) == list(game.legal_moves)
    assert game == before


def test_depth_zero_is_one_node():
    assert perft(make_game("solo", seed=1), 0) == 1


@pytest.mark.parametrize("depth", [-1, 1.0, True, None, "2"])
def test_depth_is_checked(depth):
    game = make_game("solo", seed=1)
    for count in (perft, divide):
        with pytest.raises(ParameterError, match="depth is"):
            count(game, depth)
    with pytest.raises(ParameterError, match="from 1"):
        divide(game, 0)


radii = st.sampled_from([None, None, 5, 8])


@pytest.mark.slow
@settings(max_examples=20)
@given(fresh_games(radii=st.none()), radii, st.randoms(use_true_random=False))
def test_a_second_set_of_rules_agrees_along_a_game(game, radius, rng):
    """The slow counter plays along, from the deal to the end or for 50 moves."""
    if game.mode is Mode.WILD_OUT and radius is not None:
        radius = 8
    deal = game.deal()
    game = type(game).from_deal(deal, game.rules, fits=within(radius))
    entry = {"mode": game.mode.value, "rules": game.rules.to_mapping()}
    other = slow_counter.read({**entry, "radius": radius, **deal.to_mapping()})
    while game.ply < 50:
        found = slow_counter.moves(other)
        assert sorted(found) == sorted(map(str, game.legal_moves))
        assert other["over"] == (game.outcome() is not None)
        for player in range(game.players):
            names = sorted(map(str, game.hand(player)))
            assert names == sorted(other["hands"][player])
        if not found:
            break
        assert other["ask"][-1][1] == game.turn
        move = rng.choice(found)
        game.push(move)
        other = slow_counter.moved(other, move)

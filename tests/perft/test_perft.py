"""The game tree is as large as committed, and as a second counter finds it."""

import pytest

from stacko import ParameterError, divide, perft
from tests.perft import slow_counter
from tests.perft.positions import entries, game_of

ENTRIES = [pytest.param(entry, id=entry["name"]) for entry in entries()]


@pytest.mark.parametrize("entry", ENTRIES)
def test_counts_are_as_committed(entry):
    game = game_of(entry)
    depths = range(1, len(entry["counts"]) + 1)
    assert [perft(game, depth) for depth in depths] == entry["counts"]


@pytest.mark.parametrize("entry", ENTRIES)
def test_slow_counter_agrees(entry):
    position = slow_counter.read(entry)
    for depth, count in enumerate(entry["counts"], 1):
        assert slow_counter.count(position, depth) == count


@pytest.mark.parametrize("entry", ENTRIES)
def test_slow_counter_finds_the_same_moves(entry):
    game = game_of(entry)
    found = {
        "--"
        if move is None
        else f"{move[0]}>{move[1] + 1}{'abc'[move[2]]}"
        + (f"={move[3]}" * bool(move[3]))
        for move in slow_counter.moves(slow_counter.read(entry))
    }
    assert found == {str(move) for move in game.legal_moves}


def test_there_is_a_position_after_each_action_block():
    last = [entry["moves"][-1] for entry in entries() if "moves" in entry]
    assert {move[1] for move in last} >= set("DRS>")  # W>16b has > there


def test_divide_adds_up_and_leaves_the_game_as_it_was():
    game = game_of(entries()[6])
    before = game.copy()
    parts = divide(game, 2)
    assert sum(parts.values()) == perft(game, 2)
    assert list(parts) == list(game.legal_moves)
    assert game == before


def test_depth_zero_is_one_node():
    assert perft(game_of(entries()[0]), 0) == 1


@pytest.mark.parametrize("depth", [-1, 1.0, True, None, "2"])
def test_depth_is_checked(depth):
    game = game_of(entries()[0])
    for count in (perft, divide):
        with pytest.raises(ParameterError, match="depth is"):
            count(game, depth)
    with pytest.raises(ParameterError, match="from 1"):
        divide(game, 0)

"""Towers out of games, and blocks taken out of them in every model."""

import pytest

from sims.agreement.states import PHASES, read_states, states_of_game, write_states
from sims.agreement.trials import take_out


@pytest.fixture(scope="module")
def states():
    return states_of_game("quasistatic", 3, 0)


def test_states_are_read_as_they_were_written(states, tmp_path):
    write_states(states, tmp_path / "states.parquet")
    again = read_states(tmp_path / "states.parquet")
    assert [state.phase for state in again] == list(PHASES)
    for one, other in zip(states, again, strict=True):
        assert (one.tower, one.sizes, one.mu) == (other.tower, other.sizes, other.mu)
        assert (one.poses.positions == other.poses.positions).all()
        assert (one.poses.orientations == other.poses.orientations).all()


@pytest.mark.parametrize("how", ["vanish", "pull"])
def test_a_removal_that_bares_a_layer_falls_and_most_others_stand(states, how):
    state = states[-1]
    rows = take_out(state, state.legal_blocks(), how, "quasistatic")
    assert {row.verdict for row in rows} >= {"stands", "falls"}
    for row in rows:
        slot = state.tower.slot_of(row.block)
        if sum(name is not None for name in state.tower.layers[slot.layer - 1]) == 1:
            assert row.verdict == "falls", row.block
        assert (row.force is None) == (how == "vanish")


@pytest.mark.physics
def test_an_engine_says_the_same_of_blocks_that_vanish(states):
    pytest.importorskip("pybullet")
    state = states[1]
    chosen = state.legal_blocks()[::6]
    engine = take_out(state, chosen, "vanish", "pybullet")
    statics = take_out(state, chosen, "vanish", "quasistatic")
    assert [row.verdict for row in engine] == [row.verdict for row in statics]

"""What the notebook on trust varies."""

import pytest

from sims.errors import BatchError
from sims.fresh_towers import fresh_tower, layer_shares
from sims.notebook_data.recipe import Making
from sims.notebook_data.trust import (
    FACTORS,
    UNSCREENED,
    Factor,
    _loose,
    loose_blocks,
    standards,
    varied,
)
from sims.screening import MOST
from stacko.engines import engine_names, is_installed
from stacko.errors import ParameterError
from stacko.hand import named_hand
from stacko.kits import KITS
from stacko.params import BlockParams, ContactParams


def test_the_usual_value_lies_between_low_and_high():
    factor = Factor(("hand.speed", "hand.push_speed"), 4.0)
    assert factor.at(1) == {"hand.speed": 2.0, "hand.push_speed": 2.0}
    assert factor.at(-1) == {"hand.speed": 0.5, "hand.push_speed": 0.5}


@pytest.mark.parametrize("sign", [-1, 1])
def test_all_factors_at_once_can_be_played(sign):
    factors = {}
    for factor in FACTORS.values():
        factors |= factor.at(sign)
    config = varied(factors)
    times = 2 ** (sign / 2)
    assert config.engine == "quasistatic"
    assert config.blocks.mass == pytest.approx(times * BlockParams().mass)
    assert config.contact.mu_block == pytest.approx(times * ContactParams().mu_block)
    usual = named_hand("average")
    assert config.hands[0].tremor == pytest.approx(times * usual.tremor)
    assert config.hands[0].aim_error == usual.aim_error


def test_nothing_varied_is_what_is_usual():
    config = varied({})
    assert config.blocks == BlockParams()
    assert config.hands == (named_hand("average"),)


def test_there_is_room_for_all_and_none_is_counted_twice():
    keys = [key for factor in FACTORS.values() for key in factor.keys]
    assert len(FACTORS) <= MOST
    assert len({*keys, *UNSCREENED}) == len(keys) + len(UNSCREENED)


@pytest.mark.parametrize("key", UNSCREENED)
def test_what_is_left_out_is_a_parameter(key):
    for factor in (0.7, 1.4):
        varied({key: factor})


def test_what_cannot_be_is_refused():
    with pytest.raises(ParameterError, match="give_up_force"):
        varied({"hand.give_up_force": 100.0})


def test_blocks_of_the_highest_layer_are_neither_loose_nor_counted():
    state = fresh_tower(KITS["uno"], 0)
    heavy = BlockParams().mass * ContactParams().gravity
    loads = dict.fromkeys(state.poses.names, heavy)
    for block in state.tower.layers[-1]:
        loads[block] = 0.0
    assert _loose(state, loads) == {"blocks": 42, "loose": 0}
    loads[state.tower.layers[0][1]] = heavy / 200
    assert _loose(state, loads)["loose"] == 1


def test_loose_is_less_than_a_hundredth_of_what_the_layer_bears():
    state = fresh_tower(KITS["uno"], 0)
    left, middle, right = state.tower.layers[0]
    loads = dict.fromkeys(state.poses.names, 1.0) | {
        left: 60.0,
        right: 39.1,
        middle: 0.9,
    }
    assert layer_shares(state, loads)[middle] == pytest.approx(0.009)
    assert _loose(state, loads)["loose"] == 1
    assert _loose(state, loads | {middle: 1.1, right: 38.9})["loose"] == 0


@pytest.mark.parametrize("make", [loose_blocks, standards])
def test_a_full_set_is_not_made_without_an_engine(make, monkeypatch, tmp_path):
    monkeypatch.setattr("stacko.engines.is_installed", lambda name: name == "mujoco")
    with pytest.raises(BatchError, match="only mujoco is installed"):
        make(Making(tmp_path, tmp_path))


@pytest.mark.physics
def test_longer_steps_leave_fewer_blocks_loose_in_pybullet(tmp_path):
    if not is_installed("pybullet"):
        pytest.skip("pybullet is not installed for this Python")
    (table,) = loose_blocks(Making(tmp_path, tmp_path, quick=True)).values()
    loose = {
        row["setting"]: row["loose"]
        for row in table.to_pylist()
        if row["who"] == "pybullet"
    }
    assert loose["timestep doubled"] < loose["as shipped"] < loose["timestep halved"]
    assert set(table["who"].to_pylist()) <= set(engine_names())

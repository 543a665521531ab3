"""Fresh towers, and what their blocks carry by three ways to work it out."""

import numpy as np
import pytest

from sims.agreement.trials import Conditions
from sims.fresh_towers import (
    engine_loads,
    fresh_tower,
    jittered,
    rigid_loads,
    sprung_loads,
)
from sims.three_heights import shares_of_three
from stacko.kits import KITS

UNO = KITS["uno"]
GIVEN = Conditions(blocks=UNO.blocks)


@pytest.fixture(scope="module")
def tower():
    return fresh_tower(UNO, 4)


def by_layer(state, loads):
    return np.array([[loads[name] for name in layer] for layer in state.tower.layers])


def weights_above(state):
    count = len(state.tower.layers)
    return UNO.blocks.mass * 9.81 * 3 * np.arange(count - 1, -1, -1)


def test_all_blocks_but_those_of_the_highest_layer_may_be_taken(tower):
    assert len(tower.legal_blocks()) == 42
    assert tower.phase == "fresh"


def test_towers_of_one_index_differ_by_their_spread_alone():
    one, two = (
        fresh_tower(UNO, 3, jittered(UNO.blocks, share)) for share in (0.001, 0.002)
    )
    nominal = np.array([UNO.blocks.length, UNO.blocks.width, UNO.blocks.height])
    for name, size in one.sizes.items():
        off = np.array(size) - nominal
        assert np.array(two.sizes[name]) - nominal == pytest.approx(2 * off)
        assert off[:2] == pytest.approx([0, 0])
    other = fresh_tower(UNO, 4, jittered(UNO.blocks, 0.001))
    assert other.sizes != one.sizes


@pytest.mark.parametrize("loads", [rigid_loads, sprung_loads])
def test_a_layer_carries_what_lies_above_it(tower, loads):
    layers = by_layer(tower, loads(tower, GIVEN))
    assert layers.sum(axis=1) == pytest.approx(weights_above(tower), abs=2e-3)


def test_three_heights_say_what_whole_statics_says(tower):
    layers = by_layer(tower, rigid_loads(tower, GIVEN))[:-1]
    heights = by_layer(tower, {name: size[2] for name, size in tower.sizes.items()})
    loose = shares_of_three(1e3 * heights[:-1]) == 0
    assert (loose == (layers < 1e-9)).all()
    assert layers[0] / layers[0].sum() == pytest.approx(
        shares_of_three(1e3 * heights[:1])[0], abs=0.01
    )


def test_blocks_that_are_all_alike_carry_the_same_on_springs():
    alike = jittered(UNO.blocks, 0.0)
    state = fresh_tower(UNO, 0, alike)
    layers = by_layer(state, sprung_loads(state, Conditions(blocks=alike)))
    third = np.tile(weights_above(state)[:, None] / 3, 3)
    assert layers == pytest.approx(third, abs=1e-4)


@pytest.mark.physics
def test_an_engine_shares_loads_as_springs_do(tower):
    pytest.importorskip("mujoco")
    engine = by_layer(tower, engine_loads(tower, "mujoco", GIVEN))[:-1]
    springs = by_layer(tower, sprung_loads(tower, GIVEN))[:-1]
    above = weights_above(tower)[:-1, None]
    assert engine.sum(axis=1) == pytest.approx(above[:, 0], rel=0.02)
    # the more that lies on a layer, the less its loads depend on how soft it is
    assert np.abs(engine - springs)[:3] / above[:3] == pytest.approx(0, abs=0.1)

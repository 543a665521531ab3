"""The same start gives the same bits, wherever and whenever it is run."""

import json
import subprocess
import sys

import pytest

from tests.physics.worlds import block, digest, fixed, run, tower_world

pytestmark = pytest.mark.physics

SECONDS = 0.4

CHILD = """
import json, sys
from stacko.engines import EngineSettings, make_engine
from tests.physics.worlds import G
from tests.physics.test_same_bits import play
with make_engine(sys.argv[1], EngineSettings(), G) as engine:
    print(json.dumps([play(engine, seed) for seed in (1, 2)]))
"""


def stages(engine, seed):
    """Build a tower, push a block, take one out; yield between the steps."""
    world = tower_world(engine, seed=seed)
    names = sorted(world.names)
    for k in range(round(SECONDS / engine.timestep)):
        if k == 150:
            world.discard(names[7])
        if k < 100:
            where = engine.pose(names[3])[0]
            engine.apply_force(names[3], (0.2, 0.1, 0.0), where)
        engine.step()
        yield


def play(engine, seed):
    """Return a hash of where everything is in the end."""
    for _ in stages(engine, seed):
        pass
    return digest(engine)


@pytest.fixture
def expected(open_world):
    """What one world does with seed 1."""
    return play(open_world(), 1)


def test_another_seed_gives_other_bits(open_world, expected):
    assert play(open_world(), 2) != expected


def test_a_digest_sees_the_last_bit(engine):
    engine.build([block(position=(0.1, 0.0, 0.0))])
    before = digest(engine)
    engine.build([block(position=(0.1 + 2e-17, 0.0, 0.0))])
    assert digest(engine) != before


def test_one_world_built_twice(open_world):
    engine = open_world()
    first = play(engine, 1)
    assert play(engine, 1) == first


def test_a_world_built_anew_after_something_else(engine, expected):
    play(engine, 2)
    engine.build([fixed(), block(position=(0.0, 0.0, 0.3))])
    run(engine, 0.3)
    assert play(engine, 1) == expected


def test_two_worlds_side_by_side_do_not_touch(open_world, expected):
    one, other = open_world(), open_world(iterations=20)
    third = open_world()
    runs = [stages(one, 1), stages(other, 2), stages(third, 1)]
    for _ in zip(*runs, strict=True):
        pass
    assert digest(one) == digest(third) == expected


CHANGED = {
    "pybullet": {
        "timestep": 1 / 700,
        "iterations": 9,
        "warm_start": 0.9,
        "contact_erp": 0.05,
        "friction_erp": 0.1,
        "friction_anchors": False,
        "maximal_coordinates": False,
        "scale": 9.0,
    },
    "mujoco": {
        "timestep": 1 / 700,
        "iterations": 3,
        "tolerance": 1e-3,
        "noslip_iterations": 2,
        "elliptic_cone": False,
        "impratio": 2.0,
        "solref_time": 0.003,
        "solref_damping": 1.5,
        "solimp_min": 0.98,
        "solimp_max": 0.995,
        "least_bounce": 0.05,
    },
}
"""Settings that are not as shipped, by engine."""


def test_settings_of_one_world_do_not_reach_the_next(open_world, engine_name, expected):
    odd = open_world(gravity=3.0, **CHANGED[engine_name])
    play(odd, 1)
    assert play(open_world(), 1) == expected
    odd.close()
    assert play(open_world(), 1) == expected


def test_every_setting_reaches_the_engine(open_world, engine_name, expected):
    for name, value in CHANGED[engine_name].items():
        assert play(open_world(**{name: value}), 1) != expected, name


def test_another_process(request, engine_name, open_world, expected):
    done = subprocess.run(
        [sys.executable, "-c", CHILD, engine_name],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
        cwd=request.config.rootpath,
    )
    assert json.loads(done.stdout) == [expected, play(open_world(), 2)]

"""Facts about PyBullet that its engine takes care of, seen on the raw library.

If one of the raw facts no longer holds, the care taken may be dropped.
"""

import subprocess
import sys

import pytest

from stacko.engines import EngineSettings, make_engine
from tests.physics.worlds import SIZE, G, block, digest, fixed, run

pybullet = pytest.importorskip("pybullet", reason="PyBullet has no wheel here")

HEIGHT = SIZE[2]
ODD = {
    "contactBreakingThreshold": 0.5,
    "contactERP": 0.7,
    "frictionERP": 0.9,
    "warmStartingFactor": 0.0,
    "numSolverIterations": 1,
    "fixedTimeStep": 1 / 100,
    "restitutionVelocityThreshold": 3.0,
    "globalCFM": 0.01,
}


@pytest.fixture
def world():
    """Return an open world."""
    with make_engine("pybullet", EngineSettings(), G) as engine:
        yield engine


def play(engine):
    """Drop two blocks on a table; return a hash of how they lie."""
    low = block("low", (0.0, 0.0, 0.02), restitution=0.6)
    top = block("top", (0.01, 0.002, 0.05), restitution=0.6)
    engine.build([fixed(restitution=0.6), low, top])
    run(engine, 0.4)
    return digest(engine)


@pytest.mark.parametrize("odd", ODD)
def test_settings_left_in_a_client_do_not_outlive_a_build(world, odd):
    fresh = play(world)
    pybullet.setPhysicsEngineParameter(**{odd: ODD[odd]}, physicsClientId=world._client)
    assert play(world) == fresh


@pytest.mark.parametrize("odd", ODD)
def test_settings_of_a_foreign_client_stay_there(world, odd):
    fresh = play(world)
    foreign = pybullet.connect(pybullet.DIRECT)
    try:
        pybullet.setPhysicsEngineParameter(**{odd: ODD[odd]}, physicsClientId=foreign)
        assert play(world) == fresh
    finally:
        pybullet.disconnect(foreign)


def test_the_raw_library_writes_to_standard_output():
    code = "import pybullet as p; p.disconnect(p.connect(p.DIRECT))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, timeout=60
    )
    assert done.stdout + done.stderr != b""


def test_a_raw_inertia_is_used_from_the_second_step_on_only(world):
    # The engine cannot help this: nothing but a step makes the library take it over.
    body = block("late")
    world.build([])
    world.add(body)
    rates = []
    for _ in range(2):
        before = world.velocity("late")[1][0]
        world.apply_torque("late", (1e-6, 0.0, 0.0))
        world.step()
        rates.append(world.velocity("late")[1][0] - before)
    given = 1e-6 * world.timestep / body.inertia[0]
    assert rates[0] != pytest.approx(given, rel=0.1)
    assert rates[1] == pytest.approx(given, rel=1e-6)

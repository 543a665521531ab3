"""Bodies that touch nothing: fall, force, torque, spin."""

import dataclasses

import numpy as np
import pytest

from stacko.engines import Body
from stacko.params import SolverParams
from tests.physics.worlds import ACROSS, MASS, G, block, fixed, run

pytestmark = pytest.mark.physics

CENTER = (1.0, 2.0, 3.0)
AXES = {"x": 0, "y": 1, "z": 2}


def fingertip():
    """Return a ball that cannot turn."""
    zero = (0.0, 0.0, 0.0)
    return Body("finger", (0.012,) * 3, 0.02, zero, 1.0, 0.0, zero, shape="sphere")


def vector(axis, length):
    return tuple(length if k == AXES[axis] else 0.0 for k in range(3))


def test_a_block_falls_by_half_g_t_squared(open_variant):
    world = open_variant()
    world.build([block(position=CENTER)])
    run(world, 0.5)
    # The first velocity counts for the whole first step: one part in n steps more.
    n = round(0.5 / world.timestep)
    (x, y, z), turn = world.pose("block")
    assert z - CENTER[2] == pytest.approx(-G * 0.5**2 / 2 * (1 + 1 / n), rel=1e-3)
    assert (x, y, *turn) == pytest.approx((1.0, 2.0, 0.0, 0.0, 0.0, 1.0), abs=1e-12)
    velocity, spin = world.velocity("block")
    assert velocity == pytest.approx((0.0, 0.0, -G * 0.5), rel=1e-9, abs=1e-12)
    assert spin == (0.0, 0.0, 0.0)


def test_half_the_gravity_falls_half_as_far(open_world):
    world = open_world(gravity=G / 2)
    world.build([block()])
    run(world, 0.5)
    assert world.gravity == G / 2
    assert world.velocity("block")[0][2] == pytest.approx(-G / 4, rel=1e-9)


def test_time_is_steps_times_timestep(open_world):
    world = open_world(timestep=1 / 500)
    world.build([block()])
    assert world.time == 0.0
    world.step(123)
    assert world.time == pytest.approx(0.246, rel=1e-12)
    world.build([block()])
    assert world.time == 0.0


def test_a_steady_force_accelerates_by_f_over_m(open_variant):
    world = open_variant(gravity=0.0)
    world.build([block(mass=0.05)])
    force = (0.03, -0.02, 0.01)
    for _ in range(96):
        world.apply_force("block", force, world.pose("block")[0])
        world.step()
    velocity, spin = world.velocity("block")
    expected = [f * world.time / 0.05 for f in force]
    assert velocity == pytest.approx(expected, rel=1e-9)
    assert spin == pytest.approx((0.0, 0.0, 0.0), abs=1e-12)


def test_a_force_acts_during_one_step_only(open_world):
    world = open_world(gravity=0.0)
    world.build([block()])
    world.apply_force("block", (0.6, 0.0, 0.0), (0.0, 0.0, 0.0))
    world.step(5)
    velocity = world.velocity("block")[0]
    assert velocity[0] == pytest.approx(0.6 / MASS * world.timestep, rel=1e-9)


def test_a_force_that_carries_the_weight_keeps_a_block_in_the_air(engine):
    engine.build([block(position=CENTER)])
    for _ in range(100):
        engine.apply_force("block", (0.0, 0.0, MASS * G), engine.pose("block")[0])
        engine.step()
    assert engine.pose("block")[0] == pytest.approx(CENTER, abs=1e-12)


@pytest.mark.parametrize("axis", AXES)
def test_a_torque_turns_by_the_hollow_inertia(open_variant, axis):
    world = open_variant(gravity=0.0)
    body = block(position=CENTER)
    world.build([body])
    world.step()
    world.apply_torque("block", vector(axis, 1e-5))
    world.step()
    rate = 1e-5 * world.timestep / body.inertia[AXES[axis]]
    velocity, spin = world.velocity("block")
    assert spin == pytest.approx(vector(axis, rate), rel=1e-6, abs=1e-9)
    assert velocity == (0.0, 0.0, 0.0)


def test_a_torque_is_given_in_world_axes(open_world):
    # Turned by a right angle about z, the long axis of the block lies along y.
    world = open_world(gravity=0.0)
    body = block(orientation=ACROSS)
    world.build([body])
    world.step()
    world.apply_torque("block", (0.0, 1e-5, 0.0))
    world.step()
    rate = 1e-5 * world.timestep / body.inertia[0]
    assert world.velocity("block")[1] == pytest.approx((0.0, rate, 0.0), abs=1e-9)


def test_a_force_off_center_pushes_and_turns(open_world):
    world = open_world(gravity=0.0)
    body = block(position=CENTER)
    world.build([body])
    world.step()
    world.apply_force("block", (0.0, 0.1, 0.0), (1.03, 2.0, 3.0))
    world.step()
    impulse = 0.1 * world.timestep
    velocity, spin = world.velocity("block")
    assert velocity == pytest.approx((0.0, impulse / MASS, 0.0), rel=1e-9, abs=1e-12)
    rate = impulse * 0.03 / body.inertia[2]
    assert spin == pytest.approx((0.0, 0.0, rate), rel=1e-6, abs=1e-9)


def test_a_block_added_to_a_running_world_uses_the_inertia_given(open_world):
    world = open_world(gravity=0.0)
    world.build([block("first")])
    world.step(10)
    late = block("late", position=CENTER, inertia=(3e-6, 5e-6, 7e-6))
    world.add(late)
    world.step()
    world.apply_torque("late", (2e-5, 2e-5, 2e-5))
    world.step()
    expected = [2e-5 * world.timestep / i for i in late.inertia]
    assert world.velocity("late")[1] == pytest.approx(expected, rel=1e-4)


def test_a_body_without_inertia_never_turns(open_world):
    world = open_world(gravity=0.0)
    world.build([fingertip()])
    world.step()
    for _ in range(20):
        world.apply_force("finger", (0.1, 0.0, 0.0), (0.0, 0.0, 0.006))
        world.apply_torque("finger", (0.0, 0.0, 1e-4))
        world.step()
    velocity, spin = world.velocity("finger")
    speed = 0.1 * 20 * world.timestep / 0.02
    assert velocity == pytest.approx((speed, 0.0, 0.0), rel=1e-9)
    assert spin == (0.0, 0.0, 0.0)
    assert world.pose("finger")[1] == pytest.approx((0.0, 0.0, 0.0, 1.0))


@pytest.mark.parametrize("drop", [0.19, 0.2, 0.204, 0.21])
@pytest.mark.parametrize(("ball", "floor"), [(0.7, 0.7), (0.5, 0.8), (0.9, 0.9)])
def test_a_ball_bounces_by_the_product_of_the_restitutions(
    engine, limits, ball, floor, drop
):
    radius = 0.01
    start = (0.0, 0.0, radius + drop)
    size, inertia = (2 * radius,) * 3, (8e-7,) * 3
    body = Body("ball", size, 0.02, inertia, 0.5, ball, start, shape="sphere")
    engine.build([fixed(restitution=floor), body])
    falling = gap = 0.0
    while engine.velocity("ball")[0][2] <= 0:
        falling = min(falling, engine.velocity("ball")[0][2])
        gap = engine.pose("ball")[0][2] - radius
        engine.step()
    # PyBullet meets the floor within a step, and brings a ball above it or in it to its
    # surface first: at once from above, by a share a step from below.
    expected, rising = -ball * floor * falling, engine.velocity("ball")[0][2]
    if engine.name == "pybullet":
        share = 1.0 if gap > 0 else SolverParams().contact_erp
        expected -= share * gap / engine.timestep
    slack, leaving = 2 * 9.81 * engine.timestep, rising
    if engine.name == "pybullet":
        assert rising == pytest.approx(expected, rel=1e-6, abs=slack)
    else:  # its contact goes on to push for some steps
        while engine.contacts("ball"):
            engine.step()
            rising = max(rising, engine.velocity("ball")[0][2])
        gap = engine.pose("ball")[0][2] - radius
        leaving = engine.velocity("ball")[0][2]
        assert rising == pytest.approx(expected, rel=limits.bounce, abs=slack)
    while engine.velocity("ball")[0][2] > 0:
        engine.step()
    height = engine.pose("ball")[0][2] - radius - gap
    assert height == pytest.approx(leaving**2 / (2 * 9.81), rel=0.03)


def test_initial_velocities_are_kept(open_variant):
    world = open_variant(gravity=0.0)
    body = block(linear_velocity=(0.1, -0.2, 0.3), angular_velocity=(0.0, 0.0, 2.0))
    world.build([body])
    run(world, 0.5)
    assert world.pose("block")[0] == pytest.approx((0.05, -0.1, 0.15), rel=1e-9)
    turn = world.pose("block")[1]
    assert 2 * np.arctan2(turn[2], turn[3]) == pytest.approx(1.0, rel=1e-6)


def test_a_tumbling_block_keeps_its_angular_momentum(open_world):
    world = open_world(gravity=0.0)
    body = block(angular_velocity=(3.0, 4.0, 5.0))
    world.build([body])
    world.step(2)
    before = momentum(world, body)
    run(world, 1.0)
    after = momentum(world, body)
    away = np.linalg.norm(after - before) / np.linalg.norm(before)
    assert away < 0.01


def momentum(world, body):
    """Return the angular momentum about the center, in world axes."""
    turn = world.poses([body.name]).rotation(body.name)
    spin = np.array(world.velocity(body.name)[1])
    return turn @ (np.array(body.inertia) * (turn.T @ spin))


def test_a_body_put_elsewhere_is_at_rest_there(open_world):
    world = open_world(gravity=0.0)
    body = dataclasses.replace(block(), linear_velocity=(1.0, 1.0, 1.0))
    world.build([body])
    world.step(10)
    world.set_pose("block", CENTER, ACROSS)
    world.step(10)
    position, turn = world.pose("block")
    assert position == pytest.approx(CENTER, abs=1e-12)
    assert turn == pytest.approx(ACROSS, abs=1e-12)

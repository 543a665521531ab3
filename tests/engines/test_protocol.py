"""What every engine must do beside physics: names, snapshots, errors."""

import numpy as np
import pytest

from stacko.engines import Engine, EngineSettings, make_engine
from stacko.errors import EngineError, ParameterError
from tests.physics.worlds import (
    ACROSS,
    SIZE,
    UPRIGHT,
    G,
    block,
    digest,
    fixed,
    run,
    settings,
    tower_world,
)

HEIGHT = SIZE[2]


def pile(*names):
    """Return a table and blocks on top of each other."""
    blocks = [block(n, (0, 0, (k + 0.5) * HEIGHT)) for k, n in enumerate(names)]
    return [fixed(), *blocks]


# -- names and reading -----------------------------------------------------------


def test_bodies_are_known_by_name_in_the_order_they_came(engine):
    engine.build(pile("low", "top"))
    engine.add(block("late", (0.5, 0.0, HEIGHT / 2)))
    assert engine.names == ("table", "low", "top", "late")
    engine.remove("low")
    engine.add(block("low", (0.8, 0.0, HEIGHT / 2)))
    assert engine.names == ("table", "top", "late", "low")
    assert engine.pose("low")[0][0] == pytest.approx(0.8)


def test_what_is_read_back_is_what_was_built(engine):
    body = block(
        position=(0.1, -0.2, 0.3),
        orientation=ACROSS,
        linear_velocity=(0.4, 0.5, -0.6),
        angular_velocity=(0.7, -0.8, 0.9),
    )
    engine.build([fixed(), body])
    assert engine.pose("block")[0] == pytest.approx(body.position, rel=1e-12)
    assert engine.pose("block")[1] == pytest.approx(ACROSS, rel=1e-12)
    linear, angular = engine.velocity("block")
    assert linear == pytest.approx(body.linear_velocity, rel=1e-12)
    assert angular == pytest.approx(body.angular_velocity, rel=1e-12)
    assert engine.pose("table")[0] == pytest.approx((0.0, 0.0, -0.1))


def test_many_poses_are_the_single_ones_in_the_order_asked_for(engine):
    engine.build(pile("low", "top"))
    run(engine, 0.05)
    names = ("top", "table", "low")
    poses, speeds = engine.poses(names), engine.velocities(names)
    assert poses.names == speeds.names == names
    for k, name in enumerate(names):
        assert tuple(poses.positions[k]) == engine.pose(name)[0]
        assert tuple(poses.orientations[k]) == engine.pose(name)[1]
        assert tuple(speeds.linear[k]) == engine.velocity(name)[0]
        assert tuple(speeds.angular[k]) == engine.velocity(name)[1]


def test_no_names_give_no_rows(engine):
    engine.build([fixed()])
    assert engine.poses(()).positions.shape == (0, 3)
    assert engine.poses(()).orientations.shape == (0, 4)
    assert engine.velocities(()).linear.shape == (0, 3)


def test_an_immovable_body_stays_under_load(engine):
    engine.build(pile("low"))
    engine.apply_force("table", (0.0, 0.0, 1e3), (0.0, 0.0, 0.0))
    run(engine, 0.2)
    assert engine.pose("table") == ((0.0, 0.0, -0.1), UPRIGHT)


def test_building_again_starts_empty_and_at_time_zero(engine):
    engine.build(pile("low", "top"))
    run(engine, 0.1)
    engine.build([block("other")])
    assert engine.names == ("other",)
    assert engine.time == 0.0


# -- snapshots -------------------------------------------------------------------


def moved_tower(engine):
    """Return a tower in motion."""
    world = tower_world(engine, seed=9)
    name = world.names[20]
    for _ in range(100):
        engine.apply_force(name, (0.3, 0.1, 0.0), engine.pose(name)[0])
        engine.step()
    return world


def test_two_restores_go_on_with_the_same_bits(engine):
    moved_tower(engine)
    state = engine.snapshot()
    ends = []
    for _ in range(2):
        engine.restore(state)
        run(engine, 0.3)
        ends.append((digest(engine), engine.time))
        run(engine, 0.1)
    assert ends[0] == ends[1]


def test_a_snapshot_goes_on_alike_in_another_world(open_world):
    one, other = open_world(), open_world()
    moved_tower(one)
    state = one.snapshot()
    for world in (one, other):
        world.restore(state)
        run(world, 0.2)
    assert digest(one) == digest(other)


def test_restoring_brings_back_poses_speeds_time_names_and_order(engine):
    moved_tower(engine)
    engine.remove("W")
    engine.add(block("late", (0.5, 0.0, 0.5), linear_velocity=(0.0, 0.0, 1.0)))
    names, time, state = engine.names, engine.time, engine.snapshot()
    poses, speeds = engine.poses(names), engine.velocities(names)
    run(engine, 0.2)
    engine.remove("late")
    engine.restore(state)
    assert engine.names == names
    assert engine.time == state.time == time > 0
    close = {"rtol": 0, "atol": 1e-12}
    back, again = engine.poses(names), engine.velocities(names)
    np.testing.assert_allclose(back.positions, poses.positions, **close)
    np.testing.assert_allclose(back.orientations, poses.orientations, **close)
    np.testing.assert_allclose(again.linear, speeds.linear, **close)
    np.testing.assert_allclose(again.angular, speeds.angular, **close)


def test_time_goes_on_from_the_time_restored(engine):
    engine.build(pile("low"))
    run(engine, 0.25)
    state = engine.snapshot()
    run(engine, 0.5)
    engine.restore(state)
    engine.step(3)
    assert engine.time == pytest.approx(state.time + 3 * engine.timestep)


def test_a_restored_tower_goes_on_nearly_as_the_one_that_went_on(engine):
    # The solver's memory is no part of a snapshot, so the bits differ.
    world = tower_world(engine, seed=9)
    run(engine, 1.0)
    state = engine.snapshot()
    run(engine, 0.2)
    went_on = world.poses().positions
    engine.restore(state)
    run(engine, 0.2)
    assert np.abs(world.poses().positions - went_on).max() < 0.2e-3


def test_a_snapshot_keeps_what_bodies_are_made_of(engine):
    bodies = pile("low", "top")
    engine.build(bodies)
    kept = engine.snapshot().bodies
    for body, copy in zip(bodies, kept, strict=True):
        for field in ("name", "size", "mass", "inertia", "friction", "shape"):
            assert getattr(copy, field) == getattr(body, field)


# -- taking out ------------------------------------------------------------------


def test_what_stood_on_a_removed_block_falls(engine):
    engine.build(pile("low", "middle", "top"))
    run(engine, 3.0)
    before = engine.pose("top")[0][2]
    engine.remove("low")
    run(engine, 0.05)
    fallen = before - engine.pose("top")[0][2]
    assert fallen == pytest.approx(G * 0.05**2 / 2, rel=0.1)
    run(engine, 1.0)
    assert engine.pose("top")[0][2] == pytest.approx(3 * HEIGHT / 2, abs=0.5e-3)


def test_a_whole_tower_comes_down_when_its_foot_is_taken(engine):
    world = tower_world(engine, seed=1)
    run(engine, 2.0)
    top = world.poses().positions[:, 2].max()
    for name in world.names[:3]:
        world.discard(name)
    engine.wake()
    run(engine, 0.5)
    assert top - world.poses().positions[:, 2].max() > 0.9 * HEIGHT


def test_a_block_at_rest_for_long_answers_the_smallest_push(engine):
    engine.build([fixed(friction=0.0), block(position=(0, 0, HEIGHT / 2))])
    run(engine, 3.0)
    x = engine.pose("block")[0][0]
    for _ in range(200):
        engine.apply_force("block", (1e-4, 0.0, 0.0), engine.pose("block")[0])
        engine.step()
    span = 200 * engine.timestep
    way = engine.pose("block")[0][0] - x
    assert way == pytest.approx(1e-4 / 0.012 * span**2 / 2, rel=0.02)


def test_a_removed_body_is_no_longer_touched(engine):
    engine.build(pile("low"))
    run(engine, 0.1)
    assert engine.contacts("table")
    engine.remove("low")
    engine.step()
    assert engine.contacts() == []
    assert engine.names == ("table",)


# -- errors ----------------------------------------------------------------------

NOBODY = {
    "remove": ("ghost",),
    "pose": ("ghost",),
    "velocity": ("ghost",),
    "poses": (["ghost"],),
    "velocities": (["low", "ghost"],),
    "contacts": ("ghost",),
    "apply_force": ("ghost", (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)),
    "apply_torque": ("ghost", (0.0, 0.0, 0.0)),
    "set_pose": ("ghost", (0.0, 0.0, 0.0), UPRIGHT),
}


@pytest.mark.parametrize("method", NOBODY)
def test_an_unknown_name_is_named(engine, method):
    engine.build(pile("low"))
    with pytest.raises(EngineError, match="'ghost'"):
        getattr(engine, method)(*NOBODY[method])
    assert engine.names == ("table", "low")


def test_the_second_name_of_a_pair_is_checked_too(engine):
    engine.build(pile("low"))
    with pytest.raises(EngineError, match="'ghost'"):
        engine.contacts("low", "ghost")


def test_a_name_cannot_be_taken_twice(engine):
    engine.build(pile("low"))
    with pytest.raises(EngineError, match="'low' is already"):
        engine.add(block("low", (0.5, 0.0, 0.5)))
    with pytest.raises(EngineError, match="'twin'"):
        engine.build([block("twin"), block("twin", (1.0, 0.0, 0.0))])


AFTER_CLOSE = {
    "build": ([],),
    "add": (block("late"),),
    "remove": ("low",),
    "step": (),
    "pose": ("low",),
    "velocity": ("low",),
    "poses": (["low"],),
    "velocities": (["low"],),
    "contacts": (),
    "apply_force": ("low", (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)),
    "apply_torque": ("low", (0.0, 0.0, 0.0)),
    "set_pose": ("low", (0.0, 0.0, 0.0), UPRIGHT),
    "wake": (),
    "snapshot": (),
}


@pytest.mark.parametrize("method", AFTER_CLOSE)
def test_a_closed_world_says_so(engine, method):
    engine.build(pile("low"))
    engine.close()
    with pytest.raises(EngineError, match="closed"):
        getattr(engine, method)(*AFTER_CLOSE[method])


def test_a_closed_world_cannot_be_restored(engine):
    engine.build(pile("low"))
    state = engine.snapshot()
    engine.close()
    with pytest.raises(EngineError, match="closed"):
        engine.restore(state)


def test_closing_twice_is_harmless(engine):
    engine.build(pile("low"))
    engine.close()
    engine.close()
    with pytest.raises(EngineError, match="closed"):
        engine.step()


def test_closing_one_world_leaves_the_others_open(open_world):
    one, other = open_world(), open_world()
    other.build(pile("low"))
    one.close()
    third = open_world()
    third.build([block("alone")])
    one.close()
    other.step()
    third.step()
    assert (other.names, third.names) == (("table", "low"), ("alone",))


def test_leaving_the_context_closes_also_after_an_error(engine_name):
    with make_engine(engine_name, EngineSettings(), G) as engine:
        engine.build(pile("low"))
        engine.step()
    with pytest.raises(EngineError, match="closed"):
        engine.step()
    failing = make_engine(engine_name, EngineSettings(), G)
    with pytest.raises(ZeroDivisionError), failing:
        raise ZeroDivisionError
    with pytest.raises(EngineError, match="closed"):
        failing.step()


def test_many_worlds_one_after_another(engine_name):
    for k in range(60):
        with make_engine(engine_name, EngineSettings(), G) as engine:
            engine.build([block(position=(float(k), 0.0, 0.0))])
            engine.step()
            assert engine.pose("block")[0][0] == pytest.approx(k)


# -- the registry ----------------------------------------------------------------


def test_an_engine_knows_its_own_name(engine_name):
    own = settings(engine_name, timestep=1 / 300)
    with make_engine(engine_name, own, 3.0) as engine:
        assert engine.name == engine_name
        assert (engine.timestep, engine.gravity) == (1 / 300, 3.0)
        assert {m for m in vars(Engine) if not m.startswith("_")} <= set(dir(engine))


def test_an_unknown_engine_is_named_with_the_known_ones():
    with pytest.raises(ParameterError, match=r"'pybulet'.*'pybullet'"):
        make_engine("pybulet", EngineSettings(), G)
    with pytest.raises(ParameterError, match=r"'box3d'\. Known.*pybullet"):
        make_engine("box3d", EngineSettings(), G)

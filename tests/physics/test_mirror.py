"""A mirrored set-up must give the mirrored result.

The order in which a solver visits contacts is not mirrored, so the match is not
exact; loads that statics leaves open would differ widely, so every set-up here
rests on supports that leave nothing open.
"""

import dataclasses
import math

import numpy as np
import pytest

from stacko.poses import rotation_matrices
from tests.physics.worlds import SIZE, block, fixed, run

pytestmark = pytest.mark.physics

HEIGHT = SIZE[2]
MIRROR = np.diag([-1.0, 1.0, 1.0])


def bodies(side):
    """Return a bridge on two supports with a rider on it; side -1 is its mirror."""
    turn = (0.0, 0.0, side * math.sqrt(0.5), math.sqrt(0.5))
    return [
        fixed(),
        block("left", (-side * 0.03, 0.0, HEIGHT / 2), orientation=turn),
        block("right", (side * 0.03, 0.0, HEIGHT / 2), orientation=turn),
        block("bridge", (side * 0.006, 0.004, 3 * HEIGHT / 2)),
        block("rider", (side * 0.004, -0.003, 5 * HEIGHT / 2), orientation=turn),
    ]


@dataclasses.dataclass
class Run:
    """Where everything was in the end, seen unmirrored, and the forces felt."""

    positions: np.ndarray
    rotations: np.ndarray
    forces: np.ndarray


def pushed(engine, side, who, way, at, distance):
    """Push one block as a soft hand does, with at most 1 N."""
    engine.build(bodies(side))
    run(engine, 0.2)
    start = np.array(engine.pose(who)[0])
    along = np.array([side * way[0], way[1], 0.0])
    arm = np.array([side * at[0], at[1], 0.0])
    steps = round(0.8 / engine.timestep)
    forces = []
    for k in range(steps):
        position = np.array(engine.pose(who)[0])
        lag = distance * min(1.0, k / steps / 0.75) - (position - start) @ along
        speed = np.array(engine.velocity(who)[0]) @ along
        forces.append(float(np.clip(800.0 * lag - 3.0 * speed, -1.0, 1.0)))
        engine.apply_force(who, tuple(forces[-1] * along), tuple(position + arm))
        engine.step()
    run(engine, 0.3)
    poses = engine.poses(engine.names)
    positions, turns = poses.positions, rotation_matrices(poses.orientations)
    if side < 0:
        positions, turns = positions @ MIRROR, MIRROR @ turns @ MIRROR
    return Run(positions, turns, np.array(forces))


def angles(a, b):
    """Return the angles between rotations, in degrees."""
    traces = np.trace(np.swapaxes(a, 1, 2) @ b, axis1=1, axis2=2)
    return np.degrees(np.arccos(np.clip((traces - 1) / 2, -1, 1)))


@pytest.mark.parametrize(
    ("who", "way", "at", "degrees"),
    [
        ("bridge", (1, 0), (0, 0), 1.5),
        ("bridge", (0, 1), (0, 0), 1.5),
        ("right", (1, 0), (0, 0), 1.5),
        ("rider", (0, 1), (0.01, 0), 2.5),
        ("rider", (1, 0), (0, 0.02), 1.5),
        ("bridge", (0, 1), (0.01, 0), 5.0),
    ],
    ids=[
        "bridge-along",
        "bridge-across",
        "support",
        "rider-across",
        "rider-turned",
        "bridge-turned",
    ],
)
def test_a_mirrored_push_moves_everything_to_mirrored_places(
    open_world, who, way, at, degrees
):
    one = pushed(open_world(), 1, who, way, at, 0.02)
    other = pushed(open_world(), -1, who, way, at, 0.02)
    away = np.array([b.position for b in bodies(1)]) - one.positions
    assert np.linalg.norm(away, axis=1).max() > 0.019
    assert np.abs(one.positions - other.positions).max() < 1e-3
    assert angles(one.rotations, other.rotations).max() < degrees
    assert other.forces.max() == pytest.approx(one.forces.max(), rel=0.03)


def test_an_untouched_mirror_image_rests_alike(open_world):
    states = []
    for side in (1, -1):
        world = open_world()
        world.build(bodies(side))
        run(world, 1.0)
        positions = world.poses(world.names).positions
        states.append(positions @ MIRROR if side < 0 else positions)
    assert np.abs(states[0] - states[1]).max() < 0.01e-3

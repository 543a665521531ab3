"""Towers with hand-made poses, shared by tests of geometry, topple and players."""

import numpy as np
from hypothesis import strategies as st

from stacko.blocks import BlockSet
from stacko.geometry import nominal_poses
from stacko.params import BlockParams
from stacko.poses import Poses
from stacko.tower import Tower

BLOCKS = BlockParams()
SET = BlockSet.default()


def tower(seed=0):
    return Tower.built(SET, np.random.default_rng(seed))


def poses_of(some_tower, blocks=BLOCKS):
    return nominal_poses(some_tower, blocks)


def small(text):
    """Read a tower of a few layers, with its nominal poses."""
    read = Tower.from_notation(text)
    return read, poses_of(read)


def about_z(angle):
    return np.array([0.0, 0.0, np.sin(angle / 2), np.cos(angle / 2)])


def about_x(angle):
    return np.array([np.sin(angle / 2), 0.0, 0.0, np.cos(angle / 2)])


def about_y(angle):
    return np.array([0.0, np.sin(angle / 2), 0.0, np.cos(angle / 2)])


def quat_product(a, b):
    """Return the rotation b followed by a; arrays (4,) or (n, 4)."""
    ax, ay, az, aw = np.moveaxis(np.asarray(a), -1, 0)
    bx, by, bz, bw = np.moveaxis(np.asarray(b), -1, 0)
    parts = [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    ]
    return np.stack(np.broadcast_arrays(*parts), axis=-1)


def moved(poses, **changes):
    """Return poses with some blocks moved: name=(dx, dy, dz) or (shift, quaternion)."""
    positions, orientations = poses.positions.copy(), poses.orientations.copy()
    for name, change in changes.items():
        row = poses.index(name)
        shift, turn = change if len(change) == 2 else (change, None)
        positions[row] += shift
        if turn is not None:
            orientations[row] = quat_product(turn, orientations[row])
    return Poses(poses.names, positions, orientations)


def mirrored(poses):
    """Return poses as seen in a mirror in the plane y = 0."""
    flip = np.array([-1.0, 1.0, -1.0, 1.0])
    return Poses(
        poses.names, poses.positions * [1.0, -1.0, 1.0], poses.orientations * flip
    )


def turned(poses, angle):
    """Return all poses turned about the tower's axis."""
    c, s = np.cos(angle), np.sin(angle)
    matrix = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    return Poses(
        poses.names,
        poses.positions @ matrix.T,
        quat_product(about_z(angle), poses.orientations),
    )


@st.composite
def gappy_towers(draw, most=15):
    """Draw a full tower with up to `most` blocks taken, no layer empty."""
    result = tower(draw(st.integers(0, 2**16)))
    for _ in range(draw(st.integers(0, most))):
        names = [b.name for b in result.blocks() if not result.empties_layer(b)]
        result = result.take(draw(st.sampled_from(sorted(names))))
    return result

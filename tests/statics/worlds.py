"""Assemblies with known answers, shared by the tests of statics."""

from __future__ import annotations

import math

import numpy as np

from stacko.geometry import slot_pose
from stacko.params import BlockParams
from stacko.slots import Slot
from stacko.statics import Assembly, Interface, StaticBody, find_contacts

BLOCKS = BlockParams()
MU = 0.35
UPRIGHT = (0.0, 0.0, 0.0, 1.0)


def box(name, size, position, orientation=UPRIGHT, *, mass=1.0, fixed=False):
    return StaticBody(
        name, tuple(size), mass, tuple(position), tuple(orientation), fixed
    )


def table(right=20.0, side=40.0):
    """Return a table whose top is z = 0, and whose edge is at x = right."""
    return box("table", (side, side, 1.0), (right - side / 2, 0, -0.5), fixed=True)


def assembled(bodies, mu=MU, **tolerances):
    return Assembly(bodies, find_contacts(bodies, mu, **tolerances))


def about(axis, angle):
    """Return the quaternion of a turn about x, y or z."""
    turn = [0.0, 0.0, 0.0, math.cos(angle / 2)]
    turn["xyz".index(axis)] = math.sin(angle / 2)
    return tuple(turn)


def rotated(body, axis, angle):
    """Return a body turned about the origin, with its place."""
    c, s = math.cos(angle), math.sin(angle)
    first, second = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}[axis]
    position = list(body.position)
    position[first] = c * body.position[first] - s * body.position[second]
    position[second] = s * body.position[first] + c * body.position[second]
    turn = product(about(axis, angle), body.orientation)
    return box(body.name, body.size, position, turn, mass=body.mass, fixed=body.fixed)


def product(a, b):
    """Return the quaternion of the turn b followed by a."""
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )


def tower_bodies(layers, blocks=BLOCKS):
    """Return the table and the blocks of a full tower, named by their slots."""
    size = (blocks.length, blocks.width, blocks.height)
    bodies = [box("table", (8, 8, 0.2), (0, 0, -0.1), fixed=True)]
    for layer in range(1, layers + 1):
        for letter in "abc":
            position, turn = slot_pose(Slot(layer, letter), blocks)
            name = f"{layer}{letter}"
            bodies.append(box(name, size, position, turn, mass=blocks.mass))
    return bodies


def wide_stack(levels, mu, shift=0.0):
    """Return blocks of unit length on a table that ends at x = 0.

    Parameters
    ----------
    levels : sequence of sequences of float
        Left edges of the blocks, lowest level first.
    """
    bodies = [table(right=0.0)]
    for level, lefts in enumerate(levels):
        for number, left in enumerate(lefts):
            center = (left + 0.5 + shift, 0, (level + 0.5) * 0.3)
            bodies.append(box(f"{level + 1}.{number}", (1, 0.5, 0.3), center))
    return assembled(bodies, mu)


def harmonic(count):
    """Return left edges of the stack that reaches farthest, one block a level."""
    sums = np.concatenate([[0.0], np.cumsum(1 / np.arange(1, count + 1)) / 2])
    return [[sums[-1] - sums[level] - 1] for level in range(count - 1, -1, -1)]


def arch(ratio, stones=120, mu=3.0):
    """Return half a ring of stones of given thickness over mean radius.

    The stones are sectors with radial joints, a unit deep and heavy by their area.
    """
    inner, outer = 1 - ratio / 2, 1 + ratio / 2
    half = math.pi / stones / 2
    centroid = 2 / 3 * (outer**3 - inner**3) / (outer**2 - inner**2)
    centroid *= math.sin(half) / half
    bodies = [
        box("left", (1, 1, 1), (-2, 0, -1), fixed=True),
        box("right", (1, 1, 1), (2, 0, -1), fixed=True),
    ]
    for stone in range(stones):
        angle = math.pi - (2 * stone + 1) * half
        place = (centroid * math.cos(angle), 0, centroid * math.sin(angle))
        bodies.append(box(f"s{stone}", (ratio, 1, ratio), place))
    names = ["left", *(f"s{stone}" for stone in range(stones)), "right"]
    joints = []
    for joint in range(stones + 1):
        angle = math.pi - 2 * joint * half
        out = np.array([math.cos(angle), 0, math.sin(angle)])
        normal = (math.sin(angle), 0, -math.cos(angle))
        depth = np.array([0, 0.5, 0])
        points = [r * out + s * depth for r in (inner, outer) for s in (-1, 1)]
        joints.append(Interface(names[joint + 1], names[joint], points, normal, mu))
    return Assembly(bodies, joints)


def ladder(angle, floor, wall):
    """Return a ladder of unit length at an angle to the floor, and its coefficients."""
    x, z = math.cos(angle), math.sin(angle)
    bodies = [
        box("floor", (1, 1, 1), (0, 0, -1), fixed=True),
        box("wall", (1, 1, 1), (2, 0, 0), fixed=True),
        box("ladder", (1, 0.4, 0.01), (x / 2, 0, z / 2)),
    ]
    feet = [(0, -0.2, 0), (0, 0.2, 0)]
    tops = [(x, -0.2, z), (x, 0.2, z)]
    return Assembly(
        bodies,
        [
            Interface("ladder", "floor", feet, (0, 0, 1), floor),
            Interface("ladder", "wall", tops, (-1, 0, 0), wall),
        ],
    )

"""Assemblies with known answers, shared by the tests of statics."""

from __future__ import annotations

import math

from sims.gold_standards import arch, harmonic, ladder, tower_bodies, wide_stack
from stacko.params import BlockParams
from stacko.statics import Assembly, StaticBody, find_contacts

__all__ = [
    "BLOCKS",
    "MU",
    "UPRIGHT",
    "about",
    "arch",
    "assembled",
    "box",
    "harmonic",
    "ladder",
    "product",
    "rotated",
    "table",
    "tower_bodies",
    "wide_stack",
]

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

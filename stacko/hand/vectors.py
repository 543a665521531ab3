"""Small vector and quaternion arithmetic on tuples.

The hand's control loop runs at every step of the engine on single vectors, where
plain floats are several times faster than arrays. Quaternions are (x, y, z, w).
"""

from __future__ import annotations

import math

from stacko.engines.base import Quaternion, Vector

__all__ = [
    "add",
    "clipped",
    "conjugate",
    "cross",
    "dot",
    "multiply",
    "norm",
    "rotate",
    "rotation_vector",
    "scaled",
    "sub",
    "unit",
]


def add(a: Vector, b: Vector) -> Vector:
    """Return a + b."""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def sub(a: Vector, b: Vector) -> Vector:
    """Return a - b."""
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def scaled(a: Vector, factor: float) -> Vector:
    """Return a times a number."""
    return (a[0] * factor, a[1] * factor, a[2] * factor)


def dot(a: Vector, b: Vector) -> float:
    """Return the inner product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vector, b: Vector) -> Vector:
    """Return the vector product."""
    return (
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    )


def norm(a: Vector) -> float:
    """Return the length."""
    return math.sqrt(dot(a, a))


def unit(a: Vector) -> Vector:
    """Return the direction; `ZeroDivisionError` for the zero vector."""
    return scaled(a, 1 / norm(a))


def clipped(a: Vector, limit: float) -> Vector:
    """Return a, shortened to the limit if it is longer."""
    length = norm(a)
    return a if length <= limit else scaled(a, limit / length)


def conjugate(q: Quaternion) -> Quaternion:
    """Return the inverse of a unit quaternion."""
    return (-q[0], -q[1], -q[2], q[3])


def multiply(p: Quaternion, q: Quaternion) -> Quaternion:
    """Return the rotation q followed by p."""
    px, py, pz, pw = p
    qx, qy, qz, qw = q
    return (
        pw * qx + px * qw + py * qz - pz * qy,
        pw * qy - px * qz + py * qw + pz * qx,
        pw * qz + px * qy - py * qx + pz * qw,
        pw * qw - px * qx - py * qy - pz * qz,
    )


def rotate(q: Quaternion, v: Vector) -> Vector:
    """Return v turned by q."""
    axis = (q[0], q[1], q[2])
    t = scaled(cross(axis, v), 2.0)
    return add(add(v, scaled(t, q[3])), cross(axis, t))


def rotation_vector(q: Quaternion) -> Vector:
    """Return the rotation as axis times angle (rad), by the short way."""
    sign = 1.0 if q[3] >= 0 else -1.0
    sine = math.sqrt(q[0] ** 2 + q[1] ** 2 + q[2] ** 2)
    if sine < 1e-12:
        return (0.0, 0.0, 0.0)
    factor = sign * 2 * math.atan2(sine, abs(q[3])) / sine
    return (q[0] * factor, q[1] * factor, q[2] * factor)

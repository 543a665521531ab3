"""Friction cones as pyramids.

Coulomb: the tangential part of a contact force is at most `mu` times its normal
part. The round cone is replaced by a pyramid, so that forces are sums of a few
generators with coefficients that are not negative. Its edges lie on the cone
(*inscribed*: what stands on it stands on the cone) or its faces touch the cone
(*circumscribed*: what falls on it falls on the cone). They differ by the factor
``cos(pi / sides)`` of `mu` at most: 0.71 with 4 sides, 0.92 with 8, 0.98 with 16. They
are turned so that both touch the cone in one direction of choice, that of the load,
and with a multiple of 4 sides at right angles to it; without a choice along the
world's axes.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

__all__ = ["generators", "tangents"]

Array = NDArray[np.float64]

_ALONG = 1e-3
"""Part of a direction that must lie in a contact plane to give it one."""


def tangents(normals: Array, along: Array | None = None) -> tuple[Array, Array]:
    """Return two unit vectors in each contact plane, at right angles.

    Parameters
    ----------
    normals : ndarray, shape (p, 3)
        Unit vectors.
    along : ndarray, shape (3,), optional
        What the first one is to follow, as seen in the plane. Where it has no
        direction there, and by default, that is the world's x axis, or its y axis if
        the normal is nearer to x than to y.
    """
    near_x = np.abs(normals[:, 0]) > np.abs(normals[:, 1])
    axis = np.where(near_x[:, None], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0])
    if along is not None:
        flat = along - (normals @ along)[:, None] * normals
        seen = np.linalg.norm(flat, axis=1) > _ALONG * np.linalg.norm(along)
        axis = np.where(seen[:, None], flat, axis)
    first = axis - (axis * normals).sum(axis=1, keepdims=True) * normals
    first /= np.linalg.norm(first, axis=1, keepdims=True)
    return first, np.cross(normals, first)


def generators(
    normals: Array,
    mu: Array,
    sides: int,
    *,
    circumscribed: bool = False,
    along: Array | None = None,
) -> Array:
    """Return the edges of the friction pyramids, shape (p, sides, 3).

    Parameters
    ----------
    normals : ndarray, shape (p, 3)
        Unit vectors.
    mu : ndarray, shape (p,)
    sides : int
        3 or more; 1 gives the normal alone.
    circumscribed : bool
        Pyramid around the cone instead of inside it.
    along : ndarray, shape (3,), optional
        Direction in which the pyramid touches the cone. The first edge of one inside
        lies along it, seen in the contact plane; so does the middle one against it,
        if `sides` is even.
    """
    if sides == 1:
        return normals[:, None, :]
    first, second = tangents(normals, along)
    turned = 0.5 if circumscribed else 0.0  # so that both touch the cone there
    angles = 2 * np.pi * (np.arange(sides) + turned) / sides
    reach = mu / math.cos(math.pi / sides) if circumscribed else mu
    around = (
        np.cos(angles)[:, None] * first[:, None, :]
        + np.sin(angles)[:, None] * second[:, None, :]
    )
    return np.asarray(normals[:, None, :] + reach[:, None, None] * around)

"""Friction cones as pyramids.

Coulomb: the tangential part of a contact force is at most `mu` times its normal
part. The round cone is replaced by a pyramid, so that forces are sums of a few
generators with coefficients that are not negative. Its edges lie on the cone
(*inscribed*: what stands on it stands on the cone) or its faces touch the cone
(*circumscribed*: what falls on it falls on the cone). They differ by the factor
``cos(pi / sides)`` of `mu` at most (0.71 with 4 sides, 0.92 with 8, 0.98 with 16), and
not at all along the world's axes where the contact lies along them and `sides` is a
multiple of 4: both pyramids touch the cone there.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

__all__ = ["generators", "tangents"]

Array = NDArray[np.float64]


def tangents(normals: Array) -> tuple[Array, Array]:
    """Return two unit vectors in each contact plane, at right angles.

    The first is the world's x axis as seen in the plane, or its y axis where the
    normal is nearer to x than to y.

    Parameters
    ----------
    normals : ndarray, shape (p, 3)
        Unit vectors.
    """
    near_x = np.abs(normals[:, 0]) > np.abs(normals[:, 1])
    axis = np.where(near_x[:, None], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0])
    first = axis - (axis * normals).sum(axis=1, keepdims=True) * normals
    first /= np.linalg.norm(first, axis=1, keepdims=True)
    return first, np.cross(normals, first)


def generators(
    normals: Array, mu: Array, sides: int, *, circumscribed: bool = False
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
    """
    if sides == 1:
        return normals[:, None, :]
    first, second = tangents(normals)
    turned = 0.5 if circumscribed else 0.0  # so that both touch the cone at the axes
    angles = 2 * np.pi * (np.arange(sides) + turned) / sides
    reach = mu / math.cos(math.pi / sides) if circumscribed else mu
    around = (
        np.cos(angles)[:, None] * first[:, None, :]
        + np.sin(angles)[:, None] * second[:, None, :]
    )
    return np.asarray(normals[:, None, :] + reach[:, None, None] * around)

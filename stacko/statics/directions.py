"""Where to tilt towards, where to push: directions and points on an assembly."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from stacko.errors import ParameterError, shown
from stacko.poses import rotation_matrices
from stacko.statics.assembly import Assembly
from stacko.statics.bodies import Vector
from stacko.statics_params import StaticsParams

__all__ = ["azimuths_of", "highest_point", "sideways"]

Array = NDArray[np.float64]


def highest_point(assembly: Assembly, body: str | None = None) -> tuple[str, Vector]:
    """Return a body and the middle of its uppermost face, in m.

    Parameters
    ----------
    assembly : Assembly
    body : str, optional
        By default the free body whose uppermost face is highest.

    Raises
    ------
    ParameterError
        If there is no such body, or it is fixed.
    """
    names = [n for n, free in zip(assembly.names, assembly.free, strict=True) if free]
    if not names:
        raise ParameterError("every body is fixed: there is nothing to push")
    if body is not None:
        assembly.row(body)
        if body not in names:
            raise ParameterError(f"body {shown(body)} is fixed: push another one")
        names = [body]
    tops = [_top(assembly, name) for name in names]
    highest = max(range(len(tops)), key=lambda row: tops[row][2])
    return names[highest], tops[highest]


def _top(assembly: Assembly, name: str) -> Vector:
    body = assembly.body(name)
    axes = rotation_matrices(np.array([body.orientation]))[0]
    steepest = int(np.abs(axes[2]).argmax())
    up = axes[:, steepest] * math.copysign(body.size[steepest] / 2, axes[2, steepest])
    x, y, z = (np.array(body.position) + up).tolist()
    return (x, y, z)


def azimuths_of(given: Sequence[float] | None, params: StaticsParams) -> Array:
    """Return the directions asked for, in rad, or even ones all around.

    Raises
    ------
    ParameterError
        If there is none, or one is not finite.
    """
    if given is None:
        return 2 * np.pi * np.arange(params.azimuths) / params.azimuths
    angles = np.asarray(given, dtype=float).reshape(-1)
    if not len(angles) or not np.isfinite(angles).all():
        raise ParameterError(
            f"azimuths {shown(given)}: give one finite angle or more, in rad"
        )
    return angles


def sideways(assembly: Assembly, azimuth: float) -> Array:
    """Return gravity turned by a right angle, so that it pulls towards an azimuth.

    Raises
    ------
    ParameterError
        If there is no gravity.
    """
    down = np.array(assembly.gravity)
    size = float(np.linalg.norm(down))
    if size == 0.0:
        raise ParameterError("gravity is 0: there is no tilt without a weight")
    up = -down / size
    axis = np.array([1.0, 0.0, 0.0]) if abs(up[0]) < 0.9 else np.array([0.0, 1.0, 0.0])
    first = axis - (axis @ up) * up
    first /= np.linalg.norm(first)
    second = np.cross(up, first)
    return np.asarray(size * (math.cos(azimuth) * first + math.sin(azimuth) * second))

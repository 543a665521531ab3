"""Where a tower is looked at from: cameras by name, and how far away they stand."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from stacko.engines.base import Vector
from stacko.engines.pictures import View
from stacko.errors import ParameterError, close_match, shown
from stacko.poses import Poses, rotation_matrices

__all__ = ["CAMERAS", "corners_of", "directed", "fitted", "turned_to"]

Array = NDArray[np.float64]

CAMERAS: Mapping[str, str] = MappingProxyType(
    {
        "auto": "from the corner that sees best where blocks fall",
        "corner": "from a corner, a little above",
        "front": "along the blocks of the second layer",
        "side": "along the blocks of the first layer",
        "top": "straight down",
        "low": "from a corner, from the height of the table",
        "follow": "as auto, but nearer, and after the block in hand",
        "orbit": "once around the tower",
    }
)
"""Cameras by name, and what they see."""

_DIRECTIONS = {
    "corner": (140.0, -16.0),
    "front": (90.0, -10.0),
    "side": (180.0, -10.0),
    "top": (90.0, -89.0),
    "low": (140.0, -4.0),
}
"""Azimuth and elevation in which they look, degrees."""

_ASIDE = 55.0
"""Angle between where blocks fall and from where one looks at it best, degrees."""
_FAR = 0.5
"""Blocks farther from the middle of the table than this need not be seen, m."""
_MARGIN = 1.12
_NEAREST = 0.02
"""Distance from which a single point is seen, m."""


def directed(name: str, debris: Array | None = None) -> tuple[float, float]:
    """Return azimuth and elevation of a camera, degrees.

    Parameters
    ----------
    name : str
        One of `CAMERAS`.
    debris : ndarray, shape (n, 3), optional
        Where the fallen blocks lie; those cameras look at that which choose.

    Raises
    ------
    ParameterError
        If there is no such camera.
    """
    if name not in CAMERAS:
        raise ParameterError(
            f"no camera {shown(name)}{close_match(name, CAMERAS)}; there are "
            f"{', '.join(CAMERAS)}"
        )
    azimuth, elevation = _DIRECTIONS.get(name, _DIRECTIONS["corner"])
    if name in _DIRECTIONS or debris is None or not len(debris):
        return azimuth, elevation
    x, y, _ = debris.mean(axis=0)
    fall = math.degrees(math.atan2(y, x))
    corners = [
        140.0 + quarter * 90.0 + lean for quarter in range(4) for lean in (0, 10)
    ]
    return min(corners, key=lambda each: _misfit(each, fall)), elevation


def _misfit(azimuth: float, fall: float) -> float:
    """Return how far an eye is from seeing a fall from aside, degrees."""
    between = abs((azimuth + 180.0 - fall + 180.0) % 360.0 - 180.0)
    return abs(between - _ASIDE)


def corners_of(poses: Poses, sizes: Mapping[str, Vector]) -> Array:
    """Return the corners of all blocks that are not too far away, shape (n, 3), m.

    Parameters
    ----------
    poses : Poses
    sizes : mapping of str to (length, width, height)
    """
    if not len(poses):
        return np.zeros((1, 3))
    signs = np.array(np.meshgrid(*[(-0.5, 0.5)] * 3)).reshape(3, 8).T
    halves = np.array([sizes[name] for name in poses.names])
    local = signs[None] * halves[:, None]
    turned = np.einsum("nij,nkj->nki", rotation_matrices(poses.orientations), local)
    near = np.hypot(poses.positions[:, 0], poses.positions[:, 1]) < _FAR
    chosen = (turned + poses.positions[:, None])[near if near.any() else slice(None)]
    points: Array = chosen.reshape(-1, 3)
    return points


def fitted(
    points: Array,
    direction: tuple[float, float],
    size: tuple[int, int],
    field: float,
    below: float = 0.0,
) -> View:
    """Return the nearest view in a direction that shows all points.

    Parameters
    ----------
    points : ndarray, shape (n, 3)
    direction : tuple of float
        Azimuth and elevation in which one looks, degrees.
    size : tuple of int
        Width and height of the picture; only their ratio counts.
    field : float
        Vertical angle of view, degrees.
    below : float
        Share of the height that is kept free at the bottom.
    """
    right, up, back = _axes(*direction)
    seen = points @ np.array([right, up, back]).T
    tall = math.tan(math.radians(field) / 2) / _MARGIN
    wide = tall * size[0] / size[1]
    middle = (seen.max(axis=0) + seen.min(axis=0)) / 2
    distance = 0.0
    for _ in range(30):  # What is near looks larger, so the middle moves.
        side, height, depth = (seen - middle).T
        reach = depth + np.maximum(np.abs(side) / wide, np.abs(height) / tall)
        distance = max(float(reach.max()), _NEAREST)
        over = (seen[:, :2] - middle[:2]) / (distance - depth)[:, None]
        middle[:2] += (over.max(axis=0) + over.min(axis=0)) / 2 * distance * 0.7
    distance /= 1 - below
    middle[1] -= below * distance * tall
    target = middle @ np.array([right, up, back])
    return View(_vector(target), *direction, distance)


def turned_to(view: View, point: Sequence[float]) -> View:
    """Return a view in the same direction, and as far away, of another point."""
    return View(_vector(point), view.azimuth, view.elevation, view.distance)


def _axes(azimuth: float, elevation: float) -> tuple[Array, Array, Array]:
    """Return what is right, up and towards the eye in a picture."""
    around, above = math.radians(azimuth), math.radians(elevation)
    ahead = np.array(
        [
            math.cos(above) * math.cos(around),
            math.cos(above) * math.sin(around),
            math.sin(above),
        ]
    )
    right = np.array([math.sin(around), -math.cos(around), 0.0])
    return right, np.cross(right, ahead), -ahead


def _vector(point: Sequence[float] | Array) -> Vector:
    x, y, z = (float(each) for each in point)
    return x, y, z

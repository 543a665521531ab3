"""Where boxes touch, whichever way they lie.

Two boxes touch where their surfaces are no farther apart than a tolerance. The normal
is that of a face wherever a face takes part; only where two edges cross, both at an
angle to every face, is it their common normal. Boxes that meet along an edge or at a
corner alone, like those on the diagonal of a chessboard, have no normal of their own:
such a contact carries nothing, and is left out.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from stacko.errors import ParameterError, shown
from stacko.statics.bodies import Interface, StaticBody
from stacko.statics.boxes import Boxes, Separation, near_pairs, separate
from stacko.statics.errors import OverlapError
from stacko.statics.patches import edge_points, face_points
from stacko.statics_params import StaticsParams

__all__ = ["Friction", "find_contacts"]

Array = NDArray[np.float64]
Indices = NDArray[np.intp]
Bools = NDArray[np.bool_]

Friction = float | Callable[[StaticBody, StaticBody], float]
"""One coefficient for all pairs, or a function of the two bodies."""

_SKEW = 0.1
"""Sine of the angle beyond which two directions are two different ones."""


def find_contacts(
    bodies: Sequence[StaticBody],
    mu: Friction,
    params: StaticsParams | None = None,
    *,
    tolerance: float | None = None,
    overlap: float | None = None,
) -> list[Interface]:
    """Return where boxes touch each other.

    Parameters
    ----------
    bodies : sequence of StaticBody
        All taken as boxes.
    mu : float or callable
        Coefficient of friction of a pair.
    params : StaticsParams, optional
        Tolerances relative to the smallest side of all bodies.
    tolerance : float, optional
        Largest gap that touches, in m, instead of the one in `params`. A face that is
        tilted against another touches with those corners that are near enough.
    overlap : float, optional
        Deepest overlap let pass, in m, instead of the one in `params`.

    Returns
    -------
    list of Interface
        In the order of the bodies; the first named body is `a`.

    Raises
    ------
    OverlapError
        If two bodies overlap by more; names the deepest pair.
    ParameterError
        If a tolerance is negative or no number, or a coefficient is not accepted.
    """
    settings = params or StaticsParams()
    if not bodies:
        return []
    smallest = min(min(body.size) for body in bodies)
    reach = _length("tolerance", tolerance, settings.contact_tolerance * smallest)
    deepest = _length("overlap", overlap, settings.overlap_tolerance * smallest)
    boxes = Boxes.of(bodies)
    found = separate(boxes, *near_pairs(boxes, reach))
    found = found.rows(found.distances.max(axis=1) <= reach)
    _refuse_overlap(bodies, found, deepest)
    found = found.rows(~_grazing(found, reach))
    crossing = _by_edges(found, reach)
    faces = _face_contacts(boxes, found.rows(~crossing), reach)
    edges = _edge_contacts(boxes, found.rows(crossing))
    coefficient = mu if callable(mu) else lambda _a, _b: mu
    return [
        Interface(
            (a := bodies[row]).name,
            (b := bodies[column]).name,
            points,
            normal,
            coefficient(a, b),
            gaps,
        )
        for row, column, normal, points, gaps in sorted(
            faces + edges, key=lambda each: each[:2]
        )
    ]


_Found = tuple[int, int, Array, Array, Array]
"""Rows of two bodies, normal, points, gaps."""


def _length(name: str, given: object, default: float) -> float:
    if given is None:
        return default
    if not isinstance(given, int | float) or not 0 <= given < math.inf:
        raise ParameterError(
            f"{name} {shown(given)} of contacts: give a length in m, 0 or more"
        )
    return float(given)


def _refuse_overlap(
    bodies: Sequence[StaticBody], found: Separation, deepest: float
) -> None:
    depths = -found.distances.max(axis=1)
    if len(depths) and depths.max() > deepest:
        row = int(depths.argmax())
        a, b = bodies[found.first[row]].name, bodies[found.second[row]].name
        raise OverlapError(a, b, float(depths[row]), deepest)


def _grazing(found: Separation, reach: float) -> Bools:
    """Return which pairs are apart in two different directions at once."""
    best = found.distances[:, :6].argmax(axis=1)
    normals = np.take_along_axis(found.axes, best[:, None, None], axis=1)
    cosines = np.abs(np.einsum("mki,mi->mk", found.axes[:, :6], normals[:, 0]))
    other = cosines < math.sqrt(1 - _SKEW**2)
    return np.asarray((other & (found.distances[:, :6] >= -reach)).any(axis=1))


def _by_edges(found: Separation, reach: float) -> Bools:
    """Return which pairs are kept apart by crossing edges, and not by any face."""
    faces = found.distances[:, :6].max(axis=1)
    return np.asarray(found.distances[:, 6:].max(axis=1) > faces + reach)


def _face_contacts(boxes: Boxes, found: Separation, reach: float) -> list[_Found]:
    if not len(found.first):
        return []
    best = found.distances[:, :6].argmax(axis=1)
    normals = np.take_along_axis(found.axes, best[:, None, None], axis=1)[:, 0]
    mine = best < 3
    face = np.where(mine, found.first, found.second)
    other = np.where(mine, found.second, found.first)
    outward = np.where(mine, -1.0, 1.0)[:, None] * normals
    points, gaps, kept = face_points(boxes, face, other, best % 3, outward)
    kept &= gaps <= reach
    kept &= ~_repeated(points, kept, 1e-6 * boxes.halves[face].min(axis=1))
    return [
        (int(a), int(b), normals[row], points[row, kept[row]], gaps[row, kept[row]])
        for row, (a, b) in enumerate(zip(found.first, found.second, strict=True))
        if kept[row].any()
    ]


def _repeated(points: Array, kept: Bools, least: Array) -> Bools:
    """Return which points are where an earlier one of the same pair is."""
    apart = np.abs(points[:, :, None, :] - points[:, None, :, :]).max(axis=3)
    same = (apart <= least[:, None, None]) & kept[:, None, :]
    count = points.shape[1]
    return np.asarray((same & np.tri(count, count, -1, dtype=bool)).any(axis=2))


def _edge_contacts(boxes: Boxes, found: Separation) -> list[_Found]:
    if not len(found.first):
        return []
    best = found.distances[:, 6:].argmax(axis=1)
    rows = np.arange(len(best))
    normals, gaps = found.axes[rows, 6 + best], found.distances[rows, 6 + best]
    points = edge_points(boxes, found.first, found.second, best, normals)
    return [
        (int(a), int(b), normals[row], points[row, None], gaps[row, None])
        for row, (a, b) in enumerate(zip(found.first, found.second, strict=True))
    ]

"""Upright bodies on each other: vertical gaps, small motions, normal loads.

The small motion of a body is a rise and a turn about x and about y, so a point of it
rises by ``z + a (y - yc) - b (x - xc)``: linear, and so is the gap at every corner
where one body lies over another. The same matrix, turned over, collects the loads at
the corners into force and moments on the bodies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from stacko.statics.assembly import Assembly
from stacko.statics.bodies import Interface, StaticBody
from stacko.statics.contacts import Friction, find_contacts
from stacko.statics.equations import Columns

__all__ = ["Bed", "bed_of"]

Array = NDArray[np.float64]
Indices = NDArray[np.intp]

_STEEP = 0.95
"""Vertical part of a normal under which a contact is one of sides."""


@dataclass(frozen=True, slots=True, eq=False)
class Bed:
    """What may lie on what.

    Parameters
    ----------
    assembly : Assembly
        Bodies, and the corners at which one may come to lie on another.
    upper, lower : ndarray of int, shape (p,)
        Rows of the bodies at each corner.
    gaps : ndarray, shape (p,)
        Vertical distance at each corner before anything moves, in m.
    matrix : sparse array, shape (3 m, p)
        Rise, and turns about x and y times the longest side, of the m free bodies;
        columns say what a load of 1 at a corner does to them.
    weights : ndarray, shape (3 m,)
        Load on the bodies over `unit`.
    unit : float
        Mean weight, in N.
    """

    assembly: Assembly
    upper: Indices
    lower: Indices
    gaps: Array
    matrix: Columns
    weights: Array
    unit: float

    def motions(self, solution: Array) -> Array:
        """Return rise (m) and turns about x and y (rad) of all bodies, (n, 3)."""
        motions = np.zeros((len(self.assembly), 3))
        free = self.assembly.free
        motions[free] = solution.reshape(-1, 3)
        motions[free, 1:] /= self.assembly.lengths[free, None]
        return motions


def bed_of(
    bodies: Sequence[StaticBody], reach: float, gravity: float, mu: Friction = 0.0
) -> Bed:
    """Return what may lie on what among upright bodies.

    Parameters
    ----------
    bodies : sequence of StaticBody
    reach : float
        Largest gap that may close, and deepest overlap that may open, in m.
    gravity : float
        In m/s^2.
    mu : float or callable
        Coefficient of friction of a pair, for the assembly.

    Raises
    ------
    OverlapError
        If two bodies overlap by more than `reach`.
    """
    faces = find_contacts(bodies, mu, tolerance=reach, overlap=reach)
    faces = [_upward(face) for face in faces if abs(face.normal[2]) > _STEEP]
    assembly = Assembly(tuple(bodies), tuple(faces), gravity=(0.0, 0.0, -gravity))
    contacts, free = assembly.contacts, assembly.free
    rows = np.where(free, 3 * (np.cumsum(free) - 1), -1)
    parts = []
    for at, sign in ((contacts.a, 1.0), (contacts.b, -1.0)):
        held = np.flatnonzero(free[at])
        body = at[held]
        arms = (contacts.points[held] - assembly.centers[body])[:, :2]
        arms = arms / assembly.lengths[body, None]
        values = np.column_stack([np.ones(len(held)), arms[:, 1], -arms[:, 0]])
        places = rows[body][:, None] + np.arange(3)
        parts.append((sign * values, places, np.repeat(held[:, None], 3, axis=1)))
    values, places, columns = (
        np.concatenate([part.ravel() for part in each])
        for each in zip(*parts, strict=True)
    )
    count = 3 * int(free.sum())
    matrix = sparse.csc_array((values, (places, columns)), (count, len(contacts)))
    loads = -assembly.gravity_forces()[free, 2]
    unit = float(loads.mean()) if len(loads) and loads.any() else 1.0
    weights = np.zeros((len(loads), 3))
    weights[:, 0] = loads / unit
    return Bed(
        assembly,
        contacts.a,
        contacts.b,
        contacts.gaps / np.abs(contacts.normals[:, 2]),
        matrix,
        weights.ravel(),
        unit,
    )


def _upward(face: Interface) -> Interface:
    """Return an interface whose first body is the upper one."""
    if face.normal[2] > 0:
        return face
    return Interface(face.b, face.a, face.points, -face.normal, face.mu, face.gaps)

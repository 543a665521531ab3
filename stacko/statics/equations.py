"""The equations of equilibrium, sparse and without units.

One column for every generator of every friction pyramid, six rows for every free
body: force over the body's weight, moment about its center over weight times longest
side. So a residual of 1e-6 means the same for a heavy body and for a light one. The
unknowns are forces over the mean weight.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from stacko.statics.assembly import Assembly
from stacko.statics.certificates import velocity_between
from stacko.statics.cones import generators

__all__ = ["Columns", "Equations"]

Array = NDArray[np.float64]
Columns = sparse.csc_array

_ROUNDING = 1e-9


class Equations:
    """Equilibrium of an assembly: ``columns @ unknowns + loads = 0``.

    Parameters
    ----------
    assembly : Assembly

    Attributes
    ----------
    unit : float
        Force of one unit of the unknowns, in N.
    loads : ndarray, shape (6 m,)
        Right-hand side of the m free bodies, gravity included, without unit.
    """

    def __init__(self, assembly: Assembly) -> None:
        self.assembly = assembly
        free = assembly.free
        self.weights = _weights(assembly)
        self.unit = float(self.weights[free].mean()) if free.any() else 1.0
        scales = np.repeat(self.weights[:, None], 6, axis=1)
        scales[:, 3:] *= assembly.lengths[:, None]
        self._scales = scales
        self._rows = np.where(free, 6 * (np.cumsum(free) - 1), -1)
        self.count = 6 * int(free.sum())
        self.loads = self.scaled(assembly.load_wrenches())

    def scaled(self, wrenches: Array) -> Array:
        """Return forces and moments (n, 6) of all bodies as a side of the equations."""
        return np.asarray((wrenches / self._scales)[self.assembly.free].ravel())

    def columns(self, directions: Array) -> Columns:
        """Return the matrix of forces along given directions at the contacts.

        Parameters
        ----------
        directions : ndarray, shape (p, k, 3)
            Force on the first body of each contact point.

        Returns
        -------
        sparse matrix, shape (6 m, p k)
            Columns ordered by point, then by direction.
        """
        contacts = self.assembly.contacts
        count, sides = directions.shape[:2]
        numbers = np.arange(count * sides).reshape(count, sides)
        parts = []
        for bodies, sign in ((contacts.a, 1.0), (contacts.b, -1.0)):
            held = self.assembly.free[bodies]
            rows = bodies[held]
            arms = contacts.points[held] - self.assembly.centers[rows]
            forces = sign * self.unit * directions[held]
            moments = np.cross(arms[:, None, :], forces)
            values = np.concatenate([forces, moments], axis=2)
            values /= self._scales[rows][:, None, :]
            places = self._rows[rows][:, None, None] + np.arange(6)
            parts.append(
                (
                    values.ravel(),
                    np.broadcast_to(places, values.shape).ravel(),
                    np.repeat(numbers[held].ravel(), 6),
                )
            )
        values, places, columns = (np.concatenate(p) for p in zip(*parts, strict=True))
        some = values != 0
        shape = (self.count, count * sides)
        return sparse.csc_array((values[some], (places[some], columns[some])), shape)

    def pyramid(
        self, sides: int, along: Array | None = None, *, circumscribed: bool = False
    ) -> Array:
        """Return the generators of all contacts, shape (p, sides, 3).

        Parameters as of `stacko.statics.cones.generators`.
        """
        contacts = self.assembly.contacts
        return generators(
            contacts.normals,
            contacts.mu,
            sides,
            circumscribed=circumscribed,
            along=along,
        )

    def open(self, multipliers: Array, directions: Array) -> bool:
        """Return whether no force along any direction could hold a mechanism back.

        Then columns of these directions would not change what was found without them.
        """
        speeds = np.zeros((len(self.assembly), 6))
        speeds[self.assembly.free] = -multipliers.reshape(-1, 6)
        opening = velocity_between(self.assembly, speeds / self._scales)
        gained = self.unit * np.einsum("pki,pi->pk", directions, opening)
        return bool(gained.min(initial=0.0) >= -_ROUNDING)

    def forces(self, unknowns: Array, directions: Array) -> Array:
        """Return the force on the first body at each point, shape (p, 3), in N."""
        shares = np.maximum(unknowns, 0.0).reshape(directions.shape[:2])
        return np.asarray(self.unit * (shares[:, :, None] * directions).sum(axis=1))

    @property
    def force_rows(self) -> NDArray[np.intp]:
        """Rows of the forces, moments left out."""
        return np.flatnonzero(np.arange(self.count) % 6 < 3)

    def velocities(self, multipliers: Array) -> Array:
        """Return the velocities (n, 6) that multipliers of the equations stand for.

        Linear velocity of the center, then angular velocity; fixed bodies rest. Their
        size means nothing: the fastest point moves with about 1 m/s.

        Parameters
        ----------
        multipliers : ndarray, shape (6 m,) or (3 m,)
            Of all rows, or of `force_rows`, at which nothing turns.
        """
        velocities = np.zeros((len(self.assembly), 6))
        width = 6 if len(multipliers) == self.count else 3
        own = multipliers.reshape(-1, width)
        velocities[np.flatnonzero(self.assembly.free), :width] = own
        velocities /= self._scales
        turning = np.linalg.norm(velocities[:, 3:], axis=1) * self.assembly.lengths
        speeds = np.linalg.norm(velocities[:, :3], axis=1) + turning
        return velocities / max(float(speeds.max(initial=0.0)), 1e-300)


def _weights(assembly: Assembly) -> Array:
    """Return the weight of every body in N, or 1 N where nothing has any."""
    weights = assembly.masses * np.linalg.norm(assembly.gravity)
    heaviest = float(weights[assembly.free].max(initial=0.0))
    return np.where(weights > 0, weights, heaviest or 1.0)

"""Bodies at rest on each other: what touches, what is loose, what carries what."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from stacko.poses import Poses
from stacko.statics.assembly import Assembly
from stacko.statics.beds import Bed
from stacko.statics.bodies import Interface, StaticBody
from stacko.statics.contacts import Friction
from stacko.statics.loads import extreme_loads
from stacko.statics.solver import Deadline
from stacko.statics.verdicts import Mechanism, Verdict
from stacko.statics_params import StaticsParams

__all__ = ["Settled"]

Array = NDArray[np.float64]
Indices = NDArray[np.intp]
Bools = NDArray[np.bool_]

_NOTHING = 1e-6
"""Load over mean weight that counts as none."""


@dataclass(frozen=True, slots=True, eq=False)
class Settled:
    """Bodies at rest on each other.

    Parameters
    ----------
    verdict : Verdict
        ``stable`` if a rest was found and its loads were checked to balance;
        ``unstable`` if nothing holds some body, however far it sinks.
    reason : str
    bodies : tuple of StaticBody
        With settled poses; as given unless stable.
    bed : Bed
        What may lie on what; its corners are the rows below.
    gaps : ndarray, shape (p,)
        Gap left at each corner, in m; NaN unless stable.
    touching : ndarray of bool, shape (p,)
        Corners whose gap is closed.
    loads : ndarray, shape (p,)
        Normal load at each corner, in N.
    determinate : bool
        Whether balance alone determines what every body carries. Where it does not,
        and among the corners of one face, loads are those of equal springs in every
        corner that touches (least sum of squares), or, should these not be found,
        those of the linear program: any of many.
    mechanism : Mechanism or None
        How it falls, if it does.
    """

    verdict: Verdict
    reason: str
    bodies: tuple[StaticBody, ...]
    bed: Bed
    gaps: Array
    touching: Bools
    loads: Array
    determinate: bool
    mechanism: Mechanism | None

    @property
    def poses(self) -> Poses:
        """Settled poses of all bodies that are not fixed."""
        free = [body for body in self.bodies if not body.fixed]
        return Poses(
            tuple(body.name for body in free),
            np.array([body.position for body in free]).reshape(-1, 3),
            np.array([body.orientation for body in free]).reshape(-1, 4),
        )

    @property
    def carried(self) -> dict[str, float]:
        """Load on every free body from those above it, in N."""
        assembly = self.bed.assembly
        sums = np.bincount(self.bed.lower, self.loads, minlength=len(assembly))
        pairs = zip(assembly.names, sums.tolist(), assembly.free, strict=True)
        return {name: load for name, load, free in pairs if free}

    @property
    def loose(self) -> tuple[str, ...]:
        """Free bodies on which nothing rests."""
        least = _NOTHING * self.bed.unit
        return tuple(name for name, load in self.carried.items() if load <= least)

    def corners_between(self, upper: str, lower: str) -> Array:
        """Return the corners at which one body touches the one below, (k, 3), in m."""
        row, other = (self.bed.assembly.row(name) for name in (upper, lower))
        chosen = (self.bed.upper == row) & (self.bed.lower == other) & self.touching
        return np.asarray(self.bed.assembly.contacts.points[chosen])

    def load_range(
        self, name: str, params: StaticsParams | None = None
    ) -> tuple[float, float]:
        """Return the least and the largest load a body may carry, in N.

        Over all normal loads at the corners that touch that balance every body.
        """
        bed = self.bed
        touching = np.flatnonzero(self.touching)
        share = (bed.lower[touching] == bed.assembly.row(name)).astype(float)
        deadline = Deadline((params or StaticsParams()).time_limit)
        low, high = extreme_loads(bed.matrix[:, touching], bed.weights, share, deadline)
        return low * bed.unit, high * bed.unit

    def assembly(self, mu: Friction, closing: float | None = None) -> Assembly:
        """Return the settled bodies with their contacts, normals taken as vertical.

        Parameters
        ----------
        mu : float or callable
            Coefficient of friction of a pair.
        closing : float, optional
            Corners with a gap up to this, in m, touch as well; only those that do
            touch by default. A tower that stands on the ridge of a thick block tips
            until it finds the next one, a tenth of a degree farther: its balance is
            that of all blocks that nearly touch.
        """
        bed = self.bed
        contacts = bed.assembly.contacts
        near = self.touching if closing is None else self.gaps <= closing
        faces = []
        for rows in _grouped(contacts.interface, np.flatnonzero(near)):
            upper, lower = bed.upper[rows[0]], bed.lower[rows[0]]
            above, below = self.bodies[upper], self.bodies[lower]
            faces.append(
                Interface(
                    above.name,
                    below.name,
                    contacts.points[rows],
                    np.array([0.0, 0.0, 1.0]),
                    mu(above, below) if callable(mu) else mu,
                    np.maximum(self.gaps[rows], 0.0),
                )
            )
        return Assembly(self.bodies, tuple(faces), gravity=bed.assembly.gravity)


def _grouped(numbers: Indices, rows: Indices) -> list[Indices]:
    """Return rows in groups of equal numbers, which never decrease."""
    if not len(rows):
        return []
    return np.split(rows, np.flatnonzero(np.diff(numbers[rows])) + 1)

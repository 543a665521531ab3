"""Limits by Newton's method, of an assembly and of what removals leave of it.

Taking a body out leaves the equations of all others as they are. So they are made
once, for the whole; of what remains, the columns of its contacts are chosen, and the
rows of what is gone hold nothing. What was found for the whole is where to start.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from stacko.statics.bands import Bands
from stacko.statics.equations import Equations
from stacko.statics.proximal import Most, most
from stacko.statics.solver import Deadline, Solution

__all__ = ["View"]

Array = NDArray[np.float64]
Bools = NDArray[np.bool_]

_ALIKE = 0.9
"""Cosine of the angle between loads above which one is a start for the other."""


class View:
    """Equations of an assembly as those of a larger one, seen in part.

    Parameters
    ----------
    equations : Equations
    whole : View, optional
        Of the same assembly with a few bodies more. Where the smaller one was not
        made from it (`Assembly.without`), the view stands alone.
    """

    def __init__(self, equations: Equations, whole: View | None = None) -> None:
        self.equations = equations
        self.whole: View | None = None if whole is None else whole.whole or whole
        self._bands: dict[tuple[float, ...], Bands] = {}
        self._found: dict[bool, list[tuple[Array, Most]]] = {True: [], False: []}
        self.bodies, self.points = self._kept()

    def _kept(self) -> tuple[Bools, Bools]:
        """Return which bodies and contact points of the whole are still there."""
        if self.whole is not None:
            ours, base = self.equations.assembly, self.whole.equations.assembly
            names = set(ours.names)
            bodies = np.array([name in names for name in base.names], dtype=bool)
            points = bodies[base.contacts.a] & bodies[base.contacts.b]
            left = base.contacts.points[points]
            if bodies.sum() == len(ours) and np.array_equal(left, ours.contacts.points):
                return bodies, points
            self.whole = None
        assembly = self.equations.assembly
        return np.ones(len(assembly), bool), np.ones(len(assembly.contacts), bool)

    def most(self, load: Array, sides: int, until: Deadline) -> Most | None:
        """Return the largest multiple of a load on top of the assembly's own.

        With friction along the load alone: two of the `sides` edges of the pyramid.

        Parameters
        ----------
        load : ndarray, shape (n, 6)
        sides : int
        until : Deadline
        """
        bands, swapped = self._chosen(load, sides, turning=True)
        extra, right = self._sides(load)
        start = self._start(load, swapped, turning=True)
        found = most(bands, extra, right, until, start)
        return self._kept_in_mind(load, found, swapped, turning=True)

    def straight(
        self, load: Array, sides: int, start: Solution, enough: float, until: Deadline
    ) -> Most | None:
        """Return the largest multiple if nothing turns.

        Parameters
        ----------
        load, sides, until
            As of `most`.
        start : Solution
            Of the program in which bodies may turn: forces, then the multiple.
        enough : float
            Multiple beyond which the search may end.
        """
        bands, swapped = self._chosen(load, sides, turning=False)
        rows = self._base.equations.force_rows
        extra, right = (side[rows] for side in self._sides(load))
        x = start.x[:-1] / self._unit
        before = self._start(load, swapped, turning=False) or _swapped(
            Most(float(start.x[-1]), x, np.zeros(len(rows)), np.inf), swapped
        )
        found = most(bands, extra, right, until, before, enough=enough)
        return self._kept_in_mind(load, found, swapped, turning=False)

    def _kept_in_mind(
        self, load: Array, found: Most | None, swapped: bool, *, turning: bool
    ) -> Most | None:
        """Return what was found as the assembly's own, and remember the whole's."""
        if found is None:
            return None
        found = _swapped(found, swapped)
        if self.whole is None:
            self._found[turning].append((load, found))
        return self._own(found, width=6 if turning else 3)

    @property
    def _base(self) -> View:
        return self.whole or self

    @property
    def _unit(self) -> float:
        """The whole's unit of force in the assembly's."""
        return self._base.equations.unit / self.equations.unit

    def _own(self, found: Most, width: int = 6) -> Most:
        """Return a result in rows and units of the assembly."""
        bodies = self.bodies[self._base.equations.assembly.free]
        motion = found.multipliers.reshape(-1, width)[bodies].ravel()
        return Most(found.factor, self._unit * found.x, motion, found.gap)

    def _sides(self, load: Array) -> tuple[Array, Array]:
        """Return a load, and what holds the assembly's own, as sides of equations."""
        base = self._base.equations
        full = np.zeros((2, len(base.assembly), 6))
        full[:, self.bodies] = load, -self.equations.assembly.load_wrenches()
        return base.scaled(full[0]), base.scaled(full[1])

    def _chosen(self, load: Array, sides: int, *, turning: bool) -> tuple[Bands, bool]:
        """Return equations with friction along a load, and whether edges are swapped.

        Loads that pull one way and the other need the same edges, if opposite ones.
        """
        along = load[:, :3].sum(axis=0)
        size = float(np.linalg.norm(along))
        along = np.round(along / size, 9) if size else along
        swapped = sides % 2 == 0 and tuple(along) < (0.0, 0.0, 0.0)
        along = -along if swapped else along
        key = (*(along + 0.0).tolist(), sides, turning)
        if key not in self._bands:
            self._bands[key] = self._made(along, sides, turning=turning)
        return self._bands[key], swapped

    def _made(self, along: Array, sides: int, *, turning: bool) -> Bands:
        if self.whole is not None:
            load = np.zeros((1, 6))
            load[0, :3] = along
            bands, _ = self.whole._chosen(load, sides, turning=turning)
            return bands.part(np.flatnonzero(np.repeat(self.points, 2)))
        edges = self.equations.pyramid(sides, along)[:, [0, sides // 2]]
        columns = self.equations.columns(edges)
        rows = self.equations.force_rows
        return Bands(columns if turning else columns.tocsr()[rows].tocsc())

    def _start(self, load: Array, swapped: bool, *, turning: bool) -> Most | None:
        """Return what was found for the whole and a similar load."""
        if self.whole is None:
            return None
        known = self.whole._found[turning]
        alike = [
            (_likeness(old[self.bodies], load), number)
            for number, (old, _) in enumerate(known)
        ]
        likeness, number = max(alike, default=(0.0, 0))
        if likeness < _ALIKE:
            return None
        found = _swapped(known[number][1], swapped)
        return replace(found, x=found.x[np.repeat(self.points, 2)])


def _swapped(found: Most, swapped: bool) -> Most:
    """Return a result with the two edges of each contact in the other order."""
    if not swapped:
        return found
    return replace(found, x=found.x.reshape(-1, 2)[:, ::-1].ravel())


def _likeness(a: Array, b: Array) -> float:
    """Return the cosine of the angle between two loads."""
    size = float(np.linalg.norm(a) * np.linalg.norm(b))
    return float((a * b).sum()) / size if size else 0.0

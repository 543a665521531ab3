"""How hard a block must be pulled before it slides out.

A block that slides has friction against it in every contact: the force is the sum of
`mu` times the normal loads on it. The loads are not given: friction elsewhere may
share them out in many ways, and the pull itself changes them. Over all sets of forces
that hold every other block, the sum has a least and a largest value, each by one
linear program. That is the range given here.

Below it the block cannot slide, whatever the loads, unless others move along. Above
it the block slides, or takes others along: the push it withstands (`holds`) counts
friction in any direction and is the force that nothing can resist.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from stacko.errors import ParameterError, shown
from stacko.poses import rotation_matrices
from stacko.statics.assembly import Assembly
from stacko.statics.bands import Bands
from stacko.statics.certificates import JAMMED
from stacko.statics.equations import Columns, Equations
from stacko.statics.proximal import balanced, most
from stacko.statics.solver import (
    Deadline,
    Program,
    Solution,
    Status,
    solve_turned,
)
from stacko.statics.verdicts import Verdict
from stacko.statics_params import StaticsParams

__all__ = ["PullFinder", "PullForce", "pull_force"]

Array = NDArray[np.float64]
Indices = NDArray[np.intp]

_CLOSELY = 1e-8
"""Part of a force, or of a weight, by which an end may be too near the other."""


@dataclass(frozen=True, slots=True)
class PullForce:
    """The force at which a block slides out.

    Parameters
    ----------
    verdict : Verdict
        ``stable`` if both ends were found; ``unstable`` if the block cannot slide
        while all others hold still: it comes only with others; ``indeterminate`` if
        the solver gave no answer.
    low, high : float
        Least and largest force in N over all admissible loads; NaN unless stable.
    direction : tuple of float
        Unit vector of the pull.
    """

    verdict: Verdict
    low: float
    high: float
    direction: tuple[float, float, float]


class PullFinder:
    """Pull forces of the blocks of one assembly; the matrix is built once.

    Parameters
    ----------
    assembly : Assembly
    params : StaticsParams
    quick : bool
        Whether friction of the other contacts along the pull is enough for the least
        force; without friction across it, that may come out a little too high.
    """

    def __init__(
        self, assembly: Assembly, params: StaticsParams, *, quick: bool = False
    ) -> None:
        self.assembly, self.params, self.quick = assembly, params, quick
        self.equations = Equations(assembly)
        self._bands: dict[tuple[float, ...], Bands] = {}

    def force(self, name: str, direction: Sequence[float] | None = None) -> PullForce:
        """Return the range of the force that pulls a body out.

        Parameters
        ----------
        name : str
        direction : sequence of float, optional
            Unit vector; by default the level direction of its longest side.

        Raises
        ------
        ParameterError
            If there is no such body, it is fixed, or the direction is no unit vector.
        """
        row = self.assembly.row(name)
        if not self.assembly.free[row]:
            raise ParameterError(f"body {shown(name)} is fixed: pull another one")
        axis = np.asarray(
            longest_axis(self.assembly, name) if direction is None else direction,
            dtype=float,
        )
        if axis.shape != (3,) or not abs(np.linalg.norm(axis) - 1) < 1e-6:
            raise ParameterError(
                f"direction {shown(direction)} of a pull: give a unit vector"
            )
        return _Pull(self, row, axis).force()

    def bands(self, axis: Array) -> Bands:
        """Return the equations for friction in all directions, made only once."""
        key = tuple(axis.tolist())
        if key not in self._bands:
            edges = self.equations.pyramid(self.params.sides, axis)
            self._bands[key] = Bands(self.equations.columns(edges))
        return self._bands[key]


class _Pull:
    """One body and one direction."""

    def __init__(self, finder: PullFinder, row: int, axis: Array) -> None:
        self.finder, self.row, self.axis = finder, row, axis
        self.assembly, self.equations = finder.assembly, finder.equations
        self.params, self.quick = finder.params, finder.quick
        self.until = Deadline(self.params.time_limit)
        contacts = self.assembly.contacts
        self.other = (contacts.a != row) & (contacts.b != row)
        self.directions = self.equations.pyramid(self.params.sides, axis)
        self.own = self._sliding()
        order = finder.bands(axis).order
        self.dragged = Bands(self.own, order)

    def force(self) -> PullForce:
        """Return the range of the force."""
        x, y, z = self.axis.tolist()
        ends = [] if self._jammed() else [self._end(sign) for sign in (1.0, -1.0)]
        statuses = {status for status, _ in ends} or {Status.INFEASIBLE}
        if statuses == {Status.SOLVED}:
            low, high = (force * self.equations.unit for _, force in ends)
            return PullForce(Verdict.STABLE, low, high, (x, y, z))
        alone = Status.INFEASIBLE not in statuses
        verdict = Verdict.INDETERMINATE if alone else Verdict.UNSTABLE
        return PullForce(verdict, math.nan, math.nan, (x, y, z))

    def _sliding(self) -> Columns:
        """Return columns of a body's contacts as it slides, and of its pull, last."""
        contacts, axis = self.assembly.contacts, self.axis
        normals = contacts.normals
        tangents = axis - (normals @ axis)[:, None] * normals
        size = np.linalg.norm(tangents, axis=1, keepdims=True)
        tangents = np.where(size > 1e-6, tangents / np.maximum(size, 1e-300), 0.0)
        signs = np.where(contacts.a == self.row, -1.0, 1.0)[:, None]
        directions = normals + signs * contacts.mu[:, None] * tangents
        dragged = self.equations.columns(directions[:, None])
        load = np.zeros((len(self.assembly), 6))
        load[self.row, :3] = axis * self.equations.unit
        pull = sparse.csc_array(self.equations.scaled(load)[:, None])
        chosen = dragged[:, np.flatnonzero(~self.other)]
        both: Columns = sparse.hstack([chosen, pull], format="csc")
        return both

    def _edges(self, *, every: bool) -> Indices:
        """Return columns of the other contacts: all, or those along the pull."""
        sides = self.params.sides
        along = np.isin(np.arange(sides), [0, sides // 2])
        return np.flatnonzero(self.other[:, None] & (along | every))

    def _jammed(self) -> bool:
        """Return whether it is proven that no loads let the body slide alone.

        The proof is a motion from which no force can take power, while the loads gain
        it; see `stacko.statics.certificates`. Here the body's own contacts slide
        whatever they do, so it is checked with their columns.
        """
        other = self.finder.bands(self.axis).part(self._edges(every=True))
        bands = self.dragged.beside(other)
        found = balanced(bands, self.equations.loads, self.until)
        if found is None:
            return False
        motion = found.multipliers
        closing = float((bands.turned @ motion[bands.order]).max(initial=0.0))
        power = -float(self.equations.loads @ motion)
        return power > JAMMED * len(self.assembly) * max(closing, 0.0) + _CLOSELY

    def _end(self, sign: float) -> tuple[Status, float]:
        """Return the least force, or the largest, in units.

        Friction of the other contacts along the pull is tried first for the least, and
        is enough where no other friction could hold back the mechanism found. The
        largest mostly needs all friction there is.
        """
        for every in (False, True) if sign > 0 else (True,):
            edges = self._edges(every=every)
            solution = self._quickly(edges, sign) or self._solved(edges, sign)
            if solution.status is Status.SOLVED and (
                every or self.quick or self._enough(solution)
            ):
                break
        if solution.status is not Status.SOLVED:
            return solution.status, math.nan
        return solution.status, float(solution.x[self.own.shape[1] - 1])

    def _enough(self, solution: Solution) -> bool:
        return self.equations.open(
            solution.multipliers, self.directions * self.other[:, None, None]
        )

    def _quickly(self, edges: Indices, sign: float) -> Solution | None:
        """Return what Newton's method finds, if it is as good as a linear program's."""
        last = self.own.shape[1] - 1
        dragged = self.dragged.part(np.arange(last))
        bands = dragged.beside(self.finder.bands(self.axis).part(edges))
        pull = -sign * self.own[:, [last]].toarray().ravel()
        found = most(bands, pull, -self.equations.loads, self.until)
        if found is None or found.gap > _CLOSELY * (1 + abs(found.factor)):
            return None
        forces = np.insert(found.x, last, -sign * found.factor)
        solution = Solution(Status.SOLVED, forces, found.multipliers, "")
        return solution if self._balances(solution, edges) else None

    def _solved(self, edges: Indices, sign: float) -> Solution:
        """Return what the linear program gives, if it balances."""
        matrix = self._matrix(edges)
        count = matrix.shape[1]
        cost = np.zeros(count)
        cost[self.own.shape[1] - 1] = sign
        high = np.full(count, np.inf)
        right = -self.equations.loads
        program = Program(cost, matrix, right, np.zeros(count), high)
        solution = solve_turned(program, self.until)
        if solution.status is Status.SOLVED and not self._balances(solution, edges):
            return replace(solution, status=Status.FAILED)
        return solution

    def _matrix(self, edges: Indices) -> Columns:
        others = self.equations.columns(self.directions)[:, edges]
        matrix: Columns = sparse.hstack([self.own, others], format="csc")
        return matrix

    def _balances(self, solution: Solution, edges: Indices) -> bool:
        """Return whether the forces found hold every body, and press."""
        forces = np.maximum(solution.x, 0.0)
        missing = self._matrix(edges) @ forces + self.equations.loads
        worst = float(np.abs(missing).max(initial=0.0))
        largest = max(1.0, float(forces.max(initial=0.0)))
        return worst <= self.params.residual * largest


def longest_axis(assembly: Assembly, name: str) -> tuple[float, float, float]:
    """Return the level direction nearest to a body's longest side, a unit vector.

    The side itself, if it stands upright.
    """
    body = assembly.body(name)
    axes = rotation_matrices(np.array([body.orientation]))[0]
    x, y, z = axes[:, int(np.argmax(body.size))].tolist()
    level = math.hypot(x, y)
    return (x, y, z) if level < 1e-6 else (x / level, y / level, 0.0)


def pull_force(
    assembly: Assembly,
    name: str,
    direction: Sequence[float] | None = None,
    params: StaticsParams | None = None,
) -> PullForce:
    """Return the range of the force that pulls a body out; see `PullFinder`."""
    return PullFinder(assembly, params or StaticsParams()).force(name, direction)

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
from stacko.statics.equations import Columns, Equations
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
        own = self._sliding(row, axis)
        deadline = Deadline(self.params.time_limit)
        ends = [self._end(row, axis, own, sign, deadline) for sign in (1.0, -1.0)]
        x, y, z = axis.tolist()
        statuses = {status for status, _ in ends}
        if statuses == {Status.SOLVED}:
            low, high = (force * self.equations.unit for _, force in ends)
            return PullForce(Verdict.STABLE, low, high, (x, y, z))
        alone = Status.INFEASIBLE not in statuses
        verdict = Verdict.INDETERMINATE if alone else Verdict.UNSTABLE
        return PullForce(verdict, math.nan, math.nan, (x, y, z))

    def _held(self, row: int) -> NDArray[np.bool_]:
        """Return which contacts are those of a body."""
        contacts = self.assembly.contacts
        return np.asarray((contacts.a == row) | (contacts.b == row))

    def _sliding(self, row: int, axis: Array) -> Columns:
        """Return columns of a body's contacts as it slides, and of its pull, last."""
        contacts = self.assembly.contacts
        touching = self._held(row)
        normals = contacts.normals
        tangents = axis - (normals @ axis)[:, None] * normals
        size = np.linalg.norm(tangents, axis=1, keepdims=True)
        tangents = np.where(size > 1e-6, tangents / np.maximum(size, 1e-300), 0.0)
        signs = np.where(contacts.a == row, -1.0, 1.0)[:, None]
        directions = normals + signs * contacts.mu[:, None] * tangents
        dragged = self.equations.columns(directions[:, None])
        load = np.zeros((len(self.assembly), 6))
        load[row, :3] = axis * self.equations.unit
        pull = sparse.csc_array(self.equations.scaled(load)[:, None])
        chosen = dragged[:, np.flatnonzero(touching)]
        both: Columns = sparse.hstack([chosen, pull], format="csc")
        return both

    def _end(
        self, row: int, axis: Array, own: Columns, sign: float, until: Deadline
    ) -> tuple[Status, float]:
        """Return the least force, or the largest, in units.

        Friction of the other contacts along the pull is tried first for the least, and
        is enough where no other friction could hold back the mechanism found. The
        largest mostly needs all friction there is.
        """
        sides = self.params.sides
        directions = self.equations.pyramid(sides, axis)
        other = ~self._held(row)
        least = sign > 0
        few = directions[:, [0, sides // 2]] if least else directions
        solution = self._solved(own, few, other, sign, until)
        solved = solution.status is Status.SOLVED
        if least and not (
            solved and (self.quick or self._enough(solution, directions, other))
        ):
            solution = self._solved(own, directions, other, sign, until)
        if solution.status is not Status.SOLVED:
            return solution.status, math.nan
        return solution.status, float(solution.x[own.shape[1] - 1])

    def _enough(
        self, solution: Solution, directions: Array, other: NDArray[np.bool_]
    ) -> bool:
        return self.equations.open(
            solution.multipliers, directions * other[:, None, None]
        )

    def _solved(
        self,
        own: Columns,
        directions: Array,
        other: NDArray[np.bool_],
        sign: float,
        until: Deadline,
    ) -> Solution:
        columns = self.equations.columns(directions)
        chosen = np.flatnonzero(np.repeat(other, directions.shape[1]))
        matrix = sparse.hstack([own, columns[:, chosen]], format="csc")
        count = matrix.shape[1]
        cost = np.zeros(count)
        cost[own.shape[1] - 1] = sign
        high = np.full(count, np.inf)
        right = -self.equations.loads
        program = Program(cost, matrix, right, np.zeros(count), high)
        solution = solve_turned(program, until)
        if solution.status is not Status.SOLVED:
            return solution
        forces = np.maximum(solution.x, 0.0)
        missing = np.abs(matrix @ forces - right).max(initial=0.0)
        if missing > self.params.residual * max(1.0, float(forces.max(initial=0.0))):
            return replace(solution, status=Status.FAILED)
        return solution


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

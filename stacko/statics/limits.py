"""How much more it stands: the largest multiple of a load before it falls.

The equations are linear in the multiple, so one linear program gives it, and its
multipliers the mechanism that ends it. Both ends are checked: the forces found hold
the load times `factor`, and the mechanism proves that nothing can hold more than
`bound` times the load.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from stacko.statics.assembly import Assembly
from stacko.statics.certificates import bound_of, residual
from stacko.statics.equations import Columns, Equations
from stacko.statics.equilibrium import mechanism_of
from stacko.statics.solver import Deadline, Program, Solution, Status, solve
from stacko.statics.verdicts import Failure, Mechanism, Verdict
from stacko.statics_params import StaticsParams

__all__ = ["Limit", "LimitFinder"]

Array = NDArray[np.float64]

ENDLESS = 1e6
"""Multiple of the unit load that counts as no limit at all."""


_SAME = 1e-3
"""Part of a limit within which sliding straight away is as good a reason."""


@dataclass(frozen=True, slots=True, eq=False)
class Limit:
    """The largest multiple of a load that an assembly stands.

    Parameters
    ----------
    verdict : Verdict
        ``stable`` if `factor` was checked to stand; ``unstable`` if the assembly
        falls without the load; ``indeterminate`` if the solver gave no answer that
        could be checked.
    factor : float
        The multiple; ``inf`` if no multiple makes it fall, 0 if it falls without,
        NaN if indeterminate.
    bound : float
        Multiple beyond which `mechanism` proves that no forces hold it. Equal to
        `factor` but for rounding, or ``inf`` where the mechanism slides between the
        edges of the friction pyramid: then the round cone may hold more.
    mechanism : Mechanism or None
        What gives way.
    reason : str
        Why, in a sentence.
    """

    verdict: Verdict
    factor: float
    bound: float
    mechanism: Mechanism | None
    reason: str


class LimitFinder:
    """Limits of one assembly under several loads.

    Parameters
    ----------
    assembly : Assembly
    params : StaticsParams
        The pyramid is the one inside the cone, so limits are on the safe side; see
        `stacko.statics.cones` for by how much.
    quick : bool
        Whether friction along the load is enough. It is a quarter of the unknowns,
        and mostly all it takes; where it is not, the limit is a little too low.
    """

    def __init__(
        self, assembly: Assembly, params: StaticsParams, *, quick: bool = False
    ) -> None:
        self.assembly, self.params, self.quick = assembly, params, quick
        self.equations = Equations(assembly)

    def largest(self, load: Array, deadline: Deadline | None = None) -> Limit:
        """Return the largest multiple of a load.

        Parameters
        ----------
        load : ndarray, shape (n, 6)
            Force and moment about the center of every body, in N and N m.
        deadline : Deadline, optional
        """
        size = float(np.abs(self.equations.scaled(load)).max(initial=0.0))
        if size == 0.0:
            return Limit(Verdict.STABLE, np.inf, np.inf, None, "there is no load")
        until = deadline or Deadline(self.params.time_limit)
        directions = self.equations.pyramid(self.params.sides, load[:, :3].sum(axis=0))
        few = directions[:, [0, self.params.sides // 2]]
        solution = self._solved(load / size, few, until)
        if solution.status is not Status.SOLVED or not (
            self.quick or self.equations.open(solution.multipliers, directions)
        ):
            few = directions
            solution = self._solved(load / size, few, until)
        if solution.status is Status.SOLVED:
            return self._checked(solution, few, load, size, until)
        if solution.status is Status.INFEASIBLE:
            return Limit(Verdict.UNSTABLE, 0.0, 0.0, None, "it falls without any load")
        return _undecided(f"{solution.status} ({solution.message})")

    def _solved(
        self,
        load: Array,
        directions: Array,
        until: Deadline,
        *,
        turning: bool = True,
    ) -> Solution:
        """Maximize the multiple, the last unknown."""
        columns = self.equations.columns(directions)
        extra, loads = self.equations.scaled(load), self.equations.loads
        if not turning:
            rows = self.equations.force_rows
            columns, loads, extra = _rows_of(columns, rows), loads[rows], extra[rows]
        matrix = sparse.hstack([columns, sparse.csc_array(extra[:, None])], "csc")
        count = matrix.shape[1]
        high = np.full(count, np.inf)
        high[-1] = ENDLESS
        cost = np.zeros(count)
        cost[-1] = -1.0
        return solve(Program(cost, matrix, -loads, np.zeros(count), high), until)

    def _checked(
        self,
        solution: Solution,
        directions: Array,
        load: Array,
        size: float,
        until: Deadline,
    ) -> Limit:
        factor = float(solution.x[-1]) / size
        loads = self.assembly.load_wrenches() + factor * load
        forces = self.equations.forces(solution.x[:-1], directions)
        missing = residual(self.assembly, forces, loads)
        if missing > self.params.residual * max(1.0, factor * size):
            why = f"the forces found miss equilibrium by {missing:.2g} of a weight"
            return _undecided(why)
        if solution.x[-1] >= ENDLESS * (1 - 1e-9):
            return Limit(Verdict.STABLE, np.inf, np.inf, None, "no load makes it fall")
        velocities = self.equations.velocities(-solution.multipliers)
        mechanism = mechanism_of(self.assembly, velocities, forces, load)
        if mechanism.failure is Failure.BOTH:
            straight = self._straight(load, size, factor, until)
            if straight is not None:
                velocities = straight
                mechanism = mechanism_of(self.assembly, velocities, forces, load)
        return Limit(
            Verdict.STABLE,
            factor,
            bound_of(self.assembly, velocities, load),
            mechanism,
            f"beyond it {mechanism.failure} ({len(mechanism.moving)} bodies)",
        )

    def _straight(
        self, load: Array, size: float, factor: float, until: Deadline
    ) -> Array | None:
        """Return velocities at which it gives way as soon without any turning.

        The solver returns any of many mechanisms; what can slide straight away should
        not be said to turn as well.
        """
        along = load[:, :3].sum(axis=0)
        directions = self.equations.pyramid(self.params.sides, along)
        few = directions[:, [0, self.params.sides // 2]]
        solution = self._solved(load / size, few, until, turning=False)
        if solution.status is not Status.SOLVED:
            return None
        if solution.x[-1] > factor * size * (1 + _SAME):
            return None
        return self.equations.velocities(-solution.multipliers)


def _rows_of(columns: Columns, rows: NDArray[np.intp]) -> Columns:
    return columns.tocsr()[rows].tocsc()


def _undecided(why: str) -> Limit:
    return Limit(Verdict.INDETERMINATE, np.nan, np.nan, None, why)

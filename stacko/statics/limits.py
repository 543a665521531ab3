"""How much more it stands: the largest multiple of a load before it falls.

The equations are linear in the multiple, so one linear program gives it, and its
multipliers the mechanism that ends it. It is solved by Newton's method
(`stacko.statics.proximal`), or by HiGHS where that finds no end. Both ends are
checked: the forces found hold the load times `factor`, and the mechanism proves that
nothing can hold more than `bound` times the load.
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
from stacko.statics.proximal import Most
from stacko.statics.solver import Deadline, Program, Solution, Status, solve
from stacko.statics.verdicts import Failure, Mechanism, Verdict
from stacko.statics.views import View
from stacko.statics_params import StaticsParams

__all__ = ["Limit", "LimitFinder"]

Array = NDArray[np.float64]

ENDLESS = 1e6
"""Multiple of the unit load that counts as no limit at all."""


_CLOSELY, _ROUGHLY = 1e-8, 1e-4
"""Part of itself by which a limit found may be too low; the second where quick."""

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
        and mostly all it takes; where it is not, the limit is a little too low. It
        may also be too low by up to a ten thousandth of itself.
    like : LimitFinder, optional
        Of the same assembly with a few bodies more. Its equations are used, the
        bodies that are gone left out, and what it found is where to start from.
    """

    def __init__(
        self,
        assembly: Assembly,
        params: StaticsParams,
        *,
        quick: bool = False,
        like: LimitFinder | None = None,
    ) -> None:
        self.assembly, self.params, self.quick = assembly, params, quick
        self.equations = Equations(assembly)
        whole = None if like is None else like.view
        self.view: View = View(self.equations, whole)

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
        return _Search(self, load, size, until).limit()


class _Search:
    """One load, and its limit."""

    def __init__(
        self, finder: LimitFinder, load: Array, size: float, until: Deadline
    ) -> None:
        self.finder, self.load, self.size, self.until = finder, load, size, until
        self.assembly, self.equations = finder.assembly, finder.equations
        self.params = finder.params
        self.along = load[:, :3].sum(axis=0)
        self.all = self.equations.pyramid(self.params.sides, self.along)
        self.few = self.all[:, [0, self.params.sides // 2]]

    def limit(self) -> Limit:
        """Try Newton's method, then the linear program; each with few sides first."""
        solution, directions = self._quickly(), self.few
        if solution is None:
            solution = self._solved(self.few)
            if not self._enough(solution):
                directions = self.all
                solution = self._solved(self.all)
        if solution.status is Status.SOLVED:
            return self._checked(solution, directions)
        if solution.status is Status.INFEASIBLE:
            return Limit(Verdict.UNSTABLE, 0.0, 0.0, None, "it falls without any load")
        return _undecided(f"{solution.status} ({solution.message})")

    def _enough(self, solution: Solution) -> bool:
        """Return whether more friction would not change the limit, or need not."""
        return solution.status is Status.SOLVED and (
            self.finder.quick or self.equations.open(solution.multipliers, self.all)
        )

    def _quickly(self) -> Solution | None:
        """Return what Newton's method finds, if it is as good as a linear program's."""
        view, load = self.finder.view, self.load / self.size
        found = view.most(load, self.params.sides, self.until)
        if found is None or not -_CLOSELY <= found.factor < ENDLESS / 10:
            return None
        solution = _as_solution(found)
        let_pass = _ROUGHLY if self.finder.quick else _CLOSELY
        good = found.gap <= let_pass * max(found.factor, _CLOSELY)
        return solution if good and self._enough(solution) else None

    def _solved(self, directions: Array, *, turning: bool = True) -> Solution:
        """Maximize the multiple, the last unknown, by a linear program."""
        columns = self.equations.columns(directions)
        extra, loads = (
            self.equations.scaled(self.load) / self.size,
            self.equations.loads,
        )
        if not turning:
            rows = self.equations.force_rows
            columns, loads, extra = _rows_of(columns, rows), loads[rows], extra[rows]
        matrix = sparse.hstack([columns, sparse.csc_array(extra[:, None])], "csc")
        count = matrix.shape[1]
        high = np.full(count, np.inf)
        high[-1] = ENDLESS
        cost = np.zeros(count)
        cost[-1] = -1.0
        return solve(Program(cost, matrix, -loads, np.zeros(count), high), self.until)

    def _checked(self, solution: Solution, directions: Array) -> Limit:
        factor = float(solution.x[-1]) / self.size
        loads = self.assembly.load_wrenches() + factor * self.load
        forces = self.equations.forces(solution.x[:-1], directions)
        missing = residual(self.assembly, forces, loads)
        if missing > self.params.residual * max(1.0, factor * self.size):
            why = f"the forces found miss equilibrium by {missing:.2g} of a weight"
            return _undecided(why)
        if solution.x[-1] >= ENDLESS * (1 - 1e-9):
            return Limit(Verdict.STABLE, np.inf, np.inf, None, "no load makes it fall")
        velocities = self.equations.velocities(-solution.multipliers)
        mechanism = mechanism_of(self.assembly, velocities, forces, self.load)
        if mechanism.failure is Failure.BOTH:
            straight = self._straight(solution)
            if straight is not None:
                velocities = straight
                mechanism = mechanism_of(self.assembly, velocities, forces, self.load)
        return Limit(
            Verdict.STABLE,
            factor,
            bound_of(self.assembly, velocities, self.load),
            mechanism,
            f"beyond it {mechanism.failure} ({len(mechanism.moving)} bodies)",
        )

    def _straight(self, solution: Solution) -> Array | None:
        """Return velocities at which it gives way as soon without any turning.

        The solver returns any of many mechanisms; what can slide straight away should
        not be said to turn as well.
        """
        most = float(solution.x[-1]) * (1 + _SAME)
        found = None
        if len(solution.x) == self.few.shape[0] * self.few.shape[1] + 1:
            found = self.finder.view.straight(
                self.load / self.size, self.params.sides, solution, most, self.until
            )
        if found is not None and found.factor > most:
            return None
        if found is None or found.gap > _CLOSELY * found.factor:
            solution = self._solved(self.few, turning=False)
        else:
            solution = _as_solution(found)
        if solution.status is not Status.SOLVED or solution.x[-1] > most:
            return None
        return self.equations.velocities(-solution.multipliers)


def _as_solution(found: Most) -> Solution:
    x = np.append(found.x, max(found.factor, 0.0))
    return Solution(Status.SOLVED, x, found.multipliers, "")


def _rows_of(columns: Columns, rows: NDArray[np.intp]) -> Columns:
    return columns.tocsr()[rows].tocsc()


def _undecided(why: str) -> Limit:
    return Limit(Verdict.INDETERMINATE, np.nan, np.nan, None, why)

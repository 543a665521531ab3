"""Does it stand? Equilibrium of rigid bodies with friction, as a linear program.

Forces at the contact points are sums of generators of friction pyramids with
coefficients that are not negative. Newton's method looks for such forces, and ends
with a mechanism where there are none (`stacko.statics.proximal`); it mostly does in a
hundredth of the time a linear program takes. Where neither is proven, the program
minimizes what is missing to equilibrium, summed over all bodies; its multipliers are
the velocities of a mechanism. Nothing missing: it stands. Something missing: it
falls, in that way. No answer is given before it is checked
(`stacko.statics.certificates`).

After Livesley (1978), DOI 10.1002/nme.1620121207, and Whiting, Ochsendorf and Durand
(2009), DOI 10.1145/1618452.1618458. That forces *exist* is necessary for standing
and not sufficient: nothing here tells whether bodies find them. Where this
over-predicts stability is told in docs/statics.md; see also Kao et al. (2022),
DOI 10.1016/j.cad.2022.103216.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from stacko.statics.assembly import Assembly
from stacko.statics.bands import Bands
from stacko.statics.certificates import (
    cone_excess,
    power_of,
    proves_fall,
    residual,
)
from stacko.statics.equations import Columns, Equations
from stacko.statics.failures import failure_of
from stacko.statics.proximal import balanced
from stacko.statics.solver import Deadline, Method, Program, Solution, Status, solve
from stacko.statics.verdicts import Equilibrium, Failure, Mechanism, Verdict
from stacko.statics_params import StaticsParams

__all__ = ["equilibrium"]

Array = NDArray[np.float64]

_UPRIGHT: Array = np.array([0.0, 0.0, 1.0, 1.0, 1.0, 0.0])
"""Rise and fall, and turns about level axes."""

_LEVEL = 1e-3
"""Level part of the load under which friction is not tried along it first."""

CONE = 1e-9
"""Part of the weight by which a force may leave its cone: rounding alone."""


def equilibrium(
    assembly: Assembly,
    params: StaticsParams | None = None,
    *,
    method: Method | None = None,
) -> Equilibrium:
    """Return whether an assembly stands, with the proof.

    Parameters
    ----------
    assembly : Assembly
    params : StaticsParams, optional
        Sides of the pyramid, residual let pass, limit of time.
    method : str, optional
        ``highs-ds`` or ``highs-ipm``: linear programs alone, of this method. Newton's
        method first by default, and dual simplex where it proves nothing.

    Returns
    -------
    Equilibrium
        ``stable`` with contact forces, ``unstable`` with a mechanism, both valid for
        the round cone, or ``indeterminate`` with the reason: the solver failed or
        ran out of time, the limit is nearer than the accuracy, or lies between the
        pyramids inside and around the cone.
    """
    return _Question(assembly, params or StaticsParams(), method).answer()


class _Question:
    """One assembly, asked with ever more friction until an answer is proven."""

    def __init__(
        self, assembly: Assembly, params: StaticsParams, method: Method | None
    ) -> None:
        self.assembly, self.params = assembly, params
        self.quick, self.method = method is None, method or "highs-ds"
        self.equations = Equations(assembly)
        self.deadline = Deadline(params.time_limit)
        self.least = np.inf
        self.tangled: Equilibrium | None = None

    def answer(self) -> Equilibrium:
        """Try normal forces alone, then the pyramid inside, then the one around."""
        if not self.equations.count:
            return self._stands(np.zeros((0, 3)), 0.0)
        hanging = self._hanging()
        if hanging is not None:
            return hanging
        rough = bool((self.assembly.contacts.mu > 0).any())
        for attempt in (self._glance, self._attempt)[not self.quick :]:
            for directions, around in self._ever_more_friction(rough=rough):
                found = attempt(directions, around=around)
                if found is not None:
                    return found
            if self.tangled is not None:
                return self.tangled
        sides = self.params.sides
        return self._undecided(
            "the limit is nearer than the accuracy"
            if not rough or self.least <= 1e3 * self.params.residual
            else f"the limit lies between friction pyramids of {sides} sides inside "
            "and around the cone: raise sides"
        )

    def _ever_more_friction(self, *, rough: bool) -> Iterator[tuple[Array, bool]]:
        """Yield directions of forces, and whether they reach around the cone.

        Every set holds more than the last and costs more; the first that decides is
        enough.
        """
        sides, shape = self.params.sides, self.equations.pyramid
        yield shape(1), False
        if not rough:
            return
        pull = self.assembly.load_wrenches()[self.assembly.free, :3].sum(axis=0)
        inside = shape(sides, pull)
        if math.hypot(*pull[:2]) > _LEVEL * abs(pull[2]):
            yield inside[:, [0, sides // 2]], False
        yield inside, False
        yield shape(sides, pull, circumscribed=True), True

    def _hanging(self) -> Equilibrium | None:
        """Let what no chain of contacts holds fall freely; None if all are held."""
        names = self.assembly.unsupported()
        velocities = np.zeros((len(self.assembly), 6))
        rows = [self.assembly.row(name) for name in names]
        velocities[rows, :3] = self.assembly.gravity
        if not names or not proves_fall(self.assembly, velocities):
            return None
        some = ", ".join(names[:5]) + (", ..." if len(names) > 5 else "")
        verb = "hangs" if len(names) == 1 else "hang"
        none = np.zeros((len(self.assembly.contacts), 3))
        mechanism = mechanism_of(self.assembly, velocities, none)
        reason = f"{some} {verb} in the air: nothing that is fixed holds it"
        return Equilibrium(
            Verdict.UNSTABLE, reason, 1.0, None, mechanism, self.assembly
        )

    def _glance(self, directions: Array, *, around: bool) -> Equilibrium | None:
        """Return a proven answer by Newton's method, or None.

        A mechanism that slides and tips is put by: with more friction there may be
        one that says better why it falls.
        """
        columns = self.equations.columns(directions)
        found = balanced(Bands(columns), self.equations.loads, self.deadline)
        if found is None:
            return None
        forces = self.equations.forces(found.x, directions)
        missing = residual(self.assembly, forces)
        if not around and missing <= self.params.residual and self._inside(forces):
            return self._stands(forces, missing)
        answer = self._given_way(directions, columns, found.multipliers, None)
        if answer is None or answer.mechanism is None:
            return answer
        if answer.mechanism.failure is not Failure.BOTH:
            return answer
        self.tangled = self.tangled or answer
        return None

    def _attempt(self, directions: Array, *, around: bool) -> Equilibrium | None:
        """Return a proven answer, or one that says why there is none to be had."""
        columns = self.equations.columns(directions)
        solution = self._least_missing(columns, self.equations.loads)
        if solution.status is not Status.SOLVED:
            return self._undecided(f"{solution.status} ({solution.message})")
        forces = self.equations.forces(solution.x[: columns.shape[1]], directions)
        if not around:
            missing = residual(self.assembly, forces)
            self.least = min(self.least, missing)
            if missing <= self.params.residual and self._inside(forces):
                return self._stands(forces, missing)
        return self._given_way(directions, columns, solution.multipliers, forces)

    def _given_way(
        self,
        directions: Array,
        columns: Columns,
        multipliers: Array,
        forces: Array | None,
    ) -> Equilibrium | None:
        """Return how it falls, if multipliers prove that it does."""
        velocities = self.equations.velocities(-multipliers)
        upright = velocities * _UPRIGHT
        if directions.shape[1] == 1 and proves_fall(self.assembly, upright):
            velocities = upright  # without friction anything drifts aside for nothing
        if not proves_fall(self.assembly, velocities):
            return None
        mechanism = mechanism_of(self.assembly, velocities, forces)
        if mechanism.failure is Failure.BOTH:
            mechanism = self._sliding(columns, forces) or mechanism
        return self._falls(mechanism)

    def _least_missing(self, columns: Columns, loads: Array) -> Solution:
        """Minimize the missing forces, with a unit of either sign in every row."""
        rows, count = columns.shape
        one = sparse.eye_array(rows, format="csc")
        program = Program(
            cost=np.concatenate([np.zeros(count), np.ones(2 * rows)]),
            matrix=sparse.hstack([columns, one, -one], format="csc"),
            right=-loads,
            low=np.zeros(count + 2 * rows),
            high=np.full(count + 2 * rows, np.inf),
        )
        return solve(program, self.deadline, self.method)

    def _sliding(self, columns: Columns, forces: Array | None) -> Mechanism | None:
        """Return a mechanism without any turning, if there is one.

        The solver returns any of many mechanisms; what can slide straight away should
        not be said to turn as well.
        """
        rows = self.equations.force_rows
        solution = self._least_missing(
            columns.tocsr()[rows].tocsc(), self.equations.loads[rows]
        )
        if solution.status is not Status.SOLVED:
            return None
        velocities = self.equations.velocities(-solution.multipliers)
        if not proves_fall(self.assembly, velocities):
            return None
        return mechanism_of(self.assembly, velocities, forces)

    def _inside(self, forces: Array) -> bool:
        largest = float(np.abs(forces).max(initial=0.0))
        scale = max(self.equations.unit, largest)
        return cone_excess(self.assembly, forces) <= CONE * scale

    def _stands(self, forces: Array, missing: float) -> Equilibrium:
        smooth = len(forces) and not (self.assembly.contacts.mu > 0).any()
        note = "; every contact is frictionless" if smooth else ""
        reason = f"{Verdict.STABLE.sentence}{note}"
        return Equilibrium(Verdict.STABLE, reason, missing, forces, None, self.assembly)

    def _falls(self, mechanism: Mechanism) -> Equilibrium:
        reason = self._why_it_falls(mechanism)
        missing = self.least if np.isfinite(self.least) else np.nan
        return Equilibrium(
            Verdict.UNSTABLE, reason, missing, None, mechanism, self.assembly
        )

    def _why_it_falls(self, mechanism: Mechanism) -> str:
        moving = mechanism.moving
        some = ", ".join(moving[:5]) + (", ..." if len(moving) > 5 else "")
        smooth = not (self.assembly.contacts.mu > 0).any()
        note = "; every contact is frictionless" if smooth else ""
        return (
            f"{Verdict.UNSTABLE.sentence}; {len(moving)} of "
            f"{int(self.assembly.free.sum())} move ({some}){note}"
        )

    def _undecided(self, why: str) -> Equilibrium:
        reason = f"{Verdict.INDETERMINATE.sentence}: {why}"
        missing = self.least if np.isfinite(self.least) else np.nan
        return Equilibrium(
            Verdict.INDETERMINATE, reason, missing, None, None, self.assembly
        )


def mechanism_of(
    assembly: Assembly,
    velocities: Array,
    forces: Array | None,
    loads: Array | None = None,
) -> Mechanism:
    """Return velocities (n, 6) as a mechanism, with how it gives way.

    Parameters as of `failure_of`; the power is that of `loads`.
    """
    return Mechanism(
        assembly.names,
        velocities[:, :3],
        velocities[:, 3:],
        power_of(assembly, velocities, loads),
        failure_of(assembly, velocities, forces),
    )

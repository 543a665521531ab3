"""Blocks of unequal height come to rest on each other: what touches, what is loose.

The least potential energy over small motions of every block, with no gap less than
nothing, is a linear program. Its multipliers are the normal loads. Sides are taken
not to touch, and friction not to matter: rests like these are found by the blocks
themselves when a tower is built and tapped, not when it is pushed.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from stacko.errors import ParameterError, shown
from stacko.statics.beds import Bed, bed_of
from stacko.statics.bodies import StaticBody
from stacko.statics.contacts import Friction
from stacko.statics.equilibrium import equilibrium
from stacko.statics.loads import determined, spread_loads
from stacko.statics.settled import Settled
from stacko.statics.solver import Deadline, Program, Solution, Status, solve
from stacko.statics.verdicts import Mechanism, Verdict
from stacko.statics_params import StaticsParams

__all__ = ["settle"]

Array = NDArray[np.float64]

GRAVITY = 9.81

_LARGE = 0.1
"""Turn, in rad, beyond which a motion is not small any more."""


def settle(
    bodies: Sequence[StaticBody],
    params: StaticsParams | None = None,
    *,
    gravity: float = GRAVITY,
    reach: float | None = None,
    mu: Friction = 0.0,
) -> Settled:
    """Let upright bodies settle on each other.

    Parameters
    ----------
    bodies : sequence of StaticBody
        Nearly level boxes, some fixed, such as `stacko.statics.bodies_of` makes.
    params : StaticsParams, optional
    gravity : float
        In m/s^2.
    reach : float, optional
        Largest gap that may close, in m; a quarter of the smallest side by default.
    mu : float or callable
        Coefficient of friction of a pair. A rest knows none; how a body falls that has
        no rest depends on it.

    Raises
    ------
    OverlapError
        If two bodies overlap by more than `reach`.
    ParameterError
        If gravity or reach is not above 0.
    """
    settings = params or StaticsParams()
    smallest = min((min(body.size) for body in bodies), default=1.0)
    far = smallest / 4 if reach is None else reach
    for name, value in (("gravity", gravity), ("reach", far)):
        if not 0 < value < np.inf:
            raise ParameterError(f"{name} {shown(value)}: give a number above 0")
    bed = bed_of(bodies, far, gravity, mu)
    return _Rest(tuple(bodies), bed, settings).found()


class _Rest:
    """The search for one rest."""

    def __init__(
        self, bodies: tuple[StaticBody, ...], bed: Bed, params: StaticsParams
    ) -> None:
        self.bodies, self.bed, self.params = bodies, bed, params
        self.deadline = Deadline(params.time_limit)
        self.small = float(min((min(b.size) for b in bodies), default=1.0))

    def found(self) -> Settled:
        """Solve, and check what was found."""
        if not len(self.bed.weights):
            nothing = np.zeros(0)
            none = np.zeros(0, dtype=bool)
            why = "there is nothing to settle"
            return Settled(
                Verdict.STABLE,
                why,
                self.bodies,
                self.bed,
                nothing,
                none,
                nothing,
                True,
                None,
            )
        solution, unit = self._lowest()
        if solution.status in (Status.UNBOUNDED, Status.INFEASIBLE):
            return self._fallen()
        if solution.status is not Status.SOLVED:
            return self._without(Verdict.INDETERMINATE, str(solution.status))
        motions = unit * solution.x
        turns = np.abs(self.bed.motions(motions)[:, 1:]).max(initial=0.0)
        if turns > _LARGE:
            why = f"a body would have to turn by {turns:.2f} rad to come to rest"
            return self._without(Verdict.INDETERMINATE, why)
        return self._stable(motions, solution.multipliers)

    def _lowest(self) -> tuple[Solution, float]:
        """Minimize potential energy; lengths are measured in the largest gap."""
        unit = max(float(np.abs(self.bed.gaps).max(initial=0.0)), 1e-6 * self.small)
        count = len(self.bed.weights)
        anywhere = np.full(count, np.inf)
        program = Program(
            cost=self.bed.weights,
            matrix=self.bed.matrix.T.tocsc(),
            right=-self.bed.gaps / unit,
            low=-anywhere,
            high=anywhere,
            at_least=True,
        )
        return solve(program, self.deadline), unit

    def _stable(self, motions: Array, multipliers: Array) -> Settled:
        bed = self.bed
        gaps = bed.gaps + bed.matrix.T @ motions
        touching = gaps <= 1e-7 * self.small
        matrix = bed.matrix[:, np.flatnonzero(touching)]
        count = int(touching.sum())
        places = (bed.lower[touching], np.arange(count))
        carried = sparse.csc_array((np.ones(count), places), (len(bed.assembly), count))
        determinate = determined(matrix, carried)
        loads = np.maximum(multipliers, 0.0)
        spread = spread_loads(matrix, bed.weights)
        if spread is not None:
            loads = np.zeros(len(gaps))
            loads[touching] = spread
        missing = np.abs(bed.matrix @ loads - bed.weights).max(initial=0.0)
        if missing > self.params.residual:
            return self._without(
                Verdict.INDETERMINATE, f"loads miss balance by {missing:.2g} weights"
            )
        reason = "it rests: " + (
            "balance determines what every body carries"
            if determinate
            else "loads are not determined; those of equal springs are given"
            if spread is not None
            else "loads are not determined; any that balance are given"
        )
        return Settled(
            Verdict.STABLE,
            reason,
            tuple(self._moved(bed.motions(motions))),
            bed,
            gaps,
            touching,
            bed.unit * loads,
            determinate,
            None,
        )

    def _moved(self, motions: Array) -> list[StaticBody]:
        moved = []
        for body, (rise, roll, pitch) in zip(self.bodies, motions, strict=True):
            x, y, z = body.position
            moved.append(
                StaticBody(
                    body.name,
                    body.size,
                    body.mass,
                    (x, y, z + float(rise)),
                    _turned(body.orientation, float(roll), float(pitch)),
                    body.fixed,
                )
            )
        return moved

    def _fallen(self) -> Settled:
        """Ask for the mechanism where no rest was found."""
        answer = equilibrium(self.bed.assembly, self.params)
        if answer.verdict is Verdict.STABLE:
            why = "only friction could hold it: it comes to no rest without"
            return self._without(Verdict.INDETERMINATE, why)
        return self._without(answer.verdict, answer.reason, answer.mechanism)

    def _without(
        self, verdict: Verdict, why: str, mechanism: Mechanism | None = None
    ) -> Settled:
        count = len(self.bed.gaps)
        nothing = np.full(count, np.nan)
        none = np.zeros(count, dtype=bool)
        return Settled(
            verdict,
            why,
            self.bodies,
            self.bed,
            nothing,
            none,
            nothing,
            False,
            mechanism,
        )


def _turned(
    orientation: tuple[float, float, float, float], roll: float, pitch: float
) -> tuple[float, float, float, float]:
    """Return a quaternion after a small turn about the world's x and y axes."""
    a, b = roll / 2, pitch / 2
    x, y, z, w = orientation
    turned = np.array(
        [w * a + x + b * z, w * b + y - a * z, z + a * y - b * x, w - a * x - b * y]
    )
    x, y, z, w = (turned / np.linalg.norm(turned)).tolist()
    return (x, y, z, w)

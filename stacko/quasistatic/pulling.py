"""A block on its way out of a tower, in steps, each of them at rest."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from stacko.hand.stroke import Motion
from stacko.quasistatic.gait import Gait
from stacko.quasistatic.pile import Pile
from stacko.quasistatic.resting import Rest
from stacko.quasistatic.seeing import Eye
from stacko.quasistatic.sliding import drag
from stacko.quasistatic.surroundings import Surroundings

__all__ = ["Pull", "Route"]

Array = NDArray[np.float64]

_GRIPPED = 0.25
"""Share of its length from which the hand bears part of a block's weight."""

_FINE = 12
"""Steps a block length where others are dragged along."""


@dataclass(frozen=True, slots=True)
class Route:
    """How a hand moves a block, and when it lets go.

    Attributes
    ----------
    along : tuple of float
        Unit vector of the motion.
    distance : float
        Way to go, m.
    out : bool
        Whether the block is clear of the tower at its end.
    speed : float
        Of the hand, m/s; the quicker, the more what is dragged along lags behind.
    tremble : float
        What the hand's tremor adds to the force felt, N.
    force : float
        Most the hand can do, N.
    give_up_force, give_up_shift : float
        Force felt (N) and shift of other blocks (m) at which it lets go.
    give_up_before : float
        Way up to which it may, m.
    """

    along: tuple[float, float]
    distance: float
    out: bool
    speed: float
    tremble: float
    force: float
    give_up_force: float = math.inf
    give_up_shift: float = math.inf
    give_up_before: float = -math.inf


@dataclass(frozen=True, slots=True)
class Part:
    """Blocks that a pull drags along as one, and how; see `Drag.velocity`."""

    rows: NDArray[np.bool_]
    velocity: Array


class Pull:
    """A block being moved along a straight line.

    Parameters
    ----------
    pile : Pile
        The tower; a copy is worked on.
    resting : Rest
        Its rest.
    name : str
        The block.
    around : Surroundings
    friction : float
        Factor on every coefficient of friction.
    eye : Eye, optional
        Is shown every step.

    Attributes
    ----------
    pile : Pile
        The tower as it is now.
    peak_force : float
        Largest force felt, N.
    moved : float
        Way made, m.
    shift : float
        Largest way any other block was dragged, m.
    resting : Rest
        The last rest found.
    """

    def __init__(
        self,
        pile: Pile,
        resting: Rest,
        name: str,
        around: Surroundings,
        friction: float = 1.0,
        eye: Eye | None = None,
    ) -> None:
        self.pile = pile.copy()
        self._eye = eye
        self._friction = friction
        self._start = pile
        self._around = around
        self._row = pile.row(name)
        layer = int(pile.layer[self._row])
        self._above = pile.layer > layer
        self._next = np.searchsorted(pile.layer, [layer + 1, layer + 2])
        self.peak_force = 0.0
        self.moved = 0.0
        self.shift = 0.0
        self.resting = resting
        self._gait = Gait()
        self._sagged = self._sag()

    def _sag(self) -> float:
        """Return by how much the block will sink once it slides, m.

        Neighbors on both sides then take over some of its load, as is measured in both
        engines; why contacts that slide give more is not known.
        """
        forces = self.resting.forces[self.resting.patches.lower == self._row]
        count = np.count_nonzero(forces)
        if not count:
            return 0.0
        pressed = float(forces.sum()) / (count * self._around.stiffness)
        return self._around.sag * 2 * pressed  # above and below

    def _settle(self) -> Rest:
        size = self.pile.size
        self.pile.size = size.copy()
        self.pile.size[self._row, 2] -= self._sagged
        try:
            return self._rest()
        finally:
            self.pile.size = size

    def _rest(self) -> Rest:
        out = self.moved / self.length
        if out < _GRIPPED:
            resting = self._around.rest(self.pile)
        else:
            carried = min(1.0, 2 * out - 0.5)
            resting = self._around.rest_held(self.pile, self._row, carried)
        if not self._others(resting).any():
            self.pile.motion = resting.motion
        return resting

    def run(self, route: Route) -> Motion:
        """Move the block until it has made its way, or something ends it."""
        way = 0.0
        self._gait.start(route.speed)
        along = np.array(route.along)
        while True:
            ended = self._fallen()
            if ended is not None:
                return ended
            careful = way < route.give_up_before
            force, parts = self._force(along, careful)
            felt = force + route.tremble
            self.peak_force = max(self.peak_force, min(felt, route.force))
            if self._eye is not None:
                shown, lasted = min(felt, route.force), way / route.speed
                self._eye.step(self.pile, self._row, along, lasted, shown)
            if careful and (
                felt > route.give_up_force or self.shift > route.give_up_shift
            ):
                return Motion.GIVEN_UP
            if force > route.force:
                return Motion.STUCK
            if way >= route.distance:
                return Motion.DONE
            step = min(self._stride(route, way, bool(parts)), route.distance - way)
            self._advance(along * step, parts, step * self._pace(parts, step))
            way += step
            self.moved += step
            if route.out and way >= route.distance:
                return Motion.DONE  # what it leaves behind is looked at without it
            self.resting = self._settle()

    def _fallen(self) -> Motion | None:
        return Motion.TOPPLED if self._others(self.resting).any() else None

    def _others(self, resting: Rest) -> NDArray[np.bool_]:
        """Return which blocks fall besides the one in hand."""
        falling = resting.falling.copy()
        falling[self._row] = False
        return falling

    def _stride(self, route: Route, way: float, drags: bool) -> float:
        length = self.length
        if drags:
            stride = length / _FINE
            if way < route.give_up_before:
                return min(stride, 1.01 * route.give_up_shift)
            return stride
        return length / self._around.steps

    def _force(self, along: Array, careful: bool) -> tuple[float, list[Part]]:
        """Return what it takes to move the block now, and what comes along.

        Whether single blocks do matters only to a careful hand, which sees them move.
        """
        patches, forces = self.resting.patches, self.resting.forces
        # they are sorted by the upper block
        over = slice(*patches.upper.searchsorted(self._next).tolist())
        mine = slice(*patches.upper.searchsorted([self._row, self._row + 1]).tolist())
        loads, on_it = forces[over], patches.lower[over] == self._row
        dragged = drag(patches.points[over], loads, on_it, along)
        contact = self._around.contact
        if dragged.moves:
            parts = [Part(self._above, dragged.velocity)]
            push = self._friction * contact.mu_block * dragged.push
            self._gait.follow(push, self._inertia(parts[0]))
        else:
            parts = self._single(along) if careful else []
            self._gait.stay()
        under = forces[mine].sum()
        on_table = self.pile.layer[self._row] == 0
        mu = contact.mu_table if on_table else contact.mu_block
        # what lags behind slides as if it were held, and friction sets nothing going
        # by more than it would hold
        most = contact.mu_block * float(loads[on_it].sum())
        along_it = most + self._gait.share * (contact.mu_block * dragged.work - most)
        with_it = min(most, along_it + self._gait.effort / self._friction)
        return float(self._friction * (with_it + mu * under)), parts

    def _single(self, along: Array) -> list[Part]:
        """Return the blocks that come along alone: loose ones that lie on it."""
        patches, forces = self.resting.patches, self.resting.forces
        parts = []
        pressed = (patches.lower == self._row) & (forces > 0)
        for row in set(patches.upper[pressed].tolist()):
            mine = (patches.upper == row) | (patches.lower == row)
            dragged = drag(
                patches.points[mine],
                forces[mine],
                patches.lower[mine] == self._row,
                along,
            )
            if dragged.moves:
                rows = np.zeros(len(self.pile), dtype=bool)
                rows[row] = True
                parts.append(Part(rows, dragged.velocity))
        return parts

    def _pace(self, parts: list[Part], step: float) -> float:
        """Return how fast what comes along moves over a step; loose blocks keep up."""
        lags = bool(parts) and parts[0].rows is self._above
        return self._gait.go(step) if lags else 1.0

    def _inertia(self, part: Part) -> float:
        """Return twice the kinetic energy of a part at unit pull, kg."""
        x, y = self.pile.plane[part.rows].T
        vx, vy, turn = part.velocity
        squares = (vx - turn * y) ** 2 + (vy + turn * x) ** 2
        length, width = self.pile.size[part.rows, :2].T
        own = turn * turn * (length * length + width * width) / 12
        return float(self._around.mass * (squares + own).sum())

    def _advance(self, way: Array, parts: list[Part], step: float) -> None:
        pile = self.pile
        pile.plane[self._row] += way
        for part in parts:
            vx, vy, turn = part.velocity * step
            c, s = math.cos(turn), math.sin(turn)
            x, y = pile.plane[part.rows].T
            pile.plane[part.rows] = np.column_stack(
                [c * x - s * y + vx, s * x + c * y + vy]
            )
            pile.yaw[part.rows] += turn
        if parts:
            self.shift = float(self.shifts().max())

    def shifts(self) -> Array:
        """Return how far each block was dragged, m; 0 for the one in hand."""
        off = self.pile.plane - self._start.plane
        off[self._row] = 0.0
        return np.asarray(np.hypot(off[:, 0], off[:, 1]))

    @property
    def length(self) -> float:
        """Length of the block, m."""
        return float(self.pile.size[self._row, 0])

    def direction(self, sign: float, askew: float) -> tuple[float, float]:
        """Return a direction along the block, off its axis by an angle."""
        angle = float(self.pile.yaw[self._row]) + askew
        return sign * math.cos(angle), sign * math.sin(angle)

    def force(self, along: tuple[float, float]) -> float:
        """Return what it takes to move the block from where it is, N."""
        self._gait.start(0.0)
        return self._force(np.array(along), careful=False)[0]

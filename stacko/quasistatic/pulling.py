"""A block on its way out of a tower, in steps, each of them at rest."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from stacko.errors import ParameterError
from stacko.hand.stroke import Motion
from stacko.params import ContactParams
from stacko.quasistatic.pile import Pile
from stacko.quasistatic.resting import Rest, rest
from stacko.quasistatic.sliding import drag

__all__ = ["Pull", "Route", "Surroundings"]

Array = NDArray[np.float64]

_HOLD = 100.0
"""How stiffly the hand holds what it has pulled out a little, N/m."""

_GRIPPED = 0.25
"""Share of its length from which the hand bears part of a block's weight."""

_MOST_PRESSED = 1e-4
"""Most a block's weight may press one contact point together, m: a twentieth of the
height of a tower is lost where it does so."""

_LEAST_PRESSED = 1e-10
"""Least, m: numbers tell no less from nothing."""

_FINE = 12
"""Steps a block length where others are dragged along."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What does not change from touch to touch: friction, weight, stiffness.

    Raises
    ------
    ParameterError
        If a block's weight would press its contacts by too much, or by nothing.
    """

    contact: ContactParams
    mass: float
    stiffness: float
    steps: int

    def __post_init__(self) -> None:
        weight = self.mass * self.contact.gravity
        softest, stiffest = weight / _MOST_PRESSED, weight / _LEAST_PRESSED
        if weight and not softest <= self.stiffness <= stiffest:
            raise ParameterError(
                f"quasistatic.contact_stiffness must be {softest:.3g} to "
                f"{stiffest:.3g} N/m for blocks that weigh {weight:.3g} N "
                f"(blocks.mass, contact.gravity), got {self.stiffness!r}"
            )

    def rest(self, pile: Pile) -> Rest:
        """Return where a tower comes to rest."""
        return rest(pile, self._weights(pile), self.stiffness)

    def rest_held(self, pile: Pile, row: int, carried: float) -> Rest:
        """Return where it does while a hand holds a block and part of its weight."""
        weights, held = self._weights(pile), np.zeros(len(pile))
        weights[row] *= 1 - carried
        held[row] = _HOLD
        return rest(pile, weights, self.stiffness, held)

    def _weights(self, pile: Pile) -> Array:
        return np.full(len(pile), self.mass * self.contact.gravity)


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
    ) -> None:
        self.pile = pile.copy()
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

    def _settle(self) -> Rest:
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
        along = np.array(route.along)
        while True:
            ended = self._fallen()
            if ended is not None:
                return ended
            careful = way < route.give_up_before
            force, parts = self._force(along, careful)
            felt = force + route.tremble
            self.peak_force = max(self.peak_force, min(felt, route.force))
            if careful and (
                felt > route.give_up_force or self.shift > route.give_up_shift
            ):
                return Motion.GIVEN_UP
            if force > route.force:
                return Motion.STUCK
            if way >= route.distance:
                return Motion.DONE
            step = min(self._stride(route, way, bool(parts)), route.distance - way)
            self._advance(along * step, parts, step)
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
        dragged = drag(
            patches.points[over], forces[over], patches.lower[over] == self._row, along
        )
        if dragged.moves:
            parts = [Part(self._above, dragged.velocity)]
        else:
            parts = self._single(along) if careful else []
        under = forces[mine].sum()
        contact = self._around.contact
        on_table = self.pile.layer[self._row] == 0
        mu = contact.mu_table if on_table else contact.mu_block
        force = contact.mu_block * dragged.work + mu * under
        return float(self._friction * force), parts

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
        return self._force(np.array(along), careful=False)[0]

"""One straight motion of the hand with a block or a finger, step by step."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from stacko.engines.base import Engine, Vector
from stacko.hand.vectors import add, scaled

__all__ = ["EASE", "Limits", "Motion", "Poller", "Stroke", "Touch"]

EASE = 0.08
"""Time in which a motion gets up to speed, s."""

_STALL_WINDOW = 0.3
_STALL_PROGRESS = 0.3e-3
_SATURATED = 0.9


class Motion(StrEnum):
    """How a motion of the hand ended."""

    DONE = "done"
    STUCK = "stuck"
    GIVEN_UP = "given_up"
    TOPPLED = "toppled"


@dataclass(frozen=True, slots=True)
class Touch:
    """What the hand felt: how it ended, the largest force (N), the way made (m)."""

    motion: Motion
    peak_force: float
    moved: float


@dataclass(frozen=True, slots=True)
class Limits:
    """When a stroke ends.

    Parameters
    ----------
    distance : float
        Way to make, m.
    force : float
        Most the hand can do, N.
    give_up_force, give_up_shift : float
        Force (N) and shift of other blocks (m) at which a player lets go.
    give_up_before : float
        Way up to which a player may let go, m.
    """

    distance: float
    force: float
    give_up_force: float = math.inf
    give_up_shift: float = math.inf
    give_up_before: float = -math.inf


@dataclass(slots=True)
class Poller:
    """Calls back every few steps; True from the callback ends the motion.

    `shift` tells how far the hand's work has moved other blocks, in m.
    """

    engine: Engine
    interval: float
    on_poll: Callable[[float], bool]
    shift: Callable[[], float]
    _count: int = field(default=0)

    def step(self) -> bool:
        """Advance the world by one step; True if the callback ended the motion."""
        self.engine.step()
        self._count += 1
        stride = max(1, round(self.interval / self.engine.timestep))
        return self._count % stride == 0 and self.on_poll(self.engine.time)


class Stroke:
    """A target that moves along a line while something follows it.

    The target waits when the hand is at its force limit, so that a block which
    suddenly comes free does not shoot off.

    Parameters
    ----------
    poller : Poller
        Steps the world.
    start : tuple of float
        Where the target begins, m.
    along : tuple of float
        Unit vector of the motion.
    speed : float
        In m/s.
    """

    def __init__(
        self, poller: Poller, start: Vector, along: Vector, speed: float
    ) -> None:
        self._poller = poller
        self._start = start
        self._along = along
        self._speed = speed
        self._way = 0.0
        self._age = 0.0
        self._mark = (0.0, 0.0)
        self.peak_force = 0.0

    def target(self) -> Vector:
        """Return where the target is now, m."""
        return add(self._start, scaled(self._along, self._way))

    def run(
        self,
        follow: Callable[[Vector, Vector], float],
        progress: Callable[[], float],
        limits: Limits,
    ) -> Touch:
        """Move until the way is made, the block is stuck, or the tower topples.

        Parameters
        ----------
        follow : callable
            Applies the hand's forces for one step towards (target, velocity) and
            returns the force that the hand feels, N.
        progress : callable
            Returns how far the block has come, m.
        limits : Limits
            When to end.

        Returns
        -------
        Touch
        """
        patience = 2.0 + 4 * limits.distance / self._speed
        moved = progress()
        while moved < limits.distance:
            force = self._follow(follow, limits)
            moved = progress()
            if self._toppled:
                return Touch(Motion.TOPPLED, self.peak_force, moved)
            if moved < limits.give_up_before and self._too_much(force, limits):
                return Touch(Motion.GIVEN_UP, self.peak_force, moved)
            if self._stalled(force, moved, limits) or self._age > patience:
                return Touch(Motion.STUCK, self.peak_force, moved)
        return Touch(Motion.DONE, self.peak_force, moved)

    def _follow(
        self, follow: Callable[[Vector, Vector], float], limits: Limits
    ) -> float:
        dt = self._poller.engine.timestep
        speed = self._speed * min(1.0, self._age / EASE)
        force = follow(self.target(), scaled(self._along, speed))
        self.peak_force = max(self.peak_force, force)
        self._toppled = self._poller.step()
        self._age += dt
        if force < _SATURATED * limits.force:
            self._way += speed * dt
        return force

    def _too_much(self, force: float, limits: Limits) -> bool:
        """Tell whether a player who feels and sees this lets go."""
        return (
            force > limits.give_up_force or self._poller.shift() > limits.give_up_shift
        )

    def _stalled(self, force: float, moved: float, limits: Limits) -> bool:
        """At full force for a while without getting anywhere."""
        since, at = self._mark
        if force < _SATURATED * limits.force or moved - at > _STALL_PROGRESS:
            self._mark = (self._age, moved)
            return False
        return self._age - since > _STALL_WINDOW

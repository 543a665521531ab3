"""What a player's hand does with the tower.

The block stays in the world all the way. Nothing is teleported while it touches
anything: carrying a block from beside the tower to above it is the one jump.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from stacko.engines.base import Vector
from stacko.errors import EngineError
from stacko.hand.aim import (
    FINGER_GAP,
    fingertip_start,
    off_axis,
    pinchable,
    place_target,
    protrusion,
)
from stacko.hand.feel import Probe, Taken
from stacko.hand.freeing import (
    CLEAR,
    FREEING_TRIES,
    HOVER,
    PLACE_TRIES,
    UP,
    advance,
    covered,
    lift,
    not_free,
    touched,
    turn_over,
)
from stacko.hand.grip import Finger, Grip
from stacko.hand.holding import Holding
from stacko.hand.skill import HandParams
from stacko.hand.stroke import Limits, Motion, Poller, Stroke, Touch
from stacko.hand.vectors import add, rotate, scaled, sub, unit
from stacko.tower import Slot, Tower
from stacko.world import TABLE, PhysicalTower

__all__ = ["Hand", "Probe", "Taken"]

_RETRACT_SPEED = 0.3
_CARRY_TIME = 0.1
_FARTHER = 0.02

OnPoll = Callable[[float, str], bool]
"""Called with time and phase while blocks move; True ends the motion."""


def _undisturbed(_time: float, _phase: str) -> bool:
    """Watch nothing: no motion is ended early."""
    return False


class Hand(Holding):
    """A hand at a tower.

    Parameters
    ----------
    world : PhysicalTower
        The tower.
    params : HandParams
        Skill.
    rng : numpy.random.Generator
        Source of tremor and errors.
    on_poll : callable
        Called with time and phase every `poll` seconds; True ends the motion
        (the tower toppled).
    poll : float
        In s.
    """

    def __init__(
        self,
        world: PhysicalTower,
        params: HandParams,
        rng: np.random.Generator,
        on_poll: OnPoll = _undisturbed,
        poll: float = 1 / 60,
    ) -> None:
        super().__init__(world, params, rng)
        self.on_poll = on_poll
        self._phase = "pull"
        self.shift: Callable[[], float] = lambda: 0.0
        self._poller = Poller(
            world.engine,
            poll,
            lambda time: self.on_poll(time, self._phase),
            lambda: self.shift(),
        )

    def _axis(self, name: str) -> Vector:
        """Return the block's long axis, flat, unit length."""
        _, orientation = self._engine.pose(name)
        x, y, _ = rotate(orientation, (1.0, 0.0, 0.0))
        return unit((x, y, 0.0))

    def _progress(self, name: str, along: Vector) -> Callable[[], float]:
        return advance(self.world, name, along)

    # -- taking a block -------------------------------------------------------

    def take(self, tower: Tower, name: str, *, may_give_up: bool) -> Taken:
        """Take a block out of the tower, until it is clear of it and held.

        Where an end sticks out or can be pinched, the block is pulled there;
        otherwise it is pushed at one end first and pulled at the other.

        Parameters
        ----------
        tower : Tower
            Where the blocks lie by the rules.
        name : str
            The block.
        may_give_up : bool
            Whether the hand may let go when the force gets large before the block
            has come a quarter of its length (ruling S13).

        Returns
        -------
        Taken
        """
        self._phase = "pull"
        out = protrusion(self.world, tower, name)
        sign = math.copysign(1.0, out)
        if abs(out) >= self.params.grip_depth:
            return Taken("pull", self._pull(name, sign, may_give_up, abs(out)))
        sign = 1.0 if self._rng.random() < 0.5 else -1.0
        if pinchable(tower, name):
            return Taken("pull", self._pull(name, sign, may_give_up, out * sign))
        pushed = self._push(name, sign, may_give_up, out * sign)
        if pushed.motion is not Motion.DONE:
            return Taken("push", pushed)
        pulled = self._pull(name, sign, may_give_up, pushed.moved + out * sign)
        peak = max(pushed.peak_force, pulled.peak_force)
        moved = pushed.moved + pulled.moved
        return Taken("push", Touch(pulled.motion, peak, moved))

    def _limits(
        self, name: str, distance: float, may_give_up: bool, already: float
    ) -> Limits:
        quarter = self.world.sizes[name][0] / 4
        before = quarter - max(already, 0.0) if may_give_up else -math.inf
        p = self.params
        return Limits(distance, p.force_limit, p.give_up_force, p.give_up_shift, before)

    def _pull(self, name: str, sign: float, may_give_up: bool, already: float) -> Touch:
        """Pull at the end that points along sign * axis until the block is out."""
        axis = scaled(self._axis(name), sign)
        along = off_axis(axis, self.params, self._rng)
        length = self.world.sizes[name][0]
        at = sign * (length / 2 - self.params.grip_depth / 2)
        grip = self._grip(name, at, along)
        progress = self._progress(name, axis)
        distance = max(length + CLEAR - already, CLEAR)

        def follow(target: Vector, velocity: Vector) -> float:
            share = (progress() + already) / length
            return grip.apply(target, velocity, min(1.0, max(0.0, 2 * share - 0.5)))

        stroke = Stroke(self._poller, grip.anchor, along, self.params.speed)
        limits = self._limits(name, distance, may_give_up, already)
        for _ in range(FREEING_TRIES):
            self._phase = "pull"
            touch = stroke.run(follow, progress, limits)
            if touch.motion is not Motion.DONE:
                return touch
            if touched(self.world, name) <= {TABLE}:
                if self._carry(name, grip, stroke.target()):
                    return Touch(Motion.TOPPLED, touch.peak_force, touch.moved)
                if not touched(self.world, name):
                    return touch
            # the tower leans this way: go on until the block is free of it
            limits = self._limits(name, progress() + _FARTHER, False, already)
        # something rides on it
        toppled, target = turn_over(self._poller, grip, stroke.target())
        if toppled or self._carry(name, grip, target):
            return Touch(Motion.TOPPLED, touch.peak_force, touch.moved)
        if touched(self.world, name):
            raise not_free(self.world, name)
        return touch

    def _lift(
        self, name: str, grip: Grip, start: Vector, along: Vector = UP
    ) -> tuple[bool, Vector]:
        speed = self.params.place_speed
        return lift(self.world, self._poller, name, grip, start, speed, along)

    def _carry(self, name: str, grip: Grip, target: Vector) -> bool:
        """Hold the block beside the tower for a moment; True if it topples."""
        self._phase = "carry"
        if touched(self.world, name):  # one from layer 1 lies on the table
            toppled, target = self._lift(name, grip, target)
            if toppled:
                return True
        for _ in range(round(_CARRY_TIME / self._engine.timestep)):
            grip.apply(target, (0.0, 0.0, 0.0), 1.0)
            if self._poller.step():
                return True
        return False

    # -- the fingertip --------------------------------------------------------

    def _push(self, name: str, sign: float, may_give_up: bool, already: float) -> Touch:
        """Push with a fingertip along sign * axis, then take the finger back."""
        axis = scaled(self._axis(name), sign)
        distance = min(self.params.push_distance, self.world.sizes[name][0] / 2)
        limits = self._limits(name, distance, may_give_up, already)
        return self._tap(name, axis, limits, self.params.push_speed)

    def _tap(self, name: str, axis: Vector, limits: Limits, speed: float) -> Touch:
        start = fingertip_start(self.world, name, axis, self.params, self._rng)
        progress = self._progress(name, axis)
        with self._finger(start, axis) as finger:
            stroke = Stroke(self._poller, start, axis, speed)

            def follow(target: Vector, velocity: Vector) -> float:
                finger.apply(target, velocity, limits.force)
                return finger.pushing()

            touch = stroke.run(follow, progress, limits)
            moved = progress()
            if touch.motion is not Motion.TOPPLED and self._retract(
                finger, axis, moved
            ):
                touch = Touch(Motion.TOPPLED, touch.peak_force, moved)
        self.let_go()
        return touch

    def _retract(self, finger: Finger, axis: Vector, moved: float) -> bool:
        """Take the fingertip back out of the tower; True if that topples it."""
        start = finger.reach()
        way = max(moved, 0.0) + 2 * FINGER_GAP
        back = scaled(axis, -1.0)
        dt = self._engine.timestep
        velocity = scaled(back, _RETRACT_SPEED)
        steps = round(way / _RETRACT_SPEED / dt)
        for i in range(1, steps + 1):
            target = add(start, scaled(back, _RETRACT_SPEED * dt * i))
            finger.apply(target, velocity, self.params.force_limit)
            if self._poller.step():
                return True
        return False

    def probe(self, name: str) -> Probe:
        """Tap a block to feel how loose it is, and push it back where it was."""
        self._phase = "probe"
        sign = 1.0 if self._rng.random() < 0.5 else -1.0
        axis = scaled(self._axis(name), sign)
        p = self.params
        limits = Limits(
            p.probe_distance, p.force_limit, p.probe_force, give_up_before=math.inf
        )
        progress = self._progress(name, axis)
        touch = self._tap(name, axis, limits, p.probe_speed)
        moved = progress()
        toppled = touch.motion is Motion.TOPPLED
        if not toppled and moved > p.probe_distance / 4:
            home = Limits(moved, p.force_limit)
            back = self._tap(name, scaled(axis, -1.0), home, p.probe_speed)
            toppled = back.motion is Motion.TOPPLED
        return Probe(
            name, touch.peak_force, moved, toppled, touch.motion is not Motion.DONE
        )

    # -- putting it down ------------------------------------------------------

    def place(self, tower: Tower, name: str, slot: Slot) -> tuple[int, bool]:
        """Put the block in hand on top, let go, and see that it lies.

        Parameters
        ----------
        tower : Tower
            The tower without the block in hand.
        name : str
            The block in hand, clear of everything.
        slot : Slot
            Where to put it.

        Returns
        -------
        tries : int
            How often it was put down; a block that slips off is picked up again.
        toppled : bool
            Whether the tower toppled meanwhile.

        Raises
        ------
        EngineError
            If the block will not lie there.
        """
        careful = self.params
        for tries in range(1, PLACE_TRIES + 1):
            if self._put(tower, name, slot, careful):
                return tries, True
            if self._lies(name):
                return tries, False
            if tries < PLACE_TRIES and self.pick_up(name):
                return tries, True
            careful = careful.replace(
                place_error=careful.place_error / 2, yaw_error=careful.yaw_error / 2
            )
        raise EngineError(
            f"block {name} will not lie in slot {slot} after {PLACE_TRIES} tries; "
            f"the tower is {tower.notation()}"
        )

    def _put(self, tower: Tower, name: str, slot: Slot, hand: HandParams) -> bool:
        """Lower the block, let go, wait until all is at rest; True if it topples."""
        self._phase = "place"
        goal = place_target(self.world, tower, name, slot, hand, self._rng)
        above = add(goal.position, (0.0, 0.0, HOVER))
        self._engine.set_pose(name, above, goal.orientation)
        self._goal = goal.position
        down = (0.0, 0.0, -1.0)
        soft = hand.replace(grip_stiffness=hand.lift_stiffness)
        grip = self._grip(name, 0.0, down, soft)
        stroke = Stroke(self._poller, above, down, hand.place_speed)
        weight = self.world.blocks.mass * self._engine.gravity

        def follow(target: Vector, velocity: Vector) -> float:
            return grip.apply(target, velocity, 1.0, goal.orientation)

        # the tower pushes back with half the weight: it is time to let go
        limits = Limits(
            3 * HOVER, hand.force_limit, weight / 2, give_up_before=math.inf
        )
        if stroke.run(follow, self._progress(name, down), limits).motion is (
            Motion.TOPPLED
        ):
            return True
        return self.settle("settle")

    def pick_up(self, name: str) -> bool:
        """Take hold of a block that fell and lift it; True if the tower topples."""
        self._phase = "place"
        soft = self.params.replace(grip_stiffness=self.params.lift_stiffness)
        grip = self._grip(name, 0.0, UP, soft)
        target = grip.anchor
        if covered(self.world, name):  # it leans under the tower: first out, then up
            away = unit((target[0], target[1], 0.0))
            toppled, target = self._lift(name, grip, target, away)
            if toppled:
                return True
        return self._lift(name, grip, target)[0]

    def settle(self, phase: str) -> bool:
        """Wait until the tower is at rest; True if the callback ended the wait."""
        self._phase = phase
        self.let_go()
        ended = False

        def on_poll(time: float) -> bool:
            nonlocal ended
            ended = self._poller.on_poll(time)
            return ended

        self.world.settle(on_poll, self._poller.interval)
        return ended

    def _lies(self, name: str) -> bool:
        """Tell whether the block rests about where it was put."""
        position, _ = self._engine.pose(name)
        off = sub(position, self._goal)
        height = self.world.sizes[name][2]
        width = self.world.sizes[name][1]
        return abs(off[2]) < height / 2 and math.hypot(off[0], off[1]) < width / 2

"""What a hand does with a tower that is played by statics alone."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from stacko.engines.base import Quaternion, Vector
from stacko.errors import EngineError
from stacko.hand.aim import layer_names, pinchable, place_target, protrusion
from stacko.hand.freeing import CLEAR, PLACE_TRIES
from stacko.hand.skill import HandParams
from stacko.hand.stroke import EASE, Motion, Touch
from stacko.params import BlockParams
from stacko.poses import Poses
from stacko.quasistatic.pile import Pile
from stacko.quasistatic.pulling import Pull, Route
from stacko.quasistatic.resting import Rest
from stacko.quasistatic.seeing import Eye
from stacko.quasistatic.surroundings import Surroundings
from stacko.tower import Slot, Tower

__all__ = ["Handling", "Placed", "Taking", "will_not_lie"]

Array = NDArray[np.float64]

_PEAK = 2.0
"""Largest push of a tremor over its root mean square."""


@dataclass(frozen=True, slots=True)
class Taking:
    """A try to take a block.

    Attributes
    ----------
    technique : str
        ``pull``, or ``push``: a push first, then a pull.
    touch : Touch
        What the hand felt.
    pile : Pile
        The tower after it, the block still in it.
    resting : Rest
        Where that came to rest, or what of it fell.
    shifts : ndarray, shape (n,)
        How far each block was dragged, m.
    time : float
        How long it took, s.
    """

    technique: str
    touch: Touch
    pile: Pile
    resting: Rest
    shifts: Array
    time: float


@dataclass(frozen=True, slots=True)
class Placed:
    """A block put on top: the tower with it, its rest, how often it was put down."""

    pile: Pile
    resting: Rest
    tries: int


class _Seen:
    """A pile as the hand's eyes see it: what `stacko.hand.aim` asks of a world."""

    def __init__(
        self, pile: Pile, sizes: Mapping[str, Vector], blocks: BlockParams
    ) -> None:
        self._poses = pile.poses()
        self.sizes = sizes
        self.blocks = blocks
        self.engine = self

    def poses(self, names: Iterable[str]) -> Poses:
        """Return the poses of some blocks."""
        return self._poses.select(names)

    def pose(self, name: str) -> tuple[Vector, Quaternion]:
        """Return the pose of one."""
        x, y, z = self._poses.position(name).tolist()
        q0, q1, q2, q3 = self._poses.orientation(name).tolist()
        return (x, y, z), (q0, q1, q2, q3)


class Handling:
    """A hand at a pile.

    Parameters
    ----------
    around : Surroundings
    blocks : BlockParams
    sizes : mapping of name to (length, width, height)
    hand : HandParams
    rng : numpy.random.Generator
        Source of its errors, and of how much friction there happens to be.
    scatter : float
        Standard deviation of the logarithm of the friction of one touch.
    eye : Eye, optional
        Is shown every step of a block on its way.
    """

    def __init__(
        self,
        around: Surroundings,
        blocks: BlockParams,
        sizes: Mapping[str, Vector],
        hand: HandParams,
        rng: np.random.Generator,
        scatter: float,
        eye: Eye | None = None,
    ) -> None:
        self._around, self._blocks, self._sizes = around, blocks, sizes
        self._hand, self._rng, self._eye = hand, rng, eye
        self.friction = math.exp(scatter * rng.standard_normal())

    # -- taking ---------------------------------------------------------------

    def take(
        self,
        pile: Pile,
        resting: Rest,
        tower: Tower,
        name: str,
        *,
        may_give_up: bool,
    ) -> Taking:
        """Take a block out of the tower, as far as that goes; see `Hand.take`."""
        seen = _Seen(pile, self._sizes, self._blocks)
        out = protrusion(seen, tower, name)
        pull = Pull(pile, resting, name, self._around, self.friction, self._eye)
        sign = math.copysign(1.0, out)
        if abs(out) >= self._hand.grip_depth or pinchable(tower, name):
            if abs(out) < self._hand.grip_depth:
                sign = self.toss()
            motion, time = self._pull(pull, sign, may_give_up, out * sign)
            return self._taking("pull", pull, motion, time)
        sign = self.toss()
        motion, time = self._push(pull, sign, may_give_up, out * sign)
        if motion is Motion.DONE:
            motion, more = self._pull(pull, sign, may_give_up, out * sign + pull.moved)
            time += more
        return self._taking("push", pull, motion, time)

    def toss(self) -> float:
        """Return 1 or -1: which end of a block the hand takes."""
        return 1.0 if self._rng.random() < 0.5 else -1.0

    def _taking(
        self, technique: str, pull: Pull, motion: Motion, time: float
    ) -> Taking:
        touch = Touch(motion, pull.peak_force, pull.moved)
        return Taking(technique, touch, pull.pile, pull.resting, pull.shifts(), time)

    def _push(
        self, pull: Pull, sign: float, may_give_up: bool, already: float
    ) -> tuple[Motion, float]:
        distance = min(self._hand.push_distance, pull.length / 2)
        speed = self._hand.push_speed
        return self._go(pull, sign, 0.0, distance, speed, may_give_up, already)

    def _pull(
        self, pull: Pull, sign: float, may_give_up: bool, already: float
    ) -> tuple[Motion, float]:
        askew = self._rng.normal(0.0, self._hand.direction_error)
        distance = max(pull.length + CLEAR - already, CLEAR)
        speed = self._hand.speed
        return self._go(pull, sign, askew, distance, speed, may_give_up, already)

    def _go(
        self,
        pull: Pull,
        sign: float,
        askew: float,
        distance: float,
        speed: float,
        may_give_up: bool,
        already: float,
    ) -> tuple[Motion, float]:
        hand, before = self._hand, pull.moved
        quarter = pull.length / 4 - max(already, 0.0)
        route = Route(
            along=pull.direction(sign, askew),
            distance=distance,
            out=speed == hand.speed and distance + already >= pull.length,
            speed=speed,
            tremble=self.tremble(speed),
            force=hand.force_limit,
            give_up_force=hand.give_up_force,
            give_up_shift=hand.give_up_shift,
            give_up_before=quarter if may_give_up else -math.inf,
        )
        if self._eye is not None:
            self._eye.begin(finger=not route.out)
        motion = pull.run(route)
        seconds = EASE + (pull.moved - before) / speed
        if self._eye is not None:
            self._eye.end(seconds)
        return motion, seconds

    def tremble(self, speed: float) -> float:
        """Return the force felt besides friction: starting, and tremor, N."""
        hand, mass = self._hand, self._around.mass + self._hand.finger_mass
        omega = 2 * math.pi * hand.tremor_frequency
        return mass * (speed / EASE + _PEAK * omega * omega * hand.tremor)

    # -- placing --------------------------------------------------------------

    def place(self, pile: Pile, tower: Tower, name: str, slot: Slot) -> Placed:
        """Put the block in hand on top, and again with more care if it slips off.

        Raises
        ------
        EngineError
            If the block will not lie there.
        """
        if not layer_names(tower, slot.layer - 1):
            raise will_not_lie(name, slot, 0, tower)
        seen = _Seen(pile, self._sizes, self._blocks)
        careful = self._hand
        for tries in range(1, PLACE_TRIES + 1):
            goal = place_target(seen, tower, name, slot, careful, self._rng)
            yaw = 2 * math.atan2(goal.orientation[2], goal.orientation[3])
            plane, size = np.array(goal.position[:2]), np.array(self._sizes[name])
            higher = pile.with_block(name, slot, plane, yaw, size)
            resting = self._around.rest(higher)
            slipped = resting.falling.sum() == 1 and resting.falling[higher.row(name)]
            if not slipped:
                return Placed(higher, resting, tries)
            careful = careful.replace(
                place_error=careful.place_error / 2, yaw_error=careful.yaw_error / 2
            )
        raise will_not_lie(name, slot, tries, tower)


def will_not_lie(name: str, slot: Slot, tries: int, tower: Tower) -> EngineError:
    """Return the error that says that a block cannot be put down."""
    return EngineError(
        f"block {name} will not lie in slot {slot} after {tries} tries; "
        f"the tower is {tower.notation()}"
    )

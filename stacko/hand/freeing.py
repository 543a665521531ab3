"""Getting a block in hand free of everything that it touches."""

from __future__ import annotations

import math
from collections.abc import Callable

from stacko.engines.base import Vector
from stacko.errors import EngineError
from stacko.hand.grip import Grip
from stacko.hand.stroke import Limits, Motion, Poller, Stroke
from stacko.hand.vectors import add, dot, multiply, sub
from stacko.world import PhysicalTower

__all__ = [
    "CLEAR",
    "FREEING_TRIES",
    "HOVER",
    "PLACE_TRIES",
    "UP",
    "advance",
    "covered",
    "lift",
    "not_free",
    "touched",
    "turn_over",
]

CLEAR = 0.006
"""Distance beyond the tower at which a pulled block counts as out, m."""

PLACE_TRIES = 6
"""How often a block that slips off is put down before it is given up."""

HOVER = 0.003
"""Height by which a block is lifted, and from which it is put down, m."""

FREEING_TRIES = 40
"""How often the hand goes on a little while the block is not free."""

UP: Vector = (0.0, 0.0, 1.0)
_TURN = 0.75 * math.pi
_DRAW = 0.02
_TURN_TIME = 0.5
_TURN_HEIGHT = 0.03


def touched(world: PhysicalTower, name: str) -> set[str]:
    """Return the names of the bodies that a block touches, the table's included."""
    contacts = world.engine.contacts(name)
    return {end for c in contacts if c.distance <= 0 for end in (c.a, c.b)} - {name}


def covered(world: PhysicalTower, name: str) -> bool:
    """Tell whether a block touches something that lies over a part of it."""
    return any(
        (c.normal[2] if c.a == name else -c.normal[2]) < -0.1
        for c in world.engine.contacts(name)
        if c.distance <= 0
    )


def not_free(world: PhysicalTower, name: str) -> EngineError:
    """Return the error that says what a block in hand still touches."""
    others = ", ".join(sorted(touched(world, name)))
    return EngineError(f"block {name} cannot be freed from what it touches: {others}")


def advance(world: PhysicalTower, name: str, along: Vector) -> Callable[[], float]:
    """Return a function that tells how far a block has come along a direction, m."""
    start, _ = world.engine.pose(name)
    return lambda: dot(sub(world.engine.pose(name)[0], start), along)


def lift(
    world: PhysicalTower,
    poller: Poller,
    name: str,
    grip: Grip,
    start: Vector,
    speed: float,
    along: Vector = UP,
) -> tuple[bool, Vector]:
    """Raise a block until it touches nothing, or draw it until nothing is over it.

    Parameters
    ----------
    world, poller, name
        The tower, what steps it, and the block.
    grip : Grip
        The grip on the block.
    start : tuple of float
        Where the grip's target is, m.
    speed : float
        In m/s.
    along : tuple of float
        Unit vector of the motion.

    Returns
    -------
    toppled : bool
        Whether the tower toppled meanwhile.
    target : tuple of float
        Where the grip's target is now, m.

    Raises
    ------
    EngineError
        If the block is not free even then.
    """
    stroke = Stroke(poller, start, along, speed)
    progress = advance(world, name, along)
    held, step = (touched, HOVER) if along == UP else (covered, _DRAW)

    def follow(target: Vector, velocity: Vector) -> float:
        grip.apply(target, velocity, 1.0)
        return 0.0

    for _ in range(FREEING_TRIES):
        touch = stroke.run(follow, progress, Limits(progress() + step, math.inf))
        if touch.motion is Motion.TOPPLED or not held(world, name):
            return touch.motion is Motion.TOPPLED, stroke.target()
    raise not_free(world, name)


def turn_over(poller: Poller, grip: Grip, target: Vector) -> tuple[bool, Vector]:
    """Turn a block over and back, so that what rides on it slides off.

    Returns
    -------
    toppled : bool
        Whether the tower toppled meanwhile.
    target : tuple of float
        Where the grip's target is now, m.
    """
    steps = round(_TURN_TIME / poller.engine.timestep)
    for step in range(1, 4 * steps + 1):
        way = step / steps  # up, over, on upward, and back
        half = min(max(way - 1, 0.0), 1.0, max(4 - way, 0.0)) * _TURN / 2
        roll = (math.sin(half), 0.0, 0.0, math.cos(half))
        height = min(way, max(way - 1, 1.0), 2.0) * _TURN_HEIGHT
        raised = add(target, (0.0, 0.0, height))
        held = multiply(grip.orientation, roll)
        grip.apply(raised, (0.0, 0.0, 0.0), 1.0, held)
        if poller.step():
            return True, raised
    return False, raised

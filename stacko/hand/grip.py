"""Two ways of touching a block: a compliant pinch, and a fingertip that pushes."""

from __future__ import annotations

from dataclasses import dataclass

from stacko.engines.base import Body, Engine, Quaternion, Vector
from stacko.hand.skill import HandParams
from stacko.hand.tremor import Tremor
from stacko.hand.vectors import (
    add,
    clipped,
    conjugate,
    cross,
    dot,
    multiply,
    rotate,
    rotation_vector,
    scaled,
    sub,
)

__all__ = ["FINGER", "Finger", "Grip", "Load"]

FINGER = "finger"
"""Name of the fingertip's body while it is in the world."""

_DAMPING = 0.8
_STIFFEST = 0.16
"""Largest stiffness * timestep^2 / mass of an explicit spring that stays calm."""


_FEELING = 0.015
"""Time over which a fingertip feels a force, s."""


@dataclass(frozen=True, slots=True)
class Load:
    """A block as the hand feels it: mass (kg), inertia (kg m^2), edge lengths (m)."""

    name: str
    mass: float
    inertia: Vector
    size: Vector


class Grip:
    """A pinch: springs and dampers between a moving target and a point of a block.

    Parameters
    ----------
    engine : Engine
        The world.
    load : Load
        The block held.
    at : float
        Where it is held: distance from its center along its long axis, m.
    along : tuple of float
        Unit vector of the pull, world axes; stiff along it, softer across.
    hand : HandParams
        Stiffness and limits.
    tremor : Tremor
        Motion added to the target.

    Attributes
    ----------
    felt : float
        Force along the pull in the last step, N.
    """

    def __init__(
        self,
        engine: Engine,
        load: Load,
        at: float,
        along: Vector,
        hand: HandParams,
        tremor: Tremor,
    ) -> None:
        self._engine = engine
        self._load = load
        self._point: Vector = (at, 0.0, 0.0)
        self._along = along
        self._hand = hand
        self._tremor = tremor
        position, self.orientation = engine.pose(load.name)
        self.anchor = add(position, rotate(self.orientation, self._point))
        self._stiffness = self._calm(at)
        self.felt = 0.0

    def _calm(self, at: float) -> tuple[float, float, float]:
        """Limit stiffness so that the explicit spring is stable at this timestep.

        Held at its end a block is lighter sideways than as a whole.
        """
        load, dt = self._load, self._engine.timestep
        side = 1 / (1 / load.mass + at * at / min(load.inertia[1:]))
        cap = _STIFFEST / (dt * dt)
        hand = self._hand
        return (
            min(hand.grip_stiffness, cap * load.mass),
            min(hand.side_stiffness, cap * side),
            min(hand.lift_stiffness, cap * side),
        )

    def reach(self) -> Vector:
        """Return where the held point is, m."""
        position, orientation = self._engine.pose(self._load.name)
        return add(position, rotate(orientation, self._point))

    def apply(
        self,
        target: Vector,
        velocity: Vector,
        carried: float,
        orientation: Quaternion | None = None,
    ) -> float:
        """Pull towards a target during the next step.

        Parameters
        ----------
        target, velocity : tuple of float
            Where the held point should be (m) and how it moves (m/s).
        carried : float
            Share of the block's weight the hand bears, 0 to 1.
        orientation : tuple of float, optional
            Orientation to hold; the one at the grasp if left out.

        Returns
        -------
        float
            Force along the pull, N.
        """
        engine, load = self._engine, self._load
        position, turned = engine.pose(load.name)
        linear, angular = engine.velocity(load.name)
        arm = rotate(turned, self._point)
        lag = sub(add(target, self._tremor.next()), add(position, arm))
        slip = sub(velocity, add(linear, cross(angular, arm)))
        pull, force = self._spring(lag, slip)
        engine.apply_force(load.name, force, add(position, arm))
        if carried > 0:
            weight = carried * load.mass * engine.gravity
            engine.apply_force(load.name, (0.0, 0.0, weight), position)
        self._hold(turned, angular, orientation or self.orientation)
        self.felt = pull
        return pull

    def _spring(self, lag: Vector, slip: Vector) -> tuple[float, Vector]:
        axial, side, lift = self._stiffness
        mass = self._load.mass
        along = self._along
        d, v = dot(lag, along), dot(slip, along)
        pull = axial * d + 2 * _DAMPING * (axial * mass) ** 0.5 * v
        limit = self._hand.force_limit
        pull = max(-limit, min(limit, pull))
        off, drift = sub(lag, scaled(along, d)), sub(slip, scaled(along, v))
        light = mass / 4
        c_side = 2 * _DAMPING * (side * light) ** 0.5
        c_lift = 2 * _DAMPING * (lift * light) ** 0.5
        across = clipped(
            (
                side * off[0] + c_side * drift[0],
                side * off[1] + c_side * drift[1],
                lift * off[2] + c_lift * drift[2],
            ),
            limit,
        )
        return pull, add(scaled(along, pull), across)

    def _hold(self, turned: Quaternion, spin: Vector, wanted: Quaternion) -> None:
        """Turn the block towards an orientation, alike about each of its axes."""
        inverse = conjugate(turned)
        error = rotation_vector(multiply(inverse, wanted))
        rate = rotate(inverse, spin)
        w = self._hand.grip_frequency
        torque = tuple(
            i * (w * w * e - 2 * _DAMPING * w * r)
            for i, e, r in zip(self._load.inertia, error, rate, strict=True)
        )
        self._engine.apply_torque(
            self._load.name, rotate(turned, (torque[0], torque[1], torque[2]))
        )


class Finger:
    """A fingertip: a small ball on a spring that follows a moving target.

    A context manager: the ball is in the world inside the ``with`` block only.

    Attributes
    ----------
    felt : float
        What it last felt, see `pushing`, N.
    """

    def __init__(
        self,
        engine: Engine,
        start: Vector,
        along: Vector,
        hand: HandParams,
        friction: float,
        tremor: Tremor,
    ) -> None:
        self._engine = engine
        self._along = along
        self._hand = hand
        self._tremor = tremor
        cap = _STIFFEST * hand.finger_mass / engine.timestep**2
        self._k = min(hand.grip_stiffness, cap)
        self._c = 2 * _DAMPING * (self._k * hand.finger_mass) ** 0.5
        self.felt = 0.0
        self._felt = [0.0] * max(1, round(_FEELING / engine.timestep))
        d = hand.finger
        self._body = Body(
            FINGER,
            (d, d, d),
            hand.finger_mass,
            (0.0, 0.0, 0.0),
            friction,
            0.0,
            start,
            shape="sphere",
        )

    def __enter__(self) -> Finger:
        self._engine.add(self._body)
        return self

    def __exit__(self, *exc: object) -> None:
        self._engine.remove(FINGER)

    def reach(self) -> Vector:
        """Return the center of the fingertip, m."""
        return self._engine.pose(FINGER)[0]

    def pushing(self) -> float:
        """Return the force of the fingertip on what it touches, N.

        The mean over the last few steps: an impact is one step long and no force
        anybody feels.
        """
        now = sum(c.normal_force for c in self._engine.contacts(FINGER))
        self._felt = [*self._felt[1:], now]
        self.felt = sum(self._felt) / len(self._felt)
        return self.felt

    def apply(self, target: Vector, velocity: Vector, limit: float) -> None:
        """Push towards a target during the next step, with at most a force (N)."""
        engine = self._engine
        position = engine.pose(FINGER)[0]
        moving = engine.velocity(FINGER)[0]
        lag = sub(add(target, self._tremor.next()), position)
        slip = sub(velocity, moving)
        force = add(scaled(lag, self._k), scaled(slip, self._c))
        push = max(-limit, min(limit, dot(force, self._along)))
        across = sub(force, scaled(self._along, dot(force, self._along)))
        weight = (0.0, 0.0, self._hand.finger_mass * engine.gravity)
        total = add(add(scaled(self._along, push), clipped(across, limit)), weight)
        engine.apply_force(FINGER, total, position)

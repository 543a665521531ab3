"""What a hand has hold of, and how that is told to who looks."""

from __future__ import annotations

import numpy as np

from stacko.engines.base import Engine, Vector
from stacko.hand.feel import Grasp
from stacko.hand.grip import Finger, Grip, Load
from stacko.hand.skill import HandParams
from stacko.hand.tremor import Tremor
from stacko.world import PhysicalTower, hollow_box_inertia

__all__ = ["Holding"]


class Holding:
    """The part of a hand that takes hold and lets go.

    Parameters
    ----------
    world : PhysicalTower
    params : HandParams
    rng : numpy.random.Generator
        Source of tremor.
    """

    def __init__(
        self, world: PhysicalTower, params: HandParams, rng: np.random.Generator
    ) -> None:
        self.world = world
        self.params = params
        self._rng = rng
        self._touching: Grip | Finger | None = None

    @property
    def _engine(self) -> Engine:
        return self.world.engine

    def _tremor(self) -> Tremor:
        p = self.params
        dt = self._engine.timestep
        return Tremor(p.tremor, p.tremor_frequency, dt, self._rng)

    def _load(self, name: str) -> Load:
        blocks, size = self.world.blocks, self.world.sizes[name]
        inertia = hollow_box_inertia(size, blocks.mass, blocks.wall)
        return Load(name, blocks.mass, inertia, size)

    def _grip(
        self, name: str, at: float, along: Vector, hand: HandParams | None = None
    ) -> Grip:
        load, params = self._load(name), hand or self.params
        grip = Grip(self._engine, load, at, along, params, self._tremor())
        self._touching = grip
        return grip

    def _finger(self, start: Vector, along: Vector) -> Finger:
        friction = self.world.factors.finger
        tremor = self._tremor()
        finger = Finger(self._engine, start, along, self.params, friction, tremor)
        self._touching = finger
        return finger

    def grasp(self) -> Grasp | None:
        """Return how the hand touches a block right now, if it does."""
        touching = self._touching
        if touching is None:
            return None
        finger = isinstance(touching, Finger)
        return Grasp(finger, touching.reach(), touching.felt)

    def let_go(self) -> None:
        """Take the hand away."""
        self._touching = None

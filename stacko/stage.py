"""What a match needs of a physical tower, whatever moves its blocks.

`DynamicStage` is a tower in a rigid-body engine, moved by a `Hand` step by step;
`stacko.quasistatic.stage` is one without an engine. A match cannot tell them apart.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

import numpy as np

from stacko.engines import Engine
from stacko.engines.base import Vector
from stacko.game import Game
from stacko.hand import Hand, HandParams, Probe
from stacko.moves import Move
from stacko.params import BlockParams, ContactParams, SettleParams, ToppleParams
from stacko.players import ProbeResult
from stacko.poses import Poses
from stacko.recording import Glimpse, Load, Recorder
from stacko.touch import Probing, Touched, Touching
from stacko.tower import Tower
from stacko.world import PhysicalTower

__all__ = ["DynamicStage", "Feeling", "Stage"]

_UPRIGHT = 0.5
"""Least vertical part of the normal of a contact that carries weight."""

Luck = Callable[[int], np.random.Generator]
"""Returns the source of chance for the probe of that number."""


class Feeling(Protocol):
    """The probes of one choice."""

    @property
    def toppled(self) -> Probe | None:
        """The probe that knocked the tower over."""

    def probe(self, block: str) -> ProbeResult:
        """Push a block a little and put it back."""

    def rest(self) -> None:
        """Wait a moment for the tower to calm down; it may topple even now."""


class Stage(Protocol):
    """A physical tower that players touch.

    Attributes
    ----------
    recorder : Recorder or None
        Is shown the tower while it moves.
    """

    recorder: Recorder | None

    @property
    def time(self) -> float:
        """Simulated time since it was built, in s."""

    @property
    def sizes(self) -> Mapping[str, Vector]:
        """Edge lengths of every block, m."""

    def build(self, tower: Tower, rng: np.random.Generator) -> None:
        """Build a tower of blocks whose sizes are drawn, and let it come to rest."""

    def poses(self) -> Poses:
        """Return the poses of all blocks in the tower."""

    def probing(self, game: Game, hand: HandParams, luck: Luck) -> Feeling:
        """Return what the player to move can feel the tower with."""

    def touch(
        self,
        game: Game,
        move: Move,
        hand: HandParams,
        rng: np.random.Generator,
        probing: Feeling,
    ) -> Touched:
        """Carry out a legal move, or what the probes before it left of it."""

    def discard(self, name: str) -> None:
        """Take a fallen block away for good."""

    def look(self) -> Glimpse:
        """Return the tower as it is now, at rest."""

    def loads(self) -> list[Load]:
        """Return what rests on what, of a tower at rest."""


class DynamicStage:
    """A tower in a rigid-body engine.

    Parameters
    ----------
    engine : Engine
        An open world; it is built anew.
    blocks, contact, settle, topple : parameter sets
    """

    def __init__(
        self,
        engine: Engine,
        *,
        blocks: BlockParams,
        contact: ContactParams,
        settle: SettleParams,
        topple: ToppleParams,
    ) -> None:
        self.engine = engine
        self._blocks, self._contact = blocks, contact
        self._settle, self._topple = settle, topple
        self.recorder: Recorder | None = None

    def build(self, tower: Tower, rng: np.random.Generator) -> None:
        """Build a tower of blocks whose sizes are drawn, and let it come to rest."""
        self.world = PhysicalTower(
            self.engine,
            tower,
            blocks=self._blocks,
            contact=self._contact,
            settle=self._settle,
            rng=rng,
        )
        self.world.settle()
        self.world.mark_all_slot_poses()

    @property
    def time(self) -> float:
        """Simulated time since it was built, in s."""
        return self.engine.time

    @property
    def sizes(self) -> Mapping[str, Vector]:
        """Edge lengths of every block, m."""
        return self.world.sizes

    def poses(self) -> Poses:
        """Return the poses of all blocks in the tower."""
        return self.world.poses()

    def _hand(self, params: HandParams, rng: np.random.Generator) -> Hand:
        return Hand(self.world, params, rng, poll=self._topple.poll)

    def probing(self, game: Game, hand: HandParams, luck: Luck) -> Probing:
        """Return what the player to move can feel the tower with."""

        def make_hand(count: int) -> Hand:
            return self._hand(hand, luck(count))

        return Probing(self.world, game, make_hand, self._topple, self.recorder)

    def touch(
        self,
        game: Game,
        move: Move,
        hand: HandParams,
        rng: np.random.Generator,
        probing: Feeling,
    ) -> Touched:
        """Carry out a legal move, or what the probes before it left of it."""
        if not isinstance(probing, Probing):
            raise TypeError("probing is of another stage")
        acting = self._hand(hand, rng)
        touching = Touching(self.world, game, acting, self._topple, self.recorder)
        return touching.make(move, probing)

    def discard(self, name: str) -> None:
        """Take a fallen block away for good."""
        self.world.discard(name)

    def look(self) -> Glimpse:
        """Return the tower as it is now, at rest."""
        return Glimpse(self.time, "settle", self.poses())

    def loads(self) -> list[Load]:
        """Return what rests on what, of a tower at rest."""
        sums: dict[tuple[str, str], float] = {}
        for contact in self.engine.contacts():
            up = contact.normal[2]
            if abs(up) < _UPRIGHT or contact.normal_force <= 0.0:
                continue  # neighbors in a layer touch sideways
            pair = (contact.a, contact.b) if up > 0 else (contact.b, contact.a)
            sums[pair] = sums.get(pair, 0.0) + contact.normal_force
        return [Load(*pair, force) for pair, force in sums.items()]

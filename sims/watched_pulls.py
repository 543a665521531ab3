"""Blocks pulled out of towers in an engine, watched all the way, and let go in time.

A hand that may not give up pulls a block out of a tower. In another run of the same
pull, the same to the bit until then, it lets go once another block has shifted too far,
and a moment later, because nobody reacts at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from sims.agreement.states import TowerState
from sims.agreement.trials import AFTERMATH, Conditions, hand_rng, world_of
from sims.touches import Course
from stacko.engines import Engine
from stacko.errors import SettleError
from stacko.geometry import layer_names
from stacko.hand import Hand, HandParams, Motion
from stacko.margins import MarginMonitor
from stacko.params import ToppleParams
from stacko.stability import tower_tilt
from stacko.topple import ToppleWatch
from stacko.world import PhysicalTower

__all__ = ["Release", "Watched", "probe_felt", "watched_pull"]


@dataclass(frozen=True, slots=True)
class Release:
    """When a hand lets go.

    Parameters
    ----------
    shift : float
        Once another block is that far from where it was, m.
    delay : float
        And so much later, s.
    """

    shift: float
    delay: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Watched:
    """What a pull came to.

    Parameters
    ----------
    block : str
    falls : bool
        Whether another block left the tower.
    out : bool
        Whether the block came out, the tower standing that long.
    released : float or None
        When the hand let go early, s; None if it did not.
    phase : str or None
        What the hand did when the tower fell.
    force : float
        Peak force of the hand, N.
    course : Course
        Up to the fall, or until the tower is at rest.
    """

    block: str
    falls: bool
    out: bool
    released: float | None
    phase: str | None
    force: float
    course: Course


def watched_pull(
    engine: Engine,
    state: TowerState,
    block: str,
    hand: HandParams,
    given: Conditions,
    release: Release | None = None,
) -> Watched:
    """Pull one block out of a tower.

    Parameters
    ----------
    engine : Engine
        An open world; the tower is built anew in it.
    state : TowerState
        At rest in this engine: see `sims.agreement.trials.calmed`.
    block : str
    hand : HandParams
    given : Conditions
        The chances of the hand are those of the block's place in the state.
    release : Release, optional
        When the hand lets go; it never gives up if left out.
    """
    world = world_of(engine, state, state.poses, given)
    look = _Look(world, state, block, given, release)
    acting = Hand(world, hand, hand_rng(state, block, given), look)
    look.hand = acting
    touch = acting.take(state.tower, block, may_give_up=False).touch
    out = touch.motion is Motion.DONE
    acting.let_go()
    if out:
        world.discard(block)
    if not look.watch.toppled:
        look.over = True
        with suppress(SettleError):  # what sways on for so long does not fall
            world.settle(lambda time: look(time, "settle"), time_limit=AFTERMATH)
    report = look.watch.report()
    return Watched(
        block, look.watch.toppled, out, look.released, report.phase, touch.peak_force,
        look.course(),
    )  # fmt: skip


def probe_felt(
    engine: Engine,
    state: TowerState,
    block: str,
    hand: HandParams,
    given: Conditions,
) -> float:
    """Return the peak force, N, of a tap on a block of a tower; see `watched_pull`."""
    world = world_of(engine, state, state.poses, given)
    return Hand(world, hand, hand_rng(state, block, given)).probe(block).peak_force


class _Look:
    """Watches a tower while it is touched, and says when to stop."""

    def __init__(
        self,
        world: PhysicalTower,
        state: TowerState,
        block: str,
        given: Conditions,
        release: Release | None,
    ) -> None:
        layers = layer_names(state.tower)
        self.watch = ToppleWatch(
            state.poses, layers, given.blocks, ToppleParams(), block, sizes=state.sizes
        )
        self._layers = [[n for n in row if n != block] for row in layers]
        self._monitor = MarginMonitor(state.poses, self._layers, state.sizes)
        self._start = state.poses.select(self._monitor.names).positions
        self._world, self._release = world, release
        self._begun = world.engine.time
        self.hand: Hand | None = None
        self.over = False
        self.released: float | None = None
        self._alarm: float | None = None
        self._rows: list[Sequence[float]] = [
            (0.0, tower_tilt(state.poses, self._layers), 0.0, 0.0, self._least())
        ]

    def _least(self) -> float:
        return self._monitor.margin(self._start)

    def __call__(self, time: float, phase: str) -> bool:
        """Look once; True ends the motion of the hand."""
        poses, now = self._world.poses().select(self._monitor.names), time - self._begun
        toppled = self.watch.update(now, phase, poses)
        shift = float(
            np.sqrt(((poses.positions - self._start) ** 2).sum(axis=1)).max(initial=0.0)
        )
        grasp = self.hand.grasp() if self.hand is not None else None
        self._rows.append(
            (
                now,
                tower_tilt(poses, self._layers),
                shift,
                0.0 if grasp is None else grasp.force,
                self._monitor.margin(poses.positions),
            )
        )
        return toppled or self._lets_go(now, shift)

    def _lets_go(self, now: float, shift: float) -> bool:
        release = self._release
        if release is None or self.over:
            return False
        if self._alarm is None and shift >= release.shift:
            self._alarm = now
        if self._alarm is None or now < self._alarm + release.delay:
            return False
        self.released = now
        return True

    def course(self) -> Course:
        """Return what was seen."""
        times, tilts, shifts, forces, margins = np.array(self._rows).T
        return Course(times, tilts, shifts, forces, margins)

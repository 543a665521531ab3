"""Blocks taken out of a tower, one at a time, in one model."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace

import numpy as np

from gamebase.columns import column
from sims.agreement.states import TowerState
from stacko.engines import Engine, EngineSettings, make_engine
from stacko.errors import EngineError, SettleError
from stacko.geometry import layer_names
from stacko.hand import Hand, HandParams, Motion, named_hand
from stacko.params import BlockParams, ContactParams, SettleParams, ToppleParams
from stacko.poses import Poses
from stacko.quasistatic.handling import Handling
from stacko.quasistatic.pile import Pile
from stacko.quasistatic.stage import single_threaded
from stacko.quasistatic.surroundings import Surroundings
from stacko.topple import ToppleWatch
from stacko.world import PhysicalTower

__all__ = [
    "ENGINES",
    "FALLS",
    "HOWS",
    "MODELS",
    "NUDGED",
    "SURE",
    "Conditions",
    "TrialRow",
    "calmed",
    "contact_of",
    "hand_rng",
    "surroundings",
    "take_out",
    "word",
    "world_of",
]

ENGINES = ("pybullet", "mujoco")

NUDGED = "pybullet nudged"
"""PyBullet once more, every block shifted a little: how far it agrees with itself."""

MODELS = (*ENGINES, "quasistatic", NUDGED)

HOWS = ("vanish", "pull")
"""A block that is there no more from one moment to the next, or is drawn out."""

STANDS, FALLS, STUCK, FAILED = "stands", "falls", "stuck", "failed"

SURE: HandParams = replace(
    named_hand("steady"), name="sure", tremor=0.0, aim_error=0.0, direction_error=0.0
)
"""A hand that makes no mistakes and never gives up."""

NUDGE = 1e-5
"""Standard deviation of the shift of a nudged block, in x and in y, m."""

AFTERMATH = 2.0
"""Longest time a tower is followed after a removal, s."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """What all models are told alike, and what each is told alone.

    Parameters
    ----------
    blocks : BlockParams
    settings : EngineSettings
    friction : float
        Factor on the friction of a state.
    seed : int
        Of the end a hand takes, and of nudges.
    """

    blocks: BlockParams = field(default_factory=BlockParams)
    settings: EngineSettings = field(default_factory=EngineSettings)
    friction: float = 1.0
    seed: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialRow:
    """One block out of one tower in one model."""

    state: int = column("number of the state")
    how: str = column("vanish or pull")
    block: str = column("the block taken")
    model: str = column("pybullet, mujoco, quasistatic, or pybullet nudged")
    verdict: str = column(
        "stands; falls: another block left the tower; stuck: it could not be drawn "
        "out; failed: the engine gave no answer"
    )
    force: float | None = column("peak force of a pull", "N", default=None)
    time: float | None = column("when the first block left", "s", default=None)
    first: str | None = column("which block left first", default=None)
    shift: float = column("largest shift of another block that did not leave", "m")


def word(falls: bool) -> str:
    """Return how a table says that a tower falls or stands."""
    return FALLS if falls else STANDS


def contact_of(state: TowerState, given: Conditions) -> ContactParams:
    """Return the contacts of a state."""
    return ContactParams().replace(mu_block=state.mu * given.friction)


def take_out(
    state: TowerState,
    blocks: tuple[str, ...],
    how: str,
    model: str,
    given: Conditions | None = None,
) -> list[TrialRow]:
    """Take each of some blocks out of a tower, one at a time, in one model.

    Parameters
    ----------
    state : TowerState
    blocks : tuple of str
    how : str
        One of `HOWS`.
    model : str
        One of `MODELS`.
    given : Conditions, optional

    Returns
    -------
    list of TrialRow
        In the order of `blocks`.

    Raises
    ------
    EngineError
        If the engine is not installed.
    """
    given = given or Conditions()
    if model == "quasistatic":
        with single_threaded():
            return list(_by_statics(state, blocks, how, given))
    if model == NUDGED:
        rows = take_out(_nudged(state, given), blocks, how, "pybullet", given)
        return [replace(row, model=NUDGED) for row in rows]
    with make_engine(model, given.settings, ContactParams().gravity) as engine:
        return list(_in_engine(engine, model, state, blocks, how, given))


def _nudged(state: TowerState, given: Conditions) -> TowerState:
    seeds = np.random.SeedSequence(given.seed, spawn_key=(state.state,))
    shifts = np.random.default_rng(seeds).normal(0, NUDGE, (len(state.poses.names), 2))
    positions = state.poses.positions.copy()
    positions[:, :2] += shifts
    poses = Poses(state.poses.names, positions, state.poses.orientations)
    return replace(state, poses=poses)


def hand_rng(state: TowerState, name: str, given: Conditions) -> np.random.Generator:
    """Return the chances of the hand that takes a block."""
    key = (state.state, state.poses.index(name))
    return np.random.default_rng(np.random.SeedSequence(given.seed, spawn_key=key))


# -- by statics -------------------------------------------------------------------


def surroundings(state: TowerState, given: Conditions) -> Surroundings:
    """Return what the quasistatic model goes by in a state."""
    model = given.settings.quasistatic
    contact = contact_of(state, given)
    return Surroundings(
        contact, given.blocks.mass, model.contact_stiffness, model.steps, model.sag
    )


def _by_statics(
    state: TowerState, blocks: tuple[str, ...], how: str, given: Conditions
) -> Iterator[TrialRow]:
    around = surroundings(state, given)
    pile = Pile.standing(state.tower, state.poses, state.sizes)
    resting = around.rest(pile)
    pile.motion = resting.motion
    for name in blocks:
        row = TrialRow(
            state=state.state, how=how, block=name, model="quasistatic",
            verdict=STANDS, shift=0.0,
        )  # fmt: skip
        left = pile.without(name)
        if how == "pull":
            rng = hand_rng(state, name, given)
            handling = Handling(around, given.blocks, state.sizes, SURE, rng, 0.0)
            taken = handling.take(pile, resting, state.tower, name, may_give_up=False)
            others = [i for i, other in enumerate(pile.names) if other != name]
            shift = float(taken.shifts[others].max(initial=0.0))
            row = replace(row, force=taken.touch.peak_force, shift=shift)
            if taken.touch.motion is not Motion.DONE:
                toppled = taken.touch.motion is Motion.TOPPLED
                yield replace(row, verdict=FALLS if toppled else STUCK)
                continue
            left = taken.pile.without(name)
        yield replace(row, verdict=word(not around.rest(left).stands))


# -- in engines -------------------------------------------------------------------


def _in_engine(
    engine: Engine,
    model: str,
    state: TowerState,
    blocks: tuple[str, ...],
    how: str,
    given: Conditions,
) -> Iterator[TrialRow]:
    calm = calmed(engine, state, given)
    for name in blocks:
        poses = calm.poses if how == "pull" else calm.poses.without(name)
        world = world_of(engine, calm, poses, given)
        row = TrialRow(
            state=state.state, how=how, block=name, model=model, verdict=FAILED,
            shift=0.0,
        )  # fmt: skip
        with suppress(EngineError):
            row = _followed(row, world, calm, given)
        yield row


def calmed(engine: Engine, state: TowerState, given: Conditions) -> TowerState:
    """Return a tower as it comes to rest in an engine."""
    world = world_of(engine, state, state.poses, given)
    with suppress(SettleError):
        world.settle()
    return replace(state, poses=world.poses())


def world_of(
    engine: Engine, state: TowerState, poses: Poses, given: Conditions
) -> PhysicalTower:
    """Return a tower in an engine, at these poses."""
    return PhysicalTower.standing(
        engine,
        poses,
        state.sizes,
        blocks=given.blocks,
        contact=contact_of(state, given),
        settle=SettleParams(),
    )


def _followed(
    row: TrialRow, world: PhysicalTower, state: TowerState, given: Conditions
) -> TrialRow:
    """Take one block out and follow what becomes of the tower."""
    watch = ToppleWatch(
        state.poses, layer_names(state.tower), given.blocks, ToppleParams(), row.block,
        sizes=state.sizes,
    )  # fmt: skip
    start = world.engine.time

    def look(time: float, phase: str = "settle") -> bool:
        return watch.update(time - start, phase, world.poses())

    stuck = False
    if row.how == "pull":
        hand = Hand(world, SURE, hand_rng(state, row.block, given), look)
        taken = hand.take(state.tower, row.block, may_give_up=False)
        row = replace(row, force=taken.touch.peak_force)
        stuck = taken.touch.motion is not Motion.DONE
    if not (stuck or watch.toppled):
        if row.how == "pull":
            world.discard(row.block)
        with suppress(SettleError):
            world.settle(look, time_limit=AFTERMATH)
    told = watch.report()
    verdict = FALLS if watch.toppled else STUCK if stuck else STANDS
    return replace(
        row, verdict=verdict, time=told.time, first=told.first_block,
        shift=told.max_disturbance,
    )  # fmt: skip

"""One block taken out of one tower, judged by every model and by two simple rules."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace

import numpy as np

from gamebase.columns import column
from sims.tower_states import TowerState
from stacko.engines import Engine, EngineSettings, make_engine
from stacko.errors import EngineError, SettleError
from stacko.geometry import layer_names
from stacko.hand import Hand, HandParams, Motion, named_hand
from stacko.margins import MarginMonitor
from stacko.params import BlockParams, ContactParams, SettleParams, ToppleParams
from stacko.quasistatic.handling import Handling
from stacko.quasistatic.pile import Pile
from stacko.quasistatic.pulling import Surroundings
from stacko.quasistatic.stage import single_threaded
from stacko.topple import ToppleWatch
from stacko.world import PhysicalTower

__all__ = ["HOWS", "MODELS", "SURE", "Conditions", "RemovalRow", "try_removals"]

MODELS = ("pybullet", "mujoco", "quasistatic")

HOWS = ("vanish", "pull")
"""A block that is there no more from one moment to the next, or is drawn out."""

SURE: HandParams = replace(
    named_hand("steady"), name="sure", tremor=0.0, aim_error=0.0, direction_error=0.0
)
"""A hand that makes no mistakes and never gives up."""

_AFTERMATH = 2.0
"""Longest time a tower is followed after a removal, s."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """What all models are told alike, and what each is told alone."""

    blocks: BlockParams = field(default_factory=BlockParams)
    settings: EngineSettings = field(default_factory=EngineSettings)
    seed: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class RemovalRow:
    """One block out of one tower: who says that the tower falls."""

    state: int = column("number of the state")
    phase: str = column("early, middle or late in the game")
    mu: float = column("friction of block on block")
    how: str = column("vanish or pull")
    block: str = column("the block taken")
    layer: int = column("its layer, from 1")
    position: int = column("its place in the layer: 0, 1, 2")
    in_layer: int = column("blocks in its layer before")
    layers: int = column("layers of the tower")
    margin: float = column("least stability margin without the block", "m")
    share: float = column("share of what lies above that rests on it, by statics")
    pybullet: str | None = column("stands, falls, stuck or failed", default=None)
    mujoco: str | None = column("stands, falls, stuck or failed", default=None)
    quasistatic: str | None = column("stands, falls, stuck or failed", default=None)
    force_pybullet: float | None = column("peak force of the pull", "N", default=None)
    force_mujoco: float | None = column("peak force of the pull", "N", default=None)
    force_quasistatic: float | None = column(
        "peak force of the pull", "N", default=None
    )
    layer_rule: str = column("falls if the layer is left empty or on one edge block")
    margin_rule: str = column("falls if a center of mass leaves its support")


def try_removals(
    state: TowerState,
    blocks: tuple[str, ...],
    how: str,
    models: tuple[str, ...] = MODELS,
    given: Conditions | None = None,
) -> list[RemovalRow]:
    """Take each of some blocks out of a tower, one at a time, in every model."""
    given = given or Conditions()
    rows = {name: _blank(state, name, how, given) for name in blocks}
    for model in models:
        trial = _quasistatic if model == "quasistatic" else _dynamic(model)
        for name, (verdict, force) in trial(state, blocks, how, given).items():
            told = {model: verdict, f"force_{model}": force}
            rows[name] = replace(rows[name], **told)  # type: ignore[arg-type]
    return list(rows.values())


Found = dict[str, tuple[str, float | None]]
"""Block -> verdict and, of a pull, the peak force in N."""


def _blank(state: TowerState, name: str, how: str, given: Conditions) -> RemovalRow:
    slot = state.tower.slot_of(name)
    row = state.tower.layers[slot.layer - 1]
    left = [i for i, each in enumerate(row) if each not in (None, name)]
    margin = _margin(state, name)
    return RemovalRow(
        state=state.state, phase=state.phase, mu=state.mu, how=how, block=name,
        layer=slot.layer, position=slot.index, in_layer=3 - row.count(None),
        layers=len(state.tower.layers), margin=margin,
        share=_share(state, name, given),
        layer_rule=_word(left in ([], [0], [2])), margin_rule=_word(margin < 0),
    )  # fmt: skip


def _word(falls: bool) -> str:
    return "falls" if falls else "stands"


def _margin(state: TowerState, name: str) -> float:
    layers = [[n for n in row if n != name] for row in layer_names(state.tower)]
    monitor = MarginMonitor(state.poses, layers, state.sizes)
    return monitor.margin(state.poses.select(monitor.names).positions)


def _contact(state: TowerState) -> ContactParams:
    return ContactParams().replace(mu_block=state.mu)


# -- by statics -------------------------------------------------------------------


def _around(state: TowerState, given: Conditions) -> Surroundings:
    model = given.settings.quasistatic
    return Surroundings(
        _contact(state), given.blocks.mass, model.contact_stiffness, model.steps
    )


def _share(state: TowerState, name: str, given: Conditions) -> float:
    pile = Pile.standing(state.tower, state.poses, state.sizes)
    resting = _around(state, given).rest(pile)
    over = (
        np.append(pile.layer, -1)[resting.patches.lower] == pile.layer[pile.row(name)]
    )
    total = resting.forces[over].sum()
    mine = resting.forces[resting.patches.lower == pile.row(name)].sum()
    return float(mine / total) if total > 0 else 0.0


def _quasistatic(
    state: TowerState, blocks: tuple[str, ...], how: str, given: Conditions
) -> Found:
    around = _around(state, given)
    with single_threaded():
        pile = Pile.standing(state.tower, state.poses, state.sizes)
        resting = around.rest(pile)
        pile.motion = resting.motion
        found: Found = {}
        for name in blocks:
            force, left = None, pile.without(name)
            if how == "pull":
                handling = Handling(
                    around,
                    given.blocks,
                    state.sizes,
                    SURE,
                    _rng(state, name, given),
                    0.0,
                )
                taken = handling.take(
                    pile, resting, state.tower, name, may_give_up=False
                )
                force, left = taken.touch.peak_force, taken.pile.without(name)
                if taken.touch.motion is not Motion.DONE:
                    toppled = taken.touch.motion is Motion.TOPPLED
                    found[name] = ("falls" if toppled else "stuck", force)
                    continue
            found[name] = (_word(not around.rest(left).stands), force)
    return found


def _rng(state: TowerState, name: str, given: Conditions) -> np.random.Generator:
    number = state.poses.index(name)
    key = (state.state, number)
    return np.random.default_rng(np.random.SeedSequence(given.seed, spawn_key=key))


# -- in engines -------------------------------------------------------------------


def _dynamic(
    model: str,
) -> Callable[[TowerState, tuple[str, ...], str, Conditions], Found]:
    def trial(
        state: TowerState, blocks: tuple[str, ...], how: str, given: Conditions
    ) -> Found:
        with make_engine(model, given.settings, ContactParams().gravity) as engine:
            return _in_engine(engine, state, blocks, how, given)

    return trial


def _in_engine(
    engine: Engine,
    state: TowerState,
    blocks: tuple[str, ...],
    how: str,
    given: Conditions,
) -> Found:
    parts = {
        "blocks": given.blocks,
        "contact": _contact(state),
        "settle": SettleParams(),
    }
    world = PhysicalTower.standing(engine, state.poses, state.sizes, **parts)  # type: ignore[arg-type]
    with suppress(SettleError):
        world.settle()
    calm = replace(state, poses=world.poses())
    found: Found = {}
    for name in blocks:
        poses = calm.poses if how == "pull" else calm.poses.without(name)
        world = PhysicalTower.standing(engine, poses, state.sizes, **parts)  # type: ignore[arg-type]
        try:
            found[name] = _one(world, calm, name, how, given)
        except EngineError:
            found[name] = ("failed", None)
    return found


def _one(
    world: PhysicalTower, state: TowerState, name: str, how: str, given: Conditions
) -> tuple[str, float | None]:
    """Take one block out and follow what becomes of the tower."""
    watch = ToppleWatch(
        state.poses, layer_names(state.tower), given.blocks, ToppleParams(), name,
        sizes=state.sizes,
    )  # fmt: skip

    def look(time: float, phase: str = "settle") -> bool:
        return watch.update(time, phase, world.poses())

    force = None
    if how == "pull":
        hand = Hand(world, SURE, _rng(state, name, given), look)
        taken = hand.take(state.tower, name, may_give_up=False)
        force = taken.touch.peak_force
        if watch.toppled or taken.touch.motion is not Motion.DONE:
            return "falls" if watch.toppled else "stuck", force
        world.discard(name)
    with suppress(SettleError):
        world.settle(look, time_limit=_AFTERMATH)
    return _word(watch.toppled), force

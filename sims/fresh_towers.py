"""Towers nobody has touched yet, and what each of their blocks carries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress

import numpy as np

from sims.agreement.states import TowerState
from sims.agreement.trials import Conditions, contact_of, surroundings, world_of
from stacko.engines import make_engine
from stacko.errors import SettleError
from stacko.game import Game
from stacko.kits import Kit
from stacko.match import match_sizes
from stacko.params import BlockParams, ContactParams
from stacko.poses import Poses
from stacko.quasistatic.pile import Pile
from stacko.quasistatic.stage import single_threaded
from stacko.statics import StaticsParams, bodies_of, settle
from stacko.statics.towers import pair_friction

__all__ = [
    "FRESH",
    "LOOSE",
    "engine_loads",
    "fresh_tower",
    "jittered",
    "layer_shares",
    "rigid_loads",
    "sprung_loads",
]

FRESH = "fresh"
"""The phase of a tower that nobody has touched."""

LOOSE = 0.01
"""A block that bears less than this share of the load on its layer is loose."""

_SEED = 1
_LOOKS = 30
"""Steps of an engine over which its contact forces are averaged: they buzz."""


def jittered(blocks: BlockParams, share: float) -> BlockParams:
    """Return blocks that differ in height alone.

    Parameters
    ----------
    blocks : BlockParams
    share : float
        Standard deviation of the height, as a share of it.
    """
    return blocks.perfect().replace(height_sigma=share * blocks.height)


def fresh_tower(kit: Kit, index: int, blocks: BlockParams | None = None) -> TowerState:
    """Return a tower as a game begins with, before it settles.

    Parameters
    ----------
    kit : Kit
    index : int
        Which one. Towers of one index have the same heights but for their spread.
    blocks : BlockParams, optional
        In place of those of the kit, such as `jittered` ones.
    """
    given = blocks or kit.blocks
    tower = Game(2, block_set=kit.block_set, seed=index).tower
    sizes = match_sizes(kit.block_set, given, _SEED, index)
    bodies = [each for each in bodies_of(tower, given, sizes) if not each.fixed]
    poses = Poses(
        tuple(each.name for each in bodies),
        np.array([each.position for each in bodies]),
        np.array([each.orientation for each in bodies]),
    )
    return TowerState(index, index, 0, FRESH, kit.contact.mu_block, tower, poses, sizes)


def rigid_loads(state: TowerState, given: Conditions) -> dict[str, float]:
    """Return what each block carries, in N, if nothing bends.

    The blocks come to rest with least energy (`stacko.statics.settle`).
    """
    bodies = bodies_of(state.poses, given.blocks, state.sizes)
    friction = pair_friction(contact_of(state, given))
    return dict(settle(bodies, StaticsParams(sides=4), mu=friction).carried)


def sprung_loads(state: TowerState, given: Conditions) -> dict[str, float]:
    """Return what each block carries, in N, on the springs of the quasistatic model."""
    pile = Pile.standing(state.tower, state.poses, state.sizes)
    with single_threaded():
        resting = surroundings(state, given).rest(pile)
    lower = resting.patches.lower
    loads = np.bincount(lower, resting.forces, minlength=len(pile) + 1)
    return dict(zip(pile.names, loads.tolist(), strict=False))


def engine_loads(state: TowerState, engine: str, given: Conditions) -> dict[str, float]:
    """Return what each block carries, in N, once the tower is at rest in an engine.

    Raises
    ------
    EngineError
        If the engine is not installed.
    """
    loads = dict.fromkeys(state.poses.names, 0.0)
    with make_engine(engine, given.settings, ContactParams().gravity) as made:
        world = world_of(made, state, state.poses, given)
        with suppress(SettleError):
            world.settle()
        for _ in range(_LOOKS):
            made.step()
            for each in made.contacts():
                below = _lower(state, (each.a, each.b))
                if below is not None:
                    loads[below] += each.normal_force * abs(each.normal[2]) / _LOOKS
    return loads


def layer_shares(state: TowerState, loads: Mapping[str, float]) -> dict[str, float]:
    """Return which share of the load on its layer each block bears.

    Parameters
    ----------
    state : TowerState
    loads : mapping of str to float
        By name of the block, N.

    Returns
    -------
    dict of str to float
        Of the blocks below the highest layer, which nothing lies on.
    """
    shares: dict[str, float] = {}
    for layer in state.tower.layers[:-1]:
        mine = {name: loads[name] for name in layer if name is not None}
        whole = sum(mine.values())
        shares |= {name: load / whole if whole else 0.0 for name, load in mine.items()}
    return shares


def _lower(state: TowerState, pair: Iterable[str]) -> str | None:
    """Return which of two blocks lies lower; None if one of the two is no block."""
    names = [name for name in pair if name in state.tower]
    if len(names) < 2:
        return None
    return min(names, key=lambda name: state.tower.slot_of(name).layer)

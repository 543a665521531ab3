"""A small real tower and a hand, for the tests of the hand."""

from contextlib import contextmanager
from types import SimpleNamespace

import numpy as np
import pytest

from stacko.engines import EngineSettings, make_engine, resolve_engine
from stacko.geometry import layer_names
from stacko.hand import Hand, named_hand
from stacko.params import (
    BlockParams,
    ContactParams,
    SettleParams,
    ToppleParams,
)
from stacko.topple import ToppleWatch
from stacko.tower import Tower
from stacko.world import PhysicalTower

ENGINE = resolve_engine("auto")

sought_out = pytest.mark.skipif(
    ENGINE != "pybullet", reason="the case was sought out with PyBullet"
)
"""Marks a test of one rare case, set up by numbers that make it with PyBullet."""

BLOCKS = BlockParams().perfect()
WEIGHT = BLOCKS.mass * 9.81
SURE = named_hand("steady").replace(
    name="sure",
    side_stiffness=30.0,
    lift_stiffness=30.0,
    tremor=0.0,
    aim_error=0.0,
    direction_error=0.0,
    place_error=0.0,
    yaw_error=0.0,
)
"""A hand without errors."""

THREE = "R1 R2 R3 / B1 B2 B3 / Y1 Y2 Y3"


@contextmanager
def standing(text=THREE, hand=SURE, seed=0, *, blocks=BLOCKS, mover=None, **contact):
    """Open a settled tower of these blocks with a watched hand."""
    tower = Tower.from_notation(text)
    params = ContactParams(**contact)
    with make_engine(ENGINE, EngineSettings(), params.gravity) as engine:
        world = PhysicalTower(
            engine,
            tower,
            blocks=blocks,
            contact=params,
            settle=SettleParams(),
            rng=np.random.default_rng(seed),
        )
        world.settle()
        world.mark_all_slot_poses()
        player = Hand(world, hand, np.random.default_rng([seed, 1]))
        bench = SimpleNamespace(
            tower=tower, world=world, engine=engine, hand=player, contact=params
        )
        if mover is not None:
            bench.watch = watched(bench, mover)
        yield bench


def watched(bench, mover, criterion="any_block"):
    """Let a watch end the hand's motions when the tower topples."""
    world = bench.world
    watch = ToppleWatch(
        world.slot_poses,
        layer_names(bench.tower),
        world.blocks,
        ToppleParams(),
        mover,
        criterion,
        sizes=world.sizes,
        start=world.poses(),
    )
    bench.hand.on_poll = lambda time, phase: watch.update(time, phase, world.poses())
    bench.hand.shift = lambda: watch.max_disturbance
    return watch


def position(bench, name):
    """Return where a block is, m."""
    return np.array(bench.engine.pose(name)[0])


def put_aside(bench, name, x=0.3):
    """Hold a block far from the tower, as after a pull."""
    bench.engine.set_pose(name, (x, 0.0, 0.3), (0.0, 0.0, 0.0, 1.0))

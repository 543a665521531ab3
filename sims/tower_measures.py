"""What a solver setting makes of a tower: drift, sway, pull forces, speed.

Pure measurements on one setting each, shared by the convergence sweep and the
benchmarks. Times are processor times of this process, so that a busy machine
changes them less than clock times.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

import numpy as np

from stacko.engines import Engine, EngineSettings, Snapshot, make_engine
from stacko.errors import EngineError
from stacko.game import Game
from stacko.hand import Hand, Motion, named_hand
from stacko.params import (
    BlockParams,
    ContactParams,
    MujocoParams,
    SettleParams,
    SolverParams,
)
from stacko.tower import Tower
from stacko.world import PhysicalTower

__all__ = [
    "Drift",
    "Pull",
    "Setting",
    "drift",
    "felt_alike",
    "kicked",
    "open_engine",
    "pull",
    "sway",
]

Setting = SolverParams | MujocoParams
"""Settings of an engine; their type tells which one."""

TALL = (
    "R1 R2 R3 / R4 RS - / Y1 - Y2 / - Y3 - / G1 G2 G3 / G4 - GS / - B1 - / "
    "B2 B3 B4 / - BS YS / Y4 W RD / - GD - / BD - YD / RR GR BR / YR R1b - / "
    "R2b R3b R4b / Y1b - Y2b / - Y3b - / Y4b G1b G2b / G3b - G4b / B1b B2b B3b"
)
"""A tower as games leave it: 20 layers, many of them with gaps."""

THIN = (
    "B2 R4b R4 / R1b GS YD / B3 Y2 GD / - Y2b RD / Y4 B4 - / R2b G3b B1 / "
    "G1b - B4b / B1b - BR / - R1 - / - Y3b - / - YR - / - G3 - / - G4 - / BD - Y4b / "
    "RR R2 - / - Y1 - / - B3b - / - GR - / YS G1 Y1b / R3b Y3 R3 / RS BS W / "
    "G2b G2 B2b / - - G4b"
)
"""A tower of a long game: 23 layers, eight of them a single block in the middle."""

_KICK = 0.05
_NUDGE = 0.05
_NUDGE_TIME = 0.2


@dataclass(frozen=True, slots=True)
class Drift:
    """Motion of an untouched tower.

    Parameters
    ----------
    total : float
        Largest shift of any block over all the time, m.
    after_first_second : float
        The same from the first second on, m.
    speed : float
        Simulated seconds per processor second.
    """

    total: float
    after_first_second: float
    speed: float


@dataclass(frozen=True, slots=True)
class Pull:
    """One block taken from a fresh tower: how it ended, and the peak force in N."""

    motion: str
    peak_force: float


def open_engine(setting: Setting, gravity: float) -> Engine:
    """Open a world of the engine whose settings these are."""
    if isinstance(setting, MujocoParams):
        return make_engine("mujoco", EngineSettings(mujoco=setting), gravity)
    return make_engine("pybullet", EngineSettings(solver=setting), gravity)


@contextmanager
def _tower(
    setting: Setting, blocks: BlockParams, seed: int, tower: Tower | None = None
) -> Iterator[PhysicalTower]:
    built = Game(seed=seed).tower if tower is None else tower
    contact = ContactParams()
    with open_engine(setting, contact.gravity) as engine:
        yield PhysicalTower(
            engine,
            built,
            blocks=blocks,
            contact=contact,
            settle=SettleParams(),
            rng=np.random.default_rng(seed),
        )


def _steps(world: PhysicalTower, span: float) -> int:
    return round(span / world.engine.timestep)


def drift(
    setting: Setting, *, perfect: bool, seed: int = 0, span: float = 10.0
) -> Drift:
    """Leave a tower of 45 blocks alone and see how far its blocks wander.

    Parameters
    ----------
    setting : SolverParams or MujocoParams
        The settings of an engine; they tell which engine it is.
    perfect : bool
        Whether all blocks are alike; the default tolerances otherwise.
    seed : int
        Of the order of the blocks and their sizes.
    span : float
        Simulated time, s.
    """
    blocks = BlockParams().perfect() if perfect else BlockParams()
    with _tower(setting, blocks, seed) as world:
        start = world.poses().positions
        began = time.process_time()
        world.engine.step(_steps(world, 1.0))
        first = world.poses().positions
        total = after = 0.0
        for _ in range(round(span) - 1):
            world.engine.step(_steps(world, 1.0))
            now = world.poses().positions
            total = max(total, float(np.linalg.norm(now - start, axis=1).max()))
            after = max(after, float(np.linalg.norm(now - first, axis=1).max()))
        speed = span / (time.process_time() - began)
    return Drift(total, after, speed)


def sway(setting: Setting, *, seed: int = 0) -> tuple[float, float]:
    """Nudge the top of a tall tower, let go, and see how it sways.

    Returns
    -------
    first, late : float
        Widest motion of the top in the first and in the fourth second, m. A real
        tower is rigid; what sways is a solver that has not converged.
    """
    with _tower(setting, BlockParams(), seed, Tower.from_notation(TALL)) as world:
        engine = world.engine
        engine.step(_steps(world, 1.0))
        for _ in range(_steps(world, _NUDGE_TIME)):
            engine.apply_force("B2b", (_NUDGE, _NUDGE, 0.0), engine.pose("B2b")[0])
            engine.step()
        widths = []
        for _ in range(4):
            track = []
            for _ in range(25):
                engine.step(_steps(world, 0.04))
                track.append(engine.pose("B2b")[0][:2])
            widths.append(float(np.ptp(np.array(track), axis=0).max()))
    return widths[0], widths[3]


def kicked(setting: Setting, *, seed: int = 0) -> float:
    """Kick a thin tower so that it rocks, and see how it rocks in the sixth second.

    Layer on single layer, a real tower loses its motion with every rocking; a
    solver may feed it.

    Returns
    -------
    float
        Widest motion of any block in that second, m. It began with about 7 mm.
    """
    with _tower(setting, BlockParams(), seed, Tower.from_notation(THIN)) as world:
        engine = world.engine
        engine.step(_steps(world, 1.0))
        world.reseat()
        state = engine.snapshot()
        top = max(body.position[2] for body in state.bodies)
        bodies = (
            replace(b, linear_velocity=(0.0, _KICK * b.position[2] / top, 0.0))
            if b.mass
            else b
            for b in state.bodies
        )
        engine.restore(Snapshot(tuple(bodies), state.time))
        engine.step(_steps(world, 5.0))
        track = []
        for _ in range(25):
            engine.step(_steps(world, 0.04))
            track.append(world.poses().positions)
        return float(np.ptp(np.array(track), axis=0).max())


def pull(setting: Setting, seed: int) -> Pull:
    """Take a random block from a fresh tower, the same one for a seed always."""
    rng = np.random.default_rng(seed)
    game = Game(seed=seed)
    names = game.eligible_blocks()
    name = names[int(rng.integers(len(names)))].name
    with _tower(setting, BlockParams(), seed) as world:
        world.engine.step(_steps(world, 1.0))
        world.mark_all_slot_poses()
        start = world.slot_poses.without(name)

        def fell(_time: float, _phase: str) -> bool:
            now = world.engine.poses(start.names).positions
            drops = start.positions[:, 2] - now[:, 2]
            return bool(drops.max() > world.blocks.height / 2)

        hand = Hand(world, named_hand("steady"), rng, fell)
        try:
            touch = hand.take(game.tower, name, may_give_up=True).touch
        except EngineError:
            return Pull("failed", float("nan"))
    return Pull(str(touch.motion), touch.peak_force)


def felt_alike(pulls: list[Pull], reference: list[Pull]) -> tuple[float, float]:
    """Compare pulls with those of a reference.

    Returns
    -------
    share : float
        Share of pulls that ended alike.
    ratio : float
        Median factor between the peak forces of those that came out, 1 or more.
    """
    pairs = list(zip(pulls, reference, strict=True))
    share = float(np.mean([a.motion == b.motion for a, b in pairs]))
    done = [(a, b) for a, b in pairs if a.motion == b.motion == Motion.DONE]
    logs = [abs(np.log(a.peak_force / b.peak_force)) for a, b in done]
    return share, float(np.exp(np.median(logs))) if logs else float("nan")

"""Small worlds for the physics tests: bodies, slopes and ways to watch them."""

import dataclasses
import hashlib
import math

import numpy as np
import pytest

from stacko.blocks import BlockSet
from stacko.engines import (
    Body,
    EngineSettings,
    engine_names,
    is_installed,
    make_engine,
    section_of,
)
from stacko.params import BlockParams, ContactParams, SettleParams
from stacko.tower import Tower
from stacko.world import PhysicalTower, hollow_box_inertia

ENGINES = [
    pytest.param(
        name,
        marks=pytest.mark.skipif(
            not is_installed(name), reason=f"{name} is not installed for this Python"
        ),
    )
    for name in engine_names()
]
"""Every engine, to be skipped where its package has no wheel."""

VARIANTS = [
    ("pybullet", {"scale": 1.0}),
    ("pybullet", {"scale": 10.0}),
    ("pybullet", {"scale": 30.0}),
    ("pybullet", {"maximal_coordinates": False}),
    ("mujoco", {}),
    ("mujoco", {"timestep": 1 / 500}),
    ("mujoco", {"impratio": 10.0}),
]
"""Engines with settings that must not change what no contact has a part in."""


@dataclasses.dataclass(frozen=True)
class Limits:
    """What may differ between engines; everything else holds for all alike."""

    built: float
    """Farthest way of a block of a perfect tower from where it was built, m."""
    fluctuation: float
    """Share by which the force on the table differs from the weight at an instant."""
    onset: float
    """Share by which friction on a face differs from mu N just after slip began."""
    bounce: float
    """Share by which a rebound differs from the restitution."""


LIMITS = {
    "pybullet": Limits(built=0.1e-3, fluctuation=0.01, onset=0.02, bounce=0.0),
    # Contacts are springs, which act once bodies overlap: a tower that is let go sinks
    # by 0.1 mm, and by twice that for an instant; loose blocks rattle a little; a ball
    # leaves its spring before that is stretched again, and so bounces too well.
    "mujoco": Limits(built=0.25e-3, fluctuation=0.05, onset=0.02, bounce=0.25),
}

G = ContactParams().gravity
SIZE = (0.084, 0.0278, 0.017)
MASS = 0.012
UPRIGHT = (0.0, 0.0, 0.0, 1.0)
ACROSS = (0.0, 0.0, math.sqrt(0.5), math.sqrt(0.5))


def settings(engine_name, **changes):
    """Return the settings of all engines, with some of this engine's changed."""
    section = section_of(engine_name)
    own = getattr(EngineSettings(), section).replace(**changes)
    return EngineSettings(**{section: own})


@pytest.fixture(params=ENGINES)
def engine_name(request):
    """Every engine in turn."""
    return request.param


@pytest.fixture
def open_world(engine_name):
    """Return a function that opens a world, with some settings changed."""
    opened = []

    def opener(gravity=G, **changes):
        own = settings(engine_name, **changes)
        opened.append(make_engine(engine_name, own, gravity))
        return opened[-1]

    yield opener
    for engine in opened:
        engine.close()


@pytest.fixture
def limits(engine_name):
    """What this engine is held to."""
    return LIMITS[engine_name]


@pytest.fixture(params=VARIANTS, ids=str)
def open_variant(request):
    """Return a function that opens a world of an engine with unusual settings."""
    name, changes = request.param
    if not is_installed(name):
        pytest.skip(f"{name} is not installed for this Python")
    opened = []

    def opener(gravity=G):
        opened.append(make_engine(name, settings(name, **changes), gravity))
        return opened[-1]

    yield opener
    for engine in opened:
        engine.close()


@pytest.fixture
def engine(open_world):
    """Return an open world with the settings as shipped."""
    return open_world()


def block(name="block", position=(0.0, 0.0, 0.0), size=SIZE, **more):
    """Return a hollow block that slides on itself with mu 0.35 and never bounces."""
    mass = more.pop("mass", MASS)
    inertia = hollow_box_inertia(size, mass, min(0.002, min(size) / 2))
    fields = {
        "inertia": inertia,
        "friction": math.sqrt(0.35),
        "restitution": 0.0,
        **more,
    }
    return Body(name, size, mass, position=position, **fields)


def fixed(name="table", position=(0.0, 0.0, -0.1), size=(2.0, 2.0, 0.2), **more):
    """Return an immovable box; as it comes a table whose top is at z = 0."""
    fields = {"friction": math.sqrt(0.35), "restitution": 0.0, **more}
    return Body(name, size, 0.0, (0.0, 0.0, 0.0), position=position, **fields)


def tilted(body, angle):
    """Return a body turned about the y axis, so that downhill is +x."""
    x, y, z = body.position
    c, s = math.cos(angle), math.sin(angle)
    turn = (0.0, math.sin(angle / 2), 0.0, math.cos(angle / 2))
    down = (c * x + s * z, y, c * z - s * x)
    return dataclasses.replace(body, position=down, orientation=turn)


def moving(snapshot, name, velocity=(0.0, 0.0, 0.0), spin=(0.0, 0.0, 0.0)):
    """Return a snapshot in which one body moves."""
    speeds = {"linear_velocity": velocity, "angular_velocity": spin}
    bodies = [
        dataclasses.replace(b, **speeds) if b.name == name else b
        for b in snapshot.bodies
    ]
    return dataclasses.replace(snapshot, bodies=tuple(bodies))


def run(engine, seconds):
    """Advance by about this time."""
    engine.step(round(seconds / engine.timestep))


def tower_world(engine, blocks=None, seed=0, contact=None, settle=None, tower=None):
    """Build a tower: 45 blocks in 15 layers unless told otherwise."""
    rng = np.random.default_rng(seed)
    return PhysicalTower(
        engine,
        tower or Tower.built(BlockSet.default(), rng),
        blocks=blocks or BlockParams(),
        contact=contact or ContactParams(),
        settle=settle or SettleParams(),
        rng=rng,
    )


def digest(engine, names=None):
    """Return a hash of the exact bits of all poses and velocities."""
    names = engine.names if names is None else names
    poses, speeds = engine.poses(names), engine.velocities(names)
    parts = (poses.positions, poses.orientations, speeds.linear, speeds.angular)
    return hashlib.sha256(b"".join(p.tobytes() for p in parts)).hexdigest()

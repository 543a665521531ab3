"""The standards of `sims.gold_standards`, asked of engines: let go, and look who moves.

Slopes at which a block slides or topples, ways on which it stops, how far a stack
reaches, at which tilt a tower gives way. Limits are sought by bisection, with a new
world for every try; blocks are of the usual size and mass.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from gamebase.columns import column
from sims.gold_standards import (
    BLOCKS,
    MU,
    Standard,
    harmonic,
    harmonic_reach,
    limit_between,
    tilt_of_tower,
)
from stacko.engines import Body, Engine, EngineSettings, make_engine
from stacko.engines.base import Vector
from stacko.geometry import slot_pose
from stacko.params import ContactParams
from stacko.slots import POSITIONS, Slot
from stacko.world import hollow_box_inertia

__all__ = ["Creep", "by_engine", "creep_of_tower", "creeps", "stack_reach"]

G = ContactParams().gravity
SIZE: Vector = (BLOCKS.length, BLOCKS.width, BLOCKS.height)

MOVED = 1e-4
"""Way from which a block on a slope slides, m; one that stays creeps by a tenth."""

FALLEN = 5e-3
"""Way of any block from which a pile has given way, m."""

WATCHED = 3.0
"""How long a pile is watched, s."""

TIPPED = 0.02
"""Way of any block from which a tower tips or slides, m; one that leans goes half."""

FINE = 5e-4
"""How closely limits are sought by bisection, as a share of them."""

QUICKLY = 0.06
"""How fast the quicker push on a tower grows, in parts of its limit a second."""

_SLOPES = (0.2, 0.35, 0.5)
_PILES = ((0.9, 0.4), (0.6, 0.6), (0.4, 0.9))
_STOPS = ((0.35, 0.5), (0.35, 1.0), (0.5, 0.7))
_TALL = ((0.02, 0.06), (0.017, 0.084), (0.0278, 0.084))
_LAYERS = (5, 10, 15, 20)
_LOADS = (0.3, 0.6, 0.8)


def by_engine(name: str, *, few: bool = False) -> Iterator[Standard]:
    """Yield standards as an engine finds them.

    Parameters
    ----------
    name : str
        Of the engine.
    few : bool
        Whether one of each kind, sought less closely, is enough.

    Raises
    ------
    EngineMissingError
        If the engine's package is not installed.
    """
    stop = 1 if few else None
    for mu in _SLOPES[:stop]:
        yield _slides(name, mu)
        yield _speeds_up(name, mu)
    for low, top in _PILES[:stop]:
        yield _pile_slides(name, low, top)
    for mu, speed in _STOPS[:stop]:
        yield _stops(name, mu, speed)
    for width, height in _TALL[:stop]:
        yield _topples(name, width, height)
    for count in (2,) if few else (1, 2, 3, 4, 5, 7, 10):
        yield stack_reach(name, count)
    for layers in (2,) if few else _LAYERS:
        for rate in (QUICKLY,) if few else (QUICKLY, QUICKLY / 4):
            yield _gives_way(name, layers, rate)


# -- worlds ---------------------------------------------------------------------------


def _world(
    name: str, bodies: Sequence[Body], settings: EngineSettings | None = None
) -> Engine:
    engine = make_engine(name, settings or EngineSettings(), G)
    engine.build(bodies)
    return engine


def _run(engine: Engine, seconds: float) -> None:
    engine.step(max(1, round(seconds / engine.timestep)))


def _block(
    name: str, position: Sequence[float], friction: float, size: Vector = SIZE
) -> Body:
    mass = BLOCKS.mass * math.prod(size) / math.prod(SIZE)
    inertia = hollow_box_inertia(size, mass, min(BLOCKS.wall, min(size) / 2))
    x, y, z = (float(each) for each in position)
    return Body(name, size, mass, inertia, friction, 0.0, (x, y, z))


def _table(friction: float, right: float = 1.0) -> Body:
    """Return a table whose top is z = 0, and whose edge is at x = `right`."""
    size, at = (2.0, 2.0, 0.2), (right - 1.0, 0.0, -0.1)
    return Body("table", size, 0.0, (0.0, 0.0, 0.0), friction, 0.0, at)


def _tilted(body: Body, angle: float) -> Body:
    """Return a body turned about the y axis, so that downhill is +x."""
    x, y, z = body.position
    c, s = math.cos(angle), math.sin(angle)
    half_c, half_s = math.cos(angle / 2), math.sin(angle / 2)
    a, b, d, w = body.orientation
    turn = (
        half_c * a + half_s * d,
        half_c * b + half_s * w,
        half_c * d - half_s * a,
        half_c * w - half_s * b,
    )
    return replace(body, position=(c * x + s * z, y, c * z - s * x), orientation=turn)


# -- one block ------------------------------------------------------------------------


def _slid(engine: Engine, name: str, seconds: float = 0.5) -> tuple[float, float]:
    """Return way, m, and speed gained, m/s, once a block had time to settle."""
    _run(engine, 0.2)
    before, speed = np.array(engine.pose(name)[0]), engine.velocity(name)[0]
    start = engine.time
    _run(engine, seconds)
    way = float(np.linalg.norm(np.array(engine.pose(name)[0]) - before))
    gained = np.linalg.norm(engine.velocity(name)[0]) - np.linalg.norm(speed)
    return way, float(gained) / (engine.time - start)


def _on_slope(name: str, mu: float, angle: float) -> tuple[float, float]:
    factor = math.sqrt(mu)
    bodies = [_table(factor), _block("block", (0, 0, SIZE[2] / 2), factor)]
    with _world(name, [_tilted(body, angle) for body in bodies]) as engine:
        return _slid(engine, "block")


def _slides(name: str, mu: float) -> Standard:
    found = limit_between(
        lambda tangent: _on_slope(name, mu, math.atan(tangent))[0] < MOVED,
        0.9 * mu, 1.2 * mu, FINE * mu,
    )  # fmt: skip
    return Standard(
        who=name, group="slope: a block slides", case=f"mu {mu:g}", unit="tan",
        known=mu, found=found, accuracy=FINE * mu,
    )  # fmt: skip


def _speeds_up(name: str, mu: float) -> Standard:
    """Return how fast a block gets faster on a slope a fifth beyond its limit."""
    angle = math.atan(1.2 * mu)
    known = G * (math.sin(angle) - mu * math.cos(angle))
    return Standard(
        who=name, group="slope: how fast it slides", case=f"mu {mu:g}", unit="m/s^2",
        known=known, found=_on_slope(name, mu, angle)[1], accuracy=0.0,
    )  # fmt: skip


def _pile_slides(name: str, low: float, top: float) -> Standard:
    """Return the slope at which a block slides off another one that is held."""
    height = SIZE[2]
    bodies = [
        _table(1.0),
        _block("low", (0, 0, height / 2), low),
        _block("top", (0, 0, 1.5 * height), top),
    ]

    def stays(tangent: float) -> bool:
        angle = math.atan(tangent)
        with _world(name, [_tilted(body, angle) for body in bodies]) as engine:
            return _slid(engine, "top")[0] < MOVED

    mu = low * top
    return Standard(
        who=name, group="slope: a block slides off a block",
        case=f"factors {low:g} and {top:g}", unit="tan", known=mu,
        found=limit_between(stays, 0.9 * mu, 1.3 * mu, FINE * mu), accuracy=FINE * mu,
    )  # fmt: skip


def _stops(name: str, mu: float, speed: float) -> Standard:
    factor = math.sqrt(mu)
    bodies = [_table(factor), _block("block", (0, 0, SIZE[2] / 2), factor)]
    with _world(name, bodies) as engine:
        _run(engine, 0.2)
        found = engine.snapshot()
        moving = tuple(
            replace(body, linear_velocity=(speed, 0.0, 0.0))
            if body.name == "block" else body
            for body in found.bodies
        )  # fmt: skip
        engine.restore(replace(found, bodies=moving))
        start = engine.pose("block")[0][0]
        _run(engine, speed / (mu * G) + 0.2)
        way = engine.pose("block")[0][0] - start
    return Standard(
        who=name, group="stopping way", case=f"mu {mu:g}, {speed:g} m/s", unit="m",
        known=speed**2 / (2 * mu * G), found=way, accuracy=0.0,
    )  # fmt: skip


def _topples(name: str, width: float, height: float) -> Standard:
    """Return the slope at which a tall box topples; friction is 1."""
    size = (width, 0.03, height)
    bodies = [_table(1.0), _block("tall", (0, 0, height / 2), 1.0, size)]

    def stays(tangent: float) -> bool:
        angle = math.atan(tangent)
        with _world(name, [_tilted(body, angle) for body in bodies]) as engine:
            _run(engine, WATCHED)
            turn = engine.pose("tall")[1]
        return abs(2 * math.atan2(turn[1], turn[3]) - angle) < math.radians(2.0)

    known = width / height
    return Standard(
        who=name, group="slope: a tall box topples",
        case=f"{1e3 * width:g} by {1e3 * height:g} mm", unit="tan", known=known,
        found=limit_between(stays, 0.9 * known, 1.1 * known, FINE * known),
        accuracy=FINE * known,
    )  # fmt: skip


# -- piles ----------------------------------------------------------------------------


def _stands(name: str, bodies: Sequence[Body], settings: EngineSettings | None) -> bool:
    """Tell whether no block goes far in the time that a pile is watched."""
    free = [body.name for body in bodies if body.mass]
    with _world(name, bodies, settings) as engine:
        before = engine.poses(free).positions.copy()
        for _ in range(round(WATCHED / 0.25)):
            _run(engine, 0.25)
            ways = np.linalg.norm(engine.poses(free).positions - before, axis=1)
            if ways.max() > FALLEN:
                return False
    return True


def stack_reach(
    name: str, count: int, settings: EngineSettings | None = None
) -> Standard:
    """Return how far a harmonic stack reaches, its overhangs all in one proportion.

    Moved out as a whole, all but its lowest block would stay at their limits.

    Parameters
    ----------
    name : str
        Of the engine.
    count : int
        Blocks.
    settings : EngineSettings, optional
        What the engine is told; as it is shipped if left out.
    """
    length, _, height = SIZE
    factor = math.sqrt(MU)
    lefts = [left for (left,) in harmonic(count)]

    def stands(share: float) -> bool:
        bodies = [_table(factor, right=0.0)]
        for level, left in enumerate(lefts):
            middle = (share * (left + 1) - 0.5) * length
            at = (middle, 0, (level + 0.5) * height)
            bodies.append(_block(f"b{level}", at, factor))
        return _stands(name, bodies, settings)

    reach = harmonic_reach(count)
    return Standard(
        who=name, group="harmonic stack", case=f"{count} blocks", unit="lengths",
        known=reach, found=reach * limit_between(stands, 0.8, 1.1, FINE),
        accuracy=FINE * reach,
    )  # fmt: skip


def _tower(layers: int) -> list[Body]:
    """Return a table and a full tower, both of one friction."""
    factor = math.sqrt(MU)
    free = []
    for layer in range(1, layers + 1):
        for letter in POSITIONS:
            position, turn = slot_pose(Slot(layer, letter), BLOCKS)
            body = _block(f"{layer}{letter}", position.tolist(), factor)
            a, b, c, w = turn.tolist()
            free.append(replace(body, orientation=(a, b, c, w)))
    # Every other block first: the order in which towers of games are built.
    return [_table(factor), *free[::2], *free[1::2]]


def _leaning(
    name: str,
    layers: int,
    load: Callable[[float], float],
    settings: EngineSettings | None = None,
) -> Iterator[tuple[float, float, float]]:
    """Push a tower along x with a share of its weight; yield time, share, lean.

    A steady push at every block with a share of its weight is what gravity does to a
    tower that is tilted by that tangent. It does not come at once, as when a tower is
    let go at a tilt. The lean is the largest way of any block, m.
    """
    bodies = _tower(layers)
    weights = {body.name: body.mass * G for body in bodies if body.mass}
    names = tuple(weights)
    with _world(name, bodies, settings) as engine:
        _run(engine, 1.0)
        before = engine.poses(names).positions.copy()
        start = engine.time
        while True:
            share = load(engine.time - start)
            at = engine.poses(names).positions
            for each, (x, y, z) in zip(names, at.tolist(), strict=True):
                engine.apply_force(each, (share * weights[each], 0.0, 0.0), (x, y, z))
            engine.step(1)
            ways = np.linalg.norm(engine.poses(names).positions - before, axis=1)
            yield engine.time - start, share, float(ways.max())


def _gives_way(name: str, layers: int, rate: float) -> Standard:
    """Return the push, over its weight, at which a tower slides or tips.

    Parameters
    ----------
    rate : float
        By how much the push grows, from 0.8 of what statics allows on, in parts of
        that a second.
    """
    known = tilt_of_tower(layers, MU, "x")

    def load(time: float) -> float:
        return known * (0.8 * min(1.0, time) + rate * max(0.0, time - 1.0))

    found = math.nan
    for _, share, lean in _leaning(name, layers, load):
        if lean > TIPPED or share > 1.3 * known:
            found = share if lean > TIPPED else math.nan
            break
    group = "tower pushed for long" if rate < QUICKLY else "tower pushed briefly"
    return Standard(
        who=name, group=group, case=f"{layers} layers", unit="tan", known=known,
        found=found, accuracy=rate * known,  # it takes up to a second to fall so far
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Creep:
    """How a tower that statics holds leans on under a steady push."""

    who: str = column("the engine")
    layers: int = column("layers of the tower")
    load: float = column("push, as a share of what statics allows")
    speed: float = column("of the block that moves most", "m/s")


def creeps(name: str, *, few: bool = False) -> Iterator[Creep]:
    """Yield how fast towers under a steady push lean on in an engine.

    Parameters
    ----------
    name : str
        Of the engine.
    few : bool
        Whether a small tower and a short time are enough.
    """
    layers, until = (2, 1.5) if few else (15, 6.0)
    known = tilt_of_tower(layers, MU, "x")
    for part in _LOADS[1:2] if few else _LOADS:
        speed = creep_of_tower(name, layers, part * known, until)
        yield Creep(who=name, layers=layers, load=part, speed=speed)


def creep_of_tower(
    name: str,
    layers: int,
    share: float,
    until: float,
    settings: EngineSettings | None = None,
) -> float:
    """Return how fast a tower under a steady push leans on, m/s.

    Parameters
    ----------
    name : str
        Of the engine.
    layers : int
    share : float
        The push at each block, as a share of its weight.
    until : float
        How long it is pushed, s; the last two thirds count.
    settings : EngineSettings, optional
        What the engine is told; as it is shipped if left out.

    Returns
    -------
    float
        NaN if it has tipped by then.
    """
    begun, first = 0.0, 0.0
    for time, _, lean in _leaning(
        name, layers, lambda time: share * min(1.0, time), settings
    ):
        if not begun and time >= until / 3:
            begun, first = time, lean
        if time >= until:
            return (lean - first) / (time - begun)
        if lean > TIPPED:
            break
    return math.nan

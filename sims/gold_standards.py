"""Stacks, corbels, arches, ladders and slopes with known answers, asked of statics.

Each standard is a limit that is published or follows in closed form: how far a stack
reaches, how thin an arch may be, at which slope a tower slides or tips. `by_statics`
finds the same limits by verdicts of `stacko.statics` alone, and `sims.gold_engines` by
letting go of the same bodies in an engine.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from gamebase.columns import column
from stacko.geometry import slot_pose
from stacko.params import BlockParams
from stacko.slots import POSITIONS, Slot
from stacko.statics import (
    Assembly,
    Interface,
    StaticBody,
    StaticsParams,
    Verdict,
    equilibrium,
    find_contacts,
    tilt_margin,
)

__all__ = [
    "WIDE",
    "Standard",
    "arch",
    "assembled",
    "box",
    "by_statics",
    "harmonic",
    "harmonic_reach",
    "ladder",
    "ladder_limit",
    "limit_between",
    "table",
    "tilt_of_tower",
    "tower_bodies",
    "wide_stack",
]

Levels = Sequence[Sequence[float]]

MU = 0.35
UPRIGHT = (0.0, 0.0, 0.0, 1.0)
BLOCKS = BlockParams()

WIDE: dict[int, tuple[float, Levels]] = {
    3: (1.0, [[-0.5], [-1.0, 0.0]]),
    4: ((15 - 4 * math.sqrt(2)) / 8, [[-0.478579], [-1.163186, 0.167894], [-0.526129]]),
    5: (1.30456, [[-0.647751], [-1.195445, -0.195445], [-0.765914, 0.304555]]),
}
"""Farthest overhang of so many blocks, and where they lie: left edges by level, the
table's edge at 0; lengths of a block. Paterson & Zwick, arXiv 0710.2357."""

MILANKOVITCH = 0.1075
"""Least thickness of a semicircular arch over its radius; Makris & Alexakis (2013),
doi:10.1007/s00419-013-0763-0."""

_PRINTED = 5e-6
"""Force that may be missing, over a weight, where places have six printed digits."""

_LADDERS = ((0.3, 0.0), (0.5, 0.2), (0.35, 0.35), (1.0, 0.1))
_SLOPES = (0.2, 0.35, 0.6)


@dataclass(frozen=True, slots=True, kw_only=True)
class Standard:
    """One known number, and what was found for it."""

    who: str = column("statics, or an engine")
    group: str = column("what is known")
    case: str = column("of what")
    unit: str = column("of both numbers")
    known: float = column("the published number, or that in closed form")
    found: float = column("the number that was found; NaN if it is out of reach")
    accuracy: float = column("how closely it was sought")


def limit_between(
    stands: Callable[[float], bool], low: float, high: float, accuracy: float
) -> float:
    """Return where standing ends, by bisection.

    Parameters
    ----------
    stands : callable
        Tells it of a number.
    low, high : float
        Numbers between which it ends; `low` may be the larger one.
    accuracy : float
        Largest error of the answer.

    Returns
    -------
    float
        NaN if it does not stand at `low`, or still stands at `high`.

    Examples
    --------
    >>> round(limit_between(lambda x: x * x < 2, 1.0, 2.0, 1e-6), 5)
    1.41421
    """
    if not stands(low) or stands(high):
        return math.nan
    while abs(high - low) > 2 * accuracy:
        middle = (low + high) / 2
        low, high = (middle, high) if stands(middle) else (low, middle)
    return (low + high) / 2


# -- bodies ---------------------------------------------------------------------------


def box(
    name: str,
    size: Sequence[float],
    position: Sequence[float],
    orientation: Sequence[float] = UPRIGHT,
    *,
    mass: float = 1.0,
    fixed: bool = False,
) -> StaticBody:
    """Return a box, given any sequences of numbers."""
    x, y, z = (float(each) for each in size)
    px, py, pz = (float(each) for each in position)
    a, b, c, w = (float(each) for each in orientation)
    return StaticBody(name, (x, y, z), mass, (px, py, pz), (a, b, c, w), fixed)


def table(right: float = 20.0, side: float = 40.0) -> StaticBody:
    """Return a table whose top is z = 0, and whose edge is at x = `right`."""
    return box("table", (side, side, 1.0), (right - side / 2, 0, -0.5), fixed=True)


def assembled(bodies: Sequence[StaticBody], mu: float = MU) -> Assembly:
    """Return bodies with their contacts, all of one friction."""
    return Assembly(tuple(bodies), tuple(find_contacts(bodies, mu)))


def harmonic(count: int) -> list[list[float]]:
    """Return left edges by level of the stack of single blocks that reaches farthest.

    Examples
    --------
    >>> harmonic(2)
    [[-0.75], [-0.25]]
    """
    sums = np.concatenate([[0.0], np.cumsum(1 / np.arange(1, count + 1)) / 2])
    return [[float(sums[-1] - sums[k] - 1)] for k in range(count - 1, -1, -1)]


def harmonic_reach(count: int) -> float:
    """Return how far it reaches, in lengths of a block: half a harmonic number."""
    return sum(1 / k for k in range(1, count + 1)) / 2


def wide_stack(levels: Levels, mu: float, shift: float = 0.0) -> Assembly:
    """Return blocks of unit length on a table that ends at x = 0, and that table.

    Parameters
    ----------
    levels : sequence of sequences of float
        Left edges of the blocks, lowest level first.
    mu : float
    shift : float
        By how much all blocks are moved out.
    """
    bodies = [table(right=0.0)]
    for level, lefts in enumerate(levels):
        for number, left in enumerate(lefts):
            center = (left + 0.5 + shift, 0, (level + 0.5) * 0.3)
            bodies.append(box(f"{level + 1}.{number}", (1, 0.5, 0.3), center))
    return assembled(bodies, mu)


def tower_bodies(layers: int, blocks: BlockParams = BLOCKS) -> list[StaticBody]:
    """Return a table and the blocks of a full tower, named by their slots."""
    size = (blocks.length, blocks.width, blocks.height)
    bodies = [box("table", (8, 8, 0.2), (0, 0, -0.1), fixed=True)]
    for layer in range(1, layers + 1):
        for letter in POSITIONS:
            position, turn = slot_pose(Slot(layer, letter), blocks)
            name = f"{layer}{letter}"
            bodies.append(
                box(name, size, position.tolist(), turn.tolist(), mass=blocks.mass)
            )
    return bodies


def tilt_of_tower(
    layers: int, mu: float, along: str, blocks: BlockParams = BLOCKS
) -> float:
    """Return the tangent of the largest tilt of a full tower, in closed form.

    Parameters
    ----------
    layers : int
    mu : float
    along : str
        ``x``, along the blocks of the lowest layer, or ``y``, across them.
    blocks : BlockParams

    Notes
    -----
    The whole slides at `mu`, or what lies above some layer tips over its lowest edge.
    Where the low side is a long side of a layer, only the outermost block of that
    layer tips along and its neighbors stay, so a little less than width over height
    is enough. Above mu of about 1.6 neighbors jam, which this leaves out.

    Examples
    --------
    >>> print(f"{tilt_of_tower(4, 0.35, 'x'):.2f} {tilt_of_tower(20, 0.35, 'x'):.3f}")
    0.35 0.247
    """
    height, half = blocks.height, blocks.pitch + blocks.width / 2
    limits = [mu]
    for lowest in range(1, layers + 1):
        above = layers - lowest
        if (lowest % 2 == 1) == (along == "x"):
            limits.append(blocks.length / ((above + 1) * height))
        else:
            held = 3 * above * half + blocks.width / 2
            thrown = 3 * above * (1 + above / 2) * height + height / 2
            limits.append(held / thrown)
    return min(limits)


def arch(ratio: float, stones: int = 120, mu: float = 3.0) -> Assembly:
    """Return half a ring of stones of given thickness over mean radius.

    The stones are sectors with radial joints, a unit deep and heavy by their area.
    """
    inner, outer = 1 - ratio / 2, 1 + ratio / 2
    half = math.pi / stones / 2
    centroid = 2 / 3 * (outer**3 - inner**3) / (outer**2 - inner**2)
    centroid *= math.sin(half) / half
    bodies = [
        box("left", (1, 1, 1), (-2, 0, -1), fixed=True),
        box("right", (1, 1, 1), (2, 0, -1), fixed=True),
    ]
    for stone in range(stones):
        angle = math.pi - (2 * stone + 1) * half
        place = (centroid * math.cos(angle), 0, centroid * math.sin(angle))
        bodies.append(box(f"s{stone}", (ratio, 1, ratio), place))
    names = ["left", *(f"s{stone}" for stone in range(stones)), "right"]
    joints = []
    for joint in range(stones + 1):
        angle = math.pi - 2 * joint * half
        out = np.array([math.cos(angle), 0, math.sin(angle)])
        normal = np.array([math.sin(angle), 0, -math.cos(angle)])
        depth = np.array([0, 0.5, 0])
        points = np.array(
            [r * out + s * depth for r in (inner, outer) for s in (-1, 1)]
        )
        joints.append(Interface(names[joint + 1], names[joint], points, normal, mu))
    return Assembly(tuple(bodies), tuple(joints))


def ladder(angle: float, floor: float, wall: float) -> Assembly:
    """Return a ladder of unit length at an angle to the floor, and its coefficients."""
    x, z = math.cos(angle), math.sin(angle)
    bodies = (
        box("floor", (1, 1, 1), (0, 0, -1), fixed=True),
        box("wall", (1, 1, 1), (2, 0, 0), fixed=True),
        box("ladder", (1, 0.4, 0.01), (x / 2, 0, z / 2)),
    )
    feet = np.array([(0.0, -0.2, 0.0), (0.0, 0.2, 0.0)])
    tops = np.array([(x, -0.2, z), (x, 0.2, z)])
    up, left = np.array([0.0, 0.0, 1.0]), np.array([-1.0, 0.0, 0.0])
    contacts = (
        Interface("ladder", "floor", feet, up, floor),
        Interface("ladder", "wall", tops, left, wall),
    )
    return Assembly(bodies, contacts)


def ladder_limit(floor: float, wall: float) -> float:
    """Return the angle at which it slips, rad.

    Examples
    --------
    >>> round(math.degrees(ladder_limit(0.5, 0.0)), 9)
    45.0
    """
    return math.atan((1 - floor * wall) / (2 * floor))


# -- the standards --------------------------------------------------------------------


def by_statics(*, few: bool = False) -> Iterator[Standard]:
    """Yield every standard as statics finds it.

    Parameters
    ----------
    few : bool
        Whether a few of each kind are enough.
    """
    for count in (1, 4) if few else range(1, 11):
        yield _stack(f"{count} blocks", harmonic(count), harmonic_reach(count))
    for count, (reach, levels) in WIDE.items():
        name = f"{count} blocks"
        yield _stack(name, levels, reach, "several blocks a level", _PRINTED)
    for count in (3,) if few else (1, 2, 3, 7, 12):
        yield _corbel(count)
    yield _arch(stones=24 if few else 120)
    for floor, wall in _LADDERS[:1] if few else _LADDERS:
        yield _ladder(floor, wall)
    for mu in _SLOPES[:1] if few else _SLOPES:
        yield _slope(mu)
    for layers in (2, 15) if few else range(1, 31):
        yield from _columns(layers)
        yield from _towers(layers)


def _standing(assembly: Assembly, residual: float = StaticsParams().residual) -> bool:
    params = StaticsParams(residual=residual)
    return equilibrium(assembly, params).verdict is Verdict.STABLE


def _stack(
    case: str,
    levels: Levels,
    reach: float,
    group: str = "harmonic stack",
    residual: float = 1e-6,
) -> Standard:
    tip = max(max(row) for row in levels) + 1
    accuracy = 1e-7
    out = limit_between(
        lambda shift: _standing(wide_stack(levels, MU, shift), residual),
        -0.02, 0.02, accuracy,
    )  # fmt: skip
    return Standard(
        who="statics", group=group, case=case, unit="lengths", known=reach,
        found=tip + out, accuracy=accuracy,
    )  # fmt: skip


def _corbel(count: int) -> Standard:
    """Return the largest equal step of a corbel, over its blocks."""

    def stands(step: float) -> bool:
        levels = [[-1 + level * step] for level in range(count + 1)]
        return _standing(wide_stack(levels, MU))

    known, accuracy = 1 / (count + 1), 1e-7
    return Standard(
        who="statics", group="corbel", case=f"{count} steps", unit="lengths",
        known=known, found=limit_between(stands, known / 2, 2 * known, accuracy),
        accuracy=accuracy,
    )  # fmt: skip


def _arch(stones: int) -> Standard:
    accuracy = 1e-6
    found = limit_between(
        lambda ratio: _standing(arch(ratio, stones)), 0.13, 0.08, accuracy
    )
    return Standard(
        who="statics", group="semicircular arch", case=f"{stones} stones",
        unit="radii", known=MILANKOVITCH, found=found, accuracy=accuracy,
    )  # fmt: skip


def _ladder(floor: float, wall: float) -> Standard:
    accuracy = 1e-7
    known = ladder_limit(floor, wall)
    found = limit_between(
        lambda angle: _standing(ladder(angle, floor, wall)),
        known + 0.1, known - 0.1, accuracy,
    )  # fmt: skip
    return Standard(
        who="statics", group="ladder", case=f"floor {floor:g}, wall {wall:g}",
        unit="rad", known=known, found=found, accuracy=accuracy,
    )  # fmt: skip


def _slope(mu: float) -> Standard:
    flat = assembled([table(), box("block", (0.3, 0.3, 0.02), (1, 1, 0.01))], mu)
    return _tilted(flat, "slope: a block slides", f"mu {mu:g}", mu, 0.0)


def _columns(layers: int) -> Iterator[Standard]:
    """Yield tilts of single blocks on each other, which are no tower's but one body's.

    They are as wide as a tower and as high, so that width over height is theirs.
    """
    size = (BLOCKS.length, BLOCKS.length, BLOCKS.height)
    bodies = [table()]
    for level in range(layers):
        bodies.append(box(f"b{level}", size, (0, 0, (level + 0.5) * size[2])))
    column_of = assembled(bodies, MU)
    known = min(MU, size[0] / (layers * size[2]))
    yield _tilted(column_of, "column: tips or slides", f"{layers} high", known, 0.0)


def _towers(layers: int) -> Iterator[Standard]:
    tower = assembled(tower_bodies(layers), MU)
    for along, azimuth in (("x", 0.0), ("y", math.pi / 2)):
        known = tilt_of_tower(layers, MU, along)
        case = f"{layers} layers, {along}"
        yield _tilted(tower, "tower: tips or slides", case, known, azimuth)


def _tilted(
    bodies: Assembly, group: str, case: str, known: float, azimuth: float
) -> Standard:
    """Return the tangent of the largest tilt, which is one linear program."""
    return Standard(
        who="statics", group=group, case=case, unit="tan", known=known,
        found=tilt_margin(bodies, azimuths=[azimuth]).limit.factor, accuracy=1e-9,
    )  # fmt: skip

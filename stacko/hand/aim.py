"""Where the hand aims: which end to take, where to put a block down."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from stacko.engines.base import Quaternion, Vector
from stacko.hand.skill import HandParams
from stacko.hand.vectors import add, rotate, scaled
from stacko.params import BlockParams
from stacko.poses import Poses
from stacko.tower import POSITIONS, Slot, Tower, layer_axis

__all__ = [
    "FINGER_GAP",
    "Standing",
    "Target",
    "fingertip_start",
    "layer_names",
    "off_axis",
    "pinchable",
    "place_target",
    "protrusion",
]

FINGER_GAP = 0.002
"""Distance at which a fingertip starts in front of a block, m."""

_STEEP = 0.7
"""Cosine of the tilt beyond which a block has no top to lie on."""


class _Eyes(Protocol):
    def pose(self, name: str) -> tuple[Vector, Quaternion]: ...
    def poses(self, names: Iterable[str]) -> Poses: ...


class Standing(Protocol):
    """A tower as a player sees it: where blocks lie, and how large they are."""

    @property
    def engine(self) -> _Eyes:
        """Tells poses."""

    @property
    def sizes(self) -> Mapping[str, Vector]:
        """Edge lengths of every block, m."""

    @property
    def blocks(self) -> BlockParams:
        """Nominal block."""


Array = NDArray[np.float64]
Gap = tuple[float | None, float | None]
"""Where the neighbors to both sides of a slot end, m; None where there is none."""


@dataclass(frozen=True, slots=True)
class Target:
    """Pose a block is lowered to: its center at rest (m) and its orientation."""

    position: Vector
    orientation: Quaternion


def layer_names(tower: Tower, layer: int) -> dict[str, str]:
    """Return position -> block name of one layer; empty where there is none."""
    if not 1 <= layer <= len(tower.layers):
        return {}
    row = zip(POSITIONS, tower.layers[layer - 1], strict=True)
    return {position: name for position, name in row if name is not None}


def pinchable(tower: Tower, name: str) -> bool:
    """Tell whether a block's end can be pinched though it does not stick out.

    Two fingers fit where both long sides are free of neighbors.
    """
    slot = tower.slot_of(name)
    row = layer_names(tower, slot.layer)
    return not any(abs(POSITIONS.index(other) - slot.index) == 1 for other in row)


def protrusion(world: Standing, tower: Tower, name: str) -> float:
    """Return how far a block sticks out of the tower along its own axis, m.

    Measured against the layer below it, or above the bottom layer, as it lies: a
    tower that was shifted or twisted as a whole has no block that sticks out.
    """
    layer = tower.layer_of(name)
    middle, _ = _frame(world, tower, layer - 1 if layer > 1 else layer + 1)
    position, orientation = world.engine.pose(name)
    x, y, _ = rotate(orientation, (1.0, 0.0, 0.0))
    off = np.array(position[:2]) - middle
    return float(off @ (x, y)) / math.hypot(x, y)


def fingertip_start(
    world: Standing,
    name: str,
    axis: Vector,
    hand: HandParams,
    rng: np.random.Generator,
) -> Vector:
    """Choose where a fingertip that pushes along an axis begins, m.

    In front of the end face, off its middle by the error of aim.
    """
    position, orientation = world.engine.pose(name)
    length, width, height = world.sizes[name]
    radius = hand.finger / 2
    errors = rng.normal(0.0, hand.aim_error, 2)
    room = (max(width / 2 - radius, 0.0), max(height / 2 - radius, 0.0))
    y, z = np.clip(errors, [-room[0], -room[1]], room).tolist()
    aside = rotate(orientation, (0.0, y, z))
    back = scaled(axis, -(length / 2 + radius + FINGER_GAP))
    return add(add(position, aside), back)


def off_axis(axis: Vector, hand: HandParams, rng: np.random.Generator) -> Vector:
    """Return the direction of a pull that is meant to go along a level axis."""
    angle = rng.normal(0.0, hand.direction_error)
    c, s = math.cos(angle), math.sin(angle)
    return (c * axis[0] - s * axis[1], s * axis[0] + c * axis[1], 0.0)


def place_target(
    world: Standing,
    tower: Tower,
    name: str,
    slot: Slot,
    hand: HandParams,
    rng: np.random.Generator,
) -> Target:
    """Choose where a block is put down, with the hand's errors.

    A player sees where the layer below and the neighbors really are. So the slot
    is that of the layer below as it lies, the error along the block has any sign,
    and the error across it points away from where neighbors lie or will lie.

    Parameters
    ----------
    world : Standing
        The tower as it stands.
    tower : Tower
        The tower without the block in hand.
    name : str
        The block in hand.
    slot : Slot
        Where it is to go.
    hand : HandParams
        Placing and yaw error.
    rng : numpy.random.Generator
        Source of the errors.
    """
    below = tuple(layer_names(tower, slot.layer - 1).values())
    middle, yaw = _frame(world, tower, slot.layer - 1)
    along, across, turn = hand.place_error, hand.place_error, hand.yaw_error
    e_along, e_across, e_yaw = rng.standard_normal(3) * (along, across, turn)
    heading = yaw + (0.0 if slot.axis == "x" else math.pi / 2)
    axis = np.array([math.cos(heading), math.sin(heading)])
    side = _side(slot.layer, yaw)
    row = layer_names(tower, slot.layer)
    gap = (
        _edge(world, row, slot.index - 1, middle, side, +1),
        _edge(world, row, slot.index + 1, middle, side, -1),
    )
    e_yaw = _straightened(float(e_yaw), gap, world.sizes[name])
    aside = _aside(world, gap, slot, name, float(e_across), e_yaw)
    center = middle + axis * e_along + side * aside
    z = _surface(world, below, center, side) + world.sizes[name][2] / 2
    half = (heading + e_yaw) / 2
    return Target(
        (float(center[0]), float(center[1]), float(z)),
        (0.0, 0.0, math.sin(half), math.cos(half)),
    )


def _frame(world: Standing, tower: Tower, layer: int) -> tuple[Array, float]:
    """Middle (x, y) and yaw of a layer as it lies, from its blocks.

    The yaw is from where the layer was built. A block turned end for end lies the
    same way, so a block alone tells its yaw up to half a turn. Which half, the order
    of the blocks tells, and for a single one the layer below it: towers have twisted by
    over a right angle, and so has one layer on a single block.
    """
    yaw = 0.0
    for number, (alike, across) in enumerate(_folded_yaws(world, tower, layer), 1):
        below, yaw = yaw, alike + math.pi * round((yaw - alike) / math.pi)
        if float(_side(number, yaw) @ across) < 0:
            yaw += math.copysign(math.pi, below - yaw)
    row = layer_names(tower, layer)
    steps = np.array([POSITIONS.index(p) - 1 for p in row]) * world.blocks.pitch
    positions = world.engine.poses(row.values()).positions[:, :2]
    middle: Array = (positions - steps[:, None] * _side(layer, yaw)).mean(0)
    return middle, yaw


def _folded_yaws(
    world: Standing, tower: Tower, layers: int
) -> Iterator[tuple[float, Array]]:
    """Yaw of the lowest layers from how they were built: -90 to 90 degrees each.

    With each, where its last block lies from its first one; zero for a single block.
    """
    rows = [layer_names(tower, number).values() for number in range(1, layers + 1)]
    counts = [len(row) for row in rows]
    poses = world.engine.poses(name for row in rows for name in row)
    q = poses.orientations
    built = [0.0 if layer_axis(n) == "x" else math.pi / 2 for n in range(1, layers + 1)]
    twice = 2 * (2 * np.arctan2(q[:, 2], q[:, 3]) - np.repeat(built, counts))
    first = np.cumsum([0, *counts[:-1]])
    sines = np.add.reduceat(np.sin(twice), first)
    cosines = np.add.reduceat(np.cos(twice), first)
    folded: list[float] = (np.arctan2(sines, cosines) / 2).tolist()
    xy = poses.positions[:, :2]
    last = np.cumsum(counts) - 1
    return zip(folded, xy[last] - xy[first], strict=True)


def _surface(
    world: Standing, below: tuple[str, ...], center: Array, side: Array
) -> float:
    """Height of the tops of a layer, tilted or not, where a block is put on it, m."""
    poses = world.engine.poses(below)
    half = world.blocks.width / 2
    heights = []
    for name in below:
        up = poses.rotation(name)[:, 2]
        up = up if up[2] > 0 else -up
        if up[2] < _STEEP:
            continue
        middle = poses.position(name)
        for aside in (-half, half):
            off = center + aside * side - middle[:2]
            rise = (world.sizes[name][2] / 2 - float(up[:2] @ off)) / up[2]
            heights.append(float(middle[2]) + rise)
    return max(heights, default=float(poses.positions[:, 2].max()))


def _side(layer: int, yaw: float) -> Array:
    """Return the direction in which positions a, b, c of a layer grow."""
    # along y in odd layers and along x in even ones
    c, s = math.cos(yaw), math.sin(yaw)
    return np.array([-s, c] if layer_axis(layer) == "x" else [c, s])


def _straightened(yaw: float, gap: Gap, size: Vector) -> float:
    """Return the yaw left of an error between two neighbors: they guide the block."""
    low, high = gap
    if low is None or high is None:
        return yaw
    length, width, _ = size
    most = max(high - low - width, 0.0) / length
    return max(-most, min(most, yaw))


def _aside(
    world: Standing, gap: Gap, slot: Slot, name: str, error: float, yaw: float
) -> float:
    """Offset from the layer's middle across the blocks, m."""
    width = world.sizes[name][1]
    clearance = world.blocks.side_clearance
    # room that a block put down askew takes on each side
    half = width / 2 + abs(math.sin(yaw)) * world.sizes[name][0] / 2
    home = (slot.index - 1) * world.blocks.pitch
    low, high = gap
    if low is not None and high is not None:
        return (low + high) / 2
    if low is not None:
        return max(home, low + clearance + half) + abs(error)
    if high is not None:
        return min(home, high - clearance - half) - abs(error)
    outward = slot.index - 1
    if outward == 0:
        return error
    return home + outward * (abs(error) + half - width / 2)


def _edge(
    world: Standing,
    row: dict[str, str],
    index: int,
    middle: Array,
    side: Array,
    sign: int,
) -> float | None:
    """Outermost point of a neighbor towards the slot, measured across, m."""
    if not 0 <= index < len(POSITIONS) or POSITIONS[index] not in row:
        return None
    name = row[POSITIONS[index]]
    poses = world.engine.poses([name])
    rotation = poses.rotation(name)
    length, width, _ = world.sizes[name]
    reach = (
        abs(rotation[:2, 0] @ side) * length / 2
        + abs(rotation[:2, 1] @ side) * width / 2
    )
    return float((poses.positions[0, :2] - middle) @ side + sign * reach)

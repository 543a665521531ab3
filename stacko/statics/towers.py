"""Towers and poses as bodies of an assembly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from stacko.geometry import ALONG_X, ALONG_Y, Sizes, sizes_of, slot_pose
from stacko.params import BlockParams, ContactParams
from stacko.poses import Poses
from stacko.statics.bodies import StaticBody
from stacko.statics.contacts import Friction
from stacko.tower import Tower

__all__ = ["TABLE", "bodies_of", "pair_friction", "table_body"]

Array = NDArray[np.float64]

TABLE = "table"
"""Name of the table's body; its top is z = 0."""

_TABLE_SIZE = (8.0, 8.0, 0.2)


def table_body() -> StaticBody:
    """Return a table too large for anything to lie past its edge."""
    center = (0.0, 0.0, -_TABLE_SIZE[2] / 2)
    return StaticBody(TABLE, _TABLE_SIZE, 0.0, center, fixed=True)


def bodies_of(
    source: Tower | Poses,
    blocks: BlockParams,
    sizes: Sizes | None = None,
    masses: Mapping[str, float] | None = None,
) -> list[StaticBody]:
    """Return the table and the blocks of a tower.

    Parameters
    ----------
    source : Tower or Poses
        A tower's blocks lie squarely in their slots, every layer on the highest block
        of the layer below; poses are taken as they are.
    blocks : BlockParams
        The nominal block.
    sizes : BlockParams or mapping of name to (length, width, height), optional
        Sides of the single blocks in m, such as `stacko.world.draw_sizes` draws; all
        nominal by default.
    masses : mapping of name to kg, optional
        All nominal by default.

    Raises
    ------
    ParameterError
        If a block has no size, or a number is not accepted.
    """
    poses = source if isinstance(source, Poses) else _stacked(source, blocks, sizes)
    sides = sizes_of(poses.names, blocks if sizes is None else sizes)
    bodies = [table_body()]
    rows = zip(poses.names, sides, poses.positions, poses.orientations, strict=True)
    for name, size, position, orientation in rows:
        mass = blocks.mass if masses is None else masses.get(name, blocks.mass)
        bodies.append(
            StaticBody(
                name,
                _vector(size),
                mass,
                _vector(position),
                _quaternion(orientation),
            )
        )
    return bodies


def _stacked(tower: Tower, blocks: BlockParams, sizes: Sizes | None) -> Poses:
    slots = {slot: block.name for slot, block in tower.slots().items()}
    heights = sizes_of(slots.values(), blocks if sizes is None else sizes)[:, 2]
    layers = np.array([slot.layer for slot in slots])
    tops = [0.0]
    for layer in range(1, tower.layer_count + 1):
        tops.append(tops[-1] + float(heights[layers == layer].max()))
    positions = np.array([slot_pose(slot, blocks)[0] for slot in slots])
    positions[:, 2] = np.array(tops)[layers - 1] + heights / 2
    turns = [ALONG_X if slot.axis == "x" else ALONG_Y for slot in slots]
    return Poses(tuple(slots.values()), positions, np.array(turns))


def pair_friction(contact: ContactParams) -> Friction:
    """Return the coefficient of a pair: with the table, or of two blocks."""

    def coefficient(a: StaticBody, b: StaticBody) -> float:
        return contact.mu_table if a.fixed or b.fixed else contact.mu_block

    return coefficient


def _vector(values: Sequence[float] | Array) -> tuple[float, float, float]:
    x, y, z = (float(value) for value in values)
    return (x, y, z)


def _quaternion(values: Sequence[float] | Array) -> tuple[float, float, float, float]:
    x, y, z, w = (float(value) for value in values)
    return (x, y, z, w)

"""Boxes and slots: where blocks of given sizes lie in space.

Frame: the table is the plane z = 0 and the tower's axis is the z axis. Blocks of
odd layers lie along x, their slots a, b, c in growing y; blocks of even layers lie
along y, their slots in growing x. A block's own axes are length, width, height.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from stacko.errors import ParameterError
from stacko.params import BlockParams
from stacko.poses import Poses, rotation_matrices
from stacko.slots import Slot
from stacko.tower import Tower

__all__ = [
    "Sizes",
    "box_corners",
    "face_outline",
    "footprint_half_side",
    "layer_names",
    "nominal_poses",
    "sizes_of",
    "slot_pose",
]

Array = NDArray[np.float64]

ALONG_X: Array = np.array([0.0, 0.0, 0.0, 1.0])
ALONG_Y: Array = np.array([0.0, 0.0, math.sqrt(0.5), math.sqrt(0.5)])

SIGNS: Array = np.array(
    [[x, y, z] for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (-1.0, 1.0)]
)
FACE: Array = np.array(
    [[-1.0, -1.0, 1.0], [1.0, -1.0, 1.0], [1.0, 1.0, 1.0], [-1.0, 1.0, 1.0]]
)

Sizes = BlockParams | Mapping[str, Sequence[float]]
"""Sides of the blocks: all alike, or (length, width, height) in m by name."""


def sizes_of(names: Iterable[str], sizes: Sizes) -> Array:
    """Return the sides of some blocks, shape (n, 3), in m.

    Raises
    ------
    ParameterError
        If `sizes` is a mapping that lacks a block.
    """
    chosen = tuple(names)
    if isinstance(sizes, BlockParams):
        sides = (sizes.length, sizes.width, sizes.height)
        return np.tile(np.array(sides), (len(chosen), 1))
    missing = [name for name in chosen if name not in sizes]
    if missing:
        raise ParameterError(
            f"no size for block {missing[0]!r}; give (length, width, height) in m for "
            f"each of {len(chosen)} blocks, or one BlockParams for all"
        )
    return np.array([sizes[name] for name in chosen], dtype=float).reshape(-1, 3)


def slot_pose(slot: Slot, blocks: BlockParams) -> tuple[Array, Array]:
    """Return where a block of nominal size lies in a slot.

    Returns
    -------
    position : ndarray, shape (3,)
        Center, in m.
    orientation : ndarray, shape (4,)
        Quaternion (x, y, z, w).
    """
    across = (slot.index - 1) * blocks.pitch
    z = (slot.layer - 0.5) * blocks.height
    if slot.axis == "x":
        return np.array([0.0, across, z]), ALONG_X.copy()
    return np.array([across, 0.0, z]), ALONG_Y.copy()


def nominal_poses(tower: Tower, blocks: BlockParams) -> Poses:
    """Return the poses of all blocks of a tower of nominal size, bottom first."""
    slots = tower.slots()
    pairs = [slot_pose(slot, blocks) for slot in slots]
    return Poses(
        tuple(block.name for block in slots.values()),
        np.array([position for position, _ in pairs]).reshape(-1, 3),
        np.array([orientation for _, orientation in pairs]).reshape(-1, 4),
    )


def layer_names(tower: Tower) -> tuple[tuple[str, ...], ...]:
    """Return the names of the blocks in each layer, bottom first, gaps left out."""
    return tuple(
        tuple(name for name in layer if name is not None) for layer in tower.layers
    )


def footprint_half_side(blocks: BlockParams) -> float:
    """Return half the side of the square a full tower covers, in m."""
    return max(blocks.length / 2, blocks.pitch + blocks.width / 2)


def box_corners(poses: Poses, sizes: Sizes) -> Array:
    """Return the corners of all boxes, shape (n, 8, 3), in m."""
    half = sizes_of(poses.names, sizes) / 2
    local = half[:, None, :] * SIGNS
    turned = local @ rotation_matrices(poses.orientations).transpose(0, 2, 1)
    return np.asarray(poses.positions[:, None, :] + turned)


def face_outline(poses: Poses, name: str, side: Array, *, top: bool) -> Array:
    """Return the corners of a block's upper or lower face as seen from above.

    Parameters
    ----------
    poses : Poses
    name : str
        The block.
    side : ndarray, shape (3,)
        Its length, width and height, in m.
    top : bool
        The face that is up, or the one that is down, whichever way the block was
        turned over.

    Returns
    -------
    ndarray, shape (4, 2)
        Counterclockwise, in m.
    """
    rotation = poses.rotation(name)
    flipped = rotation[2, 2] < 0
    local = FACE * (side / 2)
    local[:, 2] *= -1.0 if flipped == top else 1.0
    plane = (poses.position(name) + local @ rotation.T)[:, :2]
    return plane[::-1] if flipped else plane

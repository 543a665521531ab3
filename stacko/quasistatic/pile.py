"""The blocks of a tower as arrays, bottom layer first."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from stacko.params import BlockParams
from stacko.poses import Poses
from stacko.slots import Slot
from stacko.tower import Tower

__all__ = ["Pile"]

Array = NDArray[np.float64]
Indices = NDArray[np.intp]


@dataclass(slots=True)
class Pile:
    """Where the blocks of a tower lie, and how large they are.

    Rows are blocks, sorted by layer. A value that is changed in place only by who
    made it; `with_block` returns a new one, `without` too if anything is taken.

    Attributes
    ----------
    names : tuple of str
    layer : ndarray of int, shape (n,)
        Layer of each block, 0 at the bottom.
    plane : ndarray, shape (n, 2)
        Center seen from above, m.
    yaw : ndarray, shape (n,)
        Angle of the long axis from the x axis, rad.
    size : ndarray, shape (n, 3)
        Length, width, height, m.
    base : ndarray, shape (n,)
        Height of the center if every layer lay level on the highest block below, m.
    motion : ndarray, shape (n, 3)
        From there to where the block rests: rise (m), slope along x and along y.
    """

    names: tuple[str, ...]
    layer: Indices
    plane: Array
    yaw: Array
    size: Array
    base: Array
    motion: Array

    @classmethod
    def built(
        cls, tower: Tower, blocks: BlockParams, sizes: Mapping[str, Sequence[float]]
    ) -> Self:
        """Return a tower as it is built in the tray: every block in its slot."""
        slots = tower.slots()
        names = tuple(block.name for block in slots.values())
        aside = np.array([(slot.index - 1) * blocks.pitch for slot in slots])
        along_x = np.array([slot.axis == "x" for slot in slots])
        zero = np.zeros(len(names))
        return cls._of(
            names,
            np.array([slot.layer - 1 for slot in slots]),
            np.where(along_x, [zero, aside], [aside, zero]).T,
            np.where(along_x, 0.0, math.pi / 2),
            np.array([sizes[name] for name in names], dtype=float),
            np.zeros((len(names), 3)),
        )

    @classmethod
    def standing(
        cls, tower: Tower, poses: Poses, sizes: Mapping[str, Sequence[float]]
    ) -> Self:
        """Return a tower whose blocks lie where they are said to.

        Heights and tilts are left out: they are found anew from the sizes.
        """
        slots = tower.slots()
        names = tuple(block.name for block in slots.values())
        chosen = poses.select(names)
        x, y, z, w = chosen.orientations.T
        return cls._of(
            names,
            np.array([slot.layer - 1 for slot in slots]),
            chosen.positions[:, :2].copy(),
            np.arctan2(2 * (x * y + z * w), 1 - 2 * (y * y + z * z)),
            np.array([sizes[name] for name in names], dtype=float),
            np.zeros((len(names), 3)),
        )

    @classmethod
    def _of(
        cls,
        names: tuple[str, ...],
        layer: Indices,
        plane: Array,
        yaw: Array,
        size: Array,
        motion: Array,
    ) -> Self:
        return cls(names, layer, plane, yaw, size, _bases(layer, size), motion)

    def __len__(self) -> int:
        return len(self.names)

    def row(self, name: str) -> int:
        """Return the row of a block."""
        return self.names.index(name)

    @property
    def starts(self) -> Indices:
        """First row of each layer, and the number of blocks at the end."""
        layers = int(self.layer[-1]) + 1 if len(self) else 0
        return np.searchsorted(self.layer, np.arange(layers + 1))

    def copy(self) -> Self:
        """Return an independent copy."""
        return type(self)(
            self.names, self.layer, self.plane.copy(), self.yaw.copy(), self.size,
            self.base, self.motion.copy(),
        )  # fmt: skip

    def without(self, *names: str) -> Self:
        """Return the tower without some blocks; itself if it has none of them."""
        keep = [row for row, name in enumerate(self.names) if name not in names]
        if len(keep) == len(self):
            return self
        return self._of(
            tuple(self.names[row] for row in keep),
            self.layer[keep], self.plane[keep], self.yaw[keep], self.size[keep],
            self.motion[keep],
        )  # fmt: skip

    def with_block(
        self, name: str, slot: Slot, plane: Array, yaw: float, size: Array
    ) -> Self:
        """Return the tower with one more block, level, in the layer of a slot."""
        at = int(np.searchsorted(self.layer, slot.layer - 1, side="right"))
        return self._of(
            (*self.names[:at], name, *self.names[at:]),
            np.insert(self.layer, at, slot.layer - 1),
            np.insert(self.plane, at, plane, axis=0),
            np.insert(self.yaw, at, yaw),
            np.insert(self.size, at, size, axis=0),
            np.insert(self.motion, at, 0.0, axis=0),
        )

    def poses(self) -> Poses:
        """Return the poses of all blocks, at rest as `motion` says."""
        heights = self.base + self.motion[:, 0]
        positions = np.column_stack([self.plane, heights])
        return Poses(self.names, positions, self._orientations())

    def _orientations(self) -> Array:
        """Turn by the yaw, then tilt by the small slopes."""
        half = self.yaw / 2
        c, s = np.cos(half), np.sin(half)
        # a surface that rises along x is turned about -y
        x, y = self.motion[:, 2] / 2, -self.motion[:, 1] / 2
        turned = np.column_stack([x * c + y * s, y * c - x * s, s, c])
        norms = np.sqrt((turned * turned).sum(axis=1, keepdims=True))
        return np.asarray(turned / norms)


def _bases(layer: Indices, size: Array) -> Array:
    heights = size[:, 2]
    tallest = np.zeros(int(layer[-1]) + 2 if len(layer) else 1)
    np.maximum.at(tallest, layer + 1, heights)
    return np.asarray(np.cumsum(tallest)[layer] + heights / 2)

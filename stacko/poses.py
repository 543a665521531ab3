"""Poses of named blocks: the only form in which engines report where things are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

__all__ = ["Poses", "rotation_matrices"]

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Poses:
    """Positions and orientations of named bodies at one instant.

    Parameters
    ----------
    names : tuple of str
        Body names, in the order of the rows.
    positions : ndarray, shape (n, 3)
        Centers of mass, in m.
    orientations : ndarray, shape (n, 4)
        Unit quaternions (x, y, z, w), body to world.
    """

    names: tuple[str, ...]
    positions: Array
    orientations: Array
    _index: dict[str, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        index = {name: i for i, name in enumerate(self.names)}
        object.__setattr__(self, "_index", index)

    def __contains__(self, name: object) -> bool:
        return name in self._index

    def __len__(self) -> int:
        return len(self.names)

    def index(self, name: str) -> int:
        """Return the row of a body; `KeyError` if it is not there."""
        return self._index[name]

    def position(self, name: str) -> Array:
        """Return the center of one body, shape (3,), in m."""
        position: Array = self.positions[self._index[name]]
        return position

    def orientation(self, name: str) -> Array:
        """Return the quaternion (x, y, z, w) of one body."""
        orientation: Array = self.orientations[self._index[name]]
        return orientation

    def rotation(self, name: str) -> Array:
        """Return the rotation matrix of one body, shape (3, 3), body to world."""
        rotation: Array = rotation_matrices(self.orientation(name)[None])[0]
        return rotation

    def select(self, names: Iterable[str]) -> Poses:
        """Return the poses of some bodies, in the order asked for."""
        chosen = tuple(names)
        rows = [self._index[name] for name in chosen]
        return Poses(chosen, self.positions[rows], self.orientations[rows])

    def without(self, *names: str) -> Poses:
        """Return the poses of all bodies but the named ones."""
        return self.select(n for n in self.names if n not in names)


def rotation_matrices(orientations: Array) -> Array:
    """Return rotation matrices, shape (n, 3, 3), of unit quaternions (n, 4)."""
    x, y, z, w = np.asarray(orientations, dtype=float).T
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    return np.moveaxis(np.array(rows), -1, 0)

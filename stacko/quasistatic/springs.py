"""The contacts of a tower as springs: gaps as linear functions of its motion.

A motion is a vector of three numbers a block: how far it rises, and its slopes along
x and y times `ARM`, all in m. Blocks couple with neighboring layers only, so matrices
are narrow; they are kept by their diagonals as LAPACK does, upper form.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy.linalg.lapack import dpbsv

from stacko.errors import EngineError
from stacko.quasistatic.patches import Patches
from stacko.quasistatic.pile import Pile

__all__ = ["ARM", "UNITS", "Springs"]

Array = NDArray[np.float64]
Indices = NDArray[np.intp]

ARM = 0.04
"""Length that makes slopes lengths, m; about half a block."""

UNITS: Array = np.array([1.0, ARM, ARM])
"""What `Pile.motion` is multiplied with."""

_I, _J = np.triu_indices(6)


class Springs:
    """The contact points of a tower.

    Arrays over points hold the first corner of every patch, then every second one
    and so on: patches are many, and loops over many numbers are the fast ones.

    Parameters
    ----------
    pile : Pile
    patches : Patches
        Its contact points.

    Attributes
    ----------
    patches : Patches
    size : int
        Length of a motion, three times the number of blocks.
    gaps : ndarray, shape (m,)
        Gap at each point where nothing has moved, m; negative where blocks overlap.
    """

    def __init__(self, pile: Pile, patches: Patches) -> None:
        count = len(pile)
        upper, lower = patches.upper[::4], patches.lower[::4]
        self._layout = _layout(count, upper.tobytes(), lower.tobytes())
        points = patches.points.reshape(-1, 4, 2).T / ARM
        plane = pile.plane.T / ARM
        self._rows = np.ones((6, 4, len(upper)))
        self._rows[0] = -self._layout.held
        under = plane.take(self._layout.below, axis=1)[:, None] - points
        np.multiply(under, self._layout.held, out=self._rows[1:3])
        np.subtract(points, plane.take(upper, axis=1)[:, None], out=self._rows[4:])
        self._products = self._rows.take(_I, axis=0) * self._rows.take(_J, axis=0)
        half = pile.size[:, 2] / 2
        top = np.append(pile.base + half, 0.0)
        gaps = (pile.base - half).take(upper) - top.take(lower)
        self.gaps = np.concatenate([gaps] * 4)
        self.patches = patches
        self.size = 3 * count

    def stretch(self, motion: Array) -> Array:
        """Return by how much a motion widens each gap, m."""
        moved = motion.take(self._layout.dofs)
        return np.asarray(np.einsum("jkp,jp->kp", self._rows, moved).ravel())

    def push(self, forces: Array) -> Array:
        """Return what forces at the points add up to for each entry of a motion."""
        each = np.einsum("jkp,kp->jp", self._rows, forces.reshape(4, -1))
        sums = np.bincount(self._layout.dofs.ravel(), each.ravel(), self.size)
        return sums.astype(float, copy=False)  # of no points they are whole numbers

    def stiffness(self, shares: Array) -> Array:
        """Return the matrix of all points, each with a share of its spring."""
        each = np.einsum("jkp,kp->jp", self._products, shares.reshape(4, -1))
        return self._matrix(self._layout.places, each)

    def stiffness_of(self, chosen: Indices, shares: Array) -> Array:
        """Return what some points add to the matrix, each by a share of its spring."""
        each = self._products.reshape(len(_I), -1).take(chosen, axis=1) * shares
        patch = chosen % len(self._layout.below)
        return self._matrix(self._layout.places.take(patch, axis=1), each)

    def _matrix(self, places: Indices, values: Array) -> Array:
        shape = self._layout.band + 1, self.size
        flat = np.bincount(places.ravel(), values.ravel(), shape[0] * shape[1])
        return flat.astype(float, copy=False).reshape(shape)

    def by_patch(self, values: Array) -> Array:
        """Return values at the points in the order of `patches`."""
        return values.reshape(4, -1).T.ravel()

    def solve(self, matrix: Array, right: Array) -> Array:
        """Return the motion that a matrix turns into the right-hand side.

        Raises
        ------
        EngineError
            If the matrix is not positive.
        """
        # As scipy.linalg.solveh_banded, without its checks, which take as long.
        _, motion, failed = dpbsv(matrix, right)
        if failed:
            raise EngineError(
                "the quasistatic tower could not be brought to rest: its stiffness is "
                "not positive; use a smaller quasistatic.contact_stiffness"
            )
        return np.asarray(motion)


@dataclass(frozen=True, slots=True)
class _Layout:
    """What the p patches of a tower have to do with entries of its motions.

    Attributes
    ----------
    below : ndarray of int, shape (p,)
        Rows of the lower blocks, of the upper ones where that is the table.
    held : ndarray, shape (p,)
        0 where it is the table, which cannot move, else 1.
    dofs : ndarray of int, shape (6, p)
        Entries of the lower block and of the upper one.
    places : ndarray of int, shape (21, p)
        Where the products of two of these are in a flat matrix.
    band : int
        Diagonals of the matrix above its main one.
    """

    below: Indices
    held: Array
    dofs: Indices
    places: Indices
    band: int


@lru_cache(maxsize=256)
def _layout(count: int, upper: bytes, lower: bytes) -> _Layout:
    """Return the layout of patches from their rows; many towers share one."""
    above = np.frombuffer(upper, dtype=np.intp)
    below = np.frombuffer(lower, dtype=np.intp)
    held = np.where(below == count, 0.0, 1.0)
    below = np.where(below == count, above, below)
    steps = np.arange(3)[:, None]
    dofs = np.concatenate([3 * below + steps, 3 * above + steps])
    i, j = dofs[_I], dofs[_J]
    # The table's entries are zero, and some of its places before the matrix.
    within = i <= j
    band = int((j - i).max(initial=0))
    places = np.where(within, (band + i - j) * (3 * count) + j, 0)
    for each in (below, held, dofs, places):
        each.flags.writeable = False  # they are shared
    return _Layout(below, held, dofs, places, band)

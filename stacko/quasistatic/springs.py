"""The contacts of a tower as springs: gaps as linear functions of its motion.

A motion is a vector of three numbers a block: how far it rises, and its slopes along
x and y times `ARM`, all in m. Blocks couple with neighboring layers only, so matrices
are narrow; they are kept by their diagonals as LAPACK does, upper form.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy.linalg.lapack import dpbsv

from stacko.errors import EngineError
from stacko.quasistatic.patches import Patches
from stacko.quasistatic.pile import Pile

__all__ = ["ARM", "UNITS", "Springs"]

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]
Indices = NDArray[np.intp]

ARM = 0.04
"""Length that makes slopes lengths, m; about half a block."""

UNITS: Array = np.array([1.0, ARM, ARM])
"""What `Pile.motion` is multiplied with."""

_I, _J = np.triu_indices(6)


class Springs:
    """The contact points of a tower.

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
        upper, lower = patches.upper, patches.lower
        grounded = lower == count
        below = np.where(grounded, upper, lower)
        held = np.where(grounded, 0.0, 1.0)
        on = (patches.points - pile.plane[upper]) / ARM
        under = (patches.points - pile.plane[below]) / ARM * held[:, None]
        self._rows = np.column_stack([-held, -under, np.ones(len(upper)), on])
        self._dofs, self._places, self._band = _places(
            count, upper.tobytes(), lower.tobytes()
        )
        # The table's entries are zero; its places lie before the matrix.
        self._products = self._rows[:, _I] * self._rows[:, _J]
        half = pile.size[:, 2] / 2
        top = np.append(pile.base + half, 0.0)
        self.gaps = (pile.base - half)[upper] - top[lower]
        self.patches = patches
        self.size = 3 * count

    def stretch(self, motion: Array) -> Array:
        """Return by how much a motion widens each gap, m."""
        return np.asarray(np.einsum("ij,ij->i", self._rows, motion[self._dofs]))

    def push(self, forces: Array) -> Array:
        """Return what forces at the points add up to for each entry of a motion."""
        sums = np.bincount(
            self._dofs.ravel(),
            weights=(self._rows * forces[:, None]).ravel(),
            minlength=self.size,
        )
        return sums.astype(float)  # of no points they would be whole numbers

    def stiffness(self, chosen: Indices, shares: Array) -> Array:
        """Return what some points add to the matrix, each by a share of its spring."""
        flat = np.bincount(
            self._places[chosen].ravel(),
            weights=(self._products[chosen] * shares[:, None]).ravel(),
            minlength=(self._band + 1) * self.size,
        )
        return flat.astype(float).reshape(self._band + 1, self.size)

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


@lru_cache(maxsize=256)
def _places(count: int, upper: bytes, lower: bytes) -> tuple[Indices, Indices, int]:
    """Return what entries of a motion each point has to do with, and the matrix's.

    From the rows of the blocks at each point; towers of one layout share them.
    """
    above = np.frombuffer(upper, dtype=np.intp)
    below = np.frombuffer(lower, dtype=np.intp)
    below = np.where(below == count, above, below)
    first, second = 3 * below[:, None], 3 * above[:, None]
    steps = np.arange(3)
    dofs = np.concatenate([first + steps, second + steps], axis=1)
    i, j = dofs[:, _I], dofs[:, _J]
    within = i <= j  # not for the table, whose entries are zero
    band = int((j - i).max(initial=0))
    places = np.where(within, (band + i - j) * (3 * count) + j, 0)
    for each in (dofs, places):
        each.flags.writeable = False  # they are shared
    return dofs, places, band

"""Where a tower comes to rest on contacts that push like springs and never pull.

The unknowns are how far each block rises and how its surfaces slope along x and y;
both are small, so gaps are linear in them. The rest is where weight and springs
together have least energy: a convex, piecewise quadratic problem, solved by Newton's
method with an exact search along each step. Blocks couple with neighboring layers
only, so the matrix is narrow.

Springs as soft as those an engine works with make the loads of equal blocks unique,
and shares of load in towers of unequal ones come out as that engine's do. Much
stiffer ones give the limit of rigid blocks, where most carry next to nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.linalg.lapack import dpbsv

from stacko.errors import EngineError
from stacko.quasistatic.patches import Patches, find_patches
from stacko.quasistatic.pile import Pile

__all__ = ["FARTHEST", "STEEPEST", "Rest", "rest"]

Array = NDArray[np.float64]
Indices = NDArray[np.intp]

FARTHEST = 3e-3
"""A block that sinks by more has no rest near where it is, m."""

STEEPEST = 0.05
"""Nor has one whose surfaces slope by more."""

_ARM = 0.04
"""Length that makes slopes lengths, m; about half a block."""

_SOFT = 1e-6
"""Stiffness of what holds a block that nothing touches yet, as a share."""

_EXACT = 1e-8
"""Motion in a step, in m, below which the rest is found."""

_MOST_STEPS = 80
_I, _J = np.triu_indices(6)
_UNITS: Array = np.array([1.0, _ARM, _ARM])


@dataclass(frozen=True, slots=True)
class Rest:
    """A tower at rest, or what of it found none.

    Attributes
    ----------
    patches : Patches
        Its contact points.
    forces : ndarray, shape (m,)
        Normal force at each of them, N.
    motion : ndarray, shape (n, 3)
        As `Pile.motion`.
    falling : ndarray of bool, shape (n,)
        Blocks that find no rest; none if the tower stands.
    steps : int
        Steps it took.
    """

    patches: Patches
    forces: Array
    motion: Array
    falling: NDArray[np.bool_]
    steps: int

    @property
    def stands(self) -> bool:
        """Whether every block has found its rest."""
        return not self.falling.any()


def rest(
    pile: Pile, weights: Array, stiffness: float, held: Array | None = None
) -> Rest:
    """Return where a tower comes to rest, beginning from where it is.

    Parameters
    ----------
    pile : Pile
        Its `motion` is where the search begins.
    weights : ndarray, shape (n,)
        Of the blocks, N.
    stiffness : float
        Of one contact point, N/m.
    held : ndarray, shape (n,), optional
        Stiffness, N/m, with which a hand holds each block where it is.
    """
    patches = find_patches(pile)
    system = _System(pile, patches)
    soft = np.full(len(pile), _SOFT)
    if held is not None:
        soft += held / stiffness
    return system.relax(pile.motion, weights, stiffness, np.repeat(soft, 3))


class _System:
    """The gaps of a tower as linear functions of its motion."""

    def __init__(self, pile: Pile, patches: Patches) -> None:
        count = len(pile)
        upper, lower = patches.upper, patches.lower
        grounded = lower == count
        below = np.where(grounded, upper, lower)
        held = np.where(grounded, 0.0, 1.0)
        on = (patches.points - pile.plane[upper]) / _ARM
        under = (patches.points - pile.plane[below]) / _ARM * held[:, None]
        self._rows = np.column_stack([-held, -under, np.ones(len(upper)), on])
        first, second = 3 * below, 3 * upper
        self._dofs = np.column_stack(
            [first, first + 1, first + 2, second, second + 1, second + 2]
        )
        half = pile.size[:, 2] / 2
        top = np.append(pile.base + half, 0.0)
        self._gaps = (pile.base - half)[upper] - top[lower]
        self._patches = patches
        self._size = 3 * count
        self._arrange()

    def _arrange(self) -> None:
        """Find where each product of two entries of a row goes in the matrix."""
        i, j = self._dofs[:, _I], self._dofs[:, _J]
        within = i <= j  # not for the table, whose entries are zero
        self._band = int((j - i).max(initial=0))
        flat = (self._band + i - j) * self._size + j
        self._places = np.where(within, flat, 0)
        self._products = np.where(within, self._rows[:, _I] * self._rows[:, _J], 0.0)

    def relax(
        self, motion: Array, weights: Array, stiffness: float, soft: Array
    ) -> Rest:
        """Return the rest."""
        begun = moved = (motion * _UNITS).ravel()
        pull = np.zeros(self._size)
        pull[::3] = -weights / stiffness
        hand = np.where(soft > _SOFT, soft, 0.0)
        gaps = self._gaps + self._stretch(moved)
        touching = gaps < 0
        matrix = self._stiffness(np.flatnonzero(touching), np.ones(touching.sum()))
        matrix[self._band] += soft
        step = 0
        for step in range(1, _MOST_STEPS + 1):  # noqa: B007
            force = pull - hand * (moved - begun)
            change = self._newton(matrix, touching, gaps, force)
            shift = self._stretch(change)
            closing = gaps + shift < 0
            share = 1.0
            if (closing != touching).any():
                share = _best_share(gaps, shift, float(force @ change))
            moved = moved + share * change
            gaps = gaps + share * shift
            if share * np.abs(change).max(initial=0.0) < _EXACT:
                break
            if moved.min(initial=0.0) < -10 * FARTHEST:
                break
            closing = gaps < 0
            changed = np.flatnonzero(closing != touching)
            if len(changed):
                signs = np.where(closing[changed], 1.0, -1.0)
                matrix += self._stiffness(changed, signs)
                touching = closing
        motion = moved.reshape(-1, 3) / _UNITS
        falling = (motion[:, 0] < -FARTHEST) | (
            np.abs(motion[:, 1:]).max(axis=1, initial=0.0) > STEEPEST
        )
        forces = stiffness * np.maximum(-gaps, 0.0)
        return Rest(self._patches, forces, motion, falling, step)

    def _stretch(self, moved: Array) -> Array:
        return np.asarray(np.einsum("ij,ij->i", self._rows, moved[self._dofs]))

    def _stiffness(self, chosen: Indices, signs: Array) -> Array:
        """Return what some contact points add to the matrix, by its diagonals."""
        flat = np.bincount(
            self._places[chosen].ravel(),
            weights=(self._products[chosen] * signs[:, None]).ravel(),
            minlength=(self._band + 1) * self._size,
        )
        # of no points it would be made of whole numbers
        return flat.astype(float).reshape(self._band + 1, self._size)

    def _newton(
        self, matrix: Array, touching: NDArray[np.bool_], gaps: Array, pull: Array
    ) -> Array:
        """Return the step to where energy would be least with these contacts."""
        closed = np.where(touching, gaps, 0.0)
        push = np.bincount(
            self._dofs.ravel(),
            weights=(self._rows * closed[:, None]).ravel(),
            minlength=self._size,
        )
        # As scipy.linalg.solveh_banded, without its checks, which take as long.
        _, step, failed = dpbsv(matrix, pull - push)
        if failed:
            raise EngineError(
                "the quasistatic tower could not be brought to rest: its stiffness is "
                "not positive; use a smaller quasistatic.contact_stiffness"
            )
        return np.asarray(step)


def _best_share(gaps: Array, shift: Array, gain: float) -> float:
    """Return the share of a step at which energy is least.

    Along the step the slope of the energy is a broken line that never falls: it is
    followed from one gap that opens or closes to the next.
    """
    touching = (gaps < 0) | ((gaps == 0) & (shift < 0))
    with np.errstate(divide="ignore", invalid="ignore"):
        breaks = -gaps / shift
    turning = np.flatnonzero((breaks > 0) & np.isfinite(breaks))
    turning = turning[np.argsort(breaks[turning])]
    squares = shift * shift
    bend = squares[touching].sum()
    changes = np.where(touching[turning], -squares[turning], squares[turning])
    bends = np.maximum(np.concatenate([[bend], bend + np.cumsum(changes)]), 0.0)
    knots = np.concatenate([[0.0], breaks[turning]])
    start = (gaps[touching] * shift[touching]).sum() - gain
    slopes = start + np.concatenate([[0.0], np.cumsum(bends[:-1] * np.diff(knots))])
    last = max(int(np.searchsorted(slopes, 0.0)) - 1, 0)
    if bends[last] <= 1e-15:
        return float(knots[last] + 1.0)
    return float(knots[last] - slopes[last] / bends[last])

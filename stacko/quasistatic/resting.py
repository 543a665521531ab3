"""Where a tower comes to rest on contacts that push like springs and never pull.

The unknowns are how far each block rises and how its surfaces slope along x and y;
both are small, so gaps are linear in them. The rest is where weight and springs
together have least energy: a convex, piecewise quadratic problem, solved by Newton's
method with an exact search along each step. Where that goes round in circles, as it
does in towers that hold by few points, the central path is followed instead (`path`).

Springs as soft as those an engine works with make the loads of equal blocks unique,
and shares of load in towers of unequal ones come out as that engine's do. Much
stiffer ones give the limit of rigid blocks, where most carry next to nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from stacko.quasistatic.patches import Patches, find_patches
from stacko.quasistatic.path import Load, follow
from stacko.quasistatic.pile import Pile
from stacko.quasistatic.springs import UNITS, Springs

__all__ = ["FARTHEST", "STEEPEST", "Rest", "rest"]

Array = NDArray[np.float64]

FARTHEST = 3e-3
"""A block that sinks by more than this, m, has no rest near where it is; allowed for
is what springs give under all the weight above and how rough the layers below are."""

STEEPEST = 0.05
"""Nor has one whose surfaces slope by more, with the same allowance."""

_SOFT = 1e-6
"""Stiffness of what holds a block that nothing touches yet, as a share."""

_FALL = 1.0
"""A block that only this holds sinks by at least so much, m."""

_MOST_STEPS = 12
"""Steps after which the path is followed; nine rests in ten take less."""


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

    Raises
    ------
    EngineError
        If no rest is found though there may be one.
    """
    springs = Springs(pile, find_patches(pile))
    moved = (pile.motion * UNITS).ravel()
    load = _load(weights, stiffness, held, moved)
    if not len(pile):
        return Rest(springs.patches, springs.gaps, pile.motion, np.zeros(0, bool), 0)
    moved, gaps, steps = _least_energy(springs, load, moved)
    motion = moved.reshape(-1, 3) / UNITS
    falling = _falling(pile, motion, weights, stiffness)
    forces = springs.by_patch(stiffness * np.maximum(-gaps, 0.0))
    return Rest(springs.patches, forces, motion, falling, steps)


def _load(weights: Array, stiffness: float, held: Array | None, begun: Array) -> Load:
    pull = np.zeros(3 * len(weights))
    pull[::3] = -weights / stiffness
    pressed = float(-pull.min(initial=0.0))
    # what holds a block in the air must not hold a light one
    soft = max(min(_SOFT, pressed / _FALL), 1e-6 * _SOFT)
    hand = np.zeros_like(pull) if held is None else np.repeat(held / stiffness, 3)
    return Load(pull + hand * begun, hand + soft, pressed)


def _falling(
    pile: Pile, motion: Array, weights: Array, stiffness: float
) -> NDArray[np.bool_]:
    """Return which blocks have moved farther than to a rest nearby."""
    sunk, slopes = -motion[:, 0], np.abs(motion[:, 1:]).max(axis=1)
    if sunk.max() <= FARTHEST and slopes.max() <= STEEPEST:  # as nearly always
        return np.zeros(len(pile), dtype=bool)
    rough = _roughness(pile)
    deepest = FARTHEST + _pressed(pile, weights, stiffness) + rough
    return np.asarray((sunk > deepest) | (slopes > STEEPEST + rough / pile.size[:, 1]))


def _pressed(pile: Pile, weights: Array, stiffness: float) -> float:
    """Return how far a tower sinks that stands on one pair of blocks a layer, m."""
    above = np.cumsum(np.bincount(pile.layer, weights)[::-1])
    return float(above.sum() / (4 * stiffness))


def _roughness(pile: Pile) -> Array:
    """Return by how much heights differ in the layers below each block, summed, m."""
    heights = pile.size[:, 2]
    first = pile.starts[:-1]
    filled = first[np.diff(pile.starts) > 0]
    spread = np.maximum.reduceat(heights, filled) - np.minimum.reduceat(heights, filled)
    under = np.concatenate([[0.0], np.cumsum(spread)[:-1]])
    return np.asarray(under[np.searchsorted(filled, first[pile.layer])])


def _least_energy(
    springs: Springs, load: Load, moved: Array
) -> tuple[Array, Array, int]:
    """Return the motion at rest, the gaps there, and the steps it took."""
    gaps = springs.gaps + springs.stretch(moved)
    touching = gaps < 0
    matrix = springs.stiffness(touching.astype(float))
    matrix[-1] += load.holding
    for step in range(1, _MOST_STEPS + 1):
        force = load.at(moved)
        closed = np.minimum(gaps, 0.0)
        change = springs.solve(matrix, force - springs.push(closed))
        shift = springs.stretch(change)
        at_end = gaps + shift
        turned = ((at_end < 0) != touching).nonzero()[0]
        if not len(turned):
            return moved + change, at_end, step
        bend = float(change @ (load.holding * change))
        gain = float(force @ change)
        slope = float(closed @ shift) - gain
        if float(np.minimum(at_end, 0.0) @ shift) + bend < gain:  # it goes on falling
            turned = (gaps * shift < 0).nonzero()[0]
        bend += float(np.where(touching, shift, 0.0) @ shift)
        share = _best_share(gaps, shift, touching, turned, slope, bend)
        moved = moved + share * change
        gaps = gaps + share * shift
        if share > 0.5 and np.abs(change).max() < load.exact:
            return moved, gaps, step
        closing = gaps < 0
        changed = (closing != touching).nonzero()[0]
        if len(changed):
            signs = np.where(closing[changed], 1.0, -1.0)
            matrix += springs.stiffness_of(changed, signs)
            touching = closing
    moved, more = follow(springs, load, moved)
    return moved, springs.gaps + springs.stretch(moved), step + more


def _best_share(
    gaps: Array,
    shift: Array,
    touching: NDArray[np.bool_],
    turned: NDArray[np.intp],
    slope: float,
    bend: float,
) -> float:
    """Return the share of a step at which energy is least.

    Along the step the slope of the energy is a broken line that never falls: it is
    followed from one gap that opens or closes to the next of those `turned`. At first
    it is `slope`, and grows by `bend` a step.
    """
    breaks = -gaps[turned] / shift[turned]
    order = breaks.argsort()
    turning = turned[order]
    squares = shift[turning] * shift[turning]
    changes = np.where(touching[turning], -squares, squares)
    done = 0.0
    for knot, change in zip(breaks[order].tolist(), changes.tolist(), strict=True):
        ahead = slope + bend * (knot - done)
        if ahead >= 0:
            break
        slope, done = ahead, knot
        bend = max(bend + change, 0.0)
    return done - slope / bend

"""The rest of a tower by its central path: slower than Newton's method, and sure.

Force and opening of a contact point are both positive along the path, and their
product is led to zero (a primal-dual interior-point method; Nocedal & Wright 2006,
Numerical Optimization, ch. 16.6, DOI 10.1007/978-0-387-40065-5). Near its end one
sees which points touch, and one step of Newton's method ends it exactly.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from stacko.errors import EngineError
from stacko.quasistatic.springs import Springs

__all__ = ["Load", "follow"]

Array = NDArray[np.float64]

_EXACT = 2e-3
"""Share of what a block's weight presses one point together that is left open."""

_ROUNDING = 1e-13
"""Error of a gap of well-rounded numbers, m."""

_CENTERING = 0.2
"""Share of the product that is left by a full step."""

_BEGIN = (2.0, 1e4)
"""Force and opening at the start, as shares of what a block's weight presses: near a
rest, and far away, from where a tower that falls by decimeters is followed if the path
that begins near gets stuck at points it has to leave."""

_BACK = 0.95
"""Share of the way to where a force or an opening would be gone."""

_MOST_STEPS = 200


@dataclass(frozen=True, slots=True)
class Load:
    """What acts on the blocks besides contacts, over the stiffness of one point.

    Attributes
    ----------
    pull : ndarray, shape (3 n,)
        Weight, and the force of a hand where nothing has moved, m.
    holding : ndarray, shape (3 n,)
        Stiffness of what holds blocks: a hand where they were, and everywhere, next
        to nothing, so that what falls comes to an end.
    pressed : float
        What the weight of one block presses one point together, m.
    """

    pull: Array
    holding: Array
    pressed: float

    @property
    def exact(self) -> float:
        """Length that makes no difference, m."""
        return _EXACT * self.pressed + _ROUNDING

    def at(self, moved: Array) -> Array:
        """Return what pulls at each entry of a motion."""
        return self.pull - self.holding * moved


def follow(springs: Springs, load: Load, moved: Array) -> tuple[Array, int]:
    """Return the motion at rest and the steps it took, beginning at a motion.

    Raises
    ------
    EngineError
        If the path does not come to its end.
    """
    for tries, begin in enumerate(_BEGIN):
        found = _followed(springs, load, moved, begin)
        if found is not None:
            ended, steps = found
            return ended, tries * _MOST_STEPS + steps
    raise EngineError(
        f"the quasistatic tower was not at rest after {len(_BEGIN) * _MOST_STEPS} "
        "steps; try another quasistatic.contact_stiffness"
    )


def _followed(
    springs: Springs, load: Load, moved: Array, begin: float
) -> tuple[Array, int] | None:
    gaps = springs.gaps + springs.stretch(moved)
    start = begin * load.pressed + 1e-12
    opening, force = np.maximum(gaps, 0.0) + start, np.maximum(-gaps, 0.0) + start
    touching = np.zeros(len(gaps), dtype=bool)
    for step in range(1, _MOST_STEPS + 1):
        both = opening + force
        target = _CENTERING * float(opening @ force) / len(gaps)
        matrix = springs.stiffness(force / both)
        matrix[-1] += load.holding
        base = (target - opening * force) / both
        change = springs.solve(matrix, load.at(moved) + springs.push(force + base))
        shift = springs.stretch(change)
        more_force = base - force / both * shift
        more_opening = shift + more_force
        share = min(_room(opening, more_opening), _room(force, more_force))
        moved = moved + share * change
        opening, force = opening + share * more_opening, force + share * more_force
        before, touching = touching, force > opening
        if (before == touching).all():
            ended = _exact(springs, load, moved, touching)
            if ended is not None:
                return ended, step
    return None


def _room(value: Array, change: Array) -> float:
    """Return the share of a change, at most all of it, that leaves values positive."""
    shares = np.where(change < 0, -value / np.minimum(change, -1e-300), np.inf)
    return min(1.0, _BACK * float(shares.min(initial=np.inf)))


def _exact(
    springs: Springs, load: Load, moved: Array, touching: NDArray[np.bool_]
) -> Array | None:
    """Return the rest if these are the points that touch there."""
    matrix = springs.stiffness(touching.astype(float))
    matrix[-1] += load.holding
    gaps = springs.gaps + springs.stretch(moved)
    push = springs.push(np.where(touching, gaps, 0.0))
    moved = moved + springs.solve(matrix, load.at(moved) - push)
    gaps = springs.gaps + springs.stretch(moved)
    wrong = np.abs(gaps[(gaps < 0) != touching])
    return moved if wrong.max(initial=0.0) <= load.exact else None

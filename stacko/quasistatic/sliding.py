"""What a block that is pulled drags along: slow sliding with dry friction.

Everything above the pulled block's layer is one rigid body here. It rests on contact
points of known normal force, some on the pulled block and some on its neighbors. Of
all its motions the one comes about that dissipates least (for given normal forces the
work of friction is a convex function of the velocities, and its least value is where
the forces balance: Moreau 1988, in CISM Courses 302, DOI 10.1007/978-3-7091-2624-0_1;
Goyal, Ruina & Papadopoulos 1991, Wear 143, 307-330, DOI 10.1016/0043-1648(91)90104-3).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Drag", "drag"]

Array = NDArray[np.float64]
Speed = tuple[float, float, float]

_STICKING = 1e-3
"""Slip, as a share of the pull's speed, below which friction is not yet at its full."""

_ROUNDS = 30
_EXACT = 2e-3
_LEAST = 0.02
"""A drag slower than this, as a share of the pull, is creep of the smoothing."""

_WEAK = 1e-9
"""What is added to the neighbors' springs, as a share of all normal forces."""

_WEAKEST = 1e3
"""Motion from which it is this that answers, by more than a millionth of them."""


@dataclass(frozen=True, slots=True)
class Drag:
    """How a part moves when a block under it is pulled.

    Attributes
    ----------
    velocity : ndarray, shape (3,)
        Velocity of the part at the origin, as a share of the pull's, and its rate of
        turning in rad per m of pull.
    work : float
        Work of friction at the part's contacts per m of pull and unit coefficient, N.
    moves : bool
        Whether it moves at all.
    push : float
        Power of friction, per m/s of pull and unit coefficient, as the part begins to
        move so from rest, N: what gets it going.
    """

    velocity: Array
    work: float
    moves: bool
    push: float = 0.0


def drag(points: Array, forces: Array, moving: NDArray[np.bool_], along: Array) -> Drag:
    """Return how a rigid part moves that lies on a pulled block and its neighbors.

    Parameters
    ----------
    points : ndarray, shape (m, 2)
        Contact points, m.
    forces : ndarray, shape (m,)
        Normal forces there, N.
    moving : ndarray of bool, shape (m,)
        Which of them are on the pulled block.
    along : ndarray, shape (2,)
        Unit vector of the pull.
    """
    total, carried = float(forces.sum()), float(forces[moving].sum())
    if not carried > 0:
        return Drag(np.zeros(3), 0.0, False)
    still = Drag(np.zeros(3), carried, False)
    center = forces @ points / total
    arms = (points - center).T
    squares = arms[0] * arms[0] + arms[1] * arms[1]
    radius = math.sqrt(float(forces @ squares) / total) or 1.0
    terms = _terms(arms / radius, moving, along)
    if _held_back(terms, forces, moving, total):
        return still
    speed = _least_dissipation(terms, forces / total)
    if max(map(abs, speed)) < _LEAST:
        return still
    work = float(forces @ _slip(terms, speed))
    if work >= carried:  # a border case, which the smoothing has moved
        return still
    turn = speed[2] / radius
    shift = turn * float(center[1]), -turn * float(center[0])
    velocity = np.array([speed[0] + shift[0], speed[1] + shift[1], turn])
    return Drag(velocity, work, True, _push(terms, forces, moving, speed))


def _terms(arms: Array, moving: NDArray[np.bool_], along: Array) -> Array:
    """Return what the equations of a motion sum up, a column for each contact point.

    One, its arm, the square of that, and the velocity that is wanted there with its
    moment.
    """
    terms = np.zeros((7, len(moving)))
    terms[0] = 1.0
    terms[1:3] = arms
    terms[3] = arms[0] * arms[0] + arms[1] * arms[1]
    terms[4], terms[5] = along[0] * moving, along[1] * moving
    terms[6] = arms[0] * terms[5] - arms[1] * terms[4]
    return terms


def _balanced(sums: Sequence[float], more: float) -> Speed:
    """Return the motion that balances forces in proportion to slip.

    From sums of the terms; the three equations are solved by hand. What is wanted
    comes from the last three of them. A little more on the diagonal keeps what
    nothing holds from being free.
    """
    s, x, y, squares, bx, by, turning = sums
    s, squares = s + more, squares + more
    # where all points are one, what is left of the last equation is rounding
    rest = squares - (x * x + y * y) / s + 1e-12
    turn = (turning + (y * bx - x * by) / s) / rest
    return (bx + y * turn) / s, (by - x * turn) / s, turn


def _slip(terms: Array, speed: Speed) -> Array:
    """Return how fast the part slips at each point."""
    vx, vy, turn = speed
    dx = vx - turn * terms[2] - terms[4]
    dy = vy + turn * terms[1] - terms[5]
    return np.asarray(np.sqrt(dx * dx + dy * dy))


def _push(
    terms: Array, forces: Array, moving: NDArray[np.bool_], speed: Speed
) -> float:
    """Return the power of friction on a part that just begins to move."""
    vx, vy, turn = speed
    x, y = vx - turn * terms[2], vy + turn * terms[1]
    driven = terms[4] * x + terms[5] * y  # where the pulled block slips under it
    return float(forces @ np.where(moving, driven, -np.hypot(x, y)))


def _held_back(
    terms: Array, forces: Array, moving: NDArray[np.bool_], total: float
) -> bool:
    """Tell quickly, in most cases, that the neighbors hold the part where it is.

    They do if friction at their contact points can balance what the pulled block
    does; tried are forces that grow with the normal ones, as of springs.
    """
    held = np.where(moving, 0.0, forces)
    sums = [*(terms[:4] @ held).tolist(), *(terms[4:] @ forces).tolist()]
    found = _balanced(sums, _WEAK * total)
    # neighbors that bear nothing, or in one point only, cannot answer everything
    if max(map(abs, found)) > _WEAKEST:
        return False
    return bool((_slip(terms, found)[held > 0] <= 1.0).all())


def _least_dissipation(terms: Array, shares: Array) -> Speed:
    """Minimise the sum of shares times slip, by reweighted least squares."""
    weights = shares
    speed = (0.0, 0.0, 0.0)
    for _ in range(_ROUNDS):
        found = _balanced((terms @ weights).tolist(), 0.0)
        weights = shares / np.maximum(_slip(terms, found), _STICKING)
        change = max(abs(a - b) for a, b in zip(found, speed, strict=True))
        speed = found
        if change < _EXACT:
            break
    return speed

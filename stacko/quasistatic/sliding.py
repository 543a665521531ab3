"""What a block that is pulled drags along: slow sliding with dry friction.

Everything above the pulled block's layer is one rigid body here. It rests on contact
points of known normal force, some on the pulled block and some on its neighbors. Of
all its motions the one comes about that dissipates least (for given normal forces the
work of friction is a convex function of the velocities, and its least value is where
the forces balance: Moreau 1988, in CISM Courses 302, DOI 10.1007/978-3-7091-2624-0_1;
Goyal, Ruina & Papadopoulos 1991, Wear 143, 307-330, DOI 10.1016/0043-1648(91)90104-3).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Drag", "drag"]

Array = NDArray[np.float64]

_STICKING = 1e-3
"""Slip, as a share of the pull's speed, below which friction is not yet at its full."""

_ROUNDS = 30
_EXACT = 2e-3
_LEAST = 0.02
"""A drag slower than this, as a share of the pull, is creep of the smoothing."""


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
    """

    velocity: Array
    work: float
    moves: bool


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
    center = forces @ points / total
    arms = points - center
    radius = float(np.sqrt(forces @ (arms * arms).sum(axis=1) / total)) or 1.0
    rows = np.zeros((2, len(points), 3))
    rows[0, :, 0] = rows[1, :, 1] = 1.0
    rows[0, :, 2], rows[1, :, 2] = -arms[:, 1] / radius, arms[:, 0] / radius
    wanted = np.where(moving, along[:, None], 0.0)
    if _held_back(rows, wanted, forces, moving):
        return Drag(np.zeros(3), carried, False)
    speed = _least_dissipation(rows, wanted, forces / total)
    if np.abs(speed).max() < _LEAST:
        return Drag(np.zeros(3), carried, False)
    slip = rows @ speed - wanted
    work = float(forces @ np.sqrt((slip * slip).sum(axis=0)))
    if work >= carried:  # a border case, which the smoothing has moved
        return Drag(np.zeros(3), carried, False)
    turn = speed[2] / radius
    shift = np.array([turn * center[1], -turn * center[0]])
    return Drag(np.array([*(speed[:2] + shift), turn]), work, True)


def _held_back(
    rows: Array, wanted: Array, forces: Array, moving: NDArray[np.bool_]
) -> bool:
    """Tell quickly, in most cases, that the neighbors hold the part where it is.

    They do if friction at their contact points can balance what the pulled block
    does; tried are forces that grow with the normal ones, as of springs.
    """
    held = np.where(moving, 0.0, forces)
    weighted = rows * held[:, None]
    matrix = weighted[0].T @ rows[0] + weighted[1].T @ rows[1]
    right = forces @ (rows[0] * wanted[0][:, None] + rows[1] * wanted[1][:, None])
    sprung = matrix.copy()
    sprung[np.diag_indices(3)] += 1e-9 * forces.sum()
    found = np.linalg.solve(sprung, right)
    # neighbors that bear nothing, or in one point only, cannot answer everything
    if np.abs(matrix @ found - right).max() > 1e-6 * forces.sum():
        return False
    shares = rows @ found
    return bool(((shares * shares).sum(axis=0)[held > 0] <= 1.0).all())


def _least_dissipation(rows: Array, wanted: Array, shares: Array) -> Array:
    """Minimise the sum of shares times slip, by reweighted least squares.

    The equations of a step have three unknowns and are solved by hand.
    """
    x, y = rows[1, :, 2], -rows[0, :, 2]
    px, py = wanted
    terms = np.stack([np.ones(len(x)), x, y, x * x + y * y, px, py, x * py - y * px])
    weights = shares
    speed = (0.0, 0.0, 0.0)
    for _ in range(_ROUNDS):
        s, sx, sy, squares, bx, by, turning = (terms @ weights).tolist()
        turn = (turning + (sy * bx - sx * by) / s) / (
            squares - (sx * sx + sy * sy) / s + 1e-12
        )
        found = ((bx + sy * turn) / s, (by - sx * turn) / s, turn)
        dx, dy = found[0] - turn * y - px, found[1] + turn * x - py
        weights = shares / np.maximum(np.sqrt(dx * dx + dy * dy), _STICKING)
        change = max(abs(a - b) for a, b in zip(found, speed, strict=True))
        speed = found
        if change < _EXACT:
            break
    return np.array(speed)

"""Loads at corners that touch: one choice where many are possible, and their range.

Equal blocks leave loads undetermined: a block on three others needs two of them. The
choice made here is that of equal springs in every corner that touches: of all loads
that balance and do not pull, those with the least sum of squares.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.sparse.linalg import spsolve

from stacko.statics.bands import Bands
from stacko.statics.equations import Columns
from stacko.statics.proximal import most
from stacko.statics.solver import Deadline, Program, Status, solve

__all__ = ["determined", "extreme_loads", "spread_loads"]

Array = NDArray[np.float64]

_SOFT = 1e-11
"""Added to a singular stiffness, over its mean diagonal."""

_NO_CHANGE = 1e-6
"""Change of a sum under which loads of about 1 count as not changing it."""

_STEPS = 60
_EXACT = 1e-9
"""Load that may be missing, over the mean weight."""


def determined(matrix: Columns, sums: Columns) -> bool:
    """Return whether balance alone determines some sums of the loads.

    It does where no loads that balance themselves change the sums. One vector of
    such loads in general position is enough to tell.

    Parameters
    ----------
    matrix : sparse array, shape (m, p)
    sums : sparse array, shape (n, p)
        What each load counts in each sum.
    """
    count = matrix.shape[1]
    some = np.modf(np.arange(1, count + 1) * (np.sqrt(5) - 1) / 2)[0] - 0.5
    for _ in range(2):  # the second time mends what softening left
        some = some - matrix.T @ _solved(matrix, matrix @ some)
    return bool(np.abs(sums @ some).max(initial=0.0) <= _NO_CHANGE)


def _solved(matrix: Columns, right: Array) -> Array:
    """Return motions at which equal springs give these forces, about."""
    stiffness = matrix @ matrix.T
    soft = _SOFT * max(float(stiffness.diagonal().mean()), 1.0)
    eye = sparse.eye_array(len(right), format="csc")
    return np.asarray(spsolve((stiffness + soft * eye).tocsc(), right))


def spread_loads(matrix: Columns, weights: Array) -> Array | None:
    """Return the loads with the least sum of squares that balance and do not pull.

    Newton's method on the dual: the bodies sink into springs that do not hold them
    back, until every one is held (a piecewise quadratic function of the motions).

    Parameters
    ----------
    matrix : sparse array, shape (m, p)
    weights : ndarray, shape (m,)

    Returns
    -------
    ndarray, shape (p,), or None
        None where they were not found.
    """
    count = matrix.shape[1]
    pressing = np.ones(count, dtype=bool)
    motion = np.zeros(matrix.shape[0])
    value = -np.inf
    for _ in range(_STEPS):
        active = matrix[:, np.flatnonzero(pressing)]
        forces = np.maximum(matrix.T @ motion, 0.0)
        step = _solved(active, weights - matrix @ forces)
        motion, value = _stepped(matrix, weights, motion, step, value)
        forces = np.maximum(matrix.T @ motion, 0.0)
        pressing = matrix.T @ motion > 0
        if np.abs(weights - matrix @ forces).max(initial=0.0) <= _EXACT:
            return np.asarray(forces)
    return None


def _stepped(
    matrix: Columns, weights: Array, motion: Array, step: Array, value: float
) -> tuple[Array, float]:
    """Return the motion after a step, halved until the dual function grows."""
    share = 1.0
    while share > 1e-6:
        tried = motion + share * step
        sunk = np.maximum(matrix.T @ tried, 0.0)
        found = float(weights @ tried - sunk @ sunk / 2)
        if found > value:
            return tried, found
        share /= 2
    return motion + step, value


def extreme_loads(
    matrix: Columns, weights: Array, share: Array, deadline: Deadline
) -> tuple[float, float]:
    """Return the least and the largest sum of some loads, over all that balance.

    Parameters
    ----------
    matrix : sparse array, shape (m, p)
    weights : ndarray, shape (m,)
    share : ndarray, shape (p,)
        What each load counts in the sum.
    deadline : Deadline

    Returns
    -------
    low, high : float
        NaN where the solver gave none.
    """
    quick = _quick_ends(matrix, weights, share, deadline)
    if quick is not None:
        return quick
    free = np.full(len(share), np.inf)
    ends = []
    for sign in (1.0, -1.0):
        program = Program(sign * share, matrix, weights, np.zeros(len(share)), free)
        solution = solve(program, deadline)
        solved = solution.status is Status.SOLVED
        ends.append(float(share @ solution.x) if solved else np.nan)
    return ends[0], ends[1]


def _quick_ends(
    matrix: Columns, weights: Array, share: Array, deadline: Deadline
) -> tuple[float, float] | None:
    """Return both ends as Newton's method finds them, or None.

    The sum is one equation more, and a load on it of its own.
    """
    last = sparse.csc_array(share[None])
    bands = Bands(sparse.vstack([matrix, last], format="csc"))
    right = np.append(weights, 0.0)
    ends = []
    for sign in (1.0, -1.0):
        load = np.append(np.zeros(len(weights)), sign)
        found = most(bands, load, right, deadline)
        if found is None or found.gap > _EXACT * (1 + abs(found.factor)):
            return None
        ends.append(-sign * found.factor)
    return ends[0], ends[1]

"""Programs over forces by Newton's method, checked by whoever asks.

A linear program is solved as a row of smooth problems, each around the forces of the
last (the proximal point method; Rockafellar 1976, DOI 10.1137/0314056), of which a few
are mostly enough. Seen from the other side each is the least value of a function of
the motions: bodies sink into springs that press and do not hold back. It is made of
pieces of parabolas, which suits Newton's method; and a step factors a narrow band
(`stacko.statics.bands`), where the simplex method walks through hundreds of vertices.

Nothing is promised here. What comes back has to be checked, and the linear program to
be asked where it is not good enough.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from stacko.statics.bands import Bands
from stacko.statics.solver import Deadline

__all__ = ["Balance", "Most", "balanced", "most"]

Array = NDArray[np.float64]

_WIDEST = 400
"""Reach of the band beyond which its factors take longer than a linear program."""

_STEPS = 150
"""Steps of Newton's method in a round, and rounds, after which there is no answer."""

_ROUNDS = 60

_SOFT, _SOFTEST = 1e-9, 1e-6
"""Stiffness added to every motion: the least, and the most far from balance."""

_EXACT = 1e-10
"""Force that may be missing, over the largest force and 1."""

_SAME = 1e-9
"""Change of the forces, times `near`, under which a round was the last."""

_NEAR = 1e-5
"""How strongly the first round holds on to the forces it starts from."""

_NEAREST = 1e-8

_STILL = 1e-6
"""Part of the fastest opening that may be rounding."""

_AGREED = 0.5
"""Slope left along a step, over the slope at its start, that is low enough."""


@dataclass(frozen=True, slots=True, eq=False)
class Balance:
    """Forces that balance loads, or a motion that shows that none do.

    Parameters
    ----------
    x : ndarray, shape (p,)
        Forces, none below 0; meaningless if `multipliers` prove a fall.
    multipliers : ndarray, shape (m,)
        The motion, in the sense of `Solution.multipliers`; meaningless if `x` balances.
    """

    x: Array
    multipliers: Array


@dataclass(frozen=True, slots=True, eq=False)
class Most:
    """The largest multiple of a load found.

    Parameters
    ----------
    factor : float
        The multiple.
    x : ndarray, shape (p,)
        Forces, none below 0.
    multipliers : ndarray, shape (m,)
        The motion that ends it, in the sense of `Solution.multipliers`.
    gap : float
        How much larger the multiple may be, with forces whose sum is the same.
    """

    factor: float
    x: Array
    multipliers: Array
    gap: float


def balanced(bands: Bands, loads: Array, deadline: Deadline) -> Balance | None:
    """Look for forces ``x >= 0`` with ``columns @ x + loads = 0``.

    The largest multiple ``t`` with ``columns @ x + t * loads = 0``, less a little of
    the squares of all: above 0 if there are such forces, and then ``x / t`` are those
    with the least sum of squares; 0 if there are none, and then the motion is why.

    Parameters
    ----------
    bands : Bands
    loads : ndarray, shape (m,)
        Rows as given.
    deadline : Deadline

    Returns
    -------
    Balance or None
        None if Newton's method found no end.
    """
    if bands.reach > _WIDEST:
        return None
    near = 1e-5
    order = bands.order
    one = _Round(bands, np.zeros(len(loads)), loads[order], deadline)
    start = np.zeros(len(loads)), np.zeros(bands.count), 0.0
    if not one.solved(*start, near):
        return None
    one.round_off()
    return Balance(one.x / max(one.t, 1e-100), bands.unordered(one.motion))


def most(
    bands: Bands,
    load: Array,
    right: Array,
    deadline: Deadline,
    start: Most | None = None,
    *,
    enough: float = np.inf,
) -> Most | None:
    """Maximize ``t`` with ``columns @ x + t * load = right`` and ``x >= 0``.

    Parameters
    ----------
    bands : Bands
    load, right : ndarray, shape (m,)
        Rows as given; best of a size of about 1.
    deadline : Deadline
    start : Most, optional
        Where to start, such as the solution of a similar program.
    enough : float
        Multiple beyond which the search ends.

    Returns
    -------
    Most or None
        None if Newton's method found no end, such as where no forces balance.
    """
    if bands.reach > _WIDEST:
        return None
    order = bands.order
    now = _Round(bands, right[order], load[order], deadline)
    motion, x, t = np.zeros(len(right)), np.zeros(bands.count), 0.0
    if start is not None:
        motion, x, t = start.multipliers[order], start.x, start.factor
    near, last = _NEAR, np.inf
    for _ in range(_ROUNDS):
        if not now.solved(motion, x, t, near):
            return None
        change = float(np.abs(now.x - x).max(initial=abs(now.t - t)))
        motion, x, t = now.motion, now.x, now.t
        if change * near <= _SAME or t > enough:
            break
        if change > last / 3:
            near = max(near / 10, _NEAREST)
        last = change
    now.round_off()
    return Most(t, x, bands.unordered(now.motion), now.gap())


class _Round:
    """One problem around given forces, and its solution.

    The function of the motions that is minimized is ``near / 2 (|x|^2 + t^2) - right @
    motion``, where ``x`` is what springs of stiffness ``1 / near`` press, and ``t``
    the multiple that follows.
    """

    def __init__(
        self, bands: Bands, right: Array, load: Array, deadline: Deadline
    ) -> None:
        self.bands, self.right, self.load = bands, right, load
        self.deadline = deadline
        self.motion = self.x = np.zeros(0)
        self.t = 0.0

    def gap(self) -> float:
        """Return how much larger the multiple may be; see `Most`."""
        gain = -float(self.load @ self.motion)
        if gain <= 0:
            return np.inf
        closing = float((self.bands.turned @ self.motion).max(initial=0.0))
        taken = max(closing, 0.0) * float(self.x.sum())
        return (taken - float(self.right @ self.motion)) / gain - self.t

    def round_off(self) -> None:
        """Let contacts that neither open nor close, but for rounding, do so exactly."""
        bands, motion = self.bands, self.motion
        opening = bands.turned @ motion
        still = np.abs(opening) <= _STILL * float(np.abs(opening).max(initial=0.0))
        try:
            factor = bands.factored(still, _SOFT)
        except np.linalg.LinAlgError:
            return
        for _ in range(2):
            opening = np.where(still, bands.turned @ motion, 0.0)
            motion = motion - bands.solved(factor, bands.columns @ opening)
        if np.abs(motion - self.motion).max() <= _STILL * np.abs(motion).max():
            self.motion = motion

    def solved(self, motion: Array, x: Array, t: float, near: float) -> bool:
        """Return whether forces that balance were found, near the given ones."""
        pressed = x + (self.bands.turned @ motion) / near
        t += (float(self.load @ motion) + 1) / near
        for _ in range(_STEPS):
            if self.deadline.left <= 0:
                return False
            x = np.maximum(pressed, 0.0)
            missing = self.right - self.bands.columns @ x - t * self.load
            worst = float(np.abs(missing).max(initial=0.0))
            if worst <= _EXACT * (1 + float(x.max(initial=0.0))):
                self.motion, self.x, self.t = motion, x, t
                return True
            try:
                step = near * self._step(pressed >= 0, missing, worst)
            except np.linalg.LinAlgError:
                return False
            way = (self.bands.turned @ step) / near
            gained = float(self.load @ step) / near
            aim = float(self.right @ step) / near
            share = _share(pressed, way, t * gained - aim, gained * gained)
            motion, pressed = motion + share * step, pressed + share * way
            t += share * gained
        return False

    def _step(self, pressing: NDArray[np.bool_], missing: Array, worst: float) -> Array:
        """Return Newton's step for springs of stiffness 1, the load's included."""
        soft = max(_SOFT, _SOFTEST * min(1.0, worst))
        factor = self.bands.factored(pressing, soft)
        both = self.bands.solved(factor, np.column_stack([missing, self.load]))
        step, aside = both[:, 0], both[:, 1]
        # The load is one more column that always counts (Sherman and Morrison).
        share = float(self.load @ step) / (1 + float(self.load @ aside))
        return np.asarray(step - share * aside)


def _share(pressed: Array, way: Array, level: float, rise: float) -> float:
    """Return how much of a step to take: all, or to about where the function is least.

    Its slope at a share of the step is ``level + share * rise`` and what the springs
    add; it only grows.
    """

    def slope(share: float) -> float:
        forces = np.maximum(pressed + share * way, 0.0)
        return level + share * rise + float(way @ forces)

    at_low = slope(0.0)
    enough = _AGREED * abs(at_low)
    low, high, at_high = 0.0, 1.0, slope(1.0)
    if at_high <= enough:
        return 1.0
    for _ in range(40):
        share = low - at_low * (high - low) / (at_high - at_low)
        share = min(max(share, low + (high - low) / 10), high - (high - low) / 10)
        found = slope(share)
        if abs(found) <= enough:
            return share
        if found > 0:
            high, at_high = share, found
        else:
            low, at_low = share, found
    return high

"""How likely pull forces are, whatever the heights of the blocks may be.

The heights of a real tower are not known, and a force of one slot depends on all of
them. So forces are boiled down to a few sums a tower, and the mean and the covariance
of these sums are taken from drawn towers: a synthetic likelihood (Wood 2010,
DOI 10.1038/nature09319), with the tails that a covariance from few draws deserves
(Sellentin and Heavens 2016, DOI 10.1093/mnrasl/slv190).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from stacko.calibration.loads import LoadBank, even_loads
from stacko.calibration.measurements import Kind, Measurement, MeasurementError
from stacko.errors import shown
from stacko.slots import Slot

__all__ = ["FEWEST_SLOTS", "Pulls", "log_likelihood", "pulls_of", "scatter_of"]

Array = NDArray[np.float64]

FEWEST_SLOTS = 6
"""Slots of one tower under which its sums are far from normally distributed."""

_FEW = 5
"""Slots of one half of a tower under which both halves are taken together."""

_FAINT = 0.1
"""Force, in weights of a block, that is added to each before its logarithm is taken:
a gauge that reads 0 must not decide everything."""

_ALIKE = 0.02
"""Spread of logarithms under which forces count as equal."""


@dataclass(frozen=True, slots=True, eq=False)
class Pulls:
    """The pulled slots of one tower.

    Parameters
    ----------
    tower : str
        Its label.
    rows, places : ndarray of int, shape (n,)
        Layers, from 0, and positions in them.
    forces : ndarray, shape (n, r)
        Readings in N; NaN where a slot was pulled less often than others.
    errors : ndarray, shape (n, r)
        Their standard deviations in N, 0 where none was given.
    """

    tower: str
    rows: NDArray[np.intp]
    places: NDArray[np.intp]
    forces: Array
    errors: Array


def pulls_of(measured: Sequence[Measurement]) -> tuple[Pulls, ...]:
    """Return the pulls of each tower, without those from the lowest layer.

    Friction on the table has a part in the lowest layer.

    Raises
    ------
    MeasurementError
        If a tower has too few pulled slots.
    """
    towers: dict[str, dict[Slot, list[Measurement]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for each in measured:
        if each.kind is Kind.PULL_FORCE and each.slot is not None:
            slots = towers[each.tower]
            if each.slot.layer > 1:
                slots[each.slot].append(each)
    return tuple(_pulls(name, slots) for name, slots in towers.items())


def _pulls(name: str, slots: dict[Slot, list[Measurement]]) -> Pulls:
    if len(slots) < FEWEST_SLOTS:
        raise MeasurementError(
            f"tower {shown(name)} has pull forces of {len(slots)} slots above layer 1: "
            f"a tower says something from {FEWEST_SLOTS} slots on, and more from 20; "
            "pull more of them, and see that the column tower is right"
        )
    most = max(map(len, slots.values()))
    forces = np.full((len(slots), most), np.nan)
    errors = np.zeros((len(slots), most))
    for row, readings in enumerate(slots.values()):
        forces[row, : len(readings)] = [each.value for each in readings]
        errors[row, : len(readings)] = [each.error or 0.0 for each in readings]
    return Pulls(
        name,
        np.array([slot.layer - 1 for slot in slots]),
        np.array([slot.index for slot in slots]),
        forces,
        errors,
    )


def scatter_of(pulls: Sequence[Pulls], weight: float) -> tuple[float, int]:
    """Return how readings of the same slot scatter.

    Parameters
    ----------
    pulls : sequence of Pulls
    weight : float
        Of a block, in N.

    Returns
    -------
    scatter : float
        Standard deviation of the logarithm of a force; NaN without repeats.
    freedom : int
        Its degrees of freedom: readings beyond the first of each slot.
    """
    squares, freedom = 0.0, 0
    for each in pulls:
        logs = np.log(each.forces + _FAINT * weight)
        counts = (~np.isnan(logs)).sum(axis=1)
        again = logs[counts > 1]
        if len(again):
            off = again - np.nanmean(again, axis=1, keepdims=True)
            squares += float(np.nansum(off * off))
            freedom += int((counts[counts > 1] - 1).sum())
    return (math.sqrt(squares / freedom), freedom) if freedom else (math.nan, 0)


def log_likelihood(
    pulls: Pulls, bank: LoadBank, mus: Array, scatter: float, seed: int = 0
) -> Array:
    """Return how likely the pulls of one tower are, but for a constant.

    Parameters
    ----------
    pulls : Pulls
    bank : LoadBank
    mus : ndarray, shape (m,)
        Coefficients that are tried.
    scatter : float
        Standard deviation of the logarithm of friction from touch to touch.
    seed : int
        Of the scatter of the drawn readings.

    Returns
    -------
    ndarray, shape (k, m)
        Logarithms, for each tolerance of the bank and each coefficient.
    """
    loads = bank.loads[:, :, pulls.rows, pulls.places]
    rng = np.random.default_rng([seed, pulls.forces.size])
    shape = (*loads.shape[1:], pulls.forces.shape[1])
    factors = np.exp(scatter * rng.standard_normal(shape))
    offsets = pulls.errors * rng.standard_normal(shape)
    missing = np.isnan(pulls.forces)
    sums = _Sums(pulls, bank)
    seen = sums.of(pulls.forces)
    found = np.empty((len(loads), len(mus)))
    for k, row in enumerate(loads):
        for m, mu in enumerate(mus):
            drawn = np.maximum(mu * row[..., None] * factors + offsets, 0.0)
            drawn[:, missing] = np.nan
            found[k, m] = _log_density(seen, sums.of(drawn))
    return found


class _Sums:
    """What the forces of a tower are boiled down to."""

    def __init__(self, pulls: Pulls, bank: LoadBank) -> None:
        setup = bank.setup
        self._faint = _FAINT * setup.weight
        self._even = even_loads(setup)[pulls.rows]
        high = pulls.rows >= setup.layers // 2
        halves = [np.flatnonzero(~high), np.flatnonzero(high)]
        whole = min(map(len, halves)) < _FEW
        self._parts = [np.arange(len(high))] if whole else halves

    def of(self, forces: Array) -> Array:
        """Return the sums of forces of shape (..., n, r); shape (..., s).

        They are the logarithm of all forces together over what even loads would make
        of them, and for each half of the tower the mean of the logarithms of single
        forces, and the logarithm of their spread.
        """
        logs = np.nanmean(np.log(forces + self._faint), axis=-1)
        level = np.log(np.exp(logs).sum(axis=-1) / self._even.sum())
        single = logs - np.log(self._even + self._faint)
        found = [level]
        for part in self._parts:
            mine = single[..., part]
            found += [mine.mean(axis=-1), np.log(mine.std(axis=-1) + _ALIKE)]
        return np.stack(found, axis=-1)


def _log_density(seen: Array, drawn: Array) -> float:
    """Return the logarithm of a density at a point, from draws of it."""
    count = len(drawn)
    off = seen - drawn.mean(axis=0)
    spread = np.cov(drawn.T)
    _, size = np.linalg.slogdet(spread)
    far = float(off @ np.linalg.solve(spread, off)) * count / (count + 1)
    return float(-size / 2 - count / 2 * math.log1p(far / (count - 1)))

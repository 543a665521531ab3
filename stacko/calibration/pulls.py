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

__all__ = ["FEWEST_SLOTS", "PullModel", "Pulls", "pulls_of", "scatter_of"]

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
        Standard deviation over mean, which for small ones is that of the logarithm;
        NaN without repeats.
    freedom : int
        Its degrees of freedom: readings beyond the first of each slot.
    """
    squares, freedom = 0.0, 0
    for each in pulls:
        counts = (~np.isnan(each.forces)).sum(axis=1)
        again = each.forces[counts > 1]
        if len(again):
            means = np.nanmean(again, axis=1, keepdims=True)
            off = (again - means) / np.maximum(means, _FAINT * weight)
            squares += float(np.nansum(off * off))
            freedom += int((counts[counts > 1] - 1).sum())
    return (math.sqrt(squares / freedom), freedom) if freedom else (math.nan, 0)


class PullModel:
    """What the pulls of one tower may have been, for each tolerance and friction.

    Parameters
    ----------
    pulls : Pulls
        The tower that was measured: which slots, how often, with which errors.
    bank : LoadBank
        Its tolerances are those that are tried.
    mus : ndarray, shape (m,)
        Coefficients that are tried.
    scatter : float
        Standard deviation of the logarithm of friction from touch to touch.
    seed : int
        Of the scatter of the drawn readings.

    Attributes
    ----------
    seen : ndarray, shape (s,)
        Sums of the readings.
    """

    def __init__(
        self, pulls: Pulls, bank: LoadBank, mus: Array, scatter: float, seed: int = 0
    ) -> None:
        self._mus, self._errors = mus, pulls.errors
        self._loads = bank.loads[:, :, pulls.rows, pulls.places]
        self._missing = np.isnan(pulls.forces)
        self._sums = _Sums(pulls, bank)
        rng = np.random.default_rng([seed, pulls.forces.size])
        shape = (*self._loads.shape[1:], pulls.forces.shape[1])
        self._factors = np.exp(scatter * rng.standard_normal(shape))
        self._offsets = pulls.errors * rng.standard_normal(shape)
        self.seen = self._sums.of(pulls.forces)
        self._means, self._inverses, self._sizes = self._moments()

    def drawn(self, k: int, m: int) -> Array:
        """Return the sums of all drawn towers, (d, s), for one pair of values."""
        forces = self._mus[m] * self._loads[k][..., None] * self._factors
        forces = np.maximum(forces + self._offsets, 0.0)
        forces[:, self._missing] = np.nan
        return self._sums.of(forces)

    def _moments(self) -> tuple[Array, Array, Array]:
        """Return means (k, m, s), inverse covariances, and log determinants."""
        pairs = [
            [self.drawn(k, m) for m in range(len(self._mus))]
            for k in range(len(self._loads))
        ]
        draws = np.array(pairs)
        means = draws.mean(axis=2)
        off = draws - means[:, :, None]
        spread = off.swapaxes(2, 3) @ off / (draws.shape[2] - 1)
        return means, np.linalg.inv(spread), np.linalg.slogdet(spread)[1]

    def log_density(self, sums: Array) -> Array:
        """Return how likely sums of one tower are, but for a constant.

        Parameters
        ----------
        sums : ndarray, shape (..., s)

        Returns
        -------
        ndarray, shape (..., k, m)
            Logarithms, for each tolerance and each coefficient.
        """
        count = self._loads.shape[1]
        off = sums[..., None, None, :] - self._means
        far = np.einsum("...i,...ij,...j->...", off, self._inverses, off)
        far *= count / (count + 1)
        return np.asarray(-self._sizes / 2 - count / 2 * np.log1p(far / (count - 1)))


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
        of them, and for each half of the tower how the logarithms of single forces
        spread, as a logarithm. Their means tell next to nothing more.
        """
        logs = np.nanmean(np.log(forces + self._faint), axis=-1)
        level = np.log(np.exp(logs).sum(axis=-1) / self._even.sum())
        single = logs - np.log(self._even + self._faint)
        found = [level]
        for part in self._parts:
            found.append(np.log(single[..., part].std(axis=-1) + _ALIKE))
        return np.stack(found, axis=-1)

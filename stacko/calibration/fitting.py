"""Friction and tolerance that fit measurements, with intervals.

Tilts give friction at once. Pull forces give both: their level tells the friction, and
how they differ from slot to slot tells how rough the heights are. The likelihoods of
both are added up on a grid, and an interval holds the values whose best fit is not less
likely by more than a 95 % quantile of chi squared allows (profile likelihood).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import stats
from scipy.interpolate import RectBivariateSpline

from stacko.calibration.angles import Slides, slides_of
from stacko.calibration.loads import LoadBank, even_loads
from stacko.calibration.measurements import Kind, Measurement, MeasurementError
from stacko.calibration.pulls import PullModel, Pulls, pulls_of, scatter_of
from stacko.calibration.thresholds import tolerance_drops

__all__ = ["SCATTER", "Calibration", "Estimate", "calibrate"]

Array = NDArray[np.float64]

SCATTER = "readings.scatter"
"""Name of the standard deviation of the logarithm of one slot's readings."""

_DROP = float(stats.chi2.ppf(0.95, 1)) / 2
_NODES = 25
_FINE = 800
_FREEDOM = 5
"""Repeats from which on the scatter of readings is taken from them."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """One fitted value.

    Parameters
    ----------
    name : str
        As in a configuration, such as ``contact.mu_block``, or `SCATTER`.
    unit : str
    value, low, high : float
        Best value and 95 % interval; 0 and ``inf`` stand for an open end.
    source : str
        What it was found from.
    """

    name: str
    unit: str
    value: float
    low: float
    high: float
    source: str

    def holds(self, truth: float) -> bool:
        """Return whether a value lies in the interval."""
        return self.low <= truth <= self.high


@dataclass(frozen=True, slots=True)
class Calibration:
    """What was found.

    Parameters
    ----------
    estimates : tuple of Estimate
        ``contact.mu_block`` is always first; others as far as they were measured.
    notes : tuple of str
        What was assumed or left out, and what does not fit together.
    """

    estimates: tuple[Estimate, ...]
    notes: tuple[str, ...]

    def __getitem__(self, name: str) -> Estimate:
        """Return an estimate by its name; `KeyError` if there is none."""
        for each in self.estimates:
            if each.name == name:
                return each
        raise KeyError(name)

    def toml(self) -> str:
        """Return the values as sections of a configuration.

        How readings scatter is no value of a game, and is left out.
        """
        sections: dict[str, list[str]] = {}
        for each in self.estimates:
            if each.name == SCATTER:
                continue
            section, _, key = each.name.partition(".")
            ends = f"{each.low:.3g} to {each.high:.3g}"
            line = f"{key} = {each.value:.4g}  # 95 %: {ends} {each.unit}"
            sections.setdefault(section, []).append(line.removesuffix(" -"))
        parts = (f"[{name}]\n" + "\n".join(rows) for name, rows in sections.items())
        return "\n\n".join(parts) + "\n"


def calibrate(
    measured: Sequence[Measurement], bank: LoadBank | None, seed: int = 0
) -> Calibration:
    """Fit friction, and the tolerance of the height, to measurements.

    Parameters
    ----------
    measured : sequence of Measurement
    bank : LoadBank or None
        Drawn towers of the set that was measured; may be None without pull forces.
    seed : int
        Of the scatter given to readings in drawn towers.

    Returns
    -------
    Calibration

    Raises
    ------
    MeasurementError
        If nothing measured tells the friction of two blocks, or what is there is too
        little; see `slides_of` and `pulls_of`.
    """
    slides = slides_of(measured, Kind.SLIDE_ANGLE)
    table = slides_of(measured, Kind.TABLE_SLIDE_ANGLE)
    pulls = pulls_of(measured)
    if slides is None and not pulls:
        raise MeasurementError(
            "nothing measured tells the friction of two blocks: give lines of "
            f"{Kind.PULL_FORCE} or {Kind.SLIDE_ANGLE}"
        )
    notes = _lowest_layer(measured)
    estimates: list[Estimate] = []
    if pulls and bank is not None:
        estimates, more = _from_pulls(pulls, slides, bank, seed)
        notes += more
    elif pulls:
        raise MeasurementError("pull forces need drawn towers: give a bank")
    elif slides is not None:
        estimates = [_from_slides("contact.mu_block", slides)]
        notes.append("no pull forces: the tolerance stays as it is")
    if table is not None:
        estimates.insert(1, _from_slides("contact.mu_table", table))
    return Calibration(tuple(estimates), tuple(notes))


def _lowest_layer(measured: Sequence[Measurement]) -> list[str]:
    slots = [each.slot for each in measured if each.slot is not None]
    count = sum(slot.layer == 1 for slot in slots)
    why = "left out, since friction on the table has a part in them"
    return [f"{count} pull force(s) of layer 1 {why}"] if count else []


def _from_slides(name: str, slides: Slides) -> Estimate:
    low, high = slides.interval()
    return Estimate(name, "-", slides.mu, low, high, f"{slides.count} slide angles")


def _from_pulls(
    pulls: Sequence[Pulls], slides: Slides | None, bank: LoadBank, seed: int
) -> tuple[list[Estimate], list[str]]:
    scatter, estimates, notes = _scatter(pulls, bank)
    mus = _tried(pulls, slides, bank)
    models = [
        PullModel(each, bank, mus, scatter, seed + index)
        for index, each in enumerate(pulls)
    ]
    logs = np.sum([model.log_density(model.seen) for model in models], axis=0)
    least, most = float(bank.tolerances[0]), float(bank.tolerances[-1])
    tolerances = np.geomspace(least, most, _FINE // 2)
    spline = RectBivariateSpline(np.log(bank.tolerances), np.log(mus), logs)
    fine = _fine(mus, slides)
    alone = spline(np.log(tolerances), np.log(fine))
    both = alone if slides is None else alone + slides.log_likelihood(fine)
    slots = sum(len(each.rows) for each in pulls)
    source = f"pulls of {slots} slots in {len(pulls)} tower(s)"
    friction = source if slides is None else f"{source}, {slides.count} slide angles"
    best = _profiled("contact.mu_block", "-", fine, both.max(axis=0), friction)
    at = int(np.abs(np.log(mus / best.value)).argmin())
    rng = np.random.default_rng([seed, len(pulls)])
    drops = tolerance_drops(models, mus, at, slides, len(bank.tolerances), rng)
    drop = np.interp(np.log(tolerances), np.log(bank.tolerances), drops)
    rough = both.max(axis=1)
    found = [
        best,
        _profiled("blocks.height_sigma", "m", tolerances, rough, source, drop),
    ]
    if slides is not None:
        pulled = _profiled("", "-", fine, alone.max(axis=0), source)
        notes += _disagreement(pulled, slides)
    notes += _open_ends(found[1], tolerances)
    return [*found, *estimates], notes


def _tried(pulls: Sequence[Pulls], slides: Slides | None, bank: LoadBank) -> Array:
    """Return the coefficients to try, closer to each other near what slides say."""
    levels = [
        np.nanmean(each.forces, axis=1).sum() / even_loads(bank.setup)[each.rows].sum()
        for each in pulls
    ]
    if not min(levels) > 0:
        raise MeasurementError("all pull forces of a tower are 0: nothing to fit")
    low, high = 0.5 * min(levels), 3.0 * max(levels)
    if slides is None:
        return np.geomspace(low, high, 2 * _NODES)
    low = max(min(low, slides.mu - 8 * slides.error), slides.mu / 10)
    high = max(high, slides.mu + 8 * slides.error)
    near = slides.mu + slides.error * np.linspace(-4, 4, _NODES)
    near = near[(near > low) & (near < high)]
    return np.unique(np.concatenate([np.geomspace(low, high, _NODES), near]))


def _fine(mus: Array, slides: Slides | None) -> Array:
    """Return coefficients so close to each other that the grid does not show."""
    fine = np.geomspace(mus[0], mus[-1], _FINE)
    if slides is None:
        return fine
    near = slides.mu + slides.error * np.linspace(-5, 5, _FINE // 2)
    near = near[(near > mus[0]) & (near < mus[-1])]
    return np.unique(np.concatenate([fine, near]))


def _scatter(
    pulls: Sequence[Pulls], bank: LoadBank
) -> tuple[float, list[Estimate], list[str]]:
    """Return how readings scatter, from repeats or, without them, as assumed."""
    scatter, freedom = scatter_of(pulls, bank.setup.weight)
    if freedom < _FREEDOM:
        assumed = bank.setup.model.scatter
        note = (
            f"{freedom} repeated pull(s): readings of a slot are assumed to scatter by "
            f"{assumed:.0%}; pull some blocks twice or more to measure it"
        )
        return assumed, [], [note]
    squares = freedom * scatter * scatter
    low, high = (
        math.sqrt(squares / float(stats.chi2.ppf(p, freedom))) for p in (0.975, 0.025)
    )
    source = f"{freedom} repeated pulls"
    found = Estimate(SCATTER, "-", scatter, low, high, source)
    return scatter, [found], []


def _profiled(
    name: str,
    unit: str,
    grid: Array,
    logs: Array,
    source: str,
    drop: float | Array = _DROP,
) -> Estimate:
    """Return the best value of a profile, and where it has dropped too far."""
    best = int(logs.argmax())
    over = logs - logs[best] + drop
    inside = np.flatnonzero(over >= 0)
    first, last = int(inside[0]), int(inside[-1])
    low = 0.0 if first == 0 else _crossing(grid, over, first - 1)
    high = math.inf if last == len(grid) - 1 else _crossing(grid, over, last)
    return Estimate(name, unit, float(grid[best]), low, high, source)


def _crossing(grid: Array, over: Array, at: int) -> float:
    """Return where a function crosses 0 between two neighbors."""
    share = over[at] / (over[at] - over[at + 1])
    return float(grid[at] + share * (grid[at + 1] - grid[at]))


def _disagreement(pulled: Estimate, slides: Slides) -> list[str]:
    low, high = slides.interval()
    if pulled.low <= high and low <= pulled.high:
        return []
    return [
        f"pulls alone give a friction of {pulled.low:.3g} to {pulled.high:.3g} and "
        f"slides {low:.3g} to {high:.3g}: they do not fit together, so the result lies "
        "between two truths. Weigh the blocks (--mass), see that the tower was whole "
        "when each was pulled, or calibrate with one of them"
    ]


def _open_ends(found: Estimate, tried: Array) -> list[str]:
    notes = []
    if found.low == 0.0:
        notes.append(
            f"the tolerance may be anything down to the least tried, {tried[0]:.2g} m"
        )
    if math.isinf(found.high):
        notes.append(
            f"the tolerance may be anything up to the most tried, {tried[-1]:.2g} m: "
            "rough towers look alike, since loads then no longer depend on it"
        )
    return notes

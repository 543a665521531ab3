"""Forecasts of what may happen: made by logistic regression, and how good they are.

A forecast is a chance, told before it is known what happens. It is good if of all cases
with a chance of 10 % about a tenth happen, and if it is often far from the base rate.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from gamebase.errors import ParameterError
from sims.reports.intervals import LEVEL, Array, Estimate, rate

__all__ = [
    "Alarm",
    "Logistic",
    "alarm_at",
    "bootstrapped",
    "brier",
    "calibration",
    "fit_logistic",
    "skill",
    "sounding",
]

Flags = NDArray[np.bool_]
Groups = NDArray[np.int64]

_ROUNDS = 1000
_STEPS, _NEAR = 100, 1e-10


@dataclass(frozen=True, slots=True, eq=False)
class Logistic:
    """A chance whose logit is a sum of features.

    Parameters
    ----------
    constant : float
    slopes : mapping of str to float
        By name of the feature, in the feature's own unit.
    """

    constant: float
    slopes: Mapping[str, float]

    def chances(self, features: Mapping[str, Array]) -> Array:
        """Return the chances of some cases.

        Parameters
        ----------
        features : mapping of str to ndarray of float, shape (k,)
            Those that it was fitted to, at least.
        """
        told = sum(
            (slope * features[name] for name, slope in self.slopes.items()),
            start=np.asarray(self.constant, float),
        )
        return np.asarray(expit(told))


def fit_logistic(
    features: Mapping[str, Array], happened: Flags, *, ridge: float = 1e-3
) -> Logistic:
    """Fit a logistic regression.

    Parameters
    ----------
    features : mapping of str to ndarray of float, shape (k,)
        By name. A feature that is the same in all cases gets no slope.
    happened : ndarray of bool, shape (k,)
        At least one that is true, and one that is not, for chances other than 0 or 1.
    ridge : float
        Adds half of this, times the squares of the slopes in standard deviations of
        their features, to what is minimized: so that they stay finite where cases can
        be told apart without fail.

    Raises
    ------
    ParameterError
        If there is no case.

    Examples
    --------
    Of 4 without the feature 1 happened, of 4 with it 3:

    >>> x, y = np.array([0.0] * 4 + [1.0] * 4), np.array([1, 0, 0, 0, 1, 1, 1, 0]) > 0
    >>> found = fit_logistic({"x": x}, y, ridge=0.0)
    >>> print(np.round(found.chances({"x": np.array([0.0, 1.0])}), 6))
    [0.25 0.75]
    """
    if not len(happened):
        raise ParameterError("there is no case to fit to: give one at least")
    wide = np.column_stack([np.ones(len(happened)), *features.values()])
    middle, spread = wide.mean(axis=0), wide.std(axis=0)
    used = spread > 0
    spread[~used], middle[0], used[0] = 1.0, 0.0, True
    scaled = (wide - middle)[:, used] / spread[used]
    # A base rate of 0 or 1 has no logit: half a case more of each kind.
    held = np.full(int(used.sum()), ridge)
    held[0] = 0.0 if 0 < happened.mean() < 1 else 1.0
    found = np.zeros(wide.shape[1])
    found[used] = _newton(scaled, happened.astype(float), held)
    found /= spread
    names = list(features)
    slopes = {name: float(found[k]) for k, name in enumerate(names, 1)}
    return Logistic(float(found[0] - found[1:] @ middle[1:]), slopes)


def _newton(wide: Array, happened: Array, held: Array) -> Array:
    """Minimize the negative log-likelihood and what holds slopes back."""

    def loss(slopes: Array) -> float:
        told = wide @ slopes
        likely = np.logaddexp(0, told).sum() - happened @ told
        return float(likely + held @ slopes**2 / 2)

    found = np.zeros(wide.shape[1])
    for _ in range(_STEPS):
        chances = expit(wide @ found)
        slope = wide.T @ (chances - happened) + held * found
        weight = chances * (1 - chances)
        bend = (wide.T * weight) @ wide + np.diag(held)
        step = np.linalg.lstsq(bend, slope, rcond=None)[0]
        now, size = loss(found), 1.0
        while loss(found - size * step) > now and size > _NEAR:
            size /= 2
        found = found - size * step
        if np.abs(size * step).max(initial=0.0) < _NEAR:
            break
    return found


def brier(chances: Array, happened: Flags) -> float:
    """Return the mean square of what forecasts are off (Brier 1950).

    Examples
    --------
    >>> print(f"{brier(np.array([0.7, 0.2]), np.array([True, False])):.3f}")
    0.065
    """
    return float(np.mean((chances - happened) ** 2))


def skill(chances: Array, happened: Flags, base: float) -> float:
    """Return the share of a base rate's Brier score that forecasts do away with.

    1 for forecasts without fail, 0 for what is no better than the base rate; NaN if
    that has no error itself.
    """
    plain = brier(np.full(len(happened), base), happened)
    return 1 - brier(chances, happened) / plain if plain else float("nan")


def calibration(
    chances: Array, happened: Flags, edges: Sequence[float]
) -> list[tuple[float, Estimate]]:
    """Return mean forecasts and how often it happened, bin by bin.

    Parameters
    ----------
    chances : ndarray of float, shape (k,)
    happened : ndarray of bool, shape (k,)
    edges : sequence of float
        Rising; a bin is from one up to below the next, the last one to 1. Bins
        without a case are left out.

    Returns
    -------
    list of (float, Estimate)
        Rising. The interval takes cases as if none had to do with another.
    """
    bins = np.searchsorted(np.asarray(edges), chances, side="right")
    return [
        (
            float(chances[bins == each].mean()),
            rate(int(happened[bins == each].sum()), int((bins == each).sum())),
        )
        for each in np.unique(bins)
    ]


@dataclass(frozen=True, slots=True)
class Alarm:
    """What an alarm comes to that sounds from some number on.

    Parameters
    ----------
    threshold : float
        It sounds where the number is as large, or larger.
    caught : float
        Share of what happened that it sounded before.
    alarms : float
        Share of all cases in which it sounds.
    false : float
        Share of the alarms after which nothing happened.
    """

    threshold: float
    caught: float
    alarms: float
    false: float


def alarm_at(scores: Array, happened: Flags, caught: float) -> Alarm:
    """Return the alarm with the highest threshold that catches such a share.

    Parameters
    ----------
    scores : ndarray of float, shape (k,)
    happened : ndarray of bool, shape (k,)
        At least one.
    caught : float
        At least this share of what happened, above 0.

    Raises
    ------
    ParameterError
        If nothing happened.

    Examples
    --------
    >>> happened = np.array([True, False, True, False, False])
    >>> alarm_at(np.array([5.0, 4, 3, 2, 1]), happened, 0.8)
    Alarm(threshold=3.0, caught=1.0, alarms=0.6, false=0.33333333333333337)
    """
    own = np.sort(scores[happened])[::-1]
    if not len(own):
        raise ParameterError("nothing happened, so there is nothing to warn of")
    threshold = float(own[max(0, int(np.ceil(caught * len(own) - 1e-9)) - 1)])
    return sounding(scores, happened, threshold)


def sounding(scores: Array, happened: Flags, threshold: float) -> Alarm:
    """Return what the alarm with a threshold comes to; NaN for shares of nothing."""
    sounds = scores >= threshold
    right, told, real = (
        int((sounds & happened).sum()),
        int(sounds.sum()),
        int(happened.sum()),
    )
    none = float("nan")
    return Alarm(
        threshold,
        right / real if real else none,
        told / len(scores) if len(scores) else none,
        1 - right / told if told else none,
    )


def bootstrapped(
    statistic: Callable[[NDArray[np.int64]], float],
    groups: Groups,
    *,
    seed: int,
    rounds: int = _ROUNDS,
) -> Estimate:
    """Return a number with its interval by drawing whole groups again and again.

    Parameters
    ----------
    statistic : callable
        Takes the rows of a sample, an array of indices with repeats, and returns the
        number; NaN where there is none.
    groups : ndarray of int, shape (k,)
        Number of the group that each row belongs to.
    seed : int
        Of the draws.
    rounds : int

    Returns
    -------
    Estimate
        Percentiles of what the samples gave (Davison & Hinkley 1997,
        doi:10.1017/CBO9780511802843, section 5.3). ``n`` are groups. No number where
        the rows give none, no interval for a single group.
    """
    _, numbers = np.unique(groups, return_inverse=True)
    g = int(numbers.max(initial=-1)) + 1
    members = (
        np.split(
            np.argsort(numbers, kind="stable"), np.cumsum(np.bincount(numbers))[:-1]
        )
        if g
        else []
    )
    value = statistic(np.arange(len(groups)))
    if np.isnan(value):
        return Estimate(g, None, None, None)
    if g < 2:
        return Estimate(g, value, None, None)
    rng = np.random.default_rng(seed)
    draws = [
        statistic(np.concatenate([members[k] for k in rng.integers(0, g, g)]))
        for _ in range(rounds)
    ]
    known = np.array(draws)[~np.isnan(draws)]
    if not len(known):
        return Estimate(g, value, None, None)
    low, high = np.quantile(known, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return Estimate(g, value, float(low), float(high))

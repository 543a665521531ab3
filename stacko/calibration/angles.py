"""Coefficients of friction from the tilt at which one block slides: mu = tan(angle).

The readings scatter. Where their standard deviations are given, they are weighted by
them; where not, the scatter is estimated from the readings themselves, and Student's t
takes the place of the normal distribution.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from stacko.calibration.measurements import Kind, Measurement, MeasurementError

__all__ = ["Slides", "slides_of"]

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Slides:
    """What tilts say of one coefficient.

    Parameters
    ----------
    mu : float
        The coefficient that fits best.
    error : float
        Its standard error.
    freedom : float
        Degrees of freedom of that error; ``inf`` if it was given.
    count : int
        Number of readings.
    """

    mu: float
    error: float
    freedom: float
    count: int

    def log_likelihood(self, mus: Array) -> Array:
        """Return the logarithm of the likelihood of coefficients, but for a constant.

        It is that of the normal deviate with the same tail as Student's t, so that a
        drop by 1.92 bounds the usual 95 % interval also where readings are few.

        Parameters
        ----------
        mus : ndarray, shape (m,)

        Returns
        -------
        ndarray, shape (m,)
        """
        off = -np.abs(mus - self.mu) / self.error
        if math.isfinite(self.freedom):
            # far out the tail underflows; there the deviate is large anyway
            tail = np.maximum(stats.t.logcdf(off, self.freedom), -700.0)
            off = stats.norm.ppf(np.exp(tail))
        return np.asarray(-off * off / 2)

    def interval(self) -> tuple[float, float]:
        """Return the 95 % interval; no coefficient is under 0."""
        if math.isfinite(self.freedom):
            reach = float(stats.t.ppf(0.975, self.freedom))
        else:
            reach = float(stats.norm.ppf(0.975))
        return max(self.mu - reach * self.error, 0.0), self.mu + reach * self.error


def slides_of(measured: Sequence[Measurement], kind: Kind) -> Slides | None:
    """Return what the readings of one kind of tilt say of friction.

    Parameters
    ----------
    measured : sequence of Measurement
        Others than of this kind are passed over.
    kind : Kind
        ``slide_angle`` or ``table_slide_angle``.

    Returns
    -------
    Slides or None
        None if there are no such readings.

    Raises
    ------
    MeasurementError
        If nothing tells how far off the readings may be: there is one only, some have
        an error and some have none, or all are the same.
    """
    mine = [each for each in measured if each.kind is kind]
    if not mine:
        return None
    angles = np.array([each.value for each in mine])
    mus = np.tan(angles)
    given = [each.error for each in mine if each.error is not None]
    if len(given) == len(mine):
        spread = np.array(given) / np.cos(angles) ** 2
        weights = spread**-2.0
        mu = float(weights @ mus / weights.sum())
        return Slides(mu, float(weights.sum() ** -0.5), math.inf, len(mine))
    if given:
        raise MeasurementError(
            f"{len(given)} of {len(mine)} readings of {kind} have an error: give it "
            "for all of them, or for none"
        )
    if len(mine) < 2 or np.ptp(mus) == 0.0:
        raise MeasurementError(
            f"{len(mine)} reading(s) of {kind} without scatter and without error: "
            "measure again, or add a column error with a standard deviation"
        )
    error = float(mus.std(ddof=1)) / math.sqrt(len(mine))
    return Slides(float(mus.mean()), error, len(mine) - 1.0, len(mine))

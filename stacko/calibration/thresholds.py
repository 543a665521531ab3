"""How far a profile may drop inside an interval, found by trying it out.

Half a quantile of chi squared is right where sums are normally distributed and their
spread is known. Those of pulls are skewed, and the tolerance turns up in their spread.
So data are drawn at each tolerance, fitted like the measured ones, and it is counted
how much less likely than the best fit the truth mostly is (Feldman and Cousins 1998,
DOI 10.1103/PhysRevD.57.3873).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from stacko.calibration.angles import Slides
from stacko.calibration.pulls import PullModel

__all__ = ["tolerance_drops"]

Array = NDArray[np.float64]

_TRIALS = 400


def tolerance_drops(
    models: Sequence[PullModel],
    mus: Array,
    at: int,
    slides: Slides | None,
    count: int,
    rng: np.random.Generator,
) -> Array:
    """Return the drop of the profile that 95 % of drawn data stay within.

    Parameters
    ----------
    models : sequence of PullModel
        One for each tower that was measured.
    mus : ndarray, shape (m,)
        Coefficients that are tried.
    at : int
        Which of them data are drawn with.
    slides : Slides or None
        Tilts that were measured besides.
    count : int
        Number of tolerances that are tried.
    rng : numpy.random.Generator

    Returns
    -------
    ndarray, shape (count,)
        For each tolerance.
    """
    known = np.zeros((_TRIALS, len(mus)))
    if slides is not None:
        found = mus[at] + slides.error * rng.standard_normal((_TRIALS, 1))
        known = -(((mus - found) / slides.error) ** 2) / 2
    drops = np.empty(count)
    for k in range(count):
        logs = np.repeat(known[:, None], count, axis=1)
        for model in models:
            drawn = model.drawn(k, at)
            logs = logs + model.log_density(
                drawn[rng.integers(len(drawn), size=_TRIALS)]
            )
        profiles = logs.max(axis=2)
        drops[k] = np.quantile(profiles.max(axis=1) - profiles[:, k], 0.95)
    return drops

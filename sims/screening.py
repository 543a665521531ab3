"""Many parameters varied at once, and what each of them does: screening designs.

Where one parameter at a time is varied, a run tells of that one only. In a design of
Plackett and Burman every run tells of all: each parameter is low in half of the runs
and high in the others, and any two are low and high together equally often, so what one
does cancels out of what another does. With every run also played turned around, low for
high, this holds for what any two do together as well.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gamebase.errors import ParameterError
from sims.reports.intervals import Estimate, mean

__all__ = ["MOST", "effects", "folded_design"]

Array = NDArray[np.float64]
Signs = NDArray[np.int8]

_FIRST = "+++++-+-++--++--+-+----"
"""First of the 24 runs; the others are this, moved on, and one with all of them low."""

MOST = len(_FIRST)
"""Parameters that it has room for."""


def folded_design(parameters: int) -> Signs:
    """Return which parameters are low (-1) and high (1) in which run.

    Parameters
    ----------
    parameters : int
        1 to 23.

    Returns
    -------
    ndarray of int8, shape (48, parameters)
        The second half is the first turned around.

    Raises
    ------
    ParameterError
        If there is no room for so many.

    Notes
    -----
    Plackett & Burman (1946), doi:10.1093/biomet/33.4.305, folded over: Box & Wilson
    (1951), doi:10.1111/j.2517-6161.1951.tb00067.x.

    Examples
    --------
    >>> design = folded_design(2)
    >>> design.sum(axis=0).tolist(), int(design[:, 0] @ design[:, 1])
    ([0, 0], 0)
    """
    if not 1 <= parameters <= MOST:
        raise ParameterError(f"{parameters} parameters: give 1 to {MOST}")
    first = np.array([1 if each == "+" else -1 for each in _FIRST], np.int8)
    rows = [np.roll(first, k) for k in range(MOST)]
    half = np.array([*rows, -np.ones(MOST, np.int8)], np.int8)
    return np.concatenate([half, -half])[:, :parameters]


def effects(design: Signs, values: Array, names: Sequence[str]) -> dict[str, Estimate]:
    """Return what each parameter does to a number, high less low, with its interval.

    Parameters
    ----------
    design : ndarray, shape (runs, parameters)
        As of `folded_design`.
    values : ndarray, shape (cases, runs)
        What came out, for each case, such as a tower, all runs.
    names : sequence of str
        Of the parameters.

    Returns
    -------
    dict of str to Estimate
        The difference of the means of high and of low runs, averaged over the
        settings of all other parameters. The interval is Student's over the cases,
        which have nothing in common.

    Examples
    --------
    >>> design = folded_design(1)
    >>> found = effects(design, 5.0 + np.outer([1, 2], design[:, 0]), ["speed"])
    >>> found["speed"].value
    3.0
    """
    half = design.shape[0] / 2
    apart = values @ design.astype(float) / half
    return {name: mean(apart[:, k]) for k, name in enumerate(names)}

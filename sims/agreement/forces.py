"""Pull forces of the engines against the range that statics allows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sims.agreement.confusion import Judged, share_interval
from sims.agreement.trials import SURE
from stacko.hand.stroke import EASE
from stacko.params import BlockParams

__all__ = ["Inside", "inside"]

ALONE = 5e-4
"""Most another block may shift while one comes out alone, m."""

ROUNDING = 0.01
"""Forces this close to an end of the range are inside it, as a share of that end."""

START = (BlockParams().mass + SURE.finger_mass) * SURE.speed / EASE
"""What it takes to set block and fingertip going, N; no friction, but felt."""


@dataclass(frozen=True, slots=True)
class Inside:
    """Peak forces of one model against statics.

    Parameters
    ----------
    model : str
    group : str
        ``alone`` if no other block shifted by over 0.5 mm, ``dragging`` if one did,
        ``only with others`` if statics says that it cannot slide alone.
    pulls : int
    inside, low, high : float
        Share within the range, what it takes to start apart, and its 95 % interval;
        NaN of blocks without a range.
    below, above : float
        Shares under the least and over the largest force.
    ratio : float
        Median of peak force over friction of the loads at rest.
    """

    model: str
    group: str
    pulls: int
    inside: float
    low: float
    high: float
    below: float
    above: float
    ratio: float


def inside(found: Sequence[Judged], model: str) -> list[Inside]:
    """Return how the peak forces of a model lie against statics, by group."""
    groups: dict[str, list[Judged]] = {"alone": [], "dragging": []}
    groups["only with others"] = []
    for each in found:
        if each.how == "pull" and model in each.trials:
            groups[_group(each, model)].append(each)
    return [_inside(model, name, rows) for name, rows in groups.items() if rows]


def _group(of: Judged, model: str) -> str:
    if math.isnan(of.fact.low):
        return "only with others"
    return "dragging" if of.trials[model].shift > ALONE else "alone"


def _inside(model: str, name: str, rows: Sequence[Judged]) -> Inside:
    force = np.array([row.trials[model].force or math.nan for row in rows])
    least = np.array([row.fact.low for row in rows]) * (1 - ROUNDING)
    most = np.array([row.fact.high for row in rows]) * (1 + ROUNDING)
    rest = np.array([row.fact.at_rest for row in rows])
    ratio = float(np.nanmedian(force / rest))
    if name == "only with others":
        nan = math.nan
        return Inside(model, name, len(rows), nan, nan, nan, nan, nan, ratio)
    hits = (force >= least) & (force - START <= most)
    low, high = share_interval(hits, np.array([row.fact.state for row in rows]))
    return Inside(
        model, name, len(rows), float(hits.mean()), low, high,
        float((force < least).mean()), float((force - START > most).mean()), ratio,
    )  # fmt: skip

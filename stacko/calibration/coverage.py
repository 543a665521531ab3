"""How often the intervals of a fit contain the truth they were made from."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from scipy.stats import binomtest

from stacko.calibration.fitting import SCATTER, Calibration, calibrate
from stacko.calibration.loads import LoadBank
from stacko.calibration.synthetic import Campaign, Truth, make_measurements

__all__ = ["Coverage", "coverage_of"]


@dataclass(frozen=True, slots=True)
class Coverage:
    """How the intervals of one value did.

    Parameters
    ----------
    name : str
    truth : float
    held, trials : int
        Intervals that contain the truth, and all of them.
    low, high : float
        95 % interval of the share that do (Wilson).
    median : float
        Of the best values.
    factor : float
        Median of how many times the upper end of an interval is the lower one;
        ``inf`` if half of them are open.
    """

    name: str
    truth: float
    held: int
    trials: int
    low: float
    high: float
    median: float
    factor: float


def coverage_of(
    bank: LoadBank,
    truth: Truth,
    campaign: Campaign | None = None,
    trials: int = 30,
    seed: int = 0,
) -> Iterator[tuple[Calibration, list[Coverage]]]:
    """Make up measurements again and again, fit them, and count.

    Parameters
    ----------
    bank : LoadBank
        Drawn apart from the towers that measurements are made of.
    truth : Truth
    campaign : Campaign, optional
    trials : int
    seed : int
        Of the first trial; the next have the next ones.

    Yields
    ------
    calibration : Calibration
        Of one trial.
    coverage : list of Coverage
        Of all trials until then.
    """
    true = {
        "contact.mu_block": truth.mu_block,
        "contact.mu_table": truth.mu_table,
        "blocks.height_sigma": truth.height_sigma,
        SCATTER: truth.scatter,
    }
    done: list[Calibration] = []
    for trial in range(trials):
        made = make_measurements(bank.setup, truth, campaign, seed + trial)
        done.append(calibrate(made, bank, seed + trial))
        names = [each.name for each in done[0].estimates]
        yield done[-1], [_coverage(name, true[name], done) for name in names]


def _coverage(name: str, truth: float, done: list[Calibration]) -> Coverage:
    found = [each[name] for each in done]
    held = sum(each.holds(truth) for each in found)
    share = binomtest(held, len(found)).proportion_ci(method="wilson")
    values = sorted(each.value for each in found)
    factors = sorted(
        each.high / each.low if each.low > 0 else math.inf for each in found
    )
    middle = len(found) // 2
    return Coverage(
        name,
        truth,
        held,
        len(found),
        float(share.low),
        float(share.high),
        values[middle],
        factors[middle],
    )

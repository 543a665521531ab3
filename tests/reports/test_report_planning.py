"""So many games show a difference as often as they should: it is tried."""

from __future__ import annotations

import numpy as np
import pytest

from sims.reports.differences import (
    Pairs,
    mean_apart,
    mean_paired,
    rate_apart,
    rate_paired,
)
from sims.reports.planning import POWER, needed_apart, needed_paired

STUDIES = 300


def pairs_of(one, other):
    return rate_paired(
        Pairs(
            int(((one == 1) & (other == 1)).sum()),
            int(((one == 1) & (other == 0)).sum()),
            int(((one == 0) & (other == 1)).sum()),
            int(((one == 0) & (other == 0)).sum()),
        )
    )


def rates_of(one, other):
    return rate_apart((int(one.sum()), len(one)), (int(other.sum()), len(other)))


@pytest.mark.parametrize("kind", ["rate", "mean"])
@pytest.mark.parametrize("paired", [True, False])
def test_a_study_of_so_many_games_mostly_shows_it(kind, paired):
    rng = np.random.default_rng(7)
    if kind == "rate":
        one, other = np.repeat([1.0, 0, 1], (5, 8, 7)), np.repeat([1.0, 0], (9, 11))
        tell = pairs_of if paired else rates_of
    else:
        other = rng.normal(size=40)
        one = other + rng.normal(0.3, 1.2, 40)
        one += other.mean() + 0.25 - one.mean()
        tell = mean_paired if paired else mean_apart
    need = needed_paired if paired else needed_apart
    games = need(tell(one, other), one, other, kind)
    shown = 0
    for _ in range(STUDIES):
        mine = rng.integers(len(one), size=games)
        theirs = mine if paired else rng.integers(len(other), size=games)
        found = tell(one[mine], other[theirs])
        shown += not found.low <= 0 <= found.high
    assert shown / STUDIES == pytest.approx(POWER, abs=0.07)

"""From which size on something is rare."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binom

from sims.reports.intervals import Estimate, rate
from sims.size_limits import crossing, quantile


def test_the_interval_of_a_quantile_is_of_order_statistics() -> None:
    """As binomial counts have it: ranks r and s with P(r <= B < s) of 95 % or more."""
    found = quantile(np.arange(1.0, 1501.0), 0.95)
    assert found.value == 1425
    assert found.low is not None
    assert found.high is not None
    held = binom.cdf(found.high - 1, 1500, 0.95) - binom.cdf(found.low - 1, 1500, 0.95)
    assert 0.95 <= held < 0.96


def test_the_interval_of_a_quantile_holds_it_as_often_as_it_says() -> None:
    rng = np.random.default_rng(5)
    held = 0
    for _ in range(400):
        found = quantile(rng.exponential(size=200), 0.9)
        assert found.low is not None
        assert found.high is not None
        held += found.low <= np.log(10) <= found.high
    assert held >= 0.93 * 400


def test_few_values_or_equal_ones_have_open_ends() -> None:
    assert quantile([], 0.95) == Estimate(0, None, None, None)
    assert quantile([2.0], 0.5) == Estimate(1, 2.0, None, None)
    assert quantile([1, 2, 3], 0.95).high is None
    equal = quantile([1.5] * 200, 0.95)
    assert (equal.value, equal.low, equal.high) == (1.5, 1.5, 1.5)


def test_a_crossing_is_between_the_sizes_around_it() -> None:
    shares = {
        0.8: rate(40, 100),
        1.0: rate(10, 100),
        1.2: rate(2, 100),
        1.4: rate(0, 99),
    }
    found = crossing(shares, 0.05)
    assert found.value == pytest.approx(1.0 + 0.2 * 5 / 8)
    assert found.n == 99
    assert found.low is not None
    assert found.high is not None
    assert 1.0 < found.low < found.value < found.high < 1.4


def test_what_is_not_reached_is_not_known() -> None:
    assert crossing({}, 0.05) == Estimate(0, None, None, None)
    always, never = {1.0: rate(9, 10), 2.0: rate(9, 10)}, {1.0: rate(0, 900)}
    assert crossing(always, 0.05) == Estimate(10, None, None, None)
    assert crossing(never, 0.05) == Estimate(900, None, None, None)
    # It counts where it is below for good.
    back = {1.0: rate(1, 4), 2.0: rate(0, 4), 3.0: rate(2, 4), 4.0: rate(0, 4)}
    assert crossing(back, 0.25).value == 3.5

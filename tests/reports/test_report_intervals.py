"""Intervals against what was published of them, and at their edges."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sims.lifetimes import lifetimes, widened
from sims.reports.differences import (
    Pairs,
    mean_apart,
    mean_paired,
    rate_apart,
    rate_paired,
)
from sims.reports.estimating import holm
from sims.reports.intervals import mean, rate


# Newcombe (1998), Statistics in Medicine 17, 857-872, table I, method 3.
@pytest.mark.parametrize(
    ("count", "n", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_as_published(count, n, low, high):
    found = rate(count, n)
    assert (found.low, found.high) == pytest.approx((low, high), abs=5e-5)
    assert (found.n, found.value) == (n, count / n)


# Newcombe (1998), Statistics in Medicine 17, 873-890, table II, method 10.
@pytest.mark.parametrize(
    ("one", "other", "low", "high"),
    [
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((6, 7), (2, 7), 0.0582, 0.8062),
        ((5, 56), (0, 29), -0.0381, 0.1926),
        ((0, 10), (0, 20), -0.1611, 0.2775),
        ((0, 10), (0, 10), -0.2775, 0.2775),
        ((10, 10), (0, 20), 0.6791, 1.0000),
        ((10, 10), (0, 10), 0.6075, 1.0000),
    ],
)
def test_newcombes_difference_as_published(one, other, low, high):
    found = rate_apart(one, other)
    assert (found.low, found.high) == pytest.approx((low, high), abs=5e-5)
    turned = rate_apart(other, one)
    assert (turned.low, turned.high) == pytest.approx((-found.high, -found.low))
    assert turned.p == found.p


def test_the_score_test_of_two_rates_is_the_chi_square_by_hand():
    # 56 of 70 against 48 of 80: 150 (56*32 - 14*48)^2 / (70*80*104*46)
    chi_square = 150 * (56 * 32 - 14 * 48) ** 2 / (70 * 80 * 104 * 46)
    found = rate_apart((56, 70), (48, 80))
    assert found.p == pytest.approx(math.erfc(math.sqrt(chi_square / 2)))


# Fagerland, Lydersen & Laake, Statistical Analysis of Contingency Tables (2017),
# chapter 8: complete response before and after consolidation (Cavo et al. 2012).
def test_tangos_interval_and_mcnemars_test_as_published():
    found = rate_paired(Pairs(59, 6, 16, 80))
    assert found.value == pytest.approx(-0.0621, abs=5e-5)
    assert (found.low, found.high) == pytest.approx((-0.1240, -0.0054), abs=5e-5)
    assert found.p == pytest.approx(0.033006, abs=5e-7)


def test_tangos_interval_of_few_pairs_as_published():
    # Fagerland, Lydersen & Laake (2014), doi:10.1002/sim.6148: airway responsiveness
    # before and after transplantation (Bentur et al. 2009)
    found = rate_paired(Pairs(1, 1, 7, 12))
    assert (found.low, found.high) == pytest.approx((-0.517, -0.026), abs=5e-4)


@pytest.mark.parametrize("n", [1, 7, 100])
def test_pairs_that_do_not_differ_leave_room(n):
    found = rate_paired(Pairs(n, 0, 0, 0))
    reach = 1.959964**2 / (n + 1.959964**2)  # z^2 / (n + z^2), where the score is z
    assert (found.low, found.high) == pytest.approx((-reach, reach), abs=1e-6)
    assert (found.value, found.p) == (0, 1)


@pytest.mark.parametrize("n", [1, 5, 1000])
def test_pairs_that_all_differ_one_way_reach_the_end(n):
    found = rate_paired(Pairs(0, n, 0, 0))
    assert (found.value, found.high) == (1, 1)
    assert found.low == pytest.approx((n - 1.959964**2) / (n + 1.959964**2), abs=1e-6)
    turned = rate_paired(Pairs(0, 0, n, 0))
    assert (turned.low, turned.high) == pytest.approx((-1, -found.low), abs=1e-9)


def test_the_paired_interval_excludes_no_difference_just_where_its_test_does():
    rng = np.random.default_rng(3)
    decided = 0
    for counts in rng.integers(0, 25, size=(400, 4)):
        found = rate_paired(Pairs(*map(int, counts)))
        if found.n:
            assert found.low <= found.value <= found.high
            assert (found.p < 0.05) == (found.low > 0 or found.high < 0)
            decided += found.p < 0.05
    assert 50 < decided < 350


def test_the_paired_interval_covers_nineteen_times_in_twenty():
    rng = np.random.default_rng(11)
    # both 0.30, first only 0.25, second only 0.15, neither 0.30: the difference is 0.10
    draws = rng.multinomial(60, [0.30, 0.25, 0.15, 0.30], size=1500)
    found = [rate_paired(Pairs(*map(int, each))) for each in draws]
    covered = np.mean([each.low <= 0.10 <= each.high for each in found])
    assert 0.935 < covered < 0.97


# Student (1908), Biometrika 6, 1-25: hours of sleep gained by two drugs.
DRUG_1 = np.array([0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0])
DRUG_2 = np.array([1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4])


def test_the_paired_t_of_students_sleep_data():
    # as R prints it: t.test(extra ~ group, data = sleep, paired = TRUE)
    found = mean_paired(DRUG_1, DRUG_2)
    assert found.value == pytest.approx(-1.58)
    assert (found.low, found.high) == pytest.approx((-2.4598858, -0.7001142), abs=1e-7)
    assert found.p == pytest.approx(0.002833, abs=5e-7)


def test_welchs_t_of_students_sleep_data():
    # as R prints it: t.test(extra ~ group, data = sleep)
    found = mean_apart(DRUG_1, DRUG_2)
    assert found.value == pytest.approx(-1.58)
    assert (found.low, found.high) == pytest.approx((-3.3654832, 0.2054832), abs=1e-7)
    assert found.p == pytest.approx(0.07939, abs=5e-6)


def test_a_mean_by_the_table_of_t():
    found = mean(DRUG_2)
    spread = 2.0022487  # of the ten, by hand; t for 9 degrees of freedom is 2.262157
    reach = 2.262157 * spread / math.sqrt(10)
    assert found.value == pytest.approx(2.33)
    assert (found.low, found.high) == pytest.approx(
        (2.33 - reach, 2.33 + reach), abs=1e-5
    )


@pytest.mark.parametrize("method", [mean_apart, mean_paired])
def test_means_of_few_and_of_equal_values(method):
    none, one = np.zeros(0), np.array([2.0])
    assert method(none, none).value is None
    assert (method(one, one + 1).value, method(one, one).low) == (-1, None)
    same = method(np.full(5, 3.0), np.full(5, 1.0))
    assert (same.value, same.low, same.high, same.p) == (2, 2, 2, None)
    near = method(np.full(5, 3.0), 1 + 1e-9 * np.arange(5))
    assert near.low < near.value < near.high


def test_one_constant_mean_against_one_that_varies():
    found = mean_apart(np.full(10, 2.0), DRUG_2)
    alone = mean(DRUG_2)
    assert found.low == pytest.approx(2 - alone.high)
    assert found.high == pytest.approx(2 - alone.low)


def test_without_games_there_is_nothing():
    assert rate(0, 0).value is None
    assert mean(np.zeros(0)).value is None
    assert rate_apart((0, 0), (1, 2)).value is None
    assert rate_paired(Pairs(0, 0, 0, 0)).value is None
    assert mean(np.array([4.0])).low is None


def test_holms_adjustment_by_hand():
    # the smallest of four times 4, the next times 3, and never less than before
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, None, 0.8]) == [1.0, None, 1.0]
    assert holm([]) == []


# Freireich et al. (1963), Blood 21, 699-716: weeks in remission under 6-MP and under
# placebo. Curve and medians are those of Kleinbaum & Klein, Survival Analysis (2012),
# chapter 2; the log-log intervals of the medians are lifelines' (0.30.3).
UNDER_6MP = [6, 6, 6, 7, 10, 13, 16, 22, 23]
CENSORED = [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35]
PLACEBO = [1, 1, 2, 2, 3, 4, 4, 5, 5, 8, 8, 8, 8, 11, 11, 12, 12, 15, 17, 22, 23]


def test_kaplan_and_meier_as_published():
    found = lifetimes(
        UNDER_6MP + CENSORED, [True] * len(UNDER_6MP) + [False] * len(CENSORED)
    )
    shares = dict(zip(found.turns.tolist(), found.share.tolist(), strict=True))
    published = {6: 0.857, 7: 0.807, 10: 0.753, 13: 0.690, 16: 0.627, 22: 0.538}
    for week, share in {**published, 23: 0.448, 35: 0.448}.items():
        assert shares[week] == pytest.approx(share, abs=5e-4)
    assert found.median == 23
    assert found.median_interval == (13, math.inf)


def test_median_with_its_interval_as_published():
    found = lifetimes(PLACEBO, [True] * len(PLACEBO))
    assert found.median == 8
    assert found.median_interval == (4, 11)


def test_a_median_that_nothing_bounds():
    found = lifetimes([3, 4, 5], [False, False, False])
    assert found.median == math.inf
    assert found.median_interval[1] == math.inf


def test_games_without_an_end_widen_the_band_both_ways():
    known = lifetimes(PLACEBO, [True] * len(PLACEBO))
    wide = widened(PLACEBO, [True] * len(PLACEBO), 3)
    assert (wide.games, wide.fell, wide.median) == (21, 21, 8)
    # at the low end three ended before the first turn, at the high end never
    soon = lifetimes([0, 0, 0, *PLACEBO], [True] * 24)
    late = lifetimes([*PLACEBO, 99, 99, 99], [True] * 21 + [False] * 3)
    assert wide.median_interval == (soon.median_interval[0], late.median_interval[1])
    assert wide.median_interval[0] < known.median_interval[0]
    assert wide.turns.tolist() == [0, *known.turns.tolist()]
    assert wide.share.tolist() == [1, *known.share.tolist()]
    assert wide.low[3] == soon.low[3]  # turn 3 of both
    assert wide.high[3] == late.high[2]
    assert (wide.low[1:-1] < known.low[:-1]).all()
    assert (wide.high[1:-1] > known.high[:-1]).all()
    assert wide.at_risk.tolist() == [21, *known.at_risk.tolist()]


def test_without_such_games_the_band_stays():
    plain = lifetimes([2, 3], [True, False])
    same = widened([2, 3], [True, False], 0)
    assert same.turns.tolist() == plain.turns.tolist()


def test_more_unknown_games_than_known_ones_leave_nothing_known():
    wide = widened([4, 5, 6], [True, True, True], 50)
    assert wide.median_interval == (0, math.inf)


def test_pairs_are_counted_from_two_rows_of_games():
    first, second = [True, True, True, False, False, False], [1, 0, 0, 1, 0, 0]
    assert Pairs.of(first, np.array(second, bool)) == Pairs(1, 2, 1, 2)
    assert Pairs.of([], []) == Pairs(0, 0, 0, 0)
    with pytest.raises(ValueError, match="2 first games and 1 second"):
        Pairs.of([True, True], [True])

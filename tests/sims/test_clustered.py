"""Slopes where values come in groups: by hand, and by the plain formula in a loop."""

import numpy as np
import pytest
from scipy.stats import t

from sims.clustered import rank_correlation, rate_in_groups, slopes
from sims.reports.intervals import rate

X = np.array([0.0, 0, 1, 1])
Y = np.array([0.0, 2, 3, 7])


def reach(spread, g):
    return pytest.approx(t.ppf(0.975, g - 1) * spread)


def test_groups_of_one_give_the_variance_that_allows_unequal_spread():
    # 1, 1 and 4, 4 squared from the means 1 and 5: (2/4 + 8/4) by 4/3 and by 3/2.
    found = slopes({"x": X}, Y, np.arange(4))["x"]
    assert (found.n, found.value) == (4, pytest.approx(4.0))
    assert found.high - found.value == reach(np.sqrt(5), 4)
    assert found.p == pytest.approx(2 * t.sf(4 / np.sqrt(5), 3))


def test_values_of_a_group_go_together():
    # One value of each kind in each of the groups: they are off by -1/2 and by 1/2.
    two = slopes(
        {"x": np.tile(X, 2)}, np.tile(Y, 2), np.array([0, 1, 0, 1, 2, 3, 2, 3])
    )
    scores = np.array([-1, 1, -1, 1]) / 4
    spread = np.sqrt((scores**2).sum() * 4 / 3 * 7 / 6)
    assert two["x"].high - two["x"].value == reach(spread, 4)


def test_it_is_the_formula_for_any_numbers():
    rng = np.random.default_rng(5)
    wide, values = rng.normal(size=(60, 3)), rng.normal(size=60)
    groups = rng.integers(100, 112, 60)
    found = slopes({name: wide[:, k] for k, name in enumerate("abc")}, values, groups)
    x = np.column_stack([np.ones(60), wide])
    beta = np.linalg.lstsq(x, values, rcond=None)[0]
    meat = np.zeros((4, 4))
    names = np.unique(groups)
    for each in names:
        part = x[groups == each].T @ (values - x @ beta)[groups == each]
        meat += np.outer(part, part)
    bread = np.linalg.inv(x.T @ x)
    g = len(names)
    spread = np.sqrt(np.diag(bread @ meat @ bread) * g / (g - 1) * 59 / 56)
    for k, name in enumerate("abc", 1):
        assert found[name].value == pytest.approx(beta[k])
        assert found[name].high - found[name].value == reach(spread[k], g)


def test_more_intervals_at_once_are_wider_by_bonferroni():
    one = slopes({"x": X}, Y, np.arange(4))["x"]
    six = slopes({"x": X}, Y, np.arange(4), intervals=6)["x"]
    ratio = t.ppf(1 - 0.025 / 6, 3) / t.ppf(0.975, 3)
    assert six.high - six.value == pytest.approx(ratio * (one.high - one.value))
    assert six.p == one.p


def test_intervals_hold_the_truth_where_groups_go_together():
    rng = np.random.default_rng(6)
    held = 0
    for _ in range(400):
        groups = np.repeat(np.arange(60), 4)
        x = np.repeat(rng.normal(size=60), 4)
        y = 2 * x + np.repeat(rng.normal(size=60), 4) + rng.normal(size=240)
        found = slopes({"x": x}, y, groups)["x"]
        held += found.low <= 2 <= found.high
    assert 0.91 <= held / 400 <= 0.98


@pytest.mark.parametrize(
    ("x", "y", "groups", "n"),
    [
        ([], [], [], 0),
        ([1], [2], [0], 1),
        ([1, 1, 1], [0, 1, 2], [0, 1, 2], 3),
        ([0, 1, 2], [0, 1, 5], [7, 7, 7], 1),
    ],
)
def test_what_cannot_be_told_has_no_number(x, y, groups, n):
    found = slopes({"x": np.array(x, float)}, np.array(y, float), np.array(groups, int))
    assert found["x"].n == n
    assert found["x"].value is None


def test_too_few_groups_have_a_number_and_no_interval():
    found = slopes({"x": X}, Y, np.array([0, 1, 0, 1]))["x"]
    assert found.value == pytest.approx(4.0)
    assert found.low is None


def test_values_all_alike_have_no_slope_for_certain():
    found = slopes({"x": X}, np.ones(4), np.arange(4))["x"]
    assert found.value == pytest.approx(0.0, abs=1e-12)
    assert found.low == pytest.approx(0.0, abs=1e-12)


def test_a_rate_of_groups_of_one_has_the_interval_of_wilson():
    hits = np.array([True] * 81 + [False] * 182)
    found = rate_in_groups(hits, np.arange(263))
    # Group means vary by 1/(n - 1) and not 1/n, so it is a hair wider.
    assert (found.low, found.high) == pytest.approx((0.2553, 0.3662), abs=3e-4)


def test_a_rate_of_groups_that_go_together_is_one_of_so_many_groups():
    hits = np.repeat([True, True, False, False, True], 20)
    many, few = (
        rate_in_groups(each, np.arange(len(each)) // size)
        for each, size in ((hits, 20), (hits[::20], 1))
    )
    assert many.n == 100
    assert (many.value, many.low, many.high) == pytest.approx(
        (few.value, few.low, few.high)
    )


def test_a_rate_is_never_surer_than_without_groups():
    hits = np.tile([True, False, False], 10)  # each group the same mixture
    found = rate_in_groups(hits, np.arange(30) // 3)
    plain = rate(10, 30)
    assert (found.low, found.high) == pytest.approx((plain.low, plain.high))


@pytest.mark.parametrize("hit", [True, False])
def test_where_all_are_alike_groups_do_not_matter(hit):
    found = rate_in_groups(np.full(60, hit), np.arange(60) // 6)
    plain = rate(60 * hit, 60)
    assert (found.value, found.low, found.high) == pytest.approx(
        (plain.value, plain.low, plain.high)
    )


def test_a_rate_of_nothing_or_of_one_group():
    assert rate_in_groups(np.array([], bool), np.array([], int)).value is None
    found = rate_in_groups(np.array([True, False]), np.array([7, 7]))
    assert (found.low, found.high) == pytest.approx((rate(1, 2).low, rate(1, 2).high))


def test_rank_correlations_are_taken_within_and_averaged_over_groups():
    # Across towers the two go against each other, in each tower together.
    one = np.array([1.0, 2, 3, 11, 12, 13, 21, 22, 23, 5])
    other = np.array([30.0, 31, 32, 20, 21, 22, 12, 11, 10, 1])
    towers = np.array([0, 0, 0, 1, 1, 1, 2, 2, 2, 3])
    games = np.array([0, 0, 0, 0, 0, 0, 1, 1, 1, 1])
    found = rank_correlation(one, other, towers, games)
    assert (found.n, found.value) == (2, 0.0)  # 1 and 1, and -1
    by_tower = rank_correlation(one, other, towers, towers)
    assert (by_tower.n, by_tower.value) == (3, pytest.approx(1 / 3))


def test_rankings_without_a_rank_are_left_out():
    one = np.array([1.0, 1, 1, 1, np.nan, 3, 4])
    other = np.array([1.0, 2, 3, 1, 2, 3, 4])
    towers = np.array([0, 0, 0, 1, 1, 1, 1])
    found = rank_correlation(one, other, towers, towers)
    assert (found.n, found.value, found.low) == (1, 1.0, None)
    nothing = rank_correlation(one[:3], other[:3], towers[:3], towers[:3])
    assert (nothing.n, nothing.value) == (0, None)

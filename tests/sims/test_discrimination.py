"""Areas under the curve: a published one, by hand, and by the definition in a loop."""

import numpy as np
import pytest

from sims.discrimination import auc, auc_apart

# 109 images by how sure a reader was, 58 of healthy people and 51 of ill ones: Hanley &
# McNeil (1982), doi:10.1148/radiology.143.1.7063747, whose area is 0.893.
HEALTHY, ILL = (33, 6, 6, 11, 2), (3, 2, 2, 11, 33)
SURE = np.repeat([1.0, 2, 3, 4, 5] * 2, HEALTHY + ILL)
IS_ILL = np.arange(109) >= 58


def by_definition(scores, cases, groups):
    """Area and variance by Obuchowski (1997), every pair looked at."""
    wins = np.sign(scores[cases][:, None] - scores[~cases][None, :]) / 2 + 0.5
    area, names = wins.mean(), np.unique(groups)
    own, rest = groups[cases], groups[~cases]
    one = np.array([(wins.mean(1) - area)[own == g].sum() for g in names])
    two = np.array([(wins.mean(0) - area)[rest == g].sum() for g in names])
    m, n = wins.shape
    i, j, g = len(np.unique(own)), len(np.unique(rest)), len(names)
    return area, (
        i / (i - 1) * (one**2).sum() / m**2
        + j / (j - 1) * (two**2).sum() / n**2
        + 2 * g / (g - 1) * (one * two).sum() / (m * n)
    )


def spread_of(found):
    """Return the standard error that an interval was made of."""
    ends = np.array([found.low, found.high])
    reach = np.diff(np.log(ends / (1 - ends)))[0] / 2
    return reach / 1.959964 * found.value * (1 - found.value)


def test_a_published_area():
    found = auc(SURE, IS_ILL, np.arange(109))
    assert found.n == 51
    assert found.value == pytest.approx(0.893, abs=5e-4)
    assert found.low < 0.83 < 0.94 < found.high + 0.001


def test_single_cases_are_those_of_delong():
    # Two of four: 3 of 4 pairs are right; the shares are 1/2, 1 and 1, 1/2.
    found = auc(np.array([1.0, 2, 3, 4]), np.array([0, 1, 0, 1]) > 0, np.arange(4))
    assert found.value == 0.75
    assert spread_of(found) == pytest.approx(np.sqrt(2 * 0.125 / 2))


@pytest.mark.parametrize("seed", range(5))
def test_it_is_the_definition_for_any_numbers_and_groups(seed):
    rng = np.random.default_rng(seed)
    scores = rng.integers(0, 12, 80).astype(float)  # with ties
    cases = rng.random(80) < 0.3
    groups = rng.integers(5, 25, 80)
    found = auc(scores + cases, cases, groups)
    area, variance = by_definition(scores + cases, cases, groups)
    assert found.value == pytest.approx(area)
    assert spread_of(found) == pytest.approx(np.sqrt(variance))


def test_cases_seen_twice_tell_no_more_than_once():
    twice = auc(np.tile(SURE, 2), np.tile(IS_ILL, 2), np.tile(np.arange(109), 2))
    once = auc(SURE, IS_ILL, np.arange(109))
    assert twice.value == pytest.approx(once.value)
    assert (twice.low, twice.high) == pytest.approx((once.low, once.high))


def test_the_interval_holds_the_truth_as_often_as_it_says():
    # Games of 1 to 8 touches, the last a topple, and a shift that a whole game shares.
    rng = np.random.default_rng(1)
    true = 0.6914625  # of normal numbers 1/2 sqrt(2) apart: Phi(1/2)
    held = 0
    for _ in range(300):
        sizes = rng.integers(1, 9, 60)
        groups = np.repeat(np.arange(60), sizes)
        cases = np.append(groups[1:] != groups[:-1], True)
        common = np.sqrt(0.5) * rng.normal(size=60)[groups]
        scores = common + np.sqrt(0.5) * rng.normal(size=len(groups)) + cases / 2**0.5
        found = auc(scores, cases, groups)
        held += found.low <= true <= found.high
    assert 0.91 < held / 300 < 0.98


def test_how_far_two_areas_are_apart():
    rng = np.random.default_rng(2)
    noise = rng.normal(size=109)
    groups = np.arange(109)
    apart = auc_apart(SURE, noise, IS_ILL, groups)
    one, other = auc(SURE, IS_ILL, groups), auc(noise, IS_ILL, groups)
    assert apart.value == pytest.approx(one.value - other.value)
    assert apart.low > 0.2
    assert apart.p < 1e-4
    same = auc_apart(SURE, 2 * SURE, IS_ILL, groups)
    assert (same.value, same.low, same.high, same.p) == (0, 0, 0, 1)


def test_what_cannot_be_told():
    four = np.arange(4)
    scores = np.array([1.0, 2, 3, 4])
    for cases in ([0, 0, 0, 0], [1, 1, 1, 1]):
        for found in (
            auc(scores, np.array(cases) > 0, four),
            auc_apart(scores, -scores, np.array(cases) > 0, four),
        ):
            assert (found.n, found.value) == (sum(cases), None)
    nothing = auc(np.zeros(0), np.zeros(0, bool), np.zeros(0, int))
    assert nothing.value is None
    apart = np.array([0, 0, 1, 1]) > 0
    sure = auc(scores, apart, four)
    assert (sure.value, sure.low) == (1.0, None)
    alike = auc(np.zeros(4), apart, four)
    assert alike.value == 0.5
    single = auc(np.array([1.0, 2, 0, 4]), apart, np.zeros(4, int))
    assert (single.value, single.low) == (0.5, None)
    assert auc_apart(scores, -scores, apart, np.zeros(4, int)).low is None

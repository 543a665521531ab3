"""Forecasts: published and closed forms, edge cases, and draws of whole groups."""

import numpy as np
import pytest

from sims.forecasts import (
    Alarm,
    alarm_at,
    bootstrapped,
    brier,
    calibration,
    fit_logistic,
    skill,
    sounding,
)

# The flights of the space shuttle before the one of 1986: temperature at the launch,
# degrees Fahrenheit, and whether a ring was damaged. Dalal, Fowlkes & Hoadley (1989),
# doi:10.1080/01621459.1989.10478858; the logit is 15.043 - 0.2322 t.
WARM = np.array(
    [66, 70, 69, 68, 67, 72, 73, 70, 57, 63, 70, 78,
     67, 53, 67, 75, 70, 81, 76, 79, 75, 76, 58], float,
)  # fmt: skip
DAMAGED = np.isin(np.arange(23), [8, 9, 10, 13, 20, 22]) | (np.arange(23) == 1)


def test_a_published_regression():
    found = fit_logistic({"t": WARM}, DAMAGED, ridge=0.0)
    assert found.constant == pytest.approx(15.0429, abs=1e-3)
    assert found.slopes["t"] == pytest.approx(-0.2322, abs=1e-4)
    chances = found.chances({"t": WARM, "unused": WARM})
    assert chances.sum() == pytest.approx(DAMAGED.sum())


def test_a_table_of_two_by_two_in_closed_form():
    x = np.repeat([0.0, 1.0], [40, 60])
    happened = np.concatenate([np.arange(40) < 4, np.arange(60) < 30])
    found = fit_logistic({"x": x}, happened, ridge=0.0)
    assert found.constant == pytest.approx(np.log(4 / 36))
    assert found.slopes["x"] == pytest.approx(np.log(9))


def test_slopes_stay_finite_where_cases_are_told_without_fail():
    x = np.arange(20.0)
    found = fit_logistic({"x": x}, x > 9)
    assert np.isfinite(found.slopes["x"])
    chances = found.chances({"x": x})
    assert chances[:10].max() < 0.2 < 0.8 < chances[10:].min()


def test_what_is_the_same_in_all_cases_gets_no_slope():
    found = fit_logistic({"t": WARM, "same": np.full(23, 3.0)}, DAMAGED, ridge=0.0)
    assert found.slopes["same"] == 0.0
    assert found.slopes["t"] == pytest.approx(-0.2322, abs=1e-4)
    twice = fit_logistic({"t": WARM, "again": 2 * WARM}, DAMAGED)
    same = twice.chances({"t": WARM, "again": 2 * WARM})
    assert same == pytest.approx(found.chances({"t": WARM, "same": WARM}), abs=1e-3)


def test_where_nothing_happened_the_chances_are_small_and_finite():
    for flags in (np.zeros(23, bool), np.ones(23, bool)):
        chances = fit_logistic({"t": WARM}, flags).chances({"t": WARM})
        assert np.isfinite(chances).all()
        assert np.abs(chances - flags).max() < 0.3
    one = fit_logistic({"t": WARM[:1]}, np.array([True]))
    assert 0.5 < one.chances({"t": WARM[:1]})[0] < 1
    with pytest.raises(ValueError, match="no case"):
        fit_logistic({"t": WARM[:0]}, DAMAGED[:0])


def test_scores():
    # Four days of rain told with 0.9, 0.9, 0.1 and 0.1: squares 0.01, 0.81, 0.01, 0.01.
    chances = np.array([0.9, 0.9, 0.1, 0.1])
    happened = np.array([True, False, False, False])
    assert brier(chances, happened) == pytest.approx(0.21)
    assert skill(chances, happened, 0.25) == pytest.approx(1 - 0.21 / 0.1875)
    assert skill(happened.astype(float), happened, 0.25) == 1.0
    assert np.isnan(skill(np.zeros(2), np.zeros(2, bool), 0.0))


def test_calibration_bin_by_bin():
    chances = np.array([0.9, 0.1, 0.25, 0.8, 0.3, 1.0])
    happened = np.array([True, False, False, True, True, True])
    found = calibration(chances, happened, (0.0, 0.25, 0.5, 0.9))
    assert [told for told, _ in found] == pytest.approx([0.1, 0.275, 0.8, 0.95])
    assert [came.n for _, came in found] == [1, 2, 1, 2]
    assert [came.value for _, came in found] == [0.0, 0.5, 1.0, 1.0]
    assert calibration(chances[:0], happened[:0], (0.0, 0.5)) == []


def test_alarms():
    scores = np.array([9.0, 8, 7, 6, 5, 4])
    happened = np.array([1, 0, 1, 1, 0, 0]) > 0
    assert alarm_at(scores, happened, 0.6) == Alarm(
        7.0, 2 / 3, 0.5, pytest.approx(1 / 3)
    )
    assert alarm_at(scores, happened, 0.01).threshold == 9.0
    assert alarm_at(scores, happened, 1.0).false == pytest.approx(0.25)
    # Of equal numbers all sound.
    assert alarm_at(np.zeros(4), np.arange(4) == 0, 0.5).alarms == 1.0
    silent = sounding(scores, happened, 99.0)
    assert (silent.caught, silent.alarms) == (0.0, 0.0)
    assert np.isnan(silent.false)
    assert np.isnan(sounding(scores[:0], happened[:0], 0.0).caught)
    with pytest.raises(ValueError, match="nothing happened"):
        alarm_at(scores, happened & False, 0.8)


def test_draws_of_groups_vary_as_means_of_groups_do():
    rng = np.random.default_rng(3)
    each = rng.normal(size=400)
    values, groups = np.repeat(each, 5), np.repeat(np.arange(400), 5)
    found = bootstrapped(lambda rows: float(values[rows].mean()), groups, seed=1)
    assert found.n == 400
    assert found.value == pytest.approx(each.mean())
    reach = 1.96 * each.std(ddof=1) / 20
    assert found.high - found.low == pytest.approx(2 * reach, rel=0.1)
    again = bootstrapped(lambda rows: float(values[rows].mean()), groups, seed=1)
    assert (again.low, again.high) == (found.low, found.high)


def test_draws_where_there_is_little():
    groups = np.zeros(3, int)
    one = bootstrapped(lambda rows: float(len(rows)), groups, seed=1)
    assert (one.n, one.value, one.low) == (1, 3.0, None)
    none = bootstrapped(lambda _: float("nan"), np.arange(3), seed=1)
    assert none.value is None
    empty = bootstrapped(lambda rows: float(len(rows)), groups[:0], seed=1)
    assert (empty.n, empty.low) == (0, None)
    known = np.array([0.5, np.nan])  # a sample of the second alone has no number
    some = bootstrapped(lambda rows: float(known[rows].max()), np.arange(2), seed=1)
    assert some.value is None
    half = bootstrapped(
        lambda rows: float(known[rows[0] % 2] + known[0]), np.arange(2), seed=1
    )
    assert (half.value, half.low, half.high) == (1.0, 1.0, 1.0)

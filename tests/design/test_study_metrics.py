"""Metrics: exact sums, intervals as published, words that fit them."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from functools import reduce
from operator import add

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import tests.strategies  # noqa: F401  # settings for machines that are busy
from sims.design.interval_ends import student, wilson
from sims.design.metrics import Metric, Tally, tallied, told
from tests.design.toy import LOST, TURNS

VALUES = st.lists(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(10**12), 10**12),
        st.floats(allow_nan=True),
    ),
    max_size=30,
)


@given(VALUES, VALUES)
def test_a_tally_of_parts_is_that_of_the_whole(
    one: list[float | None], other: list[float | None]
) -> None:
    assert Tally.of(one) + Tally.of(other) == Tally.of(one + other)


@given(VALUES)
def test_a_tally_is_exact_and_knows_no_order(values: list[float | None]) -> None:
    mixed = values.copy()
    random.Random(1).shuffle(mixed)
    tally = Tally.of(values)
    assert tally == Tally.of(mixed)
    there = [Fraction(x) for x in values if x is not None and math.isfinite(x)]
    assert tally.n == len(there)
    assert tally.total == sum(there)
    assert tally.squares == sum(x * x for x in there)


def test_sums_of_floats_do_not_depend_on_who_adds_first() -> None:
    values = [0.1, 1e16, -1e16, 0.2, 1e-300]
    assert reduce(add, values) != reduce(add, reversed(values))
    parts = [Tally.of([value]) for value in values]
    forward, back = Tally(), Tally()
    for part in parts:
        forward += part
    for part in reversed(parts):
        back += part
    assert forward == back == Tally.of(values)


@pytest.mark.parametrize(
    ("count", "n", "low", "high"),
    # Newcombe 1998, table I, method 3, doi:10.1002/(SICI)1097-0258(19980430)17:8<857
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_rates_have_the_published_intervals(
    count: int, n: int, low: float, high: float
) -> None:
    found = Tally(n, count, count).interval(LOST)
    assert (found.low, found.high) == pytest.approx((low, high), abs=5e-5)


def test_means_have_the_intervals_of_student() -> None:
    values = [8.5, 2.25, 9.0, 4.125, 7.5, 3.0]
    found = Tally.of(values).interval(TURNS, 0.9)
    data = np.array(values)
    expected = stats.t.interval(
        0.9, len(data) - 1, data.mean(), data.std(ddof=1) / math.sqrt(len(data))
    )
    assert (found.low, found.high) == pytest.approx(expected, rel=1e-12)


def test_a_mean_far_from_zero_keeps_its_spread() -> None:
    near = Tally.of([1.0, 2.0, 3.0]).interval(TURNS).width
    far = Tally.of([1e9 + 1, 1e9 + 2, 1e9 + 3]).interval(TURNS).width
    assert far == pytest.approx(near, rel=1e-6)


def test_nothing_is_known_of_no_games() -> None:
    assert Tally().mean is None
    assert Tally().interval(LOST).width == 1
    assert Tally.of([5]).interval(TURNS).width == math.inf
    assert told(LOST, Tally()) == "lost unknown"
    assert told(TURNS, Tally.of([5])) == "turns 5"


def test_values_that_are_all_the_same_have_no_width() -> None:
    assert Tally.of([0.1] * 7).interval(TURNS).width == 0
    assert told(TURNS, Tally.of([4, 4])) == "turns 4 (4 to 4)"


def test_more_games_are_told_with_more_digits() -> None:
    assert told(LOST, Tally(50, 48, 48)) == "lost 96 % (87 to 99)"
    assert told(LOST, Tally(50_000, 48_000, 48_000)) == "lost 96.00 % (95.82 to 96.17)"


def test_metrics_are_counted_over_a_table() -> None:
    games = pa.table({"end": ["l", "w", "failed"], "turns": [3, 5, 0]})
    found = tallied(games, (LOST, TURNS))
    assert found == {"lost": Tally(3, 1, 1), "turns": Tally(2, 8, 34)}
    assert tallied(games.slice(0, 0), (LOST,)) == {"lost": Tally()}


def test_a_metric_sees_only_the_columns_it_names() -> None:
    games = pa.table({"end": ["l"], "turns": [3]})
    greedy = Metric("x", "mean", "", "-", ("end",), lambda row: row["turns"])
    with pytest.raises(KeyError):
        tallied(games, (greedy,))


def test_ends_are_those_of_scipy_to_the_bit() -> None:
    for n in (1, 2, 7, 30, 263, 10**6):
        for count in sorted({0, 1, n // 3, n - 1, n}):
            for level in (0.9, 0.95, 0.99):
                found = stats.binomtest(count, n).proportion_ci(level, method="wilson")
                assert wilson(count, n, level) == (found.low, found.high)
                assert student(n, level) == stats.t.ppf((1 + level) / 2, n)

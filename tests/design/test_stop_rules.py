"""Stop rules: what they cost in truth is as little as is said."""

from __future__ import annotations

import numpy as np
import pytest

from sims.design.metrics import Metric, Tally
from sims.design.stopping import StopRule
from tests.design.toy import LOST, TURNS


def coverage(rule: StopRule, draws: np.ndarray, truth: float) -> float:
    """Return how often the interval at which a rule ends a cell holds the truth."""
    held = 0
    for games in draws:
        tally, at = Tally(), 0
        while not rule.met(tally):
            batch = games[at : at + rule.batch]
            assert len(batch) == rule.batch
            total, squares = int(batch.sum()), int((batch * batch).sum())
            tally, at = tally + Tally(rule.batch, total, squares), at + rule.batch
        interval = tally.interval(rule.metric)
        held += interval.low <= truth <= interval.high
    return held / len(draws)


@pytest.mark.parametrize("rate", [0.05, 0.3, 0.5])
def test_intervals_of_rates_at_which_rules_end_hold_the_truth(rate: float) -> None:
    draws = np.random.default_rng(1).random((3000, 800)) < rate
    rule = StopRule(metric=LOST, width=0.1)
    assert 0.93 <= coverage(rule, draws.astype(np.int64), rate) <= 0.985


def test_intervals_of_means_at_which_rules_end_hold_the_truth() -> None:
    draws = np.random.default_rng(1).geometric(0.1, (1500, 1000))
    rule = StopRule(metric=TURNS, width=2)
    assert 0.92 <= coverage(rule, draws, 10.0) <= 0.96
    # What at_least is for: after a handful of games the spread is not known either.
    hasty = StopRule(metric=TURNS, width=4, at_least=10, batch=5)
    assert coverage(hasty, draws, 10.0) < 0.91


@pytest.mark.parametrize(
    ("at_least", "batch", "fewest"), [(100, 100, 100), (101, 100, 200), (2, 50, 50)]
)
def test_a_cell_is_looked_at_after_whole_rounds(
    at_least: int, batch: int, fewest: int
) -> None:
    rule = StopRule(metric=LOST, width=0.9, at_least=at_least, batch=batch)
    assert rule.fewest == fewest
    assert rule.met(Tally(fewest, 0, 0))
    assert not rule.met(Tally(at_least - 1, 0, 0))


def test_a_rule_is_told_and_read_again() -> None:
    rule = StopRule(metric=TURNS, width=2.5, at_least=30, batch=10)
    metrics: tuple[Metric, ...] = (LOST, TURNS)
    assert StopRule.from_mapping(rule.to_mapping(), metrics) == rule

"""Which cells of a study their stop rule has closed, and which ran out of games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np

from gamebase.errors import GameError
from sims.design.metrics import Metric, Tally
from sims.design.plan import Plan
from sims.design.stopping import StopRule
from sims.reports.columns import Columns

__all__ = ["STOPS", "Stop", "rule_of", "stops"]

Stop = Literal["met", "ran out", "open"]
"""Met; all games were played and it was not; or games are still to be played."""

STOPS: Mapping[Stop, str] = {
    "met": "its stop rule was met",
    "ran out": "its games ran out before its stop rule was met",
    "open": "its stop rule is not met yet",
}
"""What each of them is in words."""


def rule_of(
    stop: Mapping[str, Any] | None, metrics: Sequence[Metric]
) -> StopRule | None:
    """Return the stop rule of a record; None without one, or if it is of another kind.

    Parameters
    ----------
    stop : mapping or None
        As ``run.json`` has it, whoever wrote that.
    metrics : sequence of Metric
        Those there are.
    """
    try:
        return None if stop is None else StopRule.from_mapping(stop, metrics)
    except GameError:
        return None


def stops(rule: StopRule, games: int, columns: Sequence[Columns]) -> list[Stop]:
    """Return how it is with the stop rule in each cell.

    Parameters
    ----------
    rule : StopRule
    games : int
        Games that a cell plays at most.
    columns : sequence of Columns
        One set a cell, with the values of the metric of the rule.
    """
    plan = Plan(len(columns), max(games, 1), rule)
    while (span := plan.ready()) is not None:
        first, stop = span.first, span.stop
        low, high = np.searchsorted(columns[span.cell].games, [first, stop])
        if high - low == span.count:
            found = _tally(rule, columns[span.cell], low, high)
            plan.finished(span, {rule.metric.name: found})
    return [
        "met" if cell in plan.closed else _at_the_end(rule, games, each)
        for cell, each in enumerate(columns)
    ]


def _at_the_end(rule: StopRule, games: int, columns: Columns) -> Stop:
    """Return how it is in a cell that the rule has not closed on the way."""
    there = int(np.searchsorted(columns.games, games))
    if there < games:
        return "open"
    return "met" if rule.met(_tally(rule, columns, 0, there)) else "ran out"


def _tally(rule: StopRule, columns: Columns, low: int, high: int) -> Tally:
    values = columns.values[rule.metric.name][low:high].tolist()
    # Sums of whole numbers are exact, and quick.
    return Tally.of(int(each) if each.is_integer() else each for each in values)

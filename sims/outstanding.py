"""What a study asks for, and still lacks, by the games that a folder holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sims.dataset.results import Results
from sims.dataset.spans import Span
from sims.design.design import Design
from sims.design.plan import Plan
from sims.study_work import Earlier

__all__ = ["asked_and_all_there", "outstanding"]


def outstanding(design: Design[Any], results: Results) -> Sequence[tuple[int, int]]:
    """Return for each cell how many games it still plays, at least and at most.

    Parameters
    ----------
    design : Design
    results : Results
        The games there are.

    Raises
    ------
    BatchError
        If a file of the folder is damaged.
    """
    return _missing(_gone_on(design, results), design, results)


def asked_and_all_there(design: Design[Any], results: Results) -> tuple[int, bool]:
    """Return how many games a study asks for at most, and whether all are there.

    Parameters
    ----------
    design, results
        As of `outstanding`.

    Raises
    ------
    BatchError
        As of `outstanding`.
    """
    plan = _gone_on(design, results)
    left = _missing(plan, design, results)
    return plan.total, not any(most for _, most in left)


def _missing(
    plan: Plan, design: Design[Any], results: Results
) -> Sequence[tuple[int, int]]:
    done = results.done

    def missing(cell: int, until: int) -> int:
        return until - done.overlap(Span(cell, 0, until)) if until else 0

    return [
        (missing(cell, least), missing(cell, most))
        for cell in range(len(design.cells))
        for least, most in [plan.bounds(cell)]
    ]


def _gone_on(design: Design[Any], results: Results) -> Plan:
    """Return the plan as far as the games go: by then it knows which cells close."""
    plan, rule = design.plan(), design.stop
    if rule is None:
        return plan
    columns = {"cell", "game", *rule.metric.columns}
    earlier = Earlier(results.pieces("games", sorted(columns)), (rule.metric,))
    while (span := plan.ready()) is not None:
        if not results.done.missing(span):
            plan.finished(span, earlier.tallies(span))
    return plan

"""How many games of a study are still to be played, by those that a folder holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sims.dataset.results import Results
from sims.dataset.spans import Span
from sims.design.design import Design
from sims.design.plan import Plan
from sims.study_work import Earlier

__all__ = ["outstanding"]


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
    plan, done = design.plan(), results.done
    if design.stop is not None:
        _go_on(plan, design, results)

    def missing(cell: int, until: int) -> int:
        return until - done.overlap(Span(cell, 0, until)) if until else 0

    return [
        (missing(cell, least), missing(cell, most))
        for cell in range(len(design.cells))
        for least, most in [plan.bounds(cell)]
    ]


def _go_on(plan: Plan, design: Design[Any], results: Results) -> None:
    """Bring a plan as far as the games go, for then it knows which cells are closed."""
    rule = design.stop
    metrics = () if rule is None else (rule.metric,)
    columns = {"cell", "game", *(name for each in metrics for name in each.columns)}
    earlier = Earlier(results.pieces("games", sorted(columns)), metrics)
    while (span := plan.ready()) is not None:
        if not results.done.missing(span):
            plan.finished(span, earlier.tallies(span))

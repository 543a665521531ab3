"""Metrics of games that were played to an end, of whichever game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from sims.design.metrics import Metric
from sims.report import FAILURES

__all__ = ["Row", "game_metric"]

Row = Mapping[str, Any]
"""What a table has of a game, by the names of its columns."""


def game_metric(
    name: str,
    kind: Literal["rate", "mean"],
    meaning: str,
    value: Callable[[Row], bool | int | float | None],
    *columns: str,
    unit: str = "-",
) -> Metric:
    """Return a metric that does not apply to games that failed.

    Parameters
    ----------
    name, kind, meaning, value
        As of `sims.design.metrics.Metric`; ``value`` sees no row of a game that failed.
    *columns
        What ``value`` reads besides ``termination``.
    unit : str
        Its unit, ``"-"`` for none.
    """
    return Metric(
        name,
        kind,
        meaning,
        unit,
        ("termination", *columns),
        lambda row: None if row["termination"] in FAILURES else value(row),
    )

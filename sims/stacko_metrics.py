"""What is measured in every game of Stacko, for studies and their reports."""

from __future__ import annotations

from collections.abc import Callable

from sims.design.metrics import Metric
from sims.game_metrics import Row, game_metric

__all__ = ["METRICS"]


def _if_toppled(value: Callable[[Row], bool]) -> Callable[[Row], bool | None]:
    return lambda row: value(row) if row["termination"] == "toppled" else None


METRICS: tuple[Metric, ...] = (
    game_metric(
        "turns", "mean", "turns begun", lambda row: row["turns"], "turns", unit="turns"
    ),
    game_metric(
        "toppled",
        "rate",
        "games in which the tower was knocked over",
        lambda row: row["termination"] == "toppled",
    ),
    game_metric(
        "moves",
        "mean",
        "blocks taken and put on top",
        lambda row: row["moves"],
        "moves",
        unit="blocks",
    ),
    game_metric(
        "layers",
        "mean",
        "layers at the end of the last clean move",
        lambda row: row["layers"],
        "layers",
        unit="layers",
    ),
    game_metric(
        "builder_loses",
        "rate",
        "games with a loser that seat 0 loses",
        lambda row: None if row["loser"] is None else row["loser"] == 0,
        "loser",
    ),
    game_metric(
        "first_turn",
        "rate",
        "topples that come in the first turn",
        _if_toppled(lambda row: row["turns"] <= 1),
        "turns",
    ),
    game_metric(
        "while_pulling",
        "rate",
        "topples that come while a block is pulled or pushed",
        _if_toppled(lambda row: row["phase"] == "pull"),
        "phase",
    ),
    game_metric(
        "collapse",
        "rate",
        "topples that the criterion collapse counts, too",
        _if_toppled(lambda row: row["collapse"]),
        "collapse",
    ),
    game_metric(
        "attempts",
        "mean",
        "blocks touched, moves included",
        lambda row: row["attempts"],
        "attempts",
        unit="blocks",
    ),
    game_metric(
        "min_margin",
        "mean",
        "smallest stability margin of the game",
        lambda row: row["min_margin"],
        "min_margin",
        unit="m",
    ),
)
"""The first one is the main metric: progress tells of it."""

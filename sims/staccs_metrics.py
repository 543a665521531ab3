"""What is measured in every game of STACCS, for studies and their reports."""

from __future__ import annotations

from collections.abc import Callable

from sims.design.metrics import Metric
from sims.game_metrics import Row, game_metric

__all__ = ["METRICS", "TOGETHER"]

TOGETHER = ("solo", "wild-out")
"""Modes in which nobody plays against another."""


def _count(name: str, meaning: str, unit: str) -> Metric:
    return game_metric(name, "mean", meaning, lambda row: row[name], name, unit=unit)


def _against(value: Callable[[Row], bool]) -> Callable[[Row], bool | None]:
    """Return a rate of games in which players are against each other."""
    return lambda row: None if row["mode"] in TOGETHER else value(row)


METRICS: tuple[Metric, ...] = (
    _count("turns", "turns in which a card was played or drawn", "turns"),
    game_metric(
        "complete",
        "rate",
        "games of SOLOSTACCS and WILD OUT in which all cards stand",
        lambda row: (
            row["termination"] == "complete" if row["mode"] in TOGETHER else None
        ),
        "mode",
    ),
    game_metric(
        "beginner_wins",
        "rate",
        "games that seat 0 wins, shared ones too",
        _against(lambda row: "0" in (row["winners"] or "").split(",")),
        "winners",
        "mode",
    ),
    game_metric(
        "shared",
        "rate",
        "games that several players win together",
        _against(lambda row: row["winner"] is None),
        "winner",
        "mode",
    ),
    game_metric(
        "deck_out",
        "rate",
        "games that end because a card is due and none is left",
        _against(lambda row: row["termination"] == "deck_out"),
        "mode",
    ),
    _count("plays", "cards played", "cards"),
    _count("standing", "cards on all STACCs at the end", "cards"),
    _count("penalty_cards", "cards drawn for ATTACCs and forgotten calls", "cards"),
    _count("lost_to_edge", "plays only the table forbade, over all decisions", "plays"),
    game_metric(
        "edge",
        "rate",
        "games in which the table forbade a play",
        lambda row: row["lost_to_edge"] > 0,
        "lost_to_edge",
    ),
    game_metric(
        "extent",
        "mean",
        "largest distance of two corners of cards",
        lambda row: row["extent"],
        "extent",
        unit="m",
    ),
)
"""The first one is the main metric: progress tells of it."""

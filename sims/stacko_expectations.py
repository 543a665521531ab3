"""What anybody would expect of a tower game, held against games that were played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.stats import binomtest, bootstrap

from stacko.records import MatchRecord, TurnRow
from stacko.tower import Slot

__all__ = ["THIRDS", "Expectation", "expectations", "first_turn_topples", "tries_in"]

RARE = 0.1
"""Share of games up to which a topple in the very first turn is called rare."""

THIRDS = ((1, 5), (6, 10), (11, 15))
"""Layers, from bottom to top, of the tower as built."""

Key = tuple[str, str]
STEADY, AVERAGE = ("prober", "steady"), ("prober", "average")
LONGER: tuple[tuple[Key, Key], ...] = (
    (STEADY, ("prober", "shaky")),
    (AVERAGE, ("random", "average")),
    (AVERAGE, ("cautious", "average")),
)
"""Groups of which the first is expected to last longer."""

Played = Mapping[Key, Sequence[MatchRecord]]


@dataclass(frozen=True, slots=True)
class Expectation:
    """One expectation and what the games say of it.

    Parameters
    ----------
    expected : str
        In words.
    value, low, high : float
        What was found, and its 95 % interval.
    verdict : str
        ``holds``, ``does not hold``, or ``undecided`` where the interval takes in
        both; more games decide.
    """

    expected: str
    value: float
    low: float
    high: float
    verdict: str


def expectations(played: Played) -> list[Expectation]:
    """Judge all expectations whose groups were played.

    Parameters
    ----------
    played : mapping of (player, hand) to records
        Games of the groups on the same towers, one or more each.

    Returns
    -------
    list of Expectation
    """
    longer = [
        _longer(played, one, other)
        for one, other in LONGER
        if one in played and other in played
    ]
    if AVERAGE in played:
        longer.append(_easier_on_top(played, AVERAGE))
    if STEADY in played:
        longer.append(_rarely_at_once(played, STEADY))
    return longer


def _longer(played: Played, one: Key, other: Key) -> Expectation:
    """Compare turns on the same towers; games that one group lacks are left out."""
    turns = [{r.game.game: r.game.turns for r in played[key]} for key in (one, other)]
    both = sorted(turns[0].keys() & turns[1].keys())
    more = np.array([turns[0][i] - turns[1][i] for i in both], dtype=float)
    text = f"{', '.join(one)} lasts longer than {', '.join(other)}, turns"
    return _judge(text, float(more.mean()), *_spread(more), lambda low: low > 0)


def _easier_on_top(played: Played, key: Key) -> Expectation:
    """First tries that brought the block out: share at the top less at the bottom."""
    tries = [row for record in played[key] for row in record.turns if row.attempt == 1]
    top, bottom = _came_out(tries, THIRDS[-1]), _came_out(tries, THIRDS[0])
    if not len(top) or not len(bottom):
        nan = float("nan")
        return Expectation(
            "top blocks come out more easily", nan, nan, nan, "undecided"
        )
    error = 1.96 * np.sqrt(_variance(top) + _variance(bottom))
    more = float(top.mean() - bottom.mean())
    text = f"{', '.join(key)}: top blocks come out more easily, share"
    return _judge(text, more, more - error, more + error, lambda low: low > 0)


def tries_in(tries: Iterable[TurnRow], layers: tuple[int, int]) -> list[TurnRow]:
    """Return the tries at blocks that lay in some layers, first and last included."""
    bottom, top = layers
    return [
        row
        for row in tries
        if row.slot is not None and bottom <= Slot.from_notation(row.slot).layer <= top
    ]


def first_turn_topples(records: Iterable[MatchRecord]) -> int:
    """Return how many games ended with a topple in their first turn."""
    games = [record.game for record in records]
    return sum(g.turns == 1 and g.termination == "toppled" for g in games)


def _came_out(tries: Iterable[TurnRow], layers: tuple[int, int]) -> np.ndarray:
    out = [row.verdict == "clean" for row in tries_in(tries, layers)]
    return np.array(out, dtype=float)


def _variance(shares: np.ndarray) -> float:
    """Variance of a share, with two games each way added (Agresti, Coull 1998)."""
    share = (shares.sum() + 2) / (len(shares) + 4)
    return float(share * (1 - share) / (len(shares) + 4))


def _rarely_at_once(played: Played, key: Key) -> Expectation:
    records = played[key]
    first = first_turn_topples(records)
    test = binomtest(first, len(records))
    low, high = test.proportion_ci(method="wilson")
    text = f"{', '.join(key)} rarely topples the tower in turn 1 (under {RARE:.0%})"
    verdict = "holds" if high < RARE else "undecided"
    share = first / len(records)
    return Expectation(
        text, share, float(low), float(high), verdict if low < RARE else "does not hold"
    )


def _judge(
    text: str, value: float, low: float, high: float, holds: Callable[[float], bool]
) -> Expectation:
    verdict = "holds" if holds(low) else "undecided" if holds(high) else "does not hold"
    return Expectation(text, value, float(low), float(high), verdict)


def _spread(values: np.ndarray) -> tuple[float, float]:
    if np.ptp(values) == 0.0:  # the bootstrap has nothing to draw from
        return float(values[0]), float(values[0])
    found = bootstrap((values,), np.mean, rng=np.random.default_rng(0))
    low, high = found.confidence_interval
    return float(low), float(high)

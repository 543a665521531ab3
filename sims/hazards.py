"""How dangerous each turn is to a tower that has stood so long.

The hazard of a turn is the share of the towers that fall in it, of those that stand
when it begins. Turns of one game count one by one: a tower falls once at most, so given
that it stands, each turn is a trial of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gamebase.errors import ParameterError
from sims.design.interval_ends import wilson
from sims.reports.intervals import LEVEL, Estimate, rate

__all__ = ["Hazard", "hazards", "needed", "reaching"]

Counts = Sequence[int] | NDArray[np.int64]
Flags = Sequence[bool] | NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Hazard:
    """The hazard of some turns in a row.

    Parameters
    ----------
    first, last : int
        The turns, counted from 1; of the last group, the last that was played.
    fell : int
        Towers that fell in one of them.
    rate : Estimate
        Share of turns in which one fell, with Wilson's interval; ``n`` are the turns
        begun.
    """

    first: int
    last: int
    fell: int
    rate: Estimate

    @property
    def middle(self) -> float:
        """The middle of the turns, for a plot."""
        return (self.first + self.last) / 2


def hazards(turns: Counts, fell: Flags, starts: Sequence[int]) -> list[Hazard]:
    """Return the hazard by groups of turns.

    Parameters
    ----------
    turns : sequence of int or ndarray
        Turns begun in each game.
    fell : sequence of bool or ndarray
        Whether its tower fell in the last of them.
    starts : sequence of int
        First turn of each group, rising; the last group has no end.

    Returns
    -------
    list of Hazard
        Groups of which no turn was played are left out.

    Raises
    ------
    ParameterError
        If the two are not of one length, or the starts do not rise from 1 or more.

    Examples
    --------
    >>> found = hazards([1, 2, 4, 4], [True, True, True, False], [1, 3])
    >>> [(each.first, each.last, each.fell, each.rate.n) for each in found]
    [(1, 2, 2, 7), (3, 4, 1, 4)]
    """
    lengths, ends = np.asarray(turns, np.int64), np.asarray(fell, bool)
    if lengths.shape != ends.shape:
        raise ParameterError(
            f"{lengths.size} numbers of turns and {ends.size} endings: give one of each"
        )
    if not len(starts) or starts[0] < 1 or np.any(np.diff(starts) < 1):
        raise ParameterError(
            f"groups start at {list(starts)}: give rising turns from 1"
        )
    longest = int(lengths.max(initial=0))
    stops = [*(start - 1 for start in starts[1:]), max(longest, starts[-1])]
    found = []
    for first, last in zip(starts, stops, strict=True):
        begun = int(np.clip(lengths - first + 1, 0, last - first + 1).sum())
        fallen = int((ends & (lengths >= first) & (lengths <= last)).sum())
        if begun:
            found.append(Hazard(first, last, fallen, rate(fallen, begun)))
    return found


def reaching(turns: Counts, fell: Flags, known: int, goal: int) -> Estimate:
    """Return the chance that a tower outlasts a goal beyond what was seen.

    That it stands after the turns in which many were watched is known; from there on
    every turn is taken to be as dangerous as all later ones were on average. Where
    danger rises this is too much, so its upper end is the one to trust.

    Parameters
    ----------
    turns, fell
        As of `hazards`.
    known : int
        Turns that many towers survived.
    goal : int
        Turns that are asked for, not fewer.

    Returns
    -------
    Estimate
        With an interval whose two parts, the share that outlasts what is known and
        the hazard after it, hold at once with 95 % at least (Bonferroni); ``n`` are the
        games. Without a later turn there is no estimate.

    Examples
    --------
    >>> found = reaching([10] * 50 + [11] * 50, [True] * 100, 10, 11)
    >>> found.value, round(found.high, 3)
    (0.0, 0.056)
    """
    if goal < known:
        raise ParameterError(f"the goal, {goal}, comes before {known} turns: give more")
    lengths, ends = np.asarray(turns, np.int64), np.asarray(fell, bool)
    games = len(lengths)
    outlast = int(((lengths > known) | ((lengths == known) & ~ends)).sum())
    later = hazards(lengths, ends, [known + 1])
    if not games or not later:
        return Estimate(games, None, None, None)
    begun, fallen, more = later[0].rate.n, later[0].fell, goal - known
    level = (1 + LEVEL) / 2
    low, high = wilson(outlast, games, level)
    safe, risky = wilson(fallen, begun, level)
    return Estimate(
        games,
        outlast / games * (1 - fallen / begun) ** more,
        low * (1 - risky) ** more,
        high * (1 - safe) ** more,
    )


def needed(moves: int, chance: float = 0.5) -> float:
    """Return how sure every one of so many moves has to be for all to succeed.

    Parameters
    ----------
    moves : int
        At least 1.
    chance : float
        Of all of them, between 0 and 1.

    Examples
    --------
    >>> round(needed(68), 4)
    0.9899
    """
    if moves < 1 or not 0 < chance < 1:
        raise ParameterError(f"{moves} moves at {chance}: give 1 or more, and 0 to 1")
    return float(chance ** (1 / moves))

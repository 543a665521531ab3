"""Who says the same of a removal: confusion tables and their intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.stats import binomtest, bootstrap

from sims.agreement.facts import FactRow
from sims.agreement.trials import ENGINES, FAILED, FALLS, TrialRow

__all__ = ["Agreement", "Judged", "agreement", "consensus", "counts", "judged"]

RESAMPLES = 2000


@dataclass(frozen=True, slots=True)
class Judged:
    """One removal and what everybody says of it.

    Parameters
    ----------
    fact : FactRow
    how : str
    trials : dict of model to TrialRow
    """

    fact: FactRow
    how: str
    trials: dict[str, TrialRow]

    @property
    def place(self) -> str:
        """Where it can be replayed: ``STATE:BLOCK:HOW``."""
        return f"{self.fact.state}:{self.fact.block}:{self.how}"

    def verdict(self, who: str) -> str | None:
        """Return the verdict of a model or a rule; None if it has none."""
        if who == "engines":
            return consensus(self)
        if who in self.trials:
            found = self.trials[who].verdict
            return None if found == FAILED else found
        told = {
            "statics": self.fact.statics,
            "layer rule": self.fact.layer_rule,
            "margin rule": self.fact.margin_rule,
        }.get(who)
        return None if told == "unknown" else told


def judged(facts: Iterable[FactRow], trials: Iterable[TrialRow]) -> list[Judged]:
    """Bring together what was said of each removal."""
    known = {(row.state, row.block): row for row in facts}
    found: dict[tuple[int, str, str], dict[str, TrialRow]] = {}
    for row in trials:
        found.setdefault((row.state, row.block, row.how), {})[row.model] = row
    return [
        Judged(known[state, block], how, rows)
        for (state, block, how), rows in sorted(found.items())
        if (state, block) in known
    ]


def consensus(of: Judged) -> str | None:
    """Return what both engines say; None where they differ or one said nothing."""
    first, second = (of.verdict(engine) for engine in ENGINES)
    return first if first == second else None


@dataclass(frozen=True, slots=True)
class Agreement:
    """How often two say the same.

    Parameters
    ----------
    how : str or None
        Of what removals; None of all.
    first, second : str
    removals : int
        Of which both said something.
    same : float
        Share of equal verdicts.
    low, high : float
        Its 95 % interval: the wider of Wilson's and of one that draws whole towers
        anew, since removals of one tower have much in common.
    same_fall : float
        Share of which both say whether the tower falls; a block that is stuck has
        not felled it.
    """

    how: str | None
    first: str
    second: str
    removals: int
    same: float
    low: float
    high: float
    same_fall: float

    def __str__(self) -> str:
        return f"{self.same:.1%} ({self.low:.1%} to {self.high:.1%})"


def agreement(
    found: Sequence[Judged], how: str | None, first: str, second: str
) -> Agreement | None:
    """Return how often two say the same of removals of one kind, or of all.

    None if there is no removal of which both said something.
    """
    pairs = [
        (each.fact.state, each.verdict(first), each.verdict(second))
        for each in found
        if how in (None, each.how)
    ]
    both = [(s, a, b) for s, a, b in pairs if a is not None and b is not None]
    if not both:
        return None
    same = np.array([a == b for _, a, b in both])
    falls = np.array([(a == FALLS) == (b == FALLS) for _, a, b in both])
    low, high = share_interval(same, np.array([state for state, _, _ in both]))
    return Agreement(
        how, first, second, len(both), float(same.mean()), low, high,
        float(falls.mean()),
    )  # fmt: skip


def share_interval(
    hits: np.ndarray[tuple[int], np.dtype[np.bool_]],
    groups: np.ndarray[tuple[int], np.dtype[np.int_]],
) -> tuple[float, float]:
    """Return a 95 % interval of a share whose cases come in groups."""
    wilson = binomtest(int(hits.sum()), len(hits)).proportion_ci(method="wilson")
    ends = [(wilson.low, wilson.high)]
    _, numbers = np.unique(groups, return_inverse=True)
    right, all_of = np.bincount(numbers, hits), np.bincount(numbers)
    if len(all_of) > 1 and 0 < hits.sum() < len(hits):
        drawn = bootstrap(
            (right, all_of),
            lambda a, n, axis=-1: a.sum(axis=axis) / n.sum(axis=axis),
            paired=True, vectorized=True, method="percentile", n_resamples=RESAMPLES,
            rng=np.random.default_rng(0),
        ).confidence_interval  # fmt: skip
        ends.append((drawn.low, drawn.high))
    return float(min(a for a, _ in ends)), float(max(b for _, b in ends))


def counts(
    found: Sequence[Judged], how: str, first: str, second: str
) -> Counter[tuple[str, str]]:
    """Return how often the first said one thing and the second another."""
    told: Counter[tuple[str, str]] = Counter()
    for each in found:
        if each.how == how:
            a, b = each.verdict(first), each.verdict(second)
            if a is not None and b is not None:
                told[a, b] += 1
    return told

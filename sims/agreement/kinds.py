"""Why models differ on a removal: kinds of disagreement, each with its sign."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sims.agreement.confusion import Judged
from sims.agreement.trials import ENGINES, FALLS, NUDGED, STUCK

__all__ = ["KINDS", "Kind", "disagreements", "kind_of"]

NARROW = 1e-3
"""Stability margin within which a model may err on balance, m."""

DRAGGED = 5e-3
"""Shift of another block from which a pull has dragged part of the tower along, m."""

KINDS = {
    "near balance": "what is left balances within 1 mm of the edge of its support",
    "stuck or out": "it could not be drawn out in one, and came out in the other",
    "chance": "PyBullet disagrees with itself once blocks are shifted by 0.01 mm",
    "dragged": "the pull drags what lies above along, and that comes to rest or not",
    "shaken": "what is left balances, and nothing was dragged far",
    "left out of balance": "what is left does not balance, and yet stands in one",
}
"""Name -> what it means; the first that applies is taken."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of disagreement between two.

    Parameters
    ----------
    how, first, second, name : str
    removals : int
    first_falls : int
        Of these, those that fall for the first and not for the second.
    example : str
        A removal to replay, ``STATE:BLOCK:HOW``.
    """

    how: str
    first: str
    second: str
    name: str
    removals: int
    first_falls: int
    example: str


def kind_of(of: Judged, first: str, second: str) -> str:
    """Return the name of the kind of a removal that two judge differently."""
    told = {of.verdict(first), of.verdict(second)}
    again = of.verdict(NUDGED)
    shift = max(of.trials[name].shift for name in ENGINES if name in of.trials)
    if abs(of.fact.margin) < NARROW:
        return "near balance"
    if STUCK in told:
        return "stuck or out"
    if again is not None and again != of.verdict("pybullet"):
        return "chance"
    if of.fact.margin < 0:
        return "left out of balance"
    return "dragged" if of.how == "pull" and shift > DRAGGED else "shaken"


def disagreements(
    found: Sequence[Judged], how: str, first: str, second: str
) -> list[Kind]:
    """Return the kinds in which two differ, the most frequent first."""
    groups: dict[str, list[Judged]] = {}
    for each in found:
        a, b = each.verdict(first), each.verdict(second)
        if each.how == how and a is not None and b is not None and a != b:
            groups.setdefault(kind_of(each, first, second), []).append(each)
    kinds = [
        Kind(
            how, first, second, name, len(rows),
            sum(row.verdict(first) == FALLS for row in rows), rows[0].place,
        )
        for name, rows in groups.items()
    ]  # fmt: skip
    return sorted(kinds, key=lambda kind: -kind.removals)

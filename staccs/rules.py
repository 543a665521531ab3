"""The switches of the rules: every point the rulebook leaves open."""

from dataclasses import dataclass
from enum import StrEnum

from gamebase.switches import RuleSet

__all__ = ["PartialOverlap", "Rules", "WildRotation"]


class PartialOverlap(StrEnum):
    """What a visible surface asks of a card that covers only half of it (T2)."""

    ALLOW = "allow"
    MUST_MATCH = "must_match"
    FORBID = "forbid"


class WildRotation(StrEnum):
    """By how much a WILD may be turned, in multiples of so many degrees (T4)."""

    SIXTY = "60"
    HUNDRED_TWENTY = "120"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules(RuleSet):
    """How the rules are read. Frozen, and checked when made.

    Each switch also takes its value as text, such as ``partial_overlap="forbid"``.

    Parameters
    ----------
    partial_overlap : PartialOverlap
        T2. A card may cover half of a surface, or must match it, or may not.
    wild_rotation : WildRotation
        T4. A WILD takes any of five new orientations, or one of two.

    Raises
    ------
    ParameterError
        If a switch has no such value; the message names those it has.

    Examples
    --------
    >>> Rules(partial_overlap="forbid").partial_overlap
    <PartialOverlap.FORBID: 'forbid'>
    """

    partial_overlap: PartialOverlap = PartialOverlap.ALLOW
    wild_rotation: WildRotation = WildRotation.SIXTY

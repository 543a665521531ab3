"""The switches of the rules: every point the rulebook leaves open.

The rule page (`rule_page`) explains each with its reason.
"""

from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import files

from gamebase.switches import RuleSet, whole
from staccs.errors import ParameterError, shown

__all__ = [
    "DrawAnyway",
    "Edge",
    "PartialOverlap",
    "Rules",
    "SoloDiscard",
    "WildRotation",
    "rule_page",
    "rules_of",
]


class PartialOverlap(StrEnum):
    """What a visible surface asks of a card that covers only half of it (T2)."""

    ALLOW = "allow"
    MUST_MATCH = "must_match"
    FORBID = "forbid"


class WildRotation(StrEnum):
    """By how much a WILD may be turned, in multiples of so many degrees (T4)."""

    SIXTY = "60"
    HUNDRED_TWENTY = "120"


class DrawAnyway(StrEnum):
    """Whether a player may draw although a card fits (T7)."""

    NO = "no"
    YES = "yes"


class SoloDiscard(StrEnum):
    """Which drawn cards may be discarded in SOLOSTACCS (T17)."""

    UNFIT = "unfit"
    ANY = "any"


class Edge(StrEnum):
    """When a card at the edge of the table can lie there (T20)."""

    BALANCE = "balance"
    INSIDE = "inside"


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
    draw_anyway : DrawAnyway
        T7. Whether a player may draw although a card fits.
    second_chances_limit : int
        T17. How often the discard pile may be turned over; 0 for no limit.
    solo_discard : SoloDiscard
        T17. A drawn card may be discarded if it fits nowhere, or always.
    edge : Edge
        T20. A card must balance on the table, or lie wholly inside.

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
    draw_anyway: DrawAnyway = DrawAnyway.NO
    second_chances_limit: int = whole(0, low=0, high=1000)
    solo_discard: SoloDiscard = SoloDiscard.UNFIT
    edge: Edge = Edge.BALANCE


_USUAL = Rules()


def rules_of(value: object) -> Rules:
    """Return rules as they were given; the defaults for None.

    Raises
    ------
    ParameterError
        If the value is something else.
    """
    if value is None:
        return _USUAL
    if isinstance(value, Rules):
        return value
    raise ParameterError(
        f"rules is {shown(value)}: give Rules(...), or read them with "
        "Rules.from_mapping"
    )


def rule_page() -> str:
    """Return the page of rules, in Markdown: every ruling and every switch."""
    return (files("staccs") / "data" / "rules.md").read_text("utf-8")

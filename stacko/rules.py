"""The switches of the rules: every point on which printed sheets or rulings differ.

The rule page (`rule_page`) explains each with its reason.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import files

from gamebase.switches import RuleSet, whole
from stacko.errors import ParameterError, shown

__all__ = [
    "AfterAction",
    "Edition",
    "NoMatch",
    "Reach",
    "Rules",
    "Starter",
    "Topple",
    "TwoPlayerReverse",
    "rule_page",
]


class Reach(StrEnum):
    """What may be taken (S1)."""

    BELOW_COMPLETE = "below_complete"
    BELOW_TOP_THREE = "below_top_three"


class TwoPlayerReverse(StrEnum):
    """Who moves after a Reverse when two play (S6)."""

    PASS = "pass"
    AGAIN = "again"


class AfterAction(StrEnum):
    """What may follow a Reverse or a Skip (S6, S7)."""

    COLOR = "color"
    COLOR_OR_SYMBOL = "color_or_symbol"


class NoMatch(StrEnum):
    """What happens when no block satisfies the demand (S9)."""

    ANY = "any"
    PASS = "pass"
    DRAW = "draw"


class Topple(StrEnum):
    """When the tower counts as knocked over (S12)."""

    ANY_BLOCK = "any_block"
    COLLAPSE = "collapse"


class Starter(StrEnum):
    """Who moves first (S14)."""

    BUILDER = "builder"
    LEFT_OF_BUILDER = "left_of_builder"


class Edition(StrEnum):
    """Whether the block just placed or a die sets the demand."""

    BLOCKS = "blocks"
    CUBE = "cube"


_CUBE_FACE = re.compile(r"[RYGB][0-9]|reverse|draw_two")
_MAX_CUBE_FACES = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules(RuleSet):
    """How the rules are read. Frozen, and checked when made.

    Each switch also takes its value as text, such as ``reach="below_top_three"``.

    Parameters
    ----------
    reach : Reach
        S1. Below the highest complete layer, or below the top three layers.
    two_player_reverse : TwoPlayerReverse
        S6. With two players a Reverse passes the turn, or its taker moves again.
    after_action : AfterAction
        S6, S7. After Reverse or Skip: its color, or the same symbol as well.
    no_match : NoMatch
        S9. No block satisfies the demand: any block, pass, or the game is drawn.
    topple : Topple
        S12. The game ends with the first block that falls, or with a collapse.
    retry_limit : int
        S13. Failed attempts a turn may hold, 1 or more.
    starter : Starter
        S14. The builder, or the player to the builder's left.
    edition : Edition
        The block just placed sets the demand, or a die does.
    cube_faces : tuple of str
        Faces of that die: a color and number like ``"R1"``, ``"reverse"``,
        ``"draw_two"``. Which faces the real die has is not known to us: assumed.

    Raises
    ------
    ParameterError
        If a switch has no such value; the message names those it has.

    Examples
    --------
    >>> Rules(no_match="pass").no_match
    <NoMatch.PASS: 'pass'>
    """

    reach: Reach = Reach.BELOW_COMPLETE
    two_player_reverse: TwoPlayerReverse = TwoPlayerReverse.PASS
    after_action: AfterAction = AfterAction.COLOR
    no_match: NoMatch = NoMatch.ANY
    topple: Topple = Topple.ANY_BLOCK
    retry_limit: int = whole(3, low=1, high=1000)
    starter: Starter = Starter.BUILDER
    edition: Edition = Edition.BLOCKS
    cube_faces: tuple[str, ...] = ("R1", "Y2", "G3", "B4", "reverse", "draw_two")

    def __post_init__(self) -> None:
        super(Rules, self).__post_init__()
        object.__setattr__(self, "cube_faces", _cube_faces(self.cube_faces))


def rule_page() -> str:
    """Return the page of rules, in Markdown: every ruling and every switch."""
    return (files("stacko") / "data" / "rules.md").read_text("utf-8")


def _cube_faces(value: object) -> tuple[str, ...]:
    if not isinstance(value, tuple | list) or not 1 <= len(value) <= _MAX_CUBE_FACES:
        raise ParameterError(
            f"cube_faces is {shown(value)}: give a list of faces like 'R1', "
            "'reverse', 'draw_two'"
        )
    for face in value:
        if not isinstance(face, str) or not _CUBE_FACE.fullmatch(face):
            raise ParameterError(
                f"cube_faces has {shown(face)}: a face is a color and a number like "
                "'R1', or 'reverse', or 'draw_two'"
            )
    if all(face == "reverse" for face in value):
        raise ParameterError(
            "cube_faces has nothing but 'reverse', so rolling would never end: add "
            "another face"
        )
    return tuple(value)

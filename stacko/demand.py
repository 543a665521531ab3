"""What the next block has to be."""

import re
from dataclasses import dataclass
from typing import Self

from stacko.blocks import PLAY_COLORS, Block, Color, Face
from stacko.errors import InvalidNotationError, matched, shown

__all__ = ["ANY", "Demand"]

_TEXT = re.compile(r"([12]?)(any|[RYGB])|([RYGB])([0-9SRD])")


@dataclass(frozen=True, slots=True)
class Demand:
    """What the player to move has to take.

    Text forms, which round-trip:

    ========== ====================================================================
    ``any``    any block (the first turn)
    ``R``      a red block, or a Wild
    ``R3``     a red block, a 3, or a Wild
    ``RS``     a red block, a Skip, or a Wild (switch ``after_action``); ``RR`` for
               a Reverse
    ``2R``     after Draw Two: two red number blocks, none taken yet
    ``1R``     after Draw Two: the second of the two
    ``2any``   cube edition, Draw Two: two blocks of any kind; then ``1any``
    ========== ====================================================================

    Parameters
    ----------
    color : Color or None
        Color asked for; None for any.
    face : Face or None
        Number or symbol that serves as well.
    draw : {0, 1, 2}
        Blocks still to be taken for a Draw Two; 0 for an ordinary demand.

    Raises
    ------
    InvalidNotationError
        If the parts do not make one of the demands above.

    Examples
    --------
    >>> demand = Demand.from_notation("R3")
    >>> demand.allows(Block("B3")), demand.allows(Block("B4"))
    (True, False)
    >>> print(demand.describe())
    a red block, any 3, or a Wild
    """

    color: Color | None = None
    face: Face | None = None
    draw: int = 0

    def __post_init__(self) -> None:
        if not (_is_color(self.color) and _is_draw(self.draw) and self._face_fits()):
            raise InvalidNotationError(
                f"no such demand: color {shown(self.color)}, face {shown(self.face)}, "
                f"draw {shown(self.draw)}; a face needs a color and no draw, a color "
                "is one of R Y G B, draw is 0, 1 or 2"
            )
        if self.color is not None:
            object.__setattr__(self, "color", Color(self.color))
        if self.face is not None:
            object.__setattr__(self, "face", Face(self.face))

    def _face_fits(self) -> bool:
        if self.face is None:
            return True
        known = self.face in list(Face) and self.face not in (Face.WILD, Face.PLAIN)
        return known and self.color is not None and self.draw == 0

    @classmethod
    def from_notation(cls, text: str) -> Self:
        """Read a demand from its text form; raises `InvalidNotationError`."""
        match = matched(_TEXT, text)
        if match is None:
            raise InvalidNotationError(
                f"{shown(text)} is not a demand: write any, a color like R, a color "
                "and face like R3, or 2R or 1R after Draw Two"
            )
        if match[3]:
            return cls(Color(match[3]), Face(match[4]))
        color = None if match[2] == "any" else Color(match[2])
        return cls(color, None, int(match[1] or 0))

    def notation(self) -> str:
        """Return the text form."""
        draw = str(self.draw) if self.draw else ""
        color = "any" if self.color is None else self.color.value
        return f"{draw}{color}{self.face.value if self.face else ''}"

    def __str__(self) -> str:
        return self.notation()

    def allows(self, block: Block) -> bool:
        """Return whether a block satisfies this demand (S4 to S8).

        Parameters
        ----------
        block : Block
            A block that may be taken as far as reach goes.

        Returns
        -------
        bool
        """
        if self.color is None:
            return True
        if self.draw:
            return block.color is self.color and block.face.is_number
        return (
            block.color is self.color
            or block.face is self.face
            or block.face is Face.WILD
        )

    def describe(self) -> str:
        """Return the demand in plain words."""
        if self.draw:
            what = "block" if self.color is None else f"{self.color.word} number block"
            if self.draw == 2:
                return f"two {what}s, one after the other"
            return f"the second {what} of the Draw Two"
        if self.color is None:
            return "any block"
        face = f", any {self.face.word}," if self.face else ""
        return f"a {self.color.word} block{face} or a Wild"


def _is_color(color: object) -> bool:
    return color is None or color in PLAY_COLORS


def _is_draw(draw: object) -> bool:
    return type(draw) is int and 0 <= draw <= 2


ANY = Demand()
"""The demand of the first turn: any block."""

"""What a picture consists of: shapes and texts, one over the other.

Positions are pixels, x to the right and y down. Writers (`staccs.drawing.svg`,
`staccs.drawing.png`) know nothing of cards, and whoever draws nothing of files.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from staccs.drawing.outlines import Affine, Outline

__all__ = ["Group", "Item", "Picture", "Shape", "Text"]


@dataclass(frozen=True, slots=True)
class Shape:
    """An outline, filled or drawn along or both.

    Attributes
    ----------
    outline : Outline
        Where it runs. What lies between a ring and one inside it that runs the other
        way round is filled, and what is inside both is a hole.
    fill, stroke : str or None
        Colors such as ``"#ffb000"``; None for nothing.
    width : float
        Of the line.
    dash : tuple of float
        Lengths of dashes and gaps; empty for a whole line.
    opacity : float
        From 0, not to be seen, to 1.
    """

    outline: Outline
    fill: str | None = None
    stroke: str | None = None
    width: float = 1.0
    dash: tuple[float, ...] = ()
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text around a point or from it.

    Attributes
    ----------
    text : str
        Of any characters; writers escape them.
    at : Affine
        From the text's own plane, y down, to the picture. At its (0, 0) is the middle
        of the capital letters' height; it also turns and slants the text.
    size : float
        Of the font, in the units of the text's plane.
    color : str
        Of the letters.
    bold : bool
        Whether they are bold.
    anchor : str
        ``middle`` or ``start``: which part of the text is at (0, 0).
    """

    text: str
    at: Affine
    size: float
    color: str
    bold: bool = True
    anchor: str = "middle"


@dataclass(frozen=True, slots=True)
class Group:
    """Items that belong together, such as one card.

    Attributes
    ----------
    title : str
        What they are, in words; browsers show it under the pointer.
    items : tuple
        From the lowest to the uppermost.
    """

    title: str
    items: tuple[Shape | Text, ...]


Item = Shape | Text | Group


@dataclass(frozen=True, slots=True)
class Picture:
    """A whole picture.

    Attributes
    ----------
    width, height : float
        In pixels.
    items : tuple of Item
        From the lowest to the uppermost.
    title : str
        What it shows, in a few words.
    description : str
        The same in more words, for those who do not see it.
    """

    width: float
    height: float
    items: tuple[Item, ...]
    title: str
    description: str

    def flat(self) -> Iterator[Shape | Text]:
        """Yield the items, those of groups one by one."""
        for item in self.items:
            if isinstance(item, Group):
                yield from item.items
            else:
                yield item

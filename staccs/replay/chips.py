"""Small cards for hands: the rank and the suit on a plate, or a back."""

from __future__ import annotations

from collections.abc import Iterator

from staccs.cards import Card
from staccs.drawing.outlines import Affine, rounded
from staccs.drawing.palette import INK, SUITS, WHITE, WILD
from staccs.drawing.picture import Shape, Text
from staccs.drawing.suits import SYMBOLS

__all__ = ["CHIP_HEIGHT", "CHIP_WIDTH", "back", "chip"]

CHIP_WIDTH = 44.0
"""Width of a small card, in pixels of a small picture."""

CHIP_HEIGHT = 24.0
"""Height of one."""

_BACK = "#6b7280"
_SIZE = 15.0


def chip(
    card: Card, x: float, y: float, marked: bool = False
) -> Iterator[Shape | Text]:
    """Yield a small card.

    Parameters
    ----------
    card : Card
        Which one.
    x, y : float
        Its upper left corner.
    marked : bool
        Whether it has a thick frame, for it can be played.
    """
    tint = WILD if card.suit is None else SUITS[card.suit]
    plate = rounded((x, y), (x + CHIP_WIDTH, y + CHIP_HEIGHT), 5)
    line = 2.4 if marked else 1.0
    yield Shape(plate, fill=WHITE, stroke=INK if marked else tint.side, width=line)
    middle = y + CHIP_HEIGHT / 2
    if card.suit is None or card.rank is None:
        yield Text("WILD", Affine(e=x + CHIP_WIDTH / 2, f=middle), 11.5, tint.face)
        return
    size = _SIZE if len(card.rank.value) == 1 else 13.0
    yield Text(card.rank.value, Affine(e=x + 15, f=middle), size, tint.symbol)
    own = Affine(14.0, 0.0, 0.0, -14.0, x + 33, middle)
    yield Shape(own.outline(SYMBOLS[card.suit]), fill=tint.symbol)


def back(count: int, x: float, y: float) -> Iterator[Shape | Text]:
    """Yield the back of a small card, with how many there are on it."""
    plate = rounded((x, y), (x + CHIP_WIDTH, y + CHIP_HEIGHT), 5)
    yield Shape(plate, fill=_BACK, stroke=INK)
    at = Affine(e=x + CHIP_WIDTH / 2, f=y + CHIP_HEIGHT / 2)
    yield Text(f"\u00d7{count}", at, 13.0, WHITE)

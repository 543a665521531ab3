"""The symbols of the four suits, each told from the others by its shape alone."""

from __future__ import annotations

from staccs.cards import Suit
from staccs.drawing.outlines import Affine, Outline, circle

__all__ = ["SYMBOLS"]

_HEART: Outline = (
    ("M", (0.0, -0.50)),
    ("C", (-0.10, -0.32, -0.52, -0.08, -0.52, 0.20)),
    ("C", (-0.52, 0.40, -0.38, 0.48, -0.26, 0.48)),
    ("C", (-0.13, 0.48, -0.03, 0.40, 0.0, 0.27)),
    ("C", (0.03, 0.40, 0.13, 0.48, 0.26, 0.48)),
    ("C", (0.38, 0.48, 0.52, 0.40, 0.52, 0.20)),
    ("C", (0.52, -0.08, 0.10, -0.32, 0.0, -0.50)),
    ("Z", ()),
)

_STEM: Outline = (
    ("M", (-0.20, -0.50)),
    ("C", (-0.08, -0.42, -0.03, -0.30, -0.03, -0.05)),
    ("L", (0.03, -0.05)),
    ("C", (0.03, -0.30, 0.08, -0.42, 0.20, -0.50)),
    ("Z", ()),
)

_DIAMOND: Outline = (
    ("M", (0.0, 0.56)),
    ("C", (0.10, 0.36, 0.26, 0.16, 0.42, 0.0)),
    ("C", (0.26, -0.16, 0.10, -0.36, 0.0, -0.56)),
    ("C", (-0.10, -0.36, -0.26, -0.16, -0.42, 0.0)),
    ("C", (-0.26, 0.16, -0.10, 0.36, 0.0, 0.56)),
    ("Z", ()),
)

_SPADE = (*Affine(0.94, 0.0, 0.0, -0.86, 0.0, 0.08).outline(_HEART), *_STEM)

_CLUB = (
    *circle((0.0, 0.26), 0.235),
    *circle((-0.265, -0.10), 0.235),
    *circle((0.265, -0.10), 0.235),
    *circle((0.0, 0.02), 0.15),
    *_STEM,
)

SYMBOLS = {
    Suit.SPADES: _SPADE,
    Suit.HEARTS: _HEART,
    Suit.CLUBS: _CLUB,
    Suit.DIAMONDS: _DIAMOND,
}
"""Outline of each suit's symbol, about 1 wide and 1 high around (0, 0), y up."""

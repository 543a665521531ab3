"""The colors of the pictures.

The four suits and the WILD are colors that people with any of the common color
blindnesses tell apart, near those of Okabe and Ito
(https://jfly.uni-koeln.de/color/), and dark enough for white letters: a contrast of
4.5 at least (WCAG 2.1, 1.4.3). No color is needed to read a picture, for suits differ
by shape too.
"""

from __future__ import annotations

from dataclasses import dataclass

from staccs.cards import Suit

__all__ = [
    "EDGE_WOOD",
    "INK",
    "OPEN",
    "PAPER",
    "REFUSED",
    "SHUT",
    "SUITS",
    "WHITE",
    "WILD",
    "WOOD",
    "Tint",
    "contrast",
    "mixed",
]

INK = "#16181d"
WHITE = "#ffffff"
PAPER = "#f4f2ee"
"""What lies around a table, or under a STACC without one."""
WOOD = "#e9dcc3"
EDGE_WOOD = "#7a5c33"
OPEN = "#ffb000"
"""Around surfaces that are open."""
SHUT = "#c07a00"
"""Around surfaces that are open, but on which nothing fits."""
REFUSED = "#b3261e"
"""Cells that the table does not allow."""


@dataclass(frozen=True, slots=True)
class Tint:
    """The colors of a card: its three surfaces, and the ink on each.

    Attributes
    ----------
    top, side, face : str
        Surfaces, the brightest first.
    symbol : str
        Ink on the TOP.
    number : str
        Ink on the SIDE.
    letter : str
        Ink on the FACE.
    """

    top: str
    side: str
    face: str
    symbol: str
    number: str
    letter: str = WHITE

    def washed(self, share: float) -> Tint:
        """Return the colors toned down towards the paper; 0 changes nothing."""
        if not share:
            return self
        ink = mixed(mixed(self.face, "#000000", 0.3), PAPER, share / 3)
        return Tint(
            top=mixed(self.top, PAPER, share),
            side=mixed(self.side, PAPER, share),
            face=mixed(self.face, PAPER, share),
            symbol=mixed(self.symbol, PAPER, share * 0.55),
            number=ink,
            letter=ink,
        )


def mixed(color: str, other: str, share: float) -> str:
    """Return a color with a share of another, from 0 to 1.

    Examples
    --------
    >>> mixed("#000000", "#ffffff", 0.5)
    '#808080'
    """
    pairs = zip(_channels(color), _channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def contrast(color: str, other: str) -> float:
    """Return the contrast of two colors, 1 to 21, as WCAG 2.1 defines it.

    Examples
    --------
    >>> contrast("#000000", "#ffffff")
    21.0
    """
    dark, light = sorted((_luminance(color), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _channels(color: str) -> tuple[int, ...]:
    return tuple(int(color[k : k + 2], 16) for k in (1, 3, 5))


def _luminance(color: str) -> float:
    shares = [each / 255 for each in _channels(color)]
    linear = [
        s / 12.92 if s <= 0.03928 else ((s + 0.055) / 1.055) ** 2.4 for s in shares
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _tint(color: str) -> Tint:
    return Tint(
        top=mixed(color, WHITE, 0.86),
        side=mixed(color, WHITE, 0.45),
        face=color,
        symbol=color,
        number=mixed(color, "#000000", 0.72),
    )


SUITS = {
    Suit.SPADES: _tint("#1c1f26"),
    Suit.HEARTS: _tint("#c43a12"),
    Suit.CLUBS: _tint("#005c3c"),
    Suit.DIAMONDS: _tint("#3b6fe0"),
}
"""Colors of the cards of each suit."""

WILD = _tint("#8e2a86")
"""Colors of a WILD."""

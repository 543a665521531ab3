"""The colors of blocks and table, in one place for all pictures and viewers.

Two palettes: ``plain``, near the colors of the blocks themselves, and ``safe``, whose
colors people with any of the common color blindnesses tell apart, near those of Okabe
and Ito (https://jfly.uni-koeln.de/color/). In both, the ink on a block has a contrast
of 3 at least, as large letters need (WCAG 2.1, 1.4.3).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from stacko.errors import ParameterError, close_match, shown
from stacko.faces import Color, Face

__all__ = [
    "FINGER",
    "FIRST_TO_LEAVE",
    "INK",
    "MARKS",
    "MOVING",
    "PALETTES",
    "PAPER",
    "TABLE",
    "Dye",
    "channels",
    "palette_named",
]

INK = "#16181d"
PAPER = "#f4f2ee"
"""What lies behind everything."""
TABLE = "#cdbfa8"
MOVING = "#00a6d6"
"""Around the block that a hand is moving."""
FIRST_TO_LEAVE = "#f000b8"
"""Around the first block that left the tower."""
FINGER = "#e0ac8b"
"""The ball that pushes, or the two that hold."""


@dataclass(frozen=True, slots=True)
class Dye:
    """The colors of a block: its body, and the ink on its ends.

    Parameters
    ----------
    body, ink : str
        As ``#rrggbb``, in sRGB.
    """

    body: str
    ink: str


_WHITE = "#ffffff"
_PLAIN = {
    Color.RED: Dye("#d0202e", _WHITE),
    Color.YELLOW: Dye("#f6c412", INK),
    Color.GREEN: Dye("#2a8a3c", _WHITE),
    Color.BLUE: Dye("#1b5fc1", _WHITE),
    Color.PURPLE: Dye("#6f2c91", _WHITE),
    Color.TIMBER: Dye("#d9b07c", "#5d3f1d"),
}
_SAFE = _PLAIN | {
    Color.RED: Dye("#c84a00", _WHITE),
    Color.YELLOW: Dye("#f0e442", INK),
    Color.GREEN: Dye("#00785a", _WHITE),
    Color.BLUE: Dye("#56b4e9", INK),
    Color.PURPLE: Dye("#3f2a6b", _WHITE),
}

PALETTES: Mapping[str, Mapping[Color, Dye]] = MappingProxyType(
    {"plain": MappingProxyType(_PLAIN), "safe": MappingProxyType(_SAFE)}
)
"""Palettes by name."""

MARKS: Mapping[Face, str] = MappingProxyType(
    {face: face.value for face in Face if face.is_number}
    | {
        Face.SKIP: "\N{CIRCLED DIVISION SLASH}",
        Face.REVERSE: "\N{RIGHTWARDS ARROW OVER LEFTWARDS ARROW}",
        Face.DRAW_TWO: "+2",
        Face.WILD: "W",
        Face.PLAIN: "",
    }
)
"""What is written on the two ends of a block, all of it in the font DejaVu Sans."""


def palette_named(name: str) -> Mapping[Color, Dye]:
    """Return a palette.

    Raises
    ------
    ParameterError
        If there is none of this name.
    """
    if name not in PALETTES:
        raise ParameterError(
            f"no palette {shown(name)}{close_match(name, PALETTES)}; there are "
            f"{', '.join(PALETTES)}"
        )
    return PALETTES[name]


def channels(color: str) -> tuple[float, float, float]:
    """Return red, green and blue, from 0 to 1, of a color such as ``"#ff0000"``.

    Examples
    --------
    >>> channels("#ff0033")
    (1.0, 0.0, 0.2)
    """
    red, green, blue = (int(color[k : k + 2], 16) / 255 for k in (1, 3, 5))
    return red, green, blue

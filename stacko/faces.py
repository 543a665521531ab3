"""What may be printed on a block: colors and faces."""

from enum import StrEnum

__all__ = ["PLAY_COLORS", "Color", "Face"]


class Color(StrEnum):
    """Color of a block; the value is the letter used in notation."""

    RED = "R"
    YELLOW = "Y"
    GREEN = "G"
    BLUE = "B"
    PURPLE = "W"
    TIMBER = "T"

    @property
    def word(self) -> str:
        """The color in plain words, such as ``"red"``."""
        return self.name.lower()


class Face(StrEnum):
    """What is printed on a block; the value is the letter used in notation."""

    ZERO = "0"
    ONE = "1"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    SKIP = "S"
    REVERSE = "R"
    DRAW_TWO = "D"
    WILD = "W"
    PLAIN = "T"

    @property
    def is_number(self) -> bool:
        """Whether this is a digit."""
        return self.value.isdigit()

    @property
    def word(self) -> str:
        """The face in plain words, such as ``"Draw Two"`` or ``"3"``."""
        return self.value if self.is_number else self.name.replace("_", " ").title()


PLAY_COLORS = (Color.RED, Color.YELLOW, Color.GREEN, Color.BLUE)
"""The four colors a Wild may name."""

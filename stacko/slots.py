"""Places in the tower.

Layers are counted from 1 at the bottom. Blocks of odd layers lie along x, with the
positions a, b, c in growing y; blocks of even layers lie along y, with a, b, c in
growing x.
"""

import re
from dataclasses import dataclass
from typing import Literal, Self

from stacko.errors import InvalidNotationError, matched, shown

__all__ = ["POSITIONS", "Slot", "layer_axis"]

POSITIONS = ("a", "b", "c")
"""The three positions in a layer."""

_SLOT = re.compile(r"([1-9][0-9]{0,3})([abc])")
_MAX_LAYER = 9999


def layer_axis(layer: int) -> Literal["x", "y"]:
    """Return the axis along which the blocks of a layer lie.

    Parameters
    ----------
    layer : int
        Layer number, 1 at the bottom.

    Returns
    -------
    {"x", "y"}
        x for odd layers, y for even ones.
    """
    return "x" if layer % 2 else "y"


@dataclass(frozen=True, slots=True, order=True)
class Slot:
    """A place in the tower, written as layer and position: ``7b``.

    Parameters
    ----------
    layer : int
        Layer number, 1 at the bottom.
    position : {"a", "b", "c"}
        Position in the layer.

    Raises
    ------
    InvalidNotationError
        If there is no such place.
    """

    layer: int
    position: str

    def __post_init__(self) -> None:
        if type(self.layer) is not int or not 1 <= self.layer <= _MAX_LAYER:
            raise InvalidNotationError(
                f"layer {shown(self.layer)} of a slot: give a whole number from 1 "
                "(the bottom layer)"
            )
        if self.position not in POSITIONS:
            raise InvalidNotationError(
                f"position {shown(self.position)} of a slot: give 'a', 'b' or 'c'"
            )

    @classmethod
    def from_notation(cls, text: str) -> Self:
        """Read a slot such as ``7b``; raises `InvalidNotationError` otherwise."""
        match = matched(_SLOT, text)
        if match is None:
            raise InvalidNotationError(
                f"{shown(text)} is not a slot: write a layer and a position, like 7b"
            )
        return cls(int(match[1]), match[2])

    def notation(self) -> str:
        """Return the slot as text, such as ``7b``."""
        return f"{self.layer}{self.position}"

    def __str__(self) -> str:
        return self.notation()

    @property
    def index(self) -> int:
        """Position as a number: 0, 1 or 2."""
        return POSITIONS.index(self.position)

    @property
    def axis(self) -> Literal["x", "y"]:
        """Axis along which a block in this slot lies."""
        return layer_axis(self.layer)

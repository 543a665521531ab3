"""The die of the cube edition, and the generator state that rolls it."""

from dataclasses import dataclass, fields
from typing import Self

import numpy as np

from stacko.blocks import Color, Face
from stacko.demand import Demand
from stacko.errors import ParameterError, shown

__all__ = ["RandomState", "roll"]


@dataclass(frozen=True, slots=True)
class RandomState:
    """The state of a PCG64 generator, as a value.

    Being a value it can be kept in a position: undo and copies need nothing more.
    Whole words are drawn, whose sequence NumPy keeps the same in all its versions.

    Parameters
    ----------
    state, inc : int
        The 128-bit state and increment.

    Raises
    ------
    ParameterError
        If a number is out of range.
    """

    state: int
    inc: int

    def __post_init__(self) -> None:
        for each in fields(self):
            value = getattr(self, each.name)
            if type(value) is not int or not 0 <= value < 2**128:
                raise ParameterError(
                    f"{each.name} of a generator's state is {shown(value)}: give a "
                    "whole number of at most 128 bits"
                )

    @classmethod
    def drawn_from(cls, rng: np.random.Generator) -> Self:
        """Return the state of a fresh generator, seeded by draws from another."""
        return cls._of(np.random.PCG64([int(word) for word in rng.bytes(32)]))

    @classmethod
    def _of(cls, source: np.random.PCG64) -> Self:
        inner = source.state["state"]
        return cls(int(inner["state"]), int(inner["inc"]))

    def draw(self, sides: int) -> tuple[int, Self]:
        """Return a whole number below `sides`, and the state after the draw."""
        source = np.random.PCG64(0)
        source.state = {
            "bit_generator": "PCG64",
            "state": {"state": self.state, "inc": self.inc},
            "has_uint32": 0,
            "uinteger": 0,
        }
        # The remainder of 64 bits favors no side by more than one part in 10**17.
        return int(source.random_raw()) % sides, self._of(source)


def roll(
    faces: tuple[str, ...], state: RandomState
) -> tuple[Demand, bool, RandomState]:
    """Roll the die until it shows something else than Reverse.

    Parameters
    ----------
    faces : tuple of str
        Faces of the die, as in `stacko.Rules`.
    state : RandomState
        State before the roll.

    Returns
    -------
    demand : Demand
        What the die asks for.
    flipped : bool
        Whether Reverse came up an odd number of times on the way.
    state : RandomState
        State after the roll.
    """
    flipped = False
    while True:
        index, state = state.draw(len(faces))
        if faces[index] != "reverse":
            return _demand(faces[index]), flipped, state
        flipped = not flipped


def _demand(face: str) -> Demand:
    if face == "draw_two":
        return Demand(draw=2)
    return Demand(Color(face[0]), Face(face[1]))

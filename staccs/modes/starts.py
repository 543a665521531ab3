"""Starting positions of the four WILDs in WILD OUT (T18)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Self

from staccs.board import Board
from staccs.cards import KINDS, WILD
from staccs.cells import REACH
from staccs.errors import (
    IllegalMoveError,
    InvalidNotationError,
    ParameterError,
    close_match,
    shown,
)
from staccs.lattice import DIRECTIONS, Cell, cell_of
from staccs.placement import Placement

__all__ = ["STARTS", "WildStart", "start_of"]

STARTS = {
    "rhombus": "-1,0/4 0,1/0 1,-1/3 2,0/1",
    "row": "-3,1/5 -1,0/0 1,-1/3 3,-2/2",
    "zigzag": "-2,0/4 -1,1/5 1,0/2 2,1/1",
    "arch": "-2,0/4 -1,1/5 1,0/1 2,-2/2",
    "hook": "-3,1/4 -1,0/3 1,-1/2 2,0/1",
}
"""The named starting positions; the first is the usual one."""

_PART = re.compile(r"(-?[0-9]{1,4}),(-?[0-9]{1,4})/([0-5])")
_WILDS = 4
_SIDE, _CORNER = 3, 4
"""Squared distances of cards that share a side or a corner; less is an overlap."""


@dataclass(frozen=True, slots=True)
class WildStart:
    """Where the four WILDs lie, and which way each faces. Checked.

    Parameters
    ----------
    cells : tuple of Cell
        Where they lie.
    orientations : tuple of int
        Their orientations, all different.

    Raises
    ------
    ParameterError
        If the WILDs overlap, do not touch, face the same way, or one covers a TOP on
        which a card has to be dealt.

    Examples
    --------
    >>> str(WildStart.parse("row"))
    '-3,1/5 -1,0/0 1,-1/3 3,-2/2'
    """

    cells: tuple[Cell, ...]
    orientations: tuple[int, ...]

    def __post_init__(self) -> None:
        for name in ("cells", "orientations"):
            given = getattr(self, name)
            if not isinstance(given, tuple | list):
                raise ParameterError(
                    f"{name} is {shown(given)}: give four, one for each WILD (T18)"
                )
        cells = tuple(cell_of(cell) for cell in self.cells)
        object.__setattr__(self, "cells", cells)
        object.__setattr__(self, "orientations", tuple(self.orientations))
        for turn in self.orientations:
            if type(turn) is not int or not 0 <= turn < len(DIRECTIONS):
                raise ParameterError(
                    f"an orientation is {shown(turn)}: give whole numbers from 0 to 5"
                )
        if not len(cells) == len(self.orientations) == _WILDS:
            raise ParameterError(
                f"a start of WILD OUT has {len(cells)} WILDs: give four cells, each "
                "with an orientation (T18)"
            )
        for problem in self._problems():
            raise ParameterError(f"start {self} of WILD OUT: {problem} (T18)")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the start of a name, or of four parts like ``1,-1/3``.

        Raises
        ------
        InvalidNotationError
            If the text is neither.
        """
        if not isinstance(text, str):
            raise InvalidNotationError(f"start is {shown(text)}: give a text")
        given = STARTS.get(text, text)
        parts = [_PART.fullmatch(part) for part in given.split(None, _WILDS)]
        found = [part for part in parts if part is not None]
        if len(found) < max(len(parts), 1):
            raise InvalidNotationError(
                f"start is {shown(text)}: give one of {', '.join(STARTS)}, or four "
                f"cells with orientations like {STARTS['rhombus']!r}"
                f"{close_match(text, STARTS)} (T18)"
            )
        cells = tuple(Cell(int(part[1]), int(part[2])) for part in found)
        return cls(cells, tuple(int(part[3]) for part in found))

    @property
    def dealt(self) -> tuple[Cell, ...]:
        """The cells of the cards dealt on the TOPs."""
        steps = (DIRECTIONS[turn] for turn in self.orientations)
        pairs = zip(self.cells, steps, strict=True)
        return tuple(Cell(q + dq, r + dr) for (q, r), (dq, dr) in pairs)

    def __str__(self) -> str:
        pairs = zip(self.cells, self.orientations, strict=True)
        return " ".join(f"{cell}/{turn}" for cell, turn in pairs)

    def _problems(self) -> Iterator[str]:
        """Yield what is wrong, the most basic first."""
        if max(abs(each) for cell in self.cells for each in cell) > REACH:
            yield f"a coordinate is beyond {REACH}"
        for one, other in combinations(self.cells, 2):
            if _apart(one, other) < _SIDE:
                yield f"the WILDs at {one} and {other} overlap"
        if len(self._joined()) < _WILDS:
            yield "the WILDs do not touch, all four together"
        if len(set(self.orientations)) < _WILDS:
            yield "two WILDs face the same way"
        yield from self._untaken()

    def _joined(self) -> set[Cell]:
        """Return the cells that hang together with the first."""
        joined = {self.cells[0]}
        for _ in self.cells:
            joined |= {
                cell
                for cell in self.cells
                if any(_apart(cell, other) <= _CORNER for other in joined)
            }
        return joined

    def _untaken(self) -> Iterator[str]:
        """Yield why a TOP would not take the card dealt on it."""
        board = Board()
        for number, cell in enumerate(self.cells):
            board.start(WILD, cell, self.orientations[number], stacc=number)
        for number, cell in enumerate(self.dealt):
            try:
                board.place(Placement(KINDS[number], cell, stacc=number))
            except IllegalMoveError:
                yield (
                    f"the TOP of the WILD at {self.cells[number]} would be covered in "
                    "part before a card is dealt on it"
                )


def start_of(start: object) -> WildStart:
    """Return a start as it was given, or that of a text."""
    return start if isinstance(start, WildStart) else WildStart.parse(start)  # type: ignore[arg-type]


def _apart(one: Cell, other: Cell) -> int:
    """Return the squared distance of two cells, in edges."""
    q, r = one.q - other.q, one.r - other.r
    return q * q + q * r + r * r

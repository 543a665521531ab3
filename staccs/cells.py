"""Cells and triangles of the lattice packed into integers, for speed.

A packed cell is ``2 * (4096 * q + r)``. The six triangles of its hexagon are this
number plus the `TRIANGLES`, so that triangles in a vertical strip count upwards one by
one, and steps to the neighbors are plain additions (`STEPS`).
"""

from collections.abc import Callable
from typing import Final

from staccs.errors import ParameterError, shown
from staccs.lattice import DIRECTIONS, Cell

__all__ = [
    "HALF_STRIP",
    "REACH",
    "STEPS",
    "STRIP",
    "STRIP_BITS",
    "TRIANGLES",
    "Footing",
    "pack",
    "unpack",
]

STRIP_BITS: Final = 13

STRIP: Final = 8192
"""From a strip of triangles to the next on its right, 2 to the power `STRIP_BITS`."""

HALF_STRIP: Final = 4096
"""Added to a packed cell or triangle before it is cut into its strip and the rest."""

_ROWS: Final = HALF_STRIP // 2

REACH: Final = 1000
"""Largest coordinate of a first card; a STACC of all cards stays within twice that."""

STEPS: Final[tuple[int, ...]] = tuple(q * STRIP + 2 * r for q, r in DIRECTIONS)
"""From a packed cell to its neighbors, clockwise from straight up."""

TRIANGLES: Final = (0, -1, -2, -STRIP - 1, -STRIP, -STRIP + 1)
"""From a packed cell to the triangles of its hexagon, as `staccs.lattice.triangles`."""


def pack(cell: Cell | tuple[int, int]) -> int:
    """Return a cell as one integer.

    Parameters
    ----------
    cell : Cell
        Both coordinates within twice the `REACH` of zero.

    Examples
    --------
    >>> pack(Cell(1, -2))
    8188
    """
    return cell[0] * STRIP + 2 * cell[1]


def unpack(packed: int) -> Cell:
    """Return the cell of a packed integer.

    Examples
    --------
    >>> unpack(8188)
    Cell(q=1, r=-2)
    """
    q, rest = divmod((packed >> 1) + _ROWS, 2 * _ROWS)
    return Cell(q, rest - _ROWS)


class Footing(dict[int, bool]):
    """Which cells a card can lie on, asked once for each and remembered.

    Boards on the same table can share one, so that no cell is measured twice.

    Parameters
    ----------
    fits : callable
        Takes a `Cell` and tells whether a card can lie flat there.

    Examples
    --------
    >>> footing = Footing(lambda cell: cell.q < 1)
    >>> footing[pack(Cell(0, 5))], footing[pack(Cell(1, 0))], len(footing)
    (True, False, 2)
    """

    def __init__(self, fits: Callable[[Cell], bool]) -> None:
        super().__init__()
        self.fits = fits

    @staticmethod
    def of(fits: "Callable[[Cell], bool] | Footing | None") -> "Footing | None":
        """Return the footing of what was given as ``fits``; None stays None.

        Raises
        ------
        ParameterError
            If it is neither a footing nor a function.
        """
        if fits is None or isinstance(fits, Footing):
            return fits
        if not callable(fits):
            raise ParameterError(
                f"fits is {shown(fits)}: give a function that takes a Cell and tells "
                "whether a card can lie there"
            )
        return Footing(fits)

    def __missing__(self, packed: int) -> bool:
        answer = bool(self.fits(unpack(packed)))
        self[packed] = answer
        return answer

"""The triangular lattice on which cards lie, in exact integers.

A card stacked on a surface lies one edge away from its host, so the centers of all
cards of a STACC are points of one lattice, its `Cell`. A card at a cell is a regular
hexagon whose corners are the six neighbors of the cell; it consists of six triangles
of the lattice, and every triangle belongs to the hexagons at its three corners. So
nothing about what covers what needs a floating-point number.
"""

from math import sqrt
from typing import NamedTuple

from staccs.errors import ParameterError, shown

__all__ = [
    "DIRECTIONS",
    "Cell",
    "Triangle",
    "cell_of",
    "mirrored",
    "neighbors",
    "rotated",
    "to_plane",
    "triangles",
]


class Cell(NamedTuple):
    """A point of the lattice, in axial coordinates.

    Attributes
    ----------
    q : int
        Steps to the upper right, 30 degrees from the horizontal.
    r : int
        Steps straight up.
    """

    q: int
    r: int

    def __str__(self) -> str:
        return f"{self.q},{self.r}"


_FARTHEST = 999_999
"""Largest coordinate of a cell; the notation has no longer ones."""


def cell_of(value: object) -> Cell:
    """Return a pair of whole numbers as a cell.

    Parameters
    ----------
    value : tuple of int
        Its coordinates, of up to six digits.

    Raises
    ------
    ParameterError
        If it is something else.
    """
    if isinstance(value, tuple) and len(value) == 2:
        q, r = value
        if type(q) is int and type(r) is int and max(abs(q), abs(r)) <= _FARTHEST:
            return Cell(q, r)
    raise ParameterError(
        f"cell is {shown(value)}: give a Cell of two whole numbers, each from "
        f"-{_FARTHEST} to {_FARTHEST}"
    )


Triangle = frozenset[Cell]
"""A triangle of the lattice: its three corners."""

DIRECTIONS = (
    Cell(0, 1),
    Cell(1, 0),
    Cell(1, -1),
    Cell(0, -1),
    Cell(-1, 0),
    Cell(-1, 1),
)
"""Steps to the six neighbors, clockwise from straight up."""


def to_plane(cell: Cell, edge: float = 1.0) -> tuple[float, float]:
    """Return where a cell lies in the plane, x to the right and y up.

    Parameters
    ----------
    cell : Cell
        The cell.
    edge : float
        Length of a card's edge, in whatever unit is wanted.

    Returns
    -------
    tuple of float
        x and y, in the unit of `edge`.

    Examples
    --------
    >>> to_plane(Cell(0, 2), edge=0.5)
    (0.0, 1.0)
    """
    q, r = cell
    return edge * (q * sqrt(3) / 2), edge * (r + q / 2)


def neighbors(cell: Cell) -> tuple[Cell, ...]:
    """Return the six cells one edge away, clockwise from straight up."""
    q, r = cell
    return tuple(Cell(q + dq, r + dr) for dq, dr in DIRECTIONS)


def triangles(cell: Cell) -> tuple[Triangle, ...]:
    """Return the six triangles of the hexagon at a cell.

    Parameters
    ----------
    cell : Cell
        Center of the hexagon.

    Returns
    -------
    tuple of frozenset of Cell
        Clockwise; number j lies between the directions j and j + 1.

    Examples
    --------
    >>> sorted(triangles(Cell(0, 0))[0])
    [Cell(q=0, r=0), Cell(q=0, r=1), Cell(q=1, r=0)]
    """
    around = neighbors(cell)
    return tuple(frozenset((cell, around[j - 6], around[j - 5])) for j in range(6))


def rotated(cell: Cell, sixths: int) -> Cell:
    """Return the cell turned clockwise around the origin.

    Parameters
    ----------
    cell : Cell
        The cell.
    sixths : int
        By how many sixths of a full turn; may be negative.

    Returns
    -------
    Cell

    Examples
    --------
    >>> rotated(Cell(0, 1), 2)
    Cell(q=1, r=-1)
    """
    if type(sixths) is not int:
        raise ParameterError(f"sixths is {shown(sixths)}: give a whole number")
    q, r = cell
    for _ in range(sixths % 6):
        q, r = q + r, -q
    return Cell(q, r)


def mirrored(cell: Cell) -> Cell:
    """Return the cell mirrored at the vertical line through the origin.

    Examples
    --------
    >>> mirrored(Cell(1, 0))
    Cell(q=-1, r=1)
    """
    return Cell(-cell.q, cell.q + cell.r)

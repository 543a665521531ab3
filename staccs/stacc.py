"""What one STACC holds: the surfaces on top, and what fits where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from staccs.cells import HALF_STRIP, STRIP, STRIP_BITS
from staccs.plans import CODES, OUTER, TORN

if TYPE_CHECKING:
    from mypy_extensions import i64

__all__ = ["NOTHING", "Beside", "Changes", "Codes", "Stacc"]

Codes = tuple[int, int, int, int, int, int]
"""What is on top of the six triangles of a cell, clockwise; 0 where nothing lies."""

Beside = tuple[tuple[int, int, int, int], ...]
"""For each neighbor of a cell what is on top of the four triangles, clockwise, that it
does not share with the cell."""

Changes = list[tuple[int, int]]
"""Keys of a dictionary and what they held before."""

_SPAN: Final = 10

NOTHING: Final[Codes] = (0, 0, 0, 0, 0, 0)
"""What is on top where no card lies."""


class Stacc:
    """One STACC on a ground.

    What is on top is kept in one list, because looking around a cell is most of what
    a play costs: a window around the first card, one strip of triangles after the
    other. It is widened when a card comes near its border.

    Parameters
    ----------
    orientation : int
        In which its cards are laid now.
    first : int
        Index of its first card.

    Attributes
    ----------
    since : int
        Its cards with a smaller index are locked.
    top : list of int
        By triangle of the window, the code (`staccs.plans`) of its surface that is on
        top there; 0 where nothing lies.
    width : int
        Length of a strip in the window: from a triangle to the next on its right.
    open : dict of int to int
        By packed cell, the set of card kinds that can be laid there.
    beyond : dict of int to int
        The same where the table does not allow it.
    """

    def __init__(self, orientation: int, first: int) -> None:
        self.orientation = orientation
        self.first = first
        self.since = first
        self.open: dict[int, int] = {}
        self.beyond: dict[int, int] = {}
        self.top: list[int] = []
        self.width: i64 = 0
        self._base: i64 = 0  # where in it a triangle 0 would be
        # Cells of these strips and rows have room around them; none as yet.
        self._left: i64 = 0
        self._right: i64 = -1
        self._low: i64 = 0
        self._high: i64 = 0

    def copy(self) -> Stacc:
        """Return an independent copy."""
        other = Stacc(self.orientation, self.first)
        other.since = self.since
        other.open, other.beyond = self.open.copy(), self.beyond.copy()
        other.top, other.width = self.top.copy(), self.width
        other._base = self._base
        other._left, other._right = self._left, self._right
        other._low, other._high = self._low, self._high
        return other

    def cover(
        self, cell: int, base: int, layout: Codes
    ) -> tuple[Codes, list[int], Beside]:
        """Put a card on top at a packed cell.

        Parameters
        ----------
        cell : int
            Where.
        base : int
            Code of its TOP.
        layout : tuple of int
            The surface that each of its triangles belongs to.

        Returns
        -------
        under : tuple of int
            What was on top there.
        torn : list of int
            Triangles that are now the other half of a surface it covers half of.
        beside : tuple of tuple of int
            What is on top beside it.
        """
        strip: i64 = cell + HALF_STRIP >> STRIP_BITS
        row: i64 = cell - strip * STRIP
        if not (self._left <= strip <= self._right and self._low <= row <= self._high):
            self._widen(strip, row)
        top, width = self.top, self.width
        at = strip * width + row + self._base
        left, right, far = at - width, at + width, at - 2 * width
        # From strip to strip: u is under the card, o across its edges, p and q beyond.
        q2, p2, o1, q1, p1 = top[right - 4 : right + 1]
        p3, o2, u2, u1, u0, o0, q0 = top[at - 4 : at + 3]
        q3, o3, u3, u4, u5, o5, p0 = top[left - 3 : left + 4]
        p4, q4, o4, p5, q5 = top[far - 1 : far + 4]
        s0, s1, s2, s3, s4, s5 = layout
        top[at], top[at - 1], top[at - 2] = base + s0, base + s1, base + s2
        top[left - 1], top[left], top[left + 1] = base + s3, base + s4, base + s5
        under = u0, u1, u2, u3, u4, u5
        torn: list[int] = []
        if (
            (u0 and u0 == o0)
            or (u1 and u1 == o1)
            or (u2 and u2 == o2)
            or (u3 and u3 == o3)
            or (u4 and u4 == o4)
            or (u5 and u5 == o5)
        ):
            torn = self.tear(cell, under)
            o0, o1, o2 = top[at + 1], top[right - 2], top[at - 3]
            o3, o4, o5 = top[left - 2], top[far + 1], top[left + 2]
        return (
            under,
            torn,
            (
                (o5, p0, q0, o0),
                (o0, p1, q1, o1),
                (o1, p2, q2, o2),
                (o2, p3, q3, o3),
                (o3, p4, q4, o4),
                (o4, p5, q5, o5),
            ),
        )

    def codes(self, cell: int) -> Codes:
        """Return what is on top of the triangles of a packed cell, wherever it is."""
        strip: i64 = cell + HALF_STRIP >> STRIP_BITS
        row: i64 = cell - strip * STRIP
        if not (
            self._left - 1 <= strip <= self._right + 1
            and self._low - 2 <= row <= self._high + 2
        ):
            return NOTHING
        top = self.top
        at = strip * self.width + row + self._base
        left = at - self.width
        return (
            top[at],
            top[at - 1],
            top[at - 2],
            top[left - 1],
            top[left],
            top[left + 1],
        )

    def write(self, cell: int, codes: Codes) -> None:
        """Put codes on top of the triangles of a packed cell with room around it."""
        top, at = self.top, self._index(cell)
        left = at - self.width
        top[at], top[at - 1], top[at - 2] = codes[0], codes[1], codes[2]
        top[left - 1], top[left], top[left + 1] = codes[3], codes[4], codes[5]

    def tear(self, cell: int, under: Codes) -> list[int]:
        """Flag the other halves of surfaces that a card covers half of; return them."""
        torn = []
        for code, step, flags in zip(under, OUTER, TORN, strict=True):
            each = self._index(cell + step)
            if code and self.top[each] == code:
                self.top[each] = code | flags
                torn.append(cell + step)
        return torn

    def mend(self, torn: list[int]) -> None:
        """Take the flags away again."""
        for each in torn:
            self.top[self._index(each)] &= CODES

    def _index(self, triangle: int) -> i64:
        """Return where in `top` a packed triangle of the window is."""
        strip: i64 = triangle + HALF_STRIP >> STRIP_BITS
        return strip * self.width + triangle - strip * STRIP + self._base

    def _widen(self, strip: int, row: int) -> None:
        """Make a window around a first cell, or a larger one that has another, too."""
        left, right = strip - _SPAN, strip + _SPAN
        low, high = row - 2 * _SPAN, row + 2 * _SPAN
        old, narrow, start = self.top, int(self.width), int(self._base + self._low) - 6
        strips = range(int(self._left) - 3, int(self._right) + 4) if old else range(0)
        if old:
            left, right = min(left, int(self._left)), max(right, int(self._right))
            low, high = min(low, int(self._low)), max(high, int(self._high))
        width = high - low + 13
        base = (3 - left) * width + 6 - low
        top = [0] * ((right - left + 7) * width)
        shift = int(self._low) - 6 + base
        for each in strips:
            kept = old[each * narrow + start : (each + 1) * narrow + start]
            top[each * width + shift : each * width + shift + narrow] = kept
        self.top, self.width, self._base = top, width, base
        self._left, self._right, self._low, self._high = left, right, low, high

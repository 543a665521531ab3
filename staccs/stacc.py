"""What one STACC holds: the surfaces on top, and what fits where."""

from staccs.plans import CODES, OUTER, TORN

__all__ = ["Changes", "Stacc", "Under"]

Under = tuple[int | None, ...]
"""What was on top of the six triangles of a card before."""

Changes = list[tuple[int, int]]
"""Keys of a dictionary and what they held before."""


class Stacc:
    """One STACC on a ground.

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
    top : dict of int to int
        By triangle, the code (`staccs.plans`) of its surface that is on top there.
    open : dict of int to int
        By packed cell, the set of card kinds that can be laid there.
    beyond : dict of int to int
        The same where the table does not allow it.
    """

    __slots__ = ("beyond", "first", "open", "orientation", "since", "top")

    def __init__(self, orientation: int, first: int) -> None:
        self.orientation = orientation
        self.first = first
        self.since = first
        self.top: dict[int, int] = {}
        self.open: dict[int, int] = {}
        self.beyond: dict[int, int] = {}

    def copy(self) -> "Stacc":
        """Return an independent copy."""
        other = Stacc(self.orientation, self.first)
        other.since = self.since
        other.top = self.top.copy()
        other.open = self.open.copy()
        other.beyond = self.beyond.copy()
        return other

    def tear(self, cell: int, under: Under) -> list[int]:
        """Flag the other halves of surfaces that a card covers half of; return them."""
        torn = []
        for code, step, flags in zip(under, OUTER, TORN, strict=True):
            if code and self.top.get(cell + step) == code:
                self.top[cell + step] = code | flags
                torn.append(cell + step)
        return torn

    def mend(self, torn: list[int]) -> None:
        """Take the flags away again."""
        for each in torn:
            self.top[each] &= CODES

"""Consecutive games of one cell: what is planned, played, stored and counted."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["LARGEST", "Span"]

LARGEST = 2**53
"""Cells and games stay below this: tools that read tables may hold them as floats."""


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Consecutive games of one cell.

    Parameters
    ----------
    cell : int
        Number of the cell in its study.
    first : int
        Index of the first game within the cell.
    count : int
        Number of games, at least one.

    Raises
    ------
    ValueError
        If a number is none of these.

    Examples
    --------
    >>> span = Span(cell=2, first=10, count=3)
    >>> list(span.games)
    [10, 11, 12]
    >>> str(span)
    '2:10-12'
    """

    cell: int
    first: int
    count: int

    def __post_init__(self) -> None:
        numbers = (self.cell, self.first, self.count)
        if any(type(number) is not int for number in numbers):
            raise ValueError(f"a span has three whole numbers, not {numbers!r}")
        if not (0 <= self.cell < LARGEST and self.first >= 0 and self.count >= 1):
            raise ValueError(f"{numbers!r} are no cell, first game and count from 1")
        if self.stop > LARGEST:
            raise ValueError(f"{numbers!r} goes beyond game {LARGEST}")

    @property
    def stop(self) -> int:
        """Index after the last game."""
        return self.first + self.count

    @property
    def games(self) -> range:
        """Indices of the games within the cell."""
        return range(self.first, self.stop)

    @classmethod
    def between(cls, cell: int, first: int, stop: int) -> Span:
        """Return the games from ``first`` up to and without ``stop``."""
        return cls(cell, first, stop - first)

    def covers(self, other: Span) -> bool:
        """Tell whether all games of another span are in this one."""
        inside = self.first <= other.first and other.stop <= self.stop
        return self.cell == other.cell and inside

    def __str__(self) -> str:
        last = f"-{self.stop - 1}" if self.count > 1 else ""
        return f"{self.cell}:{self.first}{last}"

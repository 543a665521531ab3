"""How long a study will take, and how much it will leave, from a few games of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Self

__all__ = ["Estimate", "Tried", "lasting", "longest_of", "sized", "trial_order"]

MOST_CELLS = 6
"""Cells of which games are tried, spread over all."""

MANY = 30
"""Tried games from which on a mean is worth more than its order of magnitude."""

LARGEST_SPAN = 16
"""Most games tried of a cell before the next cell has its turn."""


@dataclass(frozen=True, slots=True)
class Tried:
    """Games of one cell that were played to see how long they take.

    Parameters
    ----------
    cell : int
        Number of the cell.
    games : int
        How many.
    seconds : float
        How long they took, on one core, in s.
    ended : bool
        Whether they came to an end; else they would have taken longer.
    """

    cell: int
    games: int
    seconds: float
    ended: bool = True


def trial_order(cells: int, games: int) -> Iterator[tuple[int, range]]:
    """Yield of which cell to try which games, until nobody asks any more.

    Examples
    --------
    >>> from itertools import islice
    >>> list(islice(trial_order(cells=9, games=4), 7))[::3]
    [(0, range(0, 1)), (4, range(0, 1)), (0, range(1, 2))]
    """
    some = min(cells, MOST_CELLS)
    chosen = sorted({at * (cells - 1) // max(some - 1, 1) for at in range(some)})
    first = 0
    for turn in count():
        size = min(1 << max(turn - 1, 0), LARGEST_SPAN, games - first)
        if size < 1:
            return
        yield from ((cell, range(first, first + size)) for cell in chosen)
        first += size


def longest_of(tried: Sequence[Tried]) -> float:
    """Return the longest time of a game that came to an end, in s."""
    return max((each.seconds / each.games for each in tried if each.ended), default=0.0)


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a game takes, by what was tried.

    Parameters
    ----------
    tried : sequence of Tried
        In the order in which they were played, at least one.
    size : float
        What a game leaves on disk, in bytes.
    """

    tried: Sequence[Tried]
    size: float = 0.0

    @classmethod
    def of(cls, tried: Sequence[Tried], size: float = 0.0) -> Self:
        """Return what games say, but for those that say too little.

        The first one also waits for its engine, and one that the end of the trial cut
        off was perhaps like the others, unless it was far longer.
        """
        longest = longest_of(tried)
        kept = [each for each in tried if each.ended or each.seconds > 3 * longest]
        warm = kept[1:]
        again = kept[0].cell in {each.cell for each in warm}
        return cls(warm if again else kept, size)

    @property
    def games(self) -> int:
        """How many games were tried."""
        return sum(each.games for each in self.tried)

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells of which games were tried."""
        return tuple(sorted({each.cell for each in self.tried}))

    @property
    def bounded(self) -> bool:
        """Whether all games came to an end; else these are lower bounds."""
        return all(each.ended for each in self.tried)

    def seconds(self, cell: int | None = None) -> float:
        """Return how long a game takes, in s; of no cell, or one not tried: of any."""
        own = [each for each in self.tried if each.cell == cell]
        if own:
            return sum(each.seconds for each in own) / sum(each.games for each in own)
        return sum(map(self.seconds, self.cells)) / len(self.cells)

    def total(self, games: Sequence[int]) -> float:
        """Return how long so many games of each cell take, in s."""
        known, other = {cell: self.seconds(cell) for cell in self.cells}, self.seconds()
        return sum(known.get(cell, other) * count for cell, count in enumerate(games))

    def roughness(self) -> str:
        """Return how far off this may be, in words."""
        if not self.bounded:
            return "a game did not end in the trial: the whole takes longer than this"
        if self.games < MANY:
            return "few games were tried: it may well take half or twice as long"
        return "it may take a third less or more, and longer on a busy machine"


def lasting(seconds: float) -> str:
    """Return a time in the unit that suits it.

    Examples
    --------
    >>> [lasting(each) for each in (0.004, 2, 90, 5400, 3e5, 1e8)]
    ['0.0040 s', '2.0 s', '90 s', '1.5 h', '3.5 days', '1,157 days']
    """
    for size, most, unit in ((1, 120, "s"), (60, 5400, "min"), (3600, 172800, "h")):
        if seconds < most:
            return f"{_two_digits(seconds / size)} {unit}"
    return f"{_two_digits(seconds / 86400)} days"


def sized(size: float) -> str:
    """Return a number of bytes in the unit that suits it.

    Examples
    --------
    >>> [sized(each) for each in (999, 20480, 5e9)]
    ['1.0 kB', '20 kB', '5.0 GB']
    """
    for unit in ("kB", "MB", "GB"):
        size /= 1000
        if size < 1000:
            return f"{_two_digits(size)} {unit}"
    return f"{_two_digits(size / 1000)} TB"


def _two_digits(value: float) -> str:
    if value >= 10 or not value:
        return f"{value:,.0f}"
    return f"{value:#.2g}"

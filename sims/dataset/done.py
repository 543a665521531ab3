"""Which games there are: a set of spans, small while games are nearly in order."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator

from sims.dataset.spans import Span

__all__ = ["Done"]


class Done:
    """A set of games.

    Parameters
    ----------
    spans : iterable of Span
        What is in it at first.

    Examples
    --------
    >>> done = Done([Span(0, 0, 3), Span(0, 3, 2), Span(1, 7, 1)])
    >>> (0, 4) in done, (1, 4) in done
    (True, False)
    >>> done.total, done.count(0)
    (6, 5)
    >>> [str(span) for span in done.missing(Span(0, 4, 3))]
    ['0:5-6']
    """

    def __init__(self, spans: Iterable[Span] = ()) -> None:
        # For each cell where its runs of games begin and stop, in order; they are
        # apart by at least one game.
        self._runs: dict[int, tuple[list[int], list[int]]] = {}
        self._counts: dict[int, int] = {}
        self.total = 0
        for span in spans:
            self.add(span)

    def __contains__(self, key: tuple[int, int]) -> bool:
        cell, game = key
        starts, stops = self._runs.get(cell, ((), ()))
        index = bisect_right(starts, game) - 1
        return index >= 0 and game < stops[index]

    def __iter__(self) -> Iterator[Span]:
        """Yield its runs of games in order of cell and game."""
        for cell in sorted(self._runs):
            for first, stop in zip(*self._runs[cell], strict=True):
                yield Span.between(cell, first, stop)

    def count(self, cell: int) -> int:
        """Return how many games of a cell are in it."""
        return self._counts.get(cell, 0)

    def add(self, span: Span) -> None:
        """Put games into it; some may be there already."""
        starts, stops = self._runs.setdefault(span.cell, ([], []))
        low = bisect_left(stops, span.first)
        high = bisect_right(starts, span.stop)
        first, stop = span.first, span.stop
        before = sum(stops[low:high]) - sum(starts[low:high])
        if low < high:
            first, stop = min(first, starts[low]), max(stop, stops[high - 1])
        starts[low:high], stops[low:high] = [first], [stop]
        fresh = stop - first - before
        self._counts[span.cell] = self._counts.get(span.cell, 0) + fresh
        self.total += fresh

    def missing(self, span: Span) -> list[Span]:
        """Return the games of a span that are not in it, in order."""
        starts, stops = self._runs.get(span.cell, ([], []))
        found = []
        at = span.first
        index = bisect_right(stops, at)
        while index < len(starts) and starts[index] < span.stop:
            if at < starts[index]:
                found.append(Span.between(span.cell, at, starts[index]))
            at = stops[index]
            index += 1
        if at < span.stop:
            found.append(Span.between(span.cell, at, span.stop))
        return found

    def overlap(self, span: Span) -> int:
        """Return how many games of a span are in it."""
        return span.count - sum(part.count for part in self.missing(span))

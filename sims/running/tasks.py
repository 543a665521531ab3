"""What is handed out at once: games of about a second, and what comes back of them."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterable
from dataclasses import dataclass

from sims.dataset.chunks import Chunk
from sims.dataset.spans import Span

__all__ = ["Pending", "Played", "Sizes", "Task"]

TASK_TIME = 1.0
"""How long a task should take, in s; an interrupt loses no more work in each slot."""

LEAST_TIME = 0.02
"""How long a task should take at least where there are games enough, in s."""

MOST = 512
"""Most games of one task: their rows are in memory together."""

CELLS = 4096
"""Of how many cells it is remembered how long games take."""


@dataclass(frozen=True, slots=True)
class Task:
    """Games to be played somewhere.

    Parameters
    ----------
    span : Span
        Which games.
    games : bytes
        A pickle of the `sims.running.jobs.Games` of their cell.
    run : str
        Name of the session they belong to; no process plays for two.
    time_limit : float or None
        How long one game may take, in s.
    budget : float
        After this time (s) what was not begun goes back.
    """

    span: Span
    games: bytes
    run: str
    time_limit: float | None = None
    budget: float = 2 * TASK_TIME


@dataclass(frozen=True, slots=True)
class Played:
    """What came of a task.

    Parameters
    ----------
    chunks : tuple of Chunk
        The games that were played.
    rest : tuple of Span
        Those that were not begun.
    seconds : float
        How long the games took, also those that hung or killed their process, in s.
    """

    chunks: tuple[Chunk, ...]
    rest: tuple[Span, ...]
    seconds: float


class Pending:
    """Games that wait to be handed out, in order."""

    def __init__(self) -> None:
        self._spans: deque[Span] = deque()
        self.games = 0

    def push(self, spans: Iterable[Span]) -> None:
        """Add games at the end; those that follow the last ones join them."""
        for span in spans:
            self.games += span.count
            last = self._spans[-1] if self._spans else None
            if last and (last.cell, last.stop) == (span.cell, span.first):
                self._spans[-1] = Span(last.cell, last.first, last.count + span.count)
            else:
                self._spans.append(span)

    def put_back(self, spans: Iterable[Span]) -> None:
        """Put games before all others: whoever stores games in order waits for them."""
        for span in sorted(spans, reverse=True):
            self.games += span.count
            self._spans.appendleft(span)

    def __bool__(self) -> bool:
        return bool(self._spans)

    @property
    def cell(self) -> int:
        """The cell of the next game."""
        return self._spans[0].cell

    def take(self, most: int) -> Span:
        """Remove and return the next games, at most so many and of one cell."""
        span = self._spans.popleft()
        if span.count > most:
            self._spans.appendleft(
                Span.between(span.cell, span.first + most, span.stop)
            )
            span = Span(span.cell, span.first, most)
        self.games -= span.count
        return span


class Sizes:
    """How many games of a cell make a task, from how long its games took."""

    def __init__(self) -> None:
        self._known: OrderedDict[int, tuple[float, int]] = OrderedDict()
        self._latest = (TASK_TIME, 1)

    def note(self, cell: int, games: int, seconds: float) -> None:
        """Take in that so many games of a cell took so long, in s."""
        took = max(seconds / games, 1e-9)
        before, size = self._known.get(cell, (took, self._latest[1]))
        took = 0.5 * (before + took)
        # Not more than twice as many as before: the first games may be the short ones.
        size = max(1, min(int(TASK_TIME / took), 2 * size, MOST))
        self._latest = self._known[cell] = took, size
        self._known.move_to_end(cell)
        if len(self._known) > CELLS:
            self._known.popitem(last=False)

    def most(self, cell: int) -> int:
        """Return how many games of a cell make a task."""
        return self._known.get(cell, self._latest)[1]

    def fitting(self, cell: int, share: int) -> int:
        """Return how many games the next task has.

        Parameters
        ----------
        cell : int
            Whose games they are.
        share : int
            How many there are for each slot; near the end the last ones are shared out
            among all, but not in crumbs.
        """
        took, most = self._known.get(cell, self._latest)
        return max(1, min(most, max(share, int(LEAST_TIME / took))))

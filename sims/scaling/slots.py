"""The slots of a model: what plays, what waits for a slot, and how busy they are."""

from __future__ import annotations

from collections import deque

from sims.dataset.spans import Span

__all__ = ["Slots"]


class Slots:
    """Workers that take tasks from one queue, in order.

    Dask hands each worker the next task while it still plays; as long as some are
    ready, that comes to the same.

    Parameters
    ----------
    count : int
        How many.
    gap : float
        What passes between two tasks of a slot, in s.
    warm, until : float
        From when to when it is counted how busy they are, in s.
    """

    def __init__(self, count: int, gap: float, warm: float, until: float) -> None:
        self._count = self._idle = count
        self._gap, self._warm, self._until = gap, warm, until
        self._busy = 0.0
        self._queue: deque[Span] = deque()

    def push(self, span: Span) -> None:
        """Put a task at the end of the queue."""
        self._queue.append(span)

    def begin(self) -> Span | None:
        """Take the next task, if there is one and a slot for it."""
        if not self._idle or not self._queue:
            return None
        self._idle -= 1
        return self._queue.popleft()

    def play(self, now: float, seconds: float) -> float:
        """Return when a task that begins now and takes so long is done."""
        begins = now + self._gap
        ends = begins + seconds
        self._busy += max(0.0, min(ends, self._until) - max(begins, self._warm))
        return ends

    def end(self) -> None:
        """Give a slot back."""
        self._idle += 1

    def used(self, seconds: float) -> float:
        """Return the share of so much time (s) of all slots that they played."""
        return self._busy / (self._count * seconds) if seconds > 0 else 0.0

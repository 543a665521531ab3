"""A batch of games into a folder: started, interrupted, resumed, finished."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Protocol

from sims.pool import Finished, Pool
from sims.progress import Reporter
from sims.store import Rows, Store

__all__ = ["Job", "Missing", "Outcome", "play_batch", "stop_on_signals"]

FLUSH_INTERVAL = 1.0
"""Shortest time between two parts, in s: fast games share one."""


class Job(Protocol):
    """The games of a batch; sent to the workers, so it must be picklable."""

    def play(self, index: int) -> Rows:
        """Play one game; the rows depend on nothing but the job and the index."""

    def failed(self, index: int, error: str) -> Rows:
        """Return the rows that stand for a game that could not be played."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one session of a batch did."""

    played: int
    failed: int
    interrupted: bool


class Missing(Collection[int]):
    """The games from 0 that are still to be played; takes no memory for them.

    Parameters
    ----------
    games : int
        Number of games asked for.
    done : set of int
        Indices of those there are.
    """

    def __init__(self, games: int, done: set[int]) -> None:
        self._games = range(games)
        self._done = done

    def __contains__(self, index: object) -> bool:
        return index in self._games and index not in self._done

    def __iter__(self) -> Iterator[int]:
        return (index for index in self._games if index not in self._done)

    def __len__(self) -> int:
        return len(self._games) - sum(index in self._games for index in self._done)


def play_batch(
    job: Job,
    indices: Collection[int],
    store: Store,
    *,
    workers: int,
    reporter: Reporter,
    stop: Callable[[], bool] = lambda: False,
) -> Outcome:
    """Play the games that are asked for; each is told of once it is safe on disk.

    Parameters
    ----------
    job : Job
        The games.
    indices : Collection[int]
        Which games; those in the store already must not be among them.
    store : Store
        An opened store.
    workers : int
        Number of processes.
    reporter : Reporter
        Told of progress; started by the caller.
    stop : callable
        Once true, games in flight are abandoned and the rest is not begun.
    """
    writer = _Writer(job, store, reporter)
    try:
        for finished in Pool(job.play, workers, stop).run(indices):
            writer.take(finished)
    finally:
        writer.flush()
    return Outcome(writer.played, writer.failed, writer.played < len(indices))


class _Writer:
    """Collects finished games and writes them out about once a second."""

    def __init__(self, job: Job, store: Store, reporter: Reporter) -> None:
        self._job, self._store, self._reporter = job, store, reporter
        self._waiting: list[Rows] = []
        self._waiting_failed = 0
        self._last = -FLUSH_INTERVAL
        self.played = self.failed = 0

    def take(self, finished: Finished[Rows] | None) -> None:
        if finished is not None:
            rows = finished.result
            if rows is None:
                rows = self._job.failed(finished.index, finished.error or "")
                self._waiting_failed += 1
            self._waiting.append(rows)
        if self._waiting and time.monotonic() - self._last >= FLUSH_INTERVAL:
            self.flush()

    def flush(self) -> None:
        if not self._waiting:
            return
        games, failed = self._waiting, self._waiting_failed
        self._waiting, self._waiting_failed = [], 0
        self._store.append(games)
        self._last = time.monotonic()
        self.played += len(games)
        self.failed += failed
        self._reporter.advance(len(games), failed)


@contextmanager
def stop_on_signals() -> Iterator[Callable[[], bool]]:
    """Turn the first SIGINT or SIGTERM into a flag; a second one interrupts at once.

    Yields
    ------
    callable
        Tells whether a signal came.
    """
    came: list[int] = []

    def note(number: int, _frame: FrameType | None) -> None:
        if came:
            raise KeyboardInterrupt
        came.append(number)

    signals = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(number, note) for number in signals]
    try:
        yield lambda: bool(came)
    finally:
        for number, handler in zip(signals, before, strict=True):
            signal.signal(number, handler)

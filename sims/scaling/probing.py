"""Real runs of the coordinator with a real store, and what they cost."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from sims.dataset.chunks import Chunk
from sims.dataset.spans import Span
from sims.dataset.store import Store
from sims.design.plan import Plan
from sims.progress import Silent
from sims.running.coordinator import Settings, play_study
from sims.running.jobs import Job
from sims.running.opened import Opened
from sims.running.tasks import Played
from sims.scaling.kinds import Kind
from sims.study_work import Earlier, StudyWork

__all__ = ["Probe", "probe"]


@dataclass(frozen=True, slots=True)
class Probe:
    """What one run cost.

    Parameters
    ----------
    games, tasks : int
        How many were played.
    size : int
        Bytes that came back.
    own : float
        Processor time of this process, in s.
    wall : float
        Time of the clock, in s.
    played : float
        Sum of what the tasks took where they were played, in s.
    syncs : tuple of float
        How long each wait for the disk was, in s.
    """

    games: int
    tasks: int
    size: int
    own: float
    wall: float
    played: float
    syncs: tuple[float, ...]

    def used(self, slots: int) -> float:
        """Return the share of the time of so many slots in which they played."""
        return self.played / (slots * self.wall)


@dataclass(slots=True)
class _Counting(Executor):
    """Passes tasks on, and notes what comes back."""

    inner: Executor
    came: list[Played] = field(default_factory=list)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **more: Any) -> Future[Any]:
        future = self.inner.submit(fn, *args, **more)
        future.add_done_callback(self._note)
        return future

    def _note(self, future: Future[Any]) -> None:
        if not future.cancelled() and future.exception() is None:
            self.came.append(future.result())


class _Timed:
    """A store whose waits for the disk are timed."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.syncs: list[float] = []

    @property
    def waiting(self) -> int:
        return self._store.waiting

    def enqueue(self, span: Span) -> list[Span]:
        return self._store.enqueue(span)

    def put(self, chunk: Chunk) -> None:
        self._store.put(chunk)

    def sync(self) -> None:
        began = time.perf_counter()
        self._store.sync()
        self.syncs.append(time.perf_counter() - began)


def probe(kind: Kind, job: Job, games: int, opened: Opened) -> Probe:
    """Play games through the coordinator into a folder that is thrown away.

    Parameters
    ----------
    kind : Kind
        Says what the tables are, and what is counted.
    job : Job
        The games.
    games : int
        How many.
    opened : Opened
        Where they are played; whoever was warm there stays so.
    """
    counting = _Counting(opened.executor)
    work = StudyWork(
        Plan(1, games), lambda cell: job, kind.tables, kind.metrics,
        Earlier([], kind.metrics), 1,
    )  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder), kind.tables)
        store.open()
        timed = _Timed(store)
        try:
            own, wall = time.process_time(), time.monotonic()
            play_study(
                work,
                timed,
                replace(opened, executor=counting),
                Settings(tables=kind.tables),
                reporter=Silent(),
            )
            own, wall = time.process_time() - own, time.monotonic() - wall
        finally:
            store.close()
    chunks = [chunk for came in counting.came for chunk in came.chunks]
    return Probe(
        games=sum(chunk.span.count for chunk in chunks),
        tasks=len(counting.came),
        size=sum(len(each) for chunk in chunks for each in chunk.tables.values()),
        own=own,
        wall=wall,
        played=sum(came.seconds for came in counting.came),
        syncs=tuple(timed.syncs),
    )

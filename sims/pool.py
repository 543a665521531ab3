"""Games on a pool of worker processes, as results that come in as they finish.

Built on `concurrent.futures`: a few tasks a worker are in flight. A task is one game;
where games take milliseconds it becomes many, so that handing them out and back costs
little beside them. What a game raises becomes a failure of that game. A worker that
dies takes its whole pool along, so the games then in flight are played again one at a
time in a pool of their own, and the one that kills it again is the failure.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import (
    ALL_COMPLETED,
    FIRST_COMPLETED,
    Future,
    ProcessPoolExecutor,
    wait,
)
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from multiprocessing import resource_tracker
from multiprocessing.connection import wait as wait_for
from typing import Any, Generic, TypeVar

from gamebase.errors import text_of

__all__ = ["Finished", "Pool", "study_pool"]

T = TypeVar("T")

_PLAY: list[Callable[[int], Any]] = []
"""In a worker: what plays a game."""

TICK = 0.2
"""Longest wait before the caller gets a turn, in s."""

PER_WORKER = 2
"""Tasks in flight for each worker: one being played, one ready to go."""

TASK_TIME = 0.1
"""How long a task of many games should take, in s; stopping loses no more work."""

MOST = 256
"""Most games of one task."""

SINGLE = 16
"""How many games come back one by one before tasks of several are tried."""


@dataclass(frozen=True, slots=True)
class Finished(Generic[T]):
    """One game's result, or the text of what made it fail."""

    index: int
    result: T | None
    error: str | None = None


class _Pending:
    """Indices still to be played, read only as far as they are needed."""

    def __init__(self, indices: Iterable[int]) -> None:
        self._rest = iter(indices)
        self._read: deque[int] = deque()

    def ahead(self, most: int) -> int:
        """Return how many there are, at most this many."""
        self._read.extend(islice(self._rest, max(0, most - len(self._read))))
        return min(most, len(self._read))

    def __bool__(self) -> bool:
        return self.ahead(1) > 0

    def pop(self) -> int:
        self.ahead(1)
        return self._read.popleft()


class _TaskSize:
    """How many games a task should have, from how long games took."""

    def __init__(self) -> None:
        self.now = 1
        self._seen = 0

    def note(self, games: int, seconds: float) -> None:
        """Take in that the games of a task took so long."""
        self._seen += games
        fitting = int(TASK_TIME * games / max(seconds, 1e-9))
        if self._seen >= SINGLE:
            self.now = max(1, min(fitting, 2 * self.now, MOST))


@dataclass(frozen=True, slots=True)
class _Played(Generic[T]):
    """What a task comes back with: its games, and how long they took, in s."""

    games: list[Finished[T]]
    seconds: float


class Pool(Generic[T]):
    """Plays ``play(index)`` in worker processes.

    Parameters
    ----------
    play : callable
        Picklable, sent to each worker once; must depend on nothing but its index.
    workers : int
        Number of processes.
    stop : callable
        Asked between results; once true, games in flight are abandoned.
    """

    def __init__(
        self,
        play: Callable[[int], T],
        workers: int,
        stop: Callable[[], bool] = lambda: False,
    ) -> None:
        self._play = play
        self._workers = workers
        self._stop = stop
        self._size = _TaskSize()
        self._in_flight: dict[Future[_Played[T]], list[int]] = {}
        self._suspects: list[int] = []

    def run(self, indices: Iterable[int]) -> Iterator[Finished[T] | None]:
        """Yield results in the order they finish, and None while waiting.

        The waiting turns let the caller write results out, redraw, or stop.
        """
        pending = _Pending(indices)
        while pending and not self._stop():
            yield from self._run_until_broken(pending)
            suspects = deque(sorted(self._suspects))
            self._suspects.clear()
            while suspects and not self._stop():
                yield from self._run_alone(suspects)

    def _run_until_broken(self, pending: _Pending) -> Iterator[Finished[T] | None]:
        executor, kill = _start(pending.ahead(self._workers), self._play)
        try:
            while not self._suspects and not self._stop():
                self._fill(executor, pending)
                if not self._in_flight:
                    return
                yield from self._collect(TICK, FIRST_COMPLETED)
            # The others in flight died with their pool, or are abandoned.
            yield from self._collect(0 if self._stop() else None, ALL_COMPLETED)
        finally:
            self._in_flight.clear()
            kill()

    def _fill(self, executor: ProcessPoolExecutor, pending: _Pending) -> None:
        most = self._workers * PER_WORKER
        while pending and len(self._in_flight) < most:
            left = pending.ahead(self._size.now * most)
            task = [pending.pop() for _ in range(max(1, left // most))]
            try:
                with _interrupts_held():
                    self._in_flight[executor.submit(_play_task, task)] = task
            except BrokenProcessPool:
                self._suspects += task
                return

    def _collect(
        self, timeout: float | None, until: str
    ) -> Iterator[Finished[T] | None]:
        done, _ = wait(self._in_flight, timeout, until)
        for future in sorted(done, key=self._in_flight.__getitem__):
            task = self._in_flight.pop(future)
            error = future.exception()
            if error is None:
                played = future.result()
                self._size.note(len(task), played.seconds)
                yield from played.games
            elif isinstance(error, BrokenProcessPool) or len(task) > 1:
                self._suspects += task
            else:  # what it returned cannot be sent
                yield Finished(task[0], None, describe_error(error))
        yield None

    def _run_alone(self, suspects: deque[int]) -> Iterator[Finished[T] | None]:
        """Play games that were in flight when a worker died, until one dies again."""
        executor, kill = _start(1, self._play)
        try:
            while suspects and not self._stop():
                index = suspects[0]
                try:
                    with _interrupts_held():
                        future = executor.submit(_play_task, [index])
                except BrokenProcessPool:  # the worker died after its last game
                    return
                suspects.popleft()
                while not wait([future], TICK).done:
                    yield None
                    if self._stop():
                        return
                error = future.exception()
                if error is None:
                    yield from future.result().games
                else:
                    yield Finished(index, None, describe_error(error))
                if isinstance(error, BrokenProcessPool):
                    return
        finally:
            kill()


def describe_error(error: BaseException) -> str:
    """Return one line: the kind of error, its text, and where it was raised."""
    if isinstance(error, BrokenProcessPool):
        cause = "".join(traceback.format_exception_only(error.__cause__ or error))
        last = cause.strip().strip('"').splitlines()[-1].strip()
        return f"worker process died while it played this game ({last})"
    frames = traceback.extract_tb(error.__traceback__)
    place = [f" [{os.path.basename(f.filename)}:{f.lineno}]" for f in frames[-1:]]
    return f"{type(error).__name__}: {text_of(error)}{''.join(place)}"


def study_pool(workers: int) -> ProcessPoolExecutor:
    """Return processes for a study; they end with this one, however it ends.

    Parameters
    ----------
    workers : int
        Number of processes.

    Returns
    -------
    ProcessPoolExecutor
    """
    return ProcessPoolExecutor(
        workers,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_end_with_parent,
    )


def _start(
    workers: int, play: Callable[[int], object]
) -> tuple[ProcessPoolExecutor, Callable[[], None]]:
    """Start a pool; return it with the function that ends it at once."""
    before = set(multiprocessing.active_children())
    executor = ProcessPoolExecutor(
        workers,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_prepare_worker,
        initargs=(play,),
    )

    def kill() -> None:
        for process in set(multiprocessing.active_children()) - before:
            process.terminate()
        executor.shutdown(wait=True, cancel_futures=True)

    return executor, kill


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold SIGINT back, here until the end and for good in processes started here.

    A worker is deaf to Ctrl-C from its first instruction, not only once it can say
    so; the coordinator gets the signal a moment later.
    """
    resource_tracker.ensure_running()  # its start would let the signal through
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _prepare_worker(play: Callable[[int], object]) -> None:
    _PLAY.append(play)
    # Ctrl-C reaches the whole process group; only the coordinator answers it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _end_with_parent()


def _play_task(indices: Sequence[int]) -> _Played[Any]:
    """Play some games in a worker; what one of them raises is its result."""
    started = time.perf_counter()
    games = [_play_game(index) for index in indices]
    return _Played(games, time.perf_counter() - started)


def _play_game(index: int) -> Finished[Any]:
    try:
        return Finished(index, _PLAY[-1](index))
    except BaseException as error:  # noqa: BLE001  # a game may also try to exit
        return Finished(index, None, describe_error(error))


def _end_with_parent() -> None:
    threading.Thread(target=_die_with_parent, daemon=True).start()


def _die_with_parent() -> None:
    # A killed coordinator closes no pipe its workers wait on: they would stay forever.
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait_for([parent.sentinel])
        os._exit(1)

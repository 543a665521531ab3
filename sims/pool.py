"""Games on a pool of worker processes, as results that come in as they finish.

Built on `concurrent.futures`: a game is one task, and a few tasks a worker are in
flight. What a game raises becomes a failure of that game. A worker that dies takes
its whole pool along, so the games then in flight are played again one at a time in
a pool of their own, and the one that kills it again is the failure.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
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
from typing import Generic, TypeVar

from gamebase.errors import text_of

__all__ = ["Finished", "Pool"]

T = TypeVar("T")

TICK = 0.2
"""Longest wait before the caller gets a turn, in s."""

PER_WORKER = 2
"""Tasks in flight for each worker: one being played, one ready to go."""


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


class Pool(Generic[T]):
    """Plays ``play(index)`` in worker processes.

    Parameters
    ----------
    play : callable
        Picklable; must depend on nothing but its index.
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
        self._in_flight: dict[Future[T], int] = {}
        self._suspects: list[int] = []

    def run(self, indices: Iterable[int]) -> Iterator[Finished[T] | None]:
        """Yield results in the order they finish, and None while waiting.

        The waiting turns let the caller write results out, redraw, or stop.
        """
        pending = _Pending(indices)
        while pending and not self._stop():
            yield from self._run_until_broken(pending)
            for index in sorted(self._suspects):
                yield from self._run_alone(index)
            self._suspects.clear()

    def _run_until_broken(self, pending: _Pending) -> Iterator[Finished[T] | None]:
        executor, kill = _start(pending.ahead(self._workers))
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
        while pending and len(self._in_flight) < self._workers * PER_WORKER:
            index = pending.pop()
            try:
                with _interrupts_held():
                    self._in_flight[executor.submit(self._play, index)] = index
            except BrokenProcessPool:
                self._suspects.append(index)
                return

    def _collect(
        self, timeout: float | None, until: str
    ) -> Iterator[Finished[T] | None]:
        done, _ = wait(self._in_flight, timeout, until)
        for future in sorted(done, key=self._in_flight.__getitem__):
            index = self._in_flight.pop(future)
            error = future.exception()
            if isinstance(error, BrokenProcessPool):
                self._suspects.append(index)
            elif error is not None:
                yield Finished(index, None, describe_error(error))
            else:
                yield Finished(index, future.result())
        yield None

    def _run_alone(self, index: int) -> Iterator[Finished[T] | None]:
        """Play a game that was in flight when a worker died."""
        if self._stop():
            return
        executor, kill = _start(1)
        try:
            with _interrupts_held():
                future = executor.submit(self._play, index)
            while not wait([future], TICK).done:
                yield None
                if self._stop():
                    return
            error = future.exception()
            if error is None:
                yield Finished(index, future.result())
            else:
                yield Finished(index, None, describe_error(error))
        finally:
            kill()


def describe_error(error: BaseException) -> str:
    """Return one line: the kind of error, its text, and where it was raised."""
    if isinstance(error, BrokenProcessPool):
        cause = "".join(traceback.format_exception_only(error.__cause__ or error))
        last = cause.strip().strip('"').splitlines()[-1].strip()
        return f"worker process died while it played this game ({last})"
    text = text_of(error)
    place = _place(str(error.__cause__ or ""))
    return f"{type(error).__name__}: {text}{place}"


def _place(remote_traceback: str) -> str:
    """Return the last place of a worker's traceback, without its folders."""
    frames = [
        line.split(",") for line in remote_traceback.splitlines() if ", line " in line
    ]
    if not frames or len(frames[-1]) < 2:
        return ""
    name = os.path.basename(frames[-1][0].strip().removeprefix("File ").strip('"'))
    return f" [{name}:{frames[-1][1].strip().removeprefix('line ')}]"


def _start(workers: int) -> tuple[ProcessPoolExecutor, Callable[[], None]]:
    """Start a pool; return it with the function that ends it at once."""
    before = set(multiprocessing.active_children())
    executor = ProcessPoolExecutor(
        workers,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_prepare_worker,
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


def _prepare_worker() -> None:
    # Ctrl-C reaches the whole process group; only the coordinator answers it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_die_with_parent, daemon=True).start()


def _die_with_parent() -> None:
    # A killed coordinator closes no pipe its workers wait on: they would stay forever.
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait_for([parent.sentinel])
        os._exit(1)

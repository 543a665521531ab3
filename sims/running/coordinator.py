"""The one loop of a study: hand out tasks in order, store what comes, tell of it."""

from __future__ import annotations

import queue
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Future

from gamebase.errors import text_of
from sims.dataset.chunks import Chunk
from sims.dataset.spans import Span
from sims.errors import BatchError
from sims.progress import Reporter
from sims.running.flights import MOST_LOST, Flight, Packed
from sims.running.jobs import describe_error
from sims.running.opened import Opened
from sims.running.playing import play_task
from sims.running.tasks import Pending, Played, Sizes, Task
from sims.running.waiting import Waiting
from sims.running.work import Outcome, Settings, Shelf, Work

__all__ = ["Outcome", "Settings", "Shelf", "Work", "play_study"]

TICK = 0.1
"""Longest wait before `stop` is asked again, in s."""

SYNC_INTERVAL = 1.0
"""How often what came is put on disk and told of, in s."""

IN_FLIGHT = 2
"""Tasks for each slot: one being played, one ready to go."""

MOST_WAITING = 20_000
"""Games in memory beyond which no more are handed out until older ones are done; and
as many are in flight at most, unless there are more slots."""


def play_study(
    work: Work,
    shelf: Shelf,
    opened: Opened,
    settings: Settings,
    *,
    reporter: Reporter,
    stop: Callable[[], bool] = lambda: False,
) -> Outcome:
    """Play all games; each is told of once it is safe on disk.

    Parameters
    ----------
    work : Work
        The games, in the order in which they are stored.
    shelf : Shelf
        An opened store.
    opened : Opened
        Where they are played.
    settings : Settings
    reporter : Reporter
        Told of progress; started by the caller.
    stop : callable
        Asked several times a second; once true, games in flight are abandoned.

    Raises
    ------
    BatchError
        If games cannot be played at all. What was played until then is safe.
    """
    session = _Session(work, shelf, opened, settings)
    synced = _Synced(session, work, shelf, reporter)
    waiting = Waiting(opened.place, reporter)
    try:
        while session.goes_on(stop()):
            session.collect()
            waiting.look(session.slots)
            synced.now_and_then()
    finally:
        synced.now()
    return Outcome(session.played, session.failed, session.interrupted)


class _Synced:
    """Puts on disk what came, about once a second, and then tells of it."""

    def __init__(
        self, session: _Session, work: Work, shelf: Shelf, reporter: Reporter
    ) -> None:
        self._session, self._work = session, work
        self._shelf, self._reporter = shelf, reporter
        self._last = time.monotonic()
        self._told = self._told_failed = 0

    def now_and_then(self) -> None:
        if time.monotonic() - self._last >= SYNC_INTERVAL:
            self.now()

    def now(self) -> None:
        session = self._session
        games = session.played - self._told
        if games:
            self._shelf.sync()
            failed = session.failed - self._told_failed
            work = self._work
            self._reporter.advance(games, failed, work.note(), work.total())
            self._told, self._told_failed = session.played, session.failed
        self._last = time.monotonic()


class _Session:
    """The tasks that are in flight, and those that will be."""

    def __init__(
        self, work: Work, shelf: Shelf, opened: Opened, settings: Settings
    ) -> None:
        self._work, self._shelf, self._opened = work, shelf, opened
        self._packed, self._time_limit = Packed(work, settings), settings.time_limit
        self._pending, self._sizes = Pending(), Sizes()
        self._again: deque[Flight] = deque()
        self._flying: dict[Future[Played], Flight] = {}
        self._landed: queue.SimpleQueue[Future[Played]] = queue.SimpleQueue()
        self._lost_in_a_row = 0
        self.slots = 1
        self.played = self.failed = 0
        self.interrupted = False

    # --- handing out ---------------------------------------------------------------

    def goes_on(self, stopped: bool) -> bool:
        """Hand out what may be; return whether there is anything to wait for."""
        if stopped:
            self._look_ahead(1)
            self.interrupted = bool(self._flying or self._again or self._pending)
            return False
        most = IN_FLIGHT * self._count_slots()
        while len(self._flying) < most and not self._too_many_wait():
            if not self._hand_out(most):
                break
        return bool(self._flying)

    def _count_slots(self) -> int:
        try:
            self.slots = self._opened.slots()
        except Exception as error:
            raise BatchError(
                f"{self._opened.place} is gone ({text_of(error)}): see that it runs, "
                "then --resume"
            ) from error
        return max(1, self.slots)

    def _too_many_wait(self) -> bool:
        return bool(self._flying) and self._shelf.waiting > MOST_WAITING

    def _look_ahead(self, games: int) -> None:
        """Read the plan only as far as it is needed: it may be of 10^8 games."""
        while self._pending.games < games:
            span = self._work.ready()
            if span is None:
                return
            missing = self._shelf.enqueue(span)
            for there in _without(span, missing):
                self._work.found(there)
            self._pending.push(missing)

    def _hand_out(self, most: int) -> bool:
        """Submit the next task; return whether there was one."""
        if self._again:
            self._submit(self._again.popleft())
            return True
        self._look_ahead(1)
        if not self._pending:
            return False
        cell = self._pending.cell
        self._look_ahead(most * self._sizes.most(cell))
        share = min(self._pending.games, MOST_WAITING) // most
        size = self._sizes.fitting(cell, share)
        self._submit(Flight(self._pending.take(size)))
        return True

    def _submit(self, flight: Flight) -> None:
        sent = self._packed.sent(flight.span.cell)
        task = Task(flight.span, sent, self._opened.run, self._time_limit)
        try:
            future = self._opened.executor.submit(play_task, task)
        except Exception as error:
            raise BatchError(
                f"{self._opened.place} takes no more games ({text_of(error)}): see "
                "that it runs, then --resume"
            ) from error
        self._flying[future] = flight
        future.add_done_callback(self._landed.put)

    # --- taking in -----------------------------------------------------------------

    def collect(self) -> None:
        """Take in what has come; wait a little for it."""
        for future in _arrived(self._landed):
            flight = self._flying.pop(future)
            error = CancelledError() if future.cancelled() else future.exception()
            if error is None:
                self._take(flight.span.cell, future.result())
            else:
                self._lose(flight, error)

    def _take(self, cell: int, came: Played) -> None:
        self._lost_in_a_row = 0
        for chunk in came.chunks:
            self._keep(chunk)
        games = sum(chunk.span.count for chunk in came.chunks)
        self._sizes.note(cell, games, came.seconds)
        self._pending.put_back(came.rest)

    def _keep(self, chunk: Chunk) -> None:
        self._shelf.put(chunk)
        self._work.played(chunk)
        self.played += chunk.span.count
        self.failed += chunk.failed

    def _lose(self, flight: Flight, error: BaseException) -> None:
        """Have games played again whose task an executor did not bring back."""
        self._lost_in_a_row += 1
        again = flight.lost()
        self._again.extend(again)
        if again:  # even if it says that it cannot play: another machine may
            return
        if isinstance(error, BatchError):
            raise error
        why = describe_error(error)
        if self._lost_in_a_row > MOST_LOST:
            raise BatchError(
                f"{self._opened.place} loses every task ({why}): see that it runs and "
                "has this version of stacko, then --resume"
            )
        text = f"{self._opened.place} lost this game {MOST_LOST} times ({why})"
        self._keep(self._packed.games(flight.span.cell).fail(flight.span, text))


def _arrived(landed: queue.SimpleQueue[Future[Played]]) -> Iterator[Future[Played]]:
    """Yield what has come, waiting a moment for the first.

    For a moment only: where more comes than can be taken in, games have to be handed
    out, and put on disk, between.
    """
    end = time.monotonic() + TICK
    try:
        yield landed.get(timeout=TICK)
        while time.monotonic() < end:
            yield landed.get_nowait()
    except queue.Empty:
        return


def _without(span: Span, missing: Sequence[Span]) -> Iterator[Span]:
    """Yield the games of a span that are not missing."""
    first = span.first
    for gap in sorted(missing):
        if gap.first > first:
            yield Span.between(span.cell, first, gap.first)
        first = gap.stop
    if span.stop > first:
        yield Span.between(span.cell, first, span.stop)

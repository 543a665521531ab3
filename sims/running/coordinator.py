"""The one loop of a study: hand out tasks in order, store what comes, tell of it."""

from __future__ import annotations

import queue
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass
from typing import Protocol

from gamebase.errors import text_of
from sims.dataset.chunks import Chunk
from sims.dataset.spans import Span
from sims.errors import BatchError
from sims.progress import Reporter
from sims.running.jobs import FAILED, TIMEOUT, Games, Job, describe_error
from sims.running.opened import Opened
from sims.running.playing import play_task
from sims.running.tasks import Pending, Played, Sizes, Task

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

MOST_LOST = 3
"""How often a game may be lost with its task before it fails. If more tasks than that
were lost with none played between them, it is not the games."""

KEPT = 64
"""Pickled games of so many cells are kept."""


class Work(Protocol):
    """What is to be played, in order, and who hears what came of it."""

    def ready(self) -> Span | None:
        """Return the next games; None if there are none, or none before others end."""

    def job(self, cell: int) -> Job:
        """Return what plays the games of a cell."""

    def found(self, span: Span) -> None:
        """Hear of games that an earlier session has played."""

    def played(self, chunk: Chunk) -> None:
        """Hear of games that have just been played."""

    def note(self) -> str:
        """Return what to show beside the progress, such as a running estimate."""

    def total(self) -> int:
        """Return how many games there will be at most, as far as is known by now."""


class Shelf(Protocol):
    """Where games are put; `sims.dataset.store.Store` is one."""

    @property
    def waiting(self) -> int:
        """How many games are held in memory."""

    def enqueue(self, span: Span) -> list[Span]:
        """Take in which games come next; return those that are to be played."""

    def put(self, chunk: Chunk) -> None:
        """Keep what was played."""

    def sync(self) -> None:
        """Return once what was put is safe on disk."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How games are played, whichever they are.

    Parameters
    ----------
    tables : mapping of str to type
        Row classes by the name of their table.
    failures : collection of str
        Terminations that count as failures.
    time_limit : float or None
        How long one game may take, in s of wall time.
    """

    tables: Mapping[str, type]
    failures: Collection[str] = (FAILED, TIMEOUT)
    time_limit: float | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one session of a study did."""

    played: int
    failed: int
    interrupted: bool


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
    try:
        while session.goes_on(stop()):
            session.collect()
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


@dataclass(frozen=True, slots=True)
class _Flight:
    """Games that are being played somewhere, and how often they were lost there."""

    span: Span
    losses: int = 0

    def lost(self) -> list[_Flight]:
        """Return what to try next: all together, then each alone, then nothing."""
        span, losses = self.span, self.losses + 1
        if losses >= MOST_LOST and span.count == 1:
            return []
        if losses == 1:
            return [_Flight(span, losses)]
        return [_Flight(Span(span.cell, game, 1), losses) for game in span.games]


class _Packed:
    """The games of the cells that were asked for last, as they are sent."""

    def __init__(self, work: Work, settings: Settings) -> None:
        self._work, self._settings = work, settings
        self._sent: OrderedDict[int, bytes] = OrderedDict()

    def games(self, cell: int) -> Games:
        settings = self._settings
        return Games(self._work.job(cell), settings.tables, settings.failures)

    def sent(self, cell: int) -> bytes:
        if cell not in self._sent:
            self._sent[cell] = self.games(cell).pickled()
            if len(self._sent) > KEPT:
                self._sent.popitem(last=False)
        return self._sent[cell]


class _Session:
    """The tasks that are in flight, and those that will be."""

    def __init__(
        self, work: Work, shelf: Shelf, opened: Opened, settings: Settings
    ) -> None:
        self._work, self._shelf, self._opened = work, shelf, opened
        self._packed, self._time_limit = _Packed(work, settings), settings.time_limit
        self._pending, self._sizes = Pending(), Sizes()
        self._again: deque[_Flight] = deque()
        self._flying: dict[Future[Played], _Flight] = {}
        self._landed: queue.SimpleQueue[Future[Played]] = queue.SimpleQueue()
        self._lost_in_a_row = 0
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
            return max(1, self._opened.slots())
        except Exception as error:
            raise BatchError(
                f"{self._opened.place} is gone ({text_of(error)}): see that it runs, "
                "then --resume"
            ) from error

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
        self._submit(_Flight(self._pending.take(size)))
        return True

    def _submit(self, flight: _Flight) -> None:
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

    def _lose(self, flight: _Flight, error: BaseException) -> None:
        """Have games played again whose task an executor did not bring back."""
        if isinstance(error, BatchError):
            raise error
        why = describe_error(error)
        self._lost_in_a_row += 1
        again = flight.lost()
        self._again.extend(again)
        if again:
            return
        if self._lost_in_a_row > MOST_LOST:
            raise BatchError(
                f"{self._opened.place} loses every task ({why}): see that it runs and "
                "has this version of stacko, then --resume"
            )
        text = f"{self._opened.place} lost this game {MOST_LOST} times ({why})"
        self._keep(self._packed.games(flight.span.cell).fail(flight.span, text))


def _arrived(landed: queue.SimpleQueue[Future[Played]]) -> Iterator[Future[Played]]:
    """Yield what has come, waiting a moment for the first."""
    try:
        yield landed.get(timeout=TICK)
        while True:
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

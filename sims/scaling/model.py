"""A model of the scheduling of a study: one coordinator, maybe a scheduler, workers.

Discrete events. What decides how many games a task has, how many are in flight and
when no more are handed out is the code of `sims.running` itself; only time is made up.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from sims.dataset.spans import Span
from sims.running import coordinator, tasks
from sims.running.tasks import Pending, Sizes
from sims.scaling.slots import Slots
from sims.scaling.times import Ended, Times

__all__ = ["Costs", "Run", "simulate"]

ROUND = 5_000
"""Games that the plan of one cell gives at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Costs:
    """What is in the way of playing.

    Parameters
    ----------
    task, game : float
        Of the coordinator, for each task and each game, in s.
    slot : float
        Share of the coordinator's time that goes to each slot, busy or not.
    sync : float
        How long the coordinator waits for the disk, once a second, in s.
    gap : float
        Of a slot, between two tasks, in s.
    scheduler, scheduler_game : float
        Of a scheduler between, for each task and each game of it, in s; 0 if there is
        none.
    """

    task: float = 0.0
    game: float = 0.0
    slot: float = 0.0
    sync: float = 0.0
    gap: float = 0.0
    scheduler: float = 0.0
    scheduler_game: float = 0.0


@dataclass(frozen=True, slots=True)
class Run:
    """What a run came to, after its warm-up.

    Parameters
    ----------
    seconds : float
        How long it was, in s.
    games, tasks : int
        That the coordinator took in.
    used : float
        Share of the time of all slots in which they played.
    coordinator, scheduler : float
        Share of its time in which it was busy.
    held : float
        Share of the time in which nothing was handed out because too many games
        waited for one before them.
    """

    seconds: float
    games: int
    tasks: int
    used: float
    coordinator: float
    scheduler: float
    held: float

    @property
    def rate(self) -> float:
        """Games a second."""
        return self.games / self.seconds if self.seconds else 0.0


class _Order:
    """How many finished games wait for one before them."""

    def __init__(self) -> None:
        self.waiting = self._next = 0
        self._held: dict[int, int] = {}

    def take(self, span: Span) -> None:
        self._held[span.first] = span.count
        self.waiting += span.count
        while self._next in self._held:
            count = self._held.pop(self._next)
            self._next += count
            self.waiting -= count


class _Server:
    """Does one thing after another, and knows how long it did since the warm-up."""

    def __init__(self, warm: float, until: float) -> None:
        self._warm, self._until = warm, until
        self.free, self.busy = 0.0, 0.0

    def serve(self, now: float, takes: float) -> float:
        """Return when it is done with what comes now."""
        begins = max(now, self.free)
        self.free = begins + takes
        self.busy += max(0.0, min(self.free, self._until) - max(begins, self._warm))
        return self.free


class _Model:
    """The coordinator's loop in a time of its own; see `sims.running.coordinator`."""

    def __init__(
        self,
        times: Times,
        workers: int,
        costs: Costs,
        games: int,
        until: float,
        warm: float,
    ) -> None:
        self._times, self._costs, self._games = times, costs, games
        self._until, self._warm = until, warm
        self._budget = 2 * tasks.TASK_TIME
        self._most = coordinator.IN_FLIGHT * workers
        self._stretch = 1 / max(1 - costs.slot * workers, 1e-3)
        self._own, self._scheduler = _Server(warm, until), _Server(warm, until)
        self._slots = Slots(workers, costs.gap, warm, until)
        self._pending, self._sizes, self._order = Pending(), Sizes(), _Order()
        self._planned = self._flying = self._counter = 0
        self._events: list[tuple[float, int, Callable[[float], None]]] = []
        self._landed: deque[Ended] = deque()
        self._synced = self._held = 0.0
        self._taken: list[tuple[float, int]] = []

    def run(self) -> Run:
        while self._hand_out() and self._own.free < self._until:
            self._collect()
            if self._own.free - self._synced >= coordinator.SYNC_INTERVAL:
                self._spend(self._costs.sync)
                self._synced = self._own.free
        end = min(self._own.free, self._until)
        seconds = end - self._warm
        late = [games for at, games in self._taken if self._warm <= at <= end]
        share = 1 / seconds if seconds > 0 else 0.0
        return Run(
            seconds=max(seconds, 0.0),
            games=sum(late),
            tasks=len(late),
            used=self._slots.used(seconds),
            coordinator=self._own.busy * share,
            scheduler=self._scheduler.busy * share,
            held=self._held * share,
        )

    # --- the coordinator -------------------------------------------------------------

    def _spend(self, seconds: float) -> None:
        self._own.serve(self._own.free, seconds * self._stretch)

    def _hand_out(self) -> bool:
        while self._flying < self._most and not self._too_many_wait():
            self._look_ahead(1)
            if not self._pending:
                break
            self._look_ahead(self._most * self._sizes.most(0))
            share = min(self._pending.games, coordinator.MOST_WAITING) // self._most
            span = self._pending.take(self._sizes.fitting(0, share))
            self._flying += 1
            self._at(self._own.free, partial(self._arrive, span))
        return self._flying > 0

    def _too_many_wait(self) -> bool:
        return self._flying > 0 and self._order.waiting > coordinator.MOST_WAITING

    def _look_ahead(self, games: int) -> None:
        while self._pending.games < games and self._planned < self._games:
            count = min(ROUND, self._games - self._planned)
            self._pending.push([Span(0, self._planned, count)])
            self._planned += count

    def _collect(self) -> None:
        before, held = self._own.free, self._too_many_wait()
        self._wait()
        if held:
            self._held += max(0.0, self._own.free - max(before, self._warm))
        end = self._own.free + coordinator.TICK
        while self._landed and self._own.free < end:
            self._take(self._landed.popleft())
            self._advance(self._own.free)

    def _wait(self) -> None:
        """Let time pass until something has landed, but not for ever."""
        self._advance(self._own.free)
        latest = self._own.free + coordinator.TICK
        while not self._landed:
            at = self._events[0][0] if self._events else latest
            self._own.free = max(self._own.free, min(at, latest))
            if at > latest:
                return
            self._advance(at)

    def _take(self, ended: Ended) -> None:
        self._flying -= 1
        games = ended.played.count
        self._spend(self._costs.task + games * self._costs.game)
        self._taken.append((self._own.free, games))
        self._order.take(ended.played)
        self._sizes.note(0, games, ended.seconds)
        self._pending.put_back(ended.rest)

    # --- everyone else ---------------------------------------------------------------

    def _at(self, when: float, do: Callable[[float], None]) -> None:
        self._counter += 1
        heapq.heappush(self._events, (when, self._counter, do))

    def _advance(self, until: float) -> None:
        while self._events and self._events[0][0] <= until:
            when, _, do = heapq.heappop(self._events)
            do(when)

    def _arrive(self, span: Span, now: float) -> None:
        """Take a task into the queue of the workers."""
        self._slots.push(span)
        self._start(now)

    def _start(self, now: float) -> None:
        while (span := self._slots.begin()) is not None:
            ended = self._times.play(span, self._budget)
            ends = self._slots.play(now, ended.seconds)
            self._at(ends, partial(self._end, ended))

    def _end(self, ended: Ended, now: float) -> None:
        self._slots.end()
        self._start(now)
        costs = self._costs
        takes = costs.scheduler + ended.played.count * costs.scheduler_game
        if takes:
            now = self._scheduler.serve(now, takes)
        self._at(now, partial(self._land, ended))

    def _land(self, ended: Ended, now: float) -> None:
        self._landed.append(ended)


def simulate(
    times: Times,
    workers: int,
    costs: Costs,
    *,
    games: int = 10**9,
    until: float = float("inf"),
    warm: float = 0.0,
) -> Run:
    """Return what a run of so many workers comes to.

    Parameters
    ----------
    times : Times
        How long games take.
    workers : int
        Number of slots.
    costs : Costs
        What is in the way.
    games : int
        How many there are to play.
    until : float
        When the run is cut off, in s.
    warm : float
        From when on it counts, in s.

    Raises
    ------
    ValueError
        If there is no worker or no game, or the warm-up is not over before the end.
    """
    if workers < 1 or games < 1 or not 0 <= warm < until:
        raise ValueError(
            f"{workers} workers, {games} games, {warm:g} to {until:g} s: give one or "
            "more of both, and a warm-up that ends before the run"
        )
    return _Model(times, workers, costs, games, until, warm).run()

"""Whole studies on real processes: equal tables, losses, limits, resuming."""

from __future__ import annotations

import errno
import os
import signal
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest

from sims.dataset.chunks import Chunk
from sims.dataset.spans import Span
from sims.errors import BatchError
from sims.progress import Silent
from sims.running import coordinator, waiting
from sims.running.coordinator import Outcome, Settings, play_study
from sims.running.executors import Opened
from sims.running.jobs import Games, Job
from sims.running.playing import end_minders
from sims.running.tasks import Played
from tests.running.oddjob import TABLES, OddJob
from tests.running.shelf import ListWork, MemoryShelf, expected, played, rounds

JOBS: list[Job] = [OddJob(seed=1), OddJob(seed=2), OddJob(seed=3)]


class Told(Silent):
    """Keeps what it is told."""

    def __init__(self, shelf: MemoryShelf) -> None:
        self.shelf = shelf
        self.games = self.failed = 0
        self.notes: list[str] = []

    def advance(
        self, games: int, failed: int, note: str = "", total: int | None = None
    ) -> None:
        self.games += games
        self.failed += failed
        self.notes.append(note)
        assert self.games <= self.shelf.synced  # safe on disk before it is told
        assert total == 10**6


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_tables_do_not_depend_on_the_workers(workers: int) -> None:
    outcome, shelf = played(JOBS, 120, workers=workers)
    assert outcome == Outcome(360, 0, interrupted=False)
    assert shelf.tables() == expected(JOBS, 120)


def test_troubles_cost_only_their_own_games() -> None:
    troubles = ((0, "exit"), (1, "raise"), (47, "segfault"), (48, "hang"), (99, "kill"))
    shelf = MemoryShelf()
    told = Told(shelf)
    jobs = [OddJob(trouble=troubles)]
    outcome, shelf = played(jobs, 100, shelf=shelf, time_limit=1.0, reporter=told)
    rows = shelf.tables()["games"].to_pylist()
    assert outcome == Outcome(100, 5, interrupted=False)
    assert (told.games, told.failed) == (100, 5)
    assert told.notes[-1].endswith("chunks")
    assert [row["game"] for row in rows] == list(range(100))
    assert {row["game"]: row["termination"] for row in rows if row["error"]} == {
        0: "failed",
        1: "failed",
        47: "failed",
        48: "timeout",
        99: "failed",
    }


def test_only_what_is_missing_is_played() -> None:
    done = [Span(0, 3, 4), Span(1, 0, 50), Span(2, 119, 1)]
    work = ListWork(JOBS, rounds(3, 120, 50))
    outcome, shelf = played(JOBS, 120, shelf=MemoryShelf(done), work=work)
    assert outcome.played == 360 - 55
    assert sum(span.count for span in work.there) == 55
    assert {span.cell for span in work.there} == {0, 1, 2}
    assert sum(chunk.span.count for chunk in work.heard) == outcome.played
    seen = {
        (chunk.span.cell, game) for chunk in shelf.chunks for game in chunk.span.games
    }
    assert len(seen) == outcome.played
    assert not seen & {(span.cell, game) for span in done for game in span.games}


def test_a_plan_that_waits_for_a_round_gets_it() -> None:
    """The next games may depend on those before: none are asked for too early."""

    class Rounds(ListWork):
        def __init__(self) -> None:
            super().__init__([OddJob()], [])
            self.begun = self.ended = 0

        def ready(self) -> Span | None:
            if self.begun > self.ended or self.begun == 90:
                return None
            self.begun += 30
            return Span(0, self.begun - 30, 30)

        def played(self, chunk: Chunk) -> None:
            self.ended += chunk.span.count

    outcome, shelf = played([], 0, work=Rounds())
    assert outcome == Outcome(90, 0, interrupted=False)
    assert shelf.tables() == expected([OddJob()], 90)


def test_nothing_to_play_starts_no_process() -> None:
    began = time.monotonic()
    outcome, _ = played([OddJob()], 0)
    assert outcome == Outcome(0, 0, interrupted=False)
    assert time.monotonic() - began < 1


def test_a_great_many_games_are_not_listed() -> None:
    shelf = MemoryShelf()
    spans = (Span(0, first, 100) for first in range(0, 10**8, 100))
    work = ListWork([OddJob()], spans)
    outcome, _ = played(
        [], 0, work=work, workers=1, shelf=shelf, stop=lambda: shelf.games > 50
    )
    assert outcome.interrupted
    assert 50 < outcome.played <= 100 * work.read
    assert work.read < 100


def test_stop_abandons_games_in_flight_and_keeps_the_rest() -> None:
    trouble = tuple((index, "hang-deaf") for index in range(4, 40))
    shelf = MemoryShelf()
    stopped: list[float] = []

    def stop() -> bool:
        if shelf.games == 4:
            stopped.append(time.monotonic())
        return bool(stopped)

    outcome, _ = played([OddJob(trouble=trouble)], 40, shelf=shelf, stop=stop)
    assert time.monotonic() - stopped[0] < 1.0
    assert outcome == Outcome(4, 0, interrupted=True)
    assert sorted(chunk.span.first for chunk in shelf.chunks) == [0, 1, 2, 3]
    assert shelf.synced == 4


def test_a_stop_after_the_last_game_interrupts_nothing() -> None:
    shelf = MemoryShelf()
    outcome, _ = played([OddJob()], 20, shelf=shelf, stop=lambda: shelf.games == 20)
    assert outcome == Outcome(20, 0, interrupted=False)


def test_children_killed_from_outside_cost_no_game() -> None:
    jobs = [OddJob(busy=0.01)]
    shelf = MemoryShelf()
    ended = threading.Event()
    killed: list[int] = []

    def kill_now_and_then() -> None:
        seen = 0
        while not ended.wait(0.1) and len(killed) < 4:
            if shelf.games > seen:
                seen = shelf.games
                for child in children_of(os.getpid())[:1]:
                    os.kill(child, signal.SIGKILL)
                    killed.append(child)

    killer = threading.Thread(target=kill_now_and_then)
    killer.start()
    try:
        outcome, shelf = played(jobs, 200, shelf=shelf)
    finally:
        ended.set()
        killer.join()
    assert killed
    assert outcome.played == 200
    rows = shelf.tables()["games"].to_pylist()
    good = expected(jobs, 200)["games"].to_pylist()
    # A game that was hit twice counts as its own fault; that is rare.
    assert sum(row != other for row, other in zip(rows, good, strict=True)) <= 2
    assert not children_of(os.getpid())


def children_of(parent: int) -> list[int]:
    """Return the processes that play for another one."""
    found = []
    for task in os.listdir(f"/proc/{parent}/task"):
        with open(f"/proc/{parent}/task/{task}/children") as file:
            found += [int(each) for each in file.read().split()]
    return [each for each in found if b"sims.running.worker" in command_of(each)]


def command_of(process: int) -> bytes:
    try:
        with open(f"/proc/{process}/cmdline", "rb") as file:
            return file.read()
    except OSError:
        return b""


class Forgetful(ThreadPoolExecutor):
    """Loses tasks: those of which ``loses`` says so, given their number."""

    def __init__(self, loses: Any) -> None:
        super().__init__(2)
        self._loses = loses
        self.submitted = 0

    def submit(self, call: Any, /, *args: Any, **more: Any) -> Future[Any]:
        self.submitted += 1
        if self._loses(self.submitted, args[0]):
            lost: Future[Any] = Future()
            if self.submitted % 2:
                lost.cancel()
                lost.set_running_or_notify_cancel()
            else:
                lost.set_exception(RuntimeError("the worker is gone"))
            return lost
        return super().submit(_play_here, *args, **more)


def _play_here(task: Any) -> Played:
    games = Games(OddJob(), TABLES)
    rows = [OddJob().play(index) for index in task.span.games]
    return Played((games.chunk(task.span, rows),), (), 0.001 * task.span.count)


def forgetful(loses: Any, games: int = 200) -> tuple[Outcome, MemoryShelf]:
    shelf = MemoryShelf()
    with Forgetful(loses) as executor:
        opened = Opened(executor, lambda: 2, "the test")
        work = ListWork([OddJob()], rounds(1, games, 50))
        settings = Settings(tables=TABLES)
        outcome = play_study(work, shelf, opened, settings, reporter=Silent())
    return outcome, shelf


def test_lost_tasks_are_played_again() -> None:
    lost: list[Span] = []

    def loses(number: int, task: Any) -> bool:
        """Lose every other task the first time, and the games of one twice."""
        if number % 2 == 0 and (len(lost) < 2 or task.span not in lost):
            lost.append(task.span)
            return True
        return False

    outcome, shelf = forgetful(loses)
    assert len(lost) > 3
    assert outcome == Outcome(200, 0, interrupted=False)
    assert shelf.tables() == expected([OddJob()], 200)


def test_a_game_that_is_lost_each_time_fails_alone() -> None:
    outcome, shelf = forgetful(lambda number, task: 60 in task.span.games)
    assert outcome == Outcome(200, 1, interrupted=False)
    rows = shelf.tables()["games"].to_pylist()
    assert [row["game"] for row in rows] == list(range(200))
    (bad,) = [row for row in rows if row["error"]]
    assert bad["game"] == 60
    assert bad["error"].startswith("the test lost this game 3 times (")


def test_an_executor_that_loses_everything_is_no_fault_of_the_games() -> None:
    with pytest.raises(BatchError, match="the test loses every task"):
        forgetful(lambda number, task: True)


def test_an_executor_that_takes_nothing_is_told() -> None:
    with Forgetful(lambda number, task: False) as executor:
        executor.shutdown()
        opened = Opened(executor, lambda: 2, "the test")
        work = ListWork([OddJob()], rounds(1, 10, 5))
        with pytest.raises(BatchError, match=r"takes no more games \(.*shutdown"):
            play_study(
                work,
                MemoryShelf(),
                opened,
                Settings(tables=TABLES),
                reporter=Silent(),
            )


def test_it_is_told_that_nobody_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Dask cluster may lose all its workers, and get others."""

    class Alone(Told):
        said: list[str]

        def say(self, text: str) -> None:
            self.said.append(text)

    monkeypatch.setattr(waiting, "FIRST", 0.3)
    monkeypatch.setattr(waiting, "EVERY", 0.3)
    shelf = MemoryShelf()
    told = Alone(shelf)
    told.said = []
    held = threading.Event()

    class Held(ThreadPoolExecutor):
        def submit(self, *task: Any) -> Any:
            def run() -> Any:
                held.wait(30)
                return task[0](*task[1:])

            return super().submit(run)

    def slots() -> int:
        if len(told.said) >= 2:
            held.set()
        return int(held.is_set())

    with Held(1) as executor:
        opened = Opened(executor, slots, "the Dask cluster tcp://10.0.0.1:8786")
        work = ListWork([OddJob()], [Span(0, 0, 4)])
        settings = Settings(tables=TABLES)
        try:
            outcome = play_study(work, shelf, opened, settings, reporter=told)
        finally:
            end_minders(opened.run)
    assert outcome == Outcome(4, 0, interrupted=False)
    line = (
        "no workers at the Dask cluster tcp://10.0.0.1:8786: waiting for some; Ctrl-C "
        "keeps the games"
    )
    assert told.said == [line] * 2


def test_nothing_more_is_handed_out_while_too_many_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A game that takes long holds up those after it, which are in memory."""
    monkeypatch.setattr(coordinator, "MOST_WAITING", 60)
    held = threading.Event()

    class InOrder(MemoryShelf):
        """Counts what waits for game 0."""

        def put(self, chunk: Chunk) -> None:
            super().put(chunk)
            there = any(each.span.first == 0 for each in self.chunks)
            self.waiting = 0 if there else self.games
            if self.waiting > 60:
                held.set()

    class Slow(Forgetful):
        def submit(self, call: Any, /, *args: Any, **more: Any) -> Future[Any]:
            if args[0].span.first == 0:
                return ThreadPoolExecutor.submit(self, _wait_and_play, held, *args)
            return super().submit(call, *args, **more)

    shelf = InOrder()
    with Slow(lambda number, task: False) as executor:
        opened = Opened(executor, lambda: 2, "the test")
        work = ListWork([OddJob()], rounds(1, 1000, 50))
        settings = Settings(tables=TABLES)
        outcome = play_study(work, shelf, opened, settings, reporter=Silent())
    assert outcome.played == 1000
    late = [chunk.span.first for chunk in shelf.chunks].index(0)
    before = sum(chunk.span.count for chunk in shelf.chunks[:late])
    assert 60 < before < 200


def _wait_and_play(held: threading.Event, task: Any) -> Played:
    held.wait(20)
    time.sleep(0.5)
    return _play_here(task)


def test_games_that_nobody_can_load_are_told() -> None:
    class Strange(OddJob):
        def __reduce__(self) -> tuple[Any, ...]:
            return (int, ("no number",))

    with pytest.raises(BatchError, match=r"cannot load the games \(ValueError"):
        played([Strange()], 20)


def test_a_full_disk_ends_the_study_and_its_children() -> None:
    class Full(MemoryShelf):
        def put(self, chunk: Chunk) -> None:
            if self.games > 20:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            super().put(chunk)

    shelf = Full()
    with pytest.raises(OSError, match="No space left"):
        played([OddJob(sleep=0.01)], 200, shelf=shelf)
    assert shelf.synced == shelf.games > 20
    assert not children_of(os.getpid())

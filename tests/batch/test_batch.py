"""Batches on real worker processes: equal tables, failures, kills, interrupts."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sims.batch import Missing, Outcome, play_batch
from sims.pool import MOST, SINGLE, TASK_TIME, Pool, _TaskSize
from sims.progress import Silent
from sims.store import Store
from tests.batch.toy import TABLES, ToyJob

GAMES = 12
LONG = 40


def play(
    folder: Path,
    job: ToyJob,
    games: int = GAMES,
    workers: int = 2,
    stop: Callable[[], bool] = lambda: False,
) -> tuple[Outcome, Store]:
    store = Store(folder, TABLES)
    store.open()
    missing = [index for index in range(games) if index not in store.finished()]
    outcome = play_batch(
        job, missing, store, workers=workers, reporter=Silent(), stop=stop
    )
    return outcome, store


def expected(tmp_path: Path, job: ToyJob, games: int = GAMES) -> dict[str, object]:
    """Return the tables of games played here, one after the other."""
    store = Store(tmp_path / "expected", TABLES)
    store.open()
    store.append([job.play(index) for index in range(games)])
    return store.merge()


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_tables_do_not_depend_on_the_workers(tmp_path: Path, workers: int) -> None:
    outcome, store = play(tmp_path / "out", ToyJob(), workers=workers)
    assert outcome == Outcome(GAMES, 0, interrupted=False)
    assert store.merge() == expected(tmp_path, ToyJob())


@pytest.mark.parametrize(
    ("trouble", "text"),
    [
        ("raise", r"RuntimeError: the tower was not there \[toy.py:\d+\]"),
        ("mute", "MuteError: .an error without a readable text."),
        ("surrogate", r"RuntimeError: bad \\udcff"),
        ("quit", "SystemExit: enough"),
        ("odd", r"OddError: one and two \[toy.py:\d+\]"),
        ("exit", "worker process died while it played this game"),
        ("kill", "worker process died while it played this game"),
    ],
)
def test_one_bad_game_is_one_failed_row(
    tmp_path: Path, trouble: str, text: str
) -> None:
    job = ToyJob(trouble=((5, trouble),))
    outcome, store = play(tmp_path / "out", job)
    games = store.merge()["games"].to_pylist()
    assert (outcome.played, outcome.failed) == (GAMES, 1)
    assert [row["game"] for row in games] == list(range(GAMES))
    assert [row["game"] for row in games if row["error"]] == [5]
    assert re.search(text, games[5]["error"])


def test_an_endless_error_text_is_cut(tmp_path: Path) -> None:
    _, store = play(tmp_path / "out", ToyJob(trouble=((0, "long"),)), games=1)
    (error,) = store.merge()["games"]["error"].to_pylist()
    assert error.startswith("RuntimeError: xxx")
    assert "... (3000000 long)" in error
    assert len(error) < 2100


def test_missing_games_are_those_not_done() -> None:
    missing = Missing(5, {1, 3, 7})
    assert list(missing) == [0, 2, 4]
    assert len(missing) == 3
    assert [index in missing for index in (0, 1, 7)] == [True, False, False]


def test_a_great_many_games_are_not_listed(tmp_path: Path) -> None:
    """Beginning 10^8 games reads only as many indices as are in flight."""
    read: list[int] = []

    class Watched(Missing):
        def __iter__(self) -> Iterator[int]:
            for index in super().__iter__():
                read.append(index)
                yield index

    store = Store(tmp_path, TABLES)
    store.open()
    outcome = play_batch(
        ToyJob(),
        Watched(10**8, {0}),
        store,
        workers=1,
        reporter=Silent(),
        stop=lambda: bool(store.finished()),
    )
    assert outcome.interrupted
    assert 1 <= outcome.played <= len(read) < 10_000
    assert read[0] == 1


def test_several_dying_workers_cost_only_their_own_games(tmp_path: Path) -> None:
    job = ToyJob(trouble=((0, "exit"), (1, "kill"), (7, "exit"), (8, "raise")))
    outcome, store = play(tmp_path / "out", job)
    games = store.merge()["games"].to_pylist()
    assert outcome.failed == 4
    assert [row["game"] for row in games if row["error"]] == [0, 1, 7, 8]


def test_games_share_a_task_only_where_they_are_fast() -> None:
    slow, fast = _TaskSize(), _TaskSize()
    for _ in range(40):
        slow.note(slow.now, slow.now * 10.0)
        fast.note(fast.now, fast.now * TASK_TIME / 1000)
    assert (slow.now, fast.now) == (1, MOST)
    fast.note(MOST, MOST * TASK_TIME / 3)
    assert fast.now == 3
    careful = _TaskSize()
    careful.note(SINGLE - 1, 0.0)
    assert careful.now == 1


def test_the_last_games_are_shared_out_among_all_tasks() -> None:
    job = ToyJob()
    pool = Pool(job.play, 2)
    pool._size.now = MOST
    found = [each.index for each in pool.run(range(100)) if each is not None]
    assert sorted(found) == list(range(100))


def test_a_worker_that_dies_among_many_fast_games_costs_one(tmp_path: Path) -> None:
    job = ToyJob(trouble=((150, "exit"), (170, "raise"), (199, "kill")))
    outcome, store = play(tmp_path / "out", job, games=300)
    games = store.merge()["games"].to_pylist()
    assert (outcome.played, outcome.failed) == (300, 3)
    assert [row["game"] for row in games if row["error"]] == [150, 170, 199]


def test_fast_games_are_the_same_one_by_one(tmp_path: Path) -> None:
    _, store = play(tmp_path / "out", ToyJob(), games=400)
    assert store.merge() == expected(tmp_path, ToyJob(), 400)


def test_resume_plays_exactly_what_is_missing(tmp_path: Path) -> None:
    first, store = play(tmp_path / "out", ToyJob(), games=5)
    store.merge()
    store.close()
    second, store = play(tmp_path / "out", ToyJob())
    assert (first.played, second.played) == (5, GAMES - 5)
    assert store.merge() == expected(tmp_path, ToyJob())


def test_stop_abandons_games_in_flight_and_keeps_the_rest(tmp_path: Path) -> None:
    started = time.monotonic()
    job = ToyJob(trouble=tuple((index, "hang") for index in range(4, 40)))
    store = Store(tmp_path / "out", TABLES)

    def stop() -> bool:
        return (store.folder / "parts" / "00000000.games.parquet").exists() and (
            len(store.finished()) == 4
        )

    outcome, store = play(tmp_path / "out", job, games=40, stop=stop)
    assert outcome == Outcome(4, 0, interrupted=True)
    assert store.finished() == {0, 1, 2, 3}
    assert time.monotonic() - started < 20


def test_waiting_yields_so_that_results_can_be_written() -> None:
    job = ToyJob(sleep=1.0)
    results = list(Pool(job.play, 1).run([0]))
    assert None in results[:-2]
    assert [each.index for each in results if each is not None] == [0]


class Coordinator:
    """The batch in a process of its own, in its own process group."""

    def __init__(self, folder: Path, games: int = LONG) -> None:
        self.folder = folder
        command = [sys.executable, "-m", "tests.batch.toy", str(folder), str(games)]
        self.process = subprocess.Popen(
            [*command, "2", "0.2"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def wait_for_games(self, count: int) -> None:
        deadline = time.monotonic() + 30
        store = Store(self.folder, TABLES)
        while len(store.finished()) < count:
            assert time.monotonic() < deadline, "no game was finished in time"
            time.sleep(0.05)

    def finish(self) -> str:
        output, _ = self.process.communicate(timeout=30)
        return output

    def wait_until_gone(self) -> None:
        deadline = time.monotonic() + 10
        while self.members():
            assert time.monotonic() < deadline, "a worker outlived its coordinator"
            time.sleep(0.05)

    def members(self) -> list[int]:
        """Return the processes of the group that still run."""
        found = []
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                state, _, group = stat.read_text().rpartition(")")[2].split()[:3]
            except OSError:
                continue
            if int(group) == self.process.pid and state != "Z":
                found.append(int(stat.parent.name))
        return found


def test_ctrl_c_keeps_what_is_finished_and_resume_completes_it(tmp_path: Path) -> None:
    run = Coordinator(tmp_path / "out")
    run.wait_for_games(2)
    os.killpg(run.process.pid, signal.SIGINT)
    output = run.finish().split()
    assert output[0] == "ready"
    assert output[2] == "True"
    kept = Store(run.folder, TABLES).finished()
    assert 2 <= len(kept) == int(output[1]) < LONG
    run.wait_until_gone()
    _, store = play(run.folder, ToyJob(), LONG)
    assert store.merge() == expected(tmp_path, ToyJob(), LONG)


@pytest.mark.parametrize("delay", [0.03, 0.08, 0.15, 0.3])
def test_ctrl_c_while_workers_start_is_quiet(tmp_path: Path, delay: float) -> None:
    run = Coordinator(tmp_path / "out")
    assert run.process.stdout is not None
    assert run.process.stdout.readline() == "ready\n"
    time.sleep(delay)
    os.killpg(run.process.pid, signal.SIGINT)
    output, errors = run.process.communicate(timeout=30)
    assert output.split()[1] == "True"
    assert errors == ""


@pytest.mark.parametrize("games_before", [1, 3, 6])
def test_kill_9_keeps_finished_games_and_leaves_no_worker(
    tmp_path: Path, games_before: int
) -> None:
    run = Coordinator(tmp_path / "out")
    run.wait_for_games(games_before)
    os.kill(run.process.pid, signal.SIGKILL)
    run.finish()
    kept = Store(run.folder, TABLES).finished()
    assert games_before <= len(kept) < LONG
    run.wait_until_gone()
    outcome, store = play(run.folder, ToyJob(), LONG)
    assert outcome.played == LONG - len(kept)
    assert store.merge() == expected(tmp_path, ToyJob(), LONG)

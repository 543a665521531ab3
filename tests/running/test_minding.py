"""A child that plays: whatever a game does to it, that is one row."""

from __future__ import annotations

import os
import re
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sims.dataset.spans import Span
from sims.errors import BatchError
from sims.running.board import IDLE
from sims.running.child import Child, Died
from sims.running.jobs import Games
from sims.running.minding import Abandoned, Minder
from sims.running.playing import play
from sims.running.tasks import Played, Task
from tests.running.oddjob import TABLES, OddJob
from tests.running.shelf import expected, tables_from

GAMES = 8
BAD = 3
DIED = "worker process died while it played this game"


def task_of(job: OddJob, games: int = GAMES, limit: float | None = None) -> Task:
    sent = Games(job, TABLES).pickled()
    return Task(Span(0, 0, games), sent, "run", limit, budget=600.0)


@pytest.fixture(scope="module")
def minder() -> Iterator[Minder]:
    made = Minder("run")
    yield made
    made.close()


def rows_of(came: Played) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = tables_from(came.chunks)["games"].to_pylist()
    return rows


@pytest.mark.parametrize(
    ("trouble", "text"),
    [
        ("raise", r"RuntimeError: the tower was not there \[oddjob.py:\d+\]"),
        ("odd", r"OddError: one and two \[oddjob.py:\d+\]"),
        ("mute", "MuteError: .an error without a readable text."),
        ("surrogate", r"RuntimeError: bad \\udcff"),
        ("quit", "SystemExit: enough"),
        ("interrupt", "KeyboardInterrupt"),
        ("memory", "MemoryError"),
        ("nonsense", "its rows make no table .TableError: a row is no OddGame"),
        ("nothing", "its rows make no table .TypeError"),
        ("other", "its rows make no table .TableError: games 0:3 came back with rows"),
        ("exit", rf"{DIED} \(ended with exit code 7\), twice"),
        ("kill", rf"{DIED} \(killed by SIGKILL\), twice"),
        ("segfault", rf"{DIED} \(killed by SIGSEGV\), twice"),
        ("abort", rf"{DIED} \(killed by SIGABRT\), twice"),
        ("child", rf"{DIED} \(ended with exit code 9\), twice"),
    ],
)
def test_one_bad_game_is_one_failed_row(
    minder: Minder, trouble: str, text: str
) -> None:
    came = play(minder, task_of(OddJob(trouble=((BAD, trouble),))))
    rows = rows_of(came)
    assert [row["game"] for row in rows] == list(range(GAMES))
    assert [row["game"] for row in rows if row["error"]] == [BAD]
    assert rows[BAD]["termination"] == "failed"
    assert re.match(text, rows[BAD]["error"])
    assert sum(chunk.failed for chunk in came.chunks) == 1
    good = expected([OddJob()], GAMES)["games"].to_pylist()
    assert [*rows[:BAD], *rows[BAD + 1 :]] == [*good[:BAD], *good[BAD + 1 :]]


@pytest.mark.parametrize("trouble", ["hang", "hang-deaf", "hang-numpy"])
def test_a_game_that_hangs_is_a_timeout_and_no_other_is(
    minder: Minder, trouble: str
) -> None:
    began = time.monotonic()
    job = OddJob(trouble=((BAD, trouble),))
    came = play(minder, task_of(job, limit=0.5))
    rows = rows_of(came)
    assert [row["game"] for row in rows] == list(range(GAMES))
    assert [row["game"] for row in rows if row["termination"] == "timeout"] == [BAD]
    assert rows[BAD]["error"] == "took longer than the time limit of 0.5 s"
    assert came.seconds > 0.5  # so that the next tasks are no longer ones
    assert time.monotonic() - began < 10


def test_the_limit_is_of_a_game_and_not_of_all_together(minder: Minder) -> None:
    rows = rows_of(play(minder, task_of(OddJob(sleep=0.2), games=6, limit=0.6)))
    assert [row["termination"] for row in rows] == ["won"] * 6


def test_who_is_killed_once_plays_again(minder: Minder, tmp_path: Path) -> None:
    troubles = ((0, "kill-once"), (BAD, "kill-once"), (GAMES - 1, "kill-once"))
    job = OddJob(trouble=troubles, marks=str(tmp_path))
    came = play(minder, task_of(job))
    assert tables_from(came.chunks) == expected([OddJob()], GAMES)
    assert len(list(tmp_path.iterdir())) == 3


@pytest.mark.parametrize("trouble", ["print", "read"])
def test_who_prints_or_reads_disturbs_nothing(
    minder: Minder, trouble: str, capfd: pytest.CaptureFixture[str]
) -> None:
    minder._replace()  # what a child prints goes where that was when it started
    came = play(minder, task_of(OddJob(trouble=((BAD, trouble),))))
    assert tables_from(came.chunks) == expected([OddJob()], GAMES)
    out, errors = capfd.readouterr()
    assert out == ""
    printed = ["echoed", "printed", "written"] if trouble == "print" else []
    assert sorted(errors.split()) == printed


@pytest.mark.parametrize("trouble", ["garbage", "close", "break"])
def test_who_breaks_pipes_or_the_whole_process_fails_alone(
    minder: Minder, trouble: str
) -> None:
    rows = rows_of(play(minder, task_of(OddJob(trouble=((1, trouble),)), games=3)))
    assert [row["game"] for row in rows if row["error"]] == [1]
    assert len(rows) == 3


def test_what_does_not_fit_into_the_budget_goes_back(minder: Minder) -> None:
    task = task_of(OddJob(sleep=0.05), games=100)
    short = Task(task.span, task.games, "run", budget=0.2)
    came = play(minder, short)
    (chunk,) = came.chunks
    assert 1 <= chunk.span.count < 50
    assert came.rest == (Span.between(0, chunk.span.stop, 100),)
    assert 0.1 < came.seconds < 5


def test_one_game_at_least_is_played(minder: Minder) -> None:
    task = task_of(OddJob(), games=3)
    came = play(minder, Task(task.span, task.games, "run", budget=0.0))
    assert [chunk.span for chunk in came.chunks] == [Span(0, 0, 1)]


def test_a_child_stays_until_it_is_old_or_heavy() -> None:
    for more, same in (({}, True), ({"life": 0.0}, False), ({"heavy": 1}, True)):
        minder = Minder("run", **more)
        children = []
        for _ in range(2):
            play(minder, task_of(OddJob()))
            children.append(minder._child)
        assert (children[0] is children[1]) == same, more
        minder._memory *= 3
        assert minder._fresh(children[1]) == (same and "heavy" not in more)
        minder.close()


def test_a_child_that_was_killed_between_tasks_is_replaced(minder: Minder) -> None:
    first = play(minder, task_of(OddJob()))
    assert minder._child is not None
    os.kill(minder._child._process.pid, signal.SIGKILL)
    time.sleep(0.1)
    assert tables_from(play(minder, task_of(OddJob())).chunks) == tables_from(
        first.chunks
    )


def test_a_child_knows_the_games_of_several_cells(minder: Minder) -> None:
    for _ in range(2):
        for seed in range(7):
            job = OddJob(seed=seed)
            came = play(minder, task_of(job, games=2))
            assert tables_from(came.chunks) == expected([job], 2)


def test_games_that_cannot_be_loaded_are_told(minder: Minder) -> None:
    with pytest.raises(BatchError, match=r"cannot load the games \(Unpickling"):
        play(minder, Task(Span(0, 0, 2), b"nonsense", "run"))
    with pytest.raises(BatchError, match="a list is no games"):
        play(minder, Task(Span(0, 0, 2), b"]\x94.", "run"))
    play(minder, task_of(OddJob()))


def test_games_that_cannot_even_fail_are_told(minder: Minder) -> None:
    with pytest.raises(BatchError, match=r"games 0:0 cannot be played, .*exit code 3"):
        play(minder, task_of(OddJob(trouble=((0, "hopeless"),)), games=1))


def test_closing_kills_amid_a_game() -> None:
    minder = Minder("run")
    problems: list[BaseException] = []

    def run() -> None:
        try:
            with minder.busy:
                play(minder, task_of(OddJob(trouble=((0, "hang-deaf"),))))
        except Abandoned as error:
            problems.append(error)

    player = threading.Thread(target=run)
    player.start()
    deadline = time.monotonic() + 20
    while minder._child is None or not minder._child._board.look().playing:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    began = time.monotonic()
    minder.close()
    player.join(5)
    assert time.monotonic() - began < 1.0
    assert len(problems) == 1


def test_a_child_is_idle_when_nobody_asks() -> None:
    child = Child()
    try:
        assert child.alive
        assert child._board.look().game == IDLE
        child.kill()
        died = child.ask(object())
        assert isinstance(died, Died)
        assert not child.alive
    finally:
        child.end()


def test_children_that_end_at_once_are_told(
    minder: Minder,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    (tmp_path / "sims").mkdir()
    (tmp_path / "sims" / "__init__.py").touch()
    minder._replace()
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    with pytest.raises(BatchError, match=r"before they play any \(ended with exit"):
        play(minder, task_of(OddJob()))
    assert "No module named 'sims.running'" in capfd.readouterr().err

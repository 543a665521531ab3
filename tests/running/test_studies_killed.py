"""Whole studies in real folders: killed at any moment, the same files at the end."""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from sims.dataset.filling import Limits
from sims.dataset.results import Results
from sims.dataset.store import Store
from sims.progress import Silent
from sims.running.coordinator import Settings, play_study
from sims.running.executors import open_executor
from tests.running.oddjob import TABLES
from tests.running.oddmain import CELLS, play_into
from tests.running.programs import Program, program
from tests.running.shelf import ListWork, Tables, expected, rounds

GAMES = 80
"""Of each cell."""


def study(folder: Path) -> tuple[str, ...]:
    flags = ("--folder", str(folder), "--games", str(GAMES))
    return (sys.executable, "-m", "tests.running.oddmain", "process", *flags)


def files(folder: Path) -> dict[str, bytes]:
    """Return the shards, byte for byte."""
    found = sorted(folder.rglob("*.parquet"))
    return {str(each.relative_to(folder)): each.read_bytes() for each in found}


def tables_in(folder: Path) -> Tables:
    results = Results(folder, TABLES)
    return {name: results.tables(name).combine_chunks() for name in TABLES}


def same(found: Tables, wanted: Tables) -> bool:
    return all(found[name].equals(wanted[name]) for name in TABLES)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that one worker filled, in one session."""
    folder = tmp_path_factory.mktemp("whole") / "out"
    play_into(folder, "process", GAMES, workers=1)
    assert same(tables_in(folder), expected(CELLS, GAMES))
    assert len(files(folder)) == 2 * (2 * GAMES // 40)
    return folder


@pytest.mark.parametrize("executor", ["process", "dask"])
def test_files_do_not_depend_on_who_plays(
    executor: str, whole: Path, tmp_path: Path
) -> None:
    if executor == "dask":
        pytest.importorskip("distributed")
    play_into(tmp_path, executor, GAMES, workers=2)
    assert files(tmp_path) == files(whole)


def test_kill_9_of_the_coordinator_at_random_moments(
    whole: Path, tmp_path: Path
) -> None:
    rng = random.Random(5)
    kills, before = 0, 0
    while kills < 6:
        with program(*study(tmp_path)) as run:
            assert run.line() == "ready"
            time.sleep(rng.uniform(0.1, 0.7))
            over = run.process.poll() is not None
            os.kill(run.process.pid, signal.SIGKILL)
            run.end()
        kills += not over
        done = Results(tmp_path, TABLES).done.total
        assert done >= before  # each game that was there is there
        before = done
        if done == 2 * GAMES:
            break
    assert kills  # a quick machine is done before there are more
    finish(study(tmp_path))
    assert files(tmp_path) == files(whole)


def finish(command: tuple[str, ...]) -> None:
    with program(*command) as run:
        out, errors = run.end()
    assert out.split()[-1] == "finished", errors


def test_kill_9_of_children_at_random_moments(whole: Path, tmp_path: Path) -> None:
    rng = random.Random(6)
    with program(*study(tmp_path)) as run:
        assert run.line() == "ready"
        kills = 0
        while run.process.poll() is None and kills < 4:
            time.sleep(rng.uniform(0.2, 0.5))
            children = [each for each in run.members() if is_child(run, each)]
            if children:
                kill_if_there(int(rng.choice(children).name))
                kills += 1
        out, errors = run.end()
    assert out.split()[-1] == "finished", errors
    assert kills  # a quick machine is done before there are more
    found, wanted = tables_in(tmp_path), expected(CELLS, GAMES)
    for row, good in zip(
        found["games"].to_pylist(), wanted["games"].to_pylist(), strict=True
    ):
        # Hit twice, which is rare, it counts as the game's own fault.
        assert row == good or "(killed by SIGKILL), twice" in row["error"]


def is_child(run: Program, process: Path) -> bool:
    try:
        command = process.joinpath("cmdline").read_bytes()
    except OSError:
        return False
    return b"sims.running.worker" in command


def kill_if_there(process: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)


def test_a_session_that_is_interrupted_is_taken_up(whole: Path, tmp_path: Path) -> None:
    seen = []
    for games in (30, 90, 1000):
        store = Store(tmp_path, TABLES, Limits(games=40, group=10))
        store.open()
        stops_at = store.done.total + games
        with open_executor("process", 2) as opened:
            outcome = play_study(
                ListWork(CELLS, rounds(len(CELLS), GAMES, 20)),
                store,
                opened,
                Settings(tables=TABLES),
                reporter=Silent(),
                stop=lambda store=store, most=stops_at: store.done.total >= most,
            )
        store.seal()
        store.close()
        seen.append((outcome.interrupted, outcome.played))
        assert sum(played for _, played in seen) == Results(tmp_path, TABLES).done.total
    assert [interrupted for interrupted, _ in seen] == [True, True, False]
    assert files(tmp_path) == files(whole)

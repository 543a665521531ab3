"""The same games on each executor; what is stopped or killed leaves nothing behind."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from sims.errors import BatchError
from sims.progress import Silent
from sims.running.coordinator import Outcome, Settings, play_study
from sims.running.executors import EXECUTORS, open_executor
from tests.running.oddjob import TABLES, OddJob
from tests.running.programs import Program, program
from tests.running.shelf import ListWork, MemoryShelf, expected, played, rounds

GAMES = 150
JOB = OddJob(busy=0.01)


def study(*flags: str) -> tuple[str, ...]:
    return (sys.executable, "-m", "tests.running.oddmain", *flags)


@pytest.mark.parametrize(
    ("number", "hang"), [(signal.SIGINT, True), (signal.SIGTERM, False)]
)
def test_who_is_interrupted_keeps_games_and_leaves_nothing(
    number: signal.Signals, hang: bool
) -> None:
    with program(*study("process", *(["--hang"] if hang else []))) as run:
        assert run.line() == "ready"
        assert int(run.line()) > 0
        began = time.monotonic()
        os.killpg(run.process.pid, number)
        out, errors = run.end()
        assert time.monotonic() - began < 3.0
        assert out.split()[-1] == "interrupted"
        assert errors == ""


@pytest.mark.parametrize("delay", [0.05, 0.3])
def test_ctrl_c_while_children_start_is_quiet(delay: float) -> None:
    with program(*study("process")) as run:
        assert run.line() == "ready"
        time.sleep(delay)
        os.killpg(run.process.pid, signal.SIGINT)
        out, errors = run.end()
        assert out.split()[-1] == "interrupted"
        assert errors == ""


@pytest.mark.parametrize("hang", [False, True])
def test_kill_9_leaves_nothing(hang: bool) -> None:
    with program(*study("process", *(["--hang"] if hang else []))) as run:
        assert run.line() == "ready"
        assert int(run.line()) > 0
        assert len(run.members()) >= 3
        os.kill(run.process.pid, signal.SIGKILL)
        _, errors = run.end()
        assert errors == ""


@pytest.mark.parametrize(
    ("name", "address", "text"),
    [
        ("proces", None, "no executor 'proces'; did you mean 'process'"),
        ("process", "tcp://a:1", "'process' is on this machine and has no address"),
        ("mpi", "tcp://a:1", "'mpi' has no address"),
        ("dask", "tcp://127.0.0.1:9", "cannot reach a Dask scheduler at 'tcp://127"),
        ("dask", "nonsense://x", "cannot reach a Dask scheduler at 'nonsense"),
    ],
)
def test_an_executor_that_there_is_not_is_told(
    name: str, address: str | None, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sims.running.clusters.REACH", 0.5)
    with pytest.raises(BatchError, match=text), open_executor(name, 2, address):
        pass
    assert set(EXECUTORS) == {"process", "dask", "mpi"}


def test_a_missing_package_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, module in (("dask", "distributed"), ("mpi", "mpi4py")):
        monkeypatch.setitem(sys.modules, module, None)
        with (
            pytest.raises(BatchError, match=rf"'{name}' needs .*'\.\[{name}\]'"),
            open_executor(name, 2),
        ):
            pass


# --- Dask ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Cluster:
    address: str
    scheduler: Program
    workers: list[Program]


@contextmanager
def dask_cluster(folder: Path) -> Iterator[Cluster]:
    """Start a scheduler and two workers, each in a process of its own."""
    pytest.importorskip("distributed")
    file = folder / "scheduler.json"
    common = ("--no-dashboard", "--scheduler-file", str(file))
    scheduler = [sys.executable, "-m", "distributed.cli.dask_scheduler", *common]
    worker = [sys.executable, "-m", "distributed.cli.dask_worker", *common]
    worker += ["--nthreads", "1", "--no-nanny", "--local-directory", str(folder)]
    local = ("--host", "127.0.0.1")
    with (
        program(*scheduler, *local, "--port", "0") as first,
        program(*worker, *local) as one,
        program(*worker, *local) as two,
    ):
        deadline = time.monotonic() + 30
        while not file.exists():
            assert time.monotonic() < deadline
            assert first.process.poll() is None
            time.sleep(0.05)
        time.sleep(0.1)
        yield Cluster(json.loads(file.read_text())["address"], first, [one, two])


def test_a_dask_worker_killed_amid_a_run_changes_no_row(tmp_path: Path) -> None:
    with dask_cluster(tmp_path) as cluster:
        workers = cluster.workers
        shelf = MemoryShelf()
        killed = []

        def kill_one() -> bool:
            if not killed and shelf.games > 40 and len(workers[0].members()) > 1:
                os.kill(workers[0].process.pid, signal.SIGKILL)
                killed.append(shelf.games)
            return False

        job = OddJob(busy=0.02)
        outcome, shelf = played(
            [job, OddJob(seed=9)],
            GAMES,
            executor="dask",
            address=cluster.address,
            shelf=shelf,
            stop=kill_one,
        )
        assert killed
        assert killed[0] < 2 * GAMES
        assert outcome == Outcome(2 * GAMES, 0, interrupted=False)
        assert shelf.tables() == expected([OddJob(), OddJob(seed=9)], GAMES)
        workers[0].wait_until_gone()
        assert len(workers[1].members()) == 1  # the one that plays for it has ended


def test_a_study_of_dask_that_is_stopped_leaves_no_game_behind(tmp_path: Path) -> None:
    with (
        dask_cluster(tmp_path) as cluster,
        program(*study("dask", "--address", cluster.address, "--hang")) as run,
    ):
        assert run.line() == "ready"
        assert int(run.line()) > 0
        os.killpg(run.process.pid, signal.SIGINT)
        out, errors = run.end()
        assert out.split()[-1] == "interrupted"
        assert errors == ""
        for worker in cluster.workers:
            assert len(worker.members()) == 1


def test_a_scheduler_that_is_gone_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sims.running.clusters.GONE", 4.0)
    with dask_cluster(tmp_path) as cluster:
        shelf = MemoryShelf()
        killed: list[float] = []

        def kill_it() -> bool:
            if not killed and shelf.games > 10:
                os.kill(cluster.scheduler.process.pid, signal.SIGKILL)
                killed.append(time.monotonic())
            return False

        with pytest.raises(BatchError, match=r"Dask cluster tcp://.*--resume"):
            played(
                [OddJob(busy=0.02)],
                10_000,
                executor="dask",
                address=cluster.address,
                shelf=shelf,
                stop=kill_it,
            )
        assert time.monotonic() - killed[0] < 15
        assert 10 < shelf.synced == shelf.games


@pytest.fixture
def dashboards() -> Iterator[None]:
    """Take the port that dashboards of Dask have as a rule, as another run may."""
    with ExitStack() as stack:
        with suppress(OSError):  # somebody has it already
            stack.enter_context(socket.create_server(("", 8787)))
        yield


@pytest.mark.usefixtures("dashboards")
def test_a_dask_cluster_of_this_machine_plays_the_same_and_keeps_nothing() -> None:
    pytest.importorskip("distributed")
    shelf = MemoryShelf()
    held: list[int] = []
    with open_executor("dask", 2) as opened:
        client = opened.executor._client  # type: ignore[attr-defined]

        def look_and_kill() -> bool:
            if shelf.games > 60 * (len(held) + 1):
                held.append(client.run_on_scheduler(count_tasks))
                if len(held) == 1:
                    first = next(iter(client.run(os.getpid).values()))
                    os.kill(first, signal.SIGKILL)
            return False

        outcome = play_study(
            ListWork([JOB], rounds(1, 2 * GAMES, 50)),
            shelf,
            opened,
            Settings(tables=TABLES),
            reporter=Silent(),
            stop=look_and_kill,
        )
    assert outcome == Outcome(2 * GAMES, 0, interrupted=False)
    assert shelf.tables() == expected([OddJob()], 2 * GAMES)
    assert len(held) > 1
    assert max(held) <= 4  # those in flight, and no results


def count_tasks(dask_scheduler: Any) -> int:
    return len(dask_scheduler.tasks)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_dask_cluster_of_this_machine_leaves_nothing(number: signal.Signals) -> None:
    pytest.importorskip("distributed")
    with program(*study("dask", "--hang")) as run:
        assert run.line() == "ready"
        assert int(run.line()) > 0
        if number == signal.SIGINT:
            os.killpg(run.process.pid, number)
            out, errors = run.end()
            assert (out.split()[-1], errors) == ("interrupted", "")
        else:
            os.kill(run.process.pid, number)
            run.process.communicate(timeout=30)
            run.wait_until_gone(10)


# --- MPI -----------------------------------------------------------------------------


def mpiexec(ranks: int) -> tuple[str, ...]:
    pytest.importorskip("mpi4py")
    found = shutil.which("mpiexec")
    if found is None:
        pytest.skip("there is no mpiexec")
    told = subprocess.run([found, "--version"], capture_output=True, text=True)
    flags = ["-n", str(ranks)]
    if "Open MPI" in told.stdout or "OpenRTE" in told.stdout:
        flags += ["--oversubscribe", *(["--allow-run-as-root"] * (os.getuid() == 0))]
    python = [sys.executable, "-m", "mpi4py.futures"]
    return (found, *flags, *python, "-m", "tests.running.oddmain", "mpi")


def test_mpi_plays_the_same(tmp_path: Path) -> None:
    out = tmp_path / "games.parquet"
    flags = ("--games", str(GAMES), "--busy", "0.002", "--out", str(out))
    with program(*mpiexec(3), *flags) as run:
        printed, errors = run.end()
        assert printed.split()[-1] == "finished", errors
    assert pq.read_table(out) == expected([OddJob()], GAMES)["games"]


def test_mpi_alone_has_nobody_to_play() -> None:
    with program(*mpiexec(1)) as run:
        _, errors = run.end()
    assert "nobody to play, only this process: start it with mpiexec" in errors


def test_mpi_that_is_interrupted_leaves_nothing() -> None:
    with program(*mpiexec(3), "--hang") as run:
        assert run.line() == "ready"
        assert int(run.line()) > 0
        os.killpg(run.process.pid, signal.SIGINT)
        run.process.communicate(timeout=30)
        run.wait_until_gone(10)

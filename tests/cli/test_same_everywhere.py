"""A study has the same rows wherever it is played, and however often it is ended.

One worker, two workers, a run that was killed and goes on, a Dask cluster: equal, row
for row, but for the time that a clock measured.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.cli.command import STACCS, STACKO
from tests.results import kept, run_json, shards, tables

STUDIES = {
    "stacko": (
        STACKO,
        """\
games = 5
seed = 8
players = 2
policy = ["random", "cautious"]
engine = "quasistatic"
max_turns = 6

[study]
paired = false

[grid]
hand = ["steady", "shaky"]
""",
    ),
    "staccs": (
        STACCS,
        """\
games = 70
seed = 8
policy = "random"
table = "none"

[grid]
mode = ["uh-oh", "party"]
""",
    ),
}


@dataclass
class Study:
    """A study of one game, and a run of it by one worker that nothing disturbed."""

    program: str
    file: Path
    games: int
    out: Path

    def command(self, out: Path, *flags: str) -> list[str]:
        given = ["--config", str(self.file), "--out", str(out), "--quiet"]
        return [self.program, "simulate", *given, *flags]

    def play(self, out: Path, *flags: str) -> None:
        done = subprocess.run(
            self.command(out, *flags), capture_output=True, text=True, timeout=120
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")

    def is_same(self, out: Path) -> None:
        """See that a run has all rows, each once, and in files that are the same."""
        assert run_json(out)["status"] == "finished"
        assert kept(out) == self.games
        for mine, whole in zip(tables(out), tables(self.out), strict=True):
            assert mine.to_pylist() == whole.to_pylist()
            assert mine.schema.equals(whole.schema, check_metadata=True)
        assert shards(out) == shards(self.out)


@pytest.fixture(scope="module", params=list(STUDIES))
def study(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Study:
    folder = tmp_path_factory.mktemp(request.param)
    program, text = STUDIES[request.param]
    (folder / "study.toml").write_text(text)
    games = 2 * int(text.split()[2])
    found = Study(program, folder / "study.toml", games, folder / "whole")
    found.play(found.out, "--workers", "1")
    assert kept(found.out) == games
    return found


def test_with_two_workers(study: Study, tmp_path: Path) -> None:
    study.play(tmp_path / "out", "--workers", "2")
    study.is_same(tmp_path / "out")


def test_killed_twice_and_resumed(study: Study, tmp_path: Path) -> None:
    out = tmp_path / "out"
    before = 0
    for workers in ("2", "1"):
        with subprocess.Popen(
            study.command(out, "--workers", workers, "--resume"),
            start_new_session=True,
        ) as process:
            deadline = time.monotonic() + 60
            while kept(out) <= before and process.poll() is None:
                assert time.monotonic() < deadline
                time.sleep(0.005)
            with suppress(ProcessLookupError):  # there was nothing left to play
                os.killpg(process.pid, signal.SIGKILL)
        there = kept(out)
        assert before < there or there == study.games
        before = there
    study.play(out, "--workers", "2", "--resume")
    study.is_same(out)


def test_in_two_halves(study: Study, tmp_path: Path) -> None:
    """Fewer games first, and of the rest one by itself; then all of them."""
    out = tmp_path / "out"
    study.play(out, "--workers", "2", "--games", "2")
    assert kept(out) == 4
    study.play(out, "--workers", "1", "--resume", "--only", "1:4")
    assert kept(out) == 5
    study.play(out, "--workers", "2", "--resume")
    assert kept(out) == study.games
    for mine, whole in zip(tables(out), tables(study.out), strict=True):
        assert mine.to_pylist() == whole.to_pylist()


@pytest.mark.slow
def test_on_a_dask_cluster(study: Study, tmp_path: Path) -> None:
    out = tmp_path / "out"
    study.play(out, "--executor", "dask", "--workers", "2")
    (session,) = run_json(out)["sessions"]
    assert (session["executor"], session["workers"]) == ("dask", 2)
    study.is_same(out)

"""``stacko simulate --replays``, ``stacko replay`` and ``stacko rerun``."""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from sims.stacko_games import STACKO
from sims.stacko_job import StackoJob
from stacko.config import SimulationConfig
from tests.cli.command import complaint, stacko
from tests.replay.recorded import FOLDER
from tests.results import rows, shards, tables

QUICK = ("simulate", "--engine", "quasistatic", "--policy", "random", "--seed", "5")


def batch(out: Path, *flags: str) -> list[str]:
    """Play some games; return the names of their replays."""
    done = stacko(*QUICK, "--games", "4", "--workers", "1", "--out", out, *flags)
    assert done.returncode == 0, done.stderr
    return sorted(path.name for path in out.glob("replays/*"))


def ends(out: Path) -> list[str]:
    return [row["termination"] for row in rows(out)]


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("batch") / "out"
    batch(folder)
    return folder


def test_topples_leave_replays_by_default(out: Path) -> None:
    fell = [index for index, end in enumerate(ends(out)) if end == "toppled"]
    assert fell
    names = sorted(path.name for path in (out / "replays").iterdir())
    assert names == [f"game-{index:06d}.npz" for index in fell]


@pytest.mark.parametrize("turns", ["1", "200"])
def test_all_none_and_topples(turns: str, tmp_path: Path) -> None:
    flags = ("--max-turns", turns)
    everything = batch(tmp_path / "all", *flags, "--replays", "all")
    assert len(everything) == 4
    assert batch(tmp_path / "none", *flags, "--replays", "none") == []
    assert not (tmp_path / "none" / "replays").exists()
    topples = batch(tmp_path / "topples", *flags, "--replays", "topples")
    assert len(topples) == ends(tmp_path / "topples").count("toppled")
    for name in topples:
        same = tmp_path / "all" / "replays" / name
        assert same.read_bytes() == (tmp_path / "topples/replays" / name).read_bytes()


@pytest.mark.parametrize(("flag", "first"), [(None, 200), ("topples", None)])
def test_only_the_first_games_leave_replays_unless_asked(
    flag: str | None, first: int | None, tmp_path: Path
) -> None:
    """The limit is looked at with few games: of two, the second is beyond it."""
    config = SimulationConfig(engine="quasistatic", max_turns=2, games=2)
    args = argparse.Namespace(replays=flag, out=tmp_path)
    job = STACKO.equip(STACKO.job(config), args, None)
    assert isinstance(job, StackoJob)
    assert (job.first, job.replays) == (first, "topples")
    few = replace(job, replays="all", first=1 if first else None)
    for index in range(2):
        few.play(index)
    names = sorted(path.name for path in tmp_path.glob("replays/*"))
    assert names == [f"game-00000{index}.npz" for index in range(1 if first else 2)]


def test_replays_change_no_row(out: Path, tmp_path: Path) -> None:
    batch(tmp_path / "none", "--replays", "none")
    assert tables(out) == tables(tmp_path / "none")
    assert shards(out) == shards(tmp_path / "none")


def test_workers_change_no_replay(out: Path, tmp_path: Path) -> None:
    names = batch(tmp_path / "two", "--workers", "2")
    for name in names:
        here, there = out / "replays" / name, tmp_path / "two" / "replays" / name
        assert here.read_bytes() == there.read_bytes()


def test_overwriting_takes_old_replays_away_and_nothing_else(tmp_path: Path) -> None:
    out = tmp_path / "out"
    batch(out, "--replays", "all")
    again = batch(out, "--replays", "none", "--overwrite")
    assert again == []
    batch(out, "--replays", "all", "--overwrite")
    (out / "replays" / "mine.txt").write_text("keep me")
    assert "mine.txt" in batch(out, "--replays", "none", "--overwrite")


def test_resuming_keeps_replays_and_adds_those_of_new_games(tmp_path: Path) -> None:
    out = tmp_path / "out"
    before = batch(out, "--replays", "all")
    done = stacko("simulate", "--resume", "--games", "6", "--out", out, "--replays",
                  "all")  # fmt: skip
    assert done.returncode == 0, done.stderr
    after = sorted(path.name for path in out.glob("replays/*"))
    assert after[:4] == before
    assert len(after) == 6


def test_a_link_named_replays_is_not_followed(tmp_path: Path) -> None:
    out, other = tmp_path / "out", tmp_path / "other"
    batch(out)
    shutil.rmtree(out / "replays")
    other.mkdir()
    (other / "game-000000.npz").write_text("mine")
    (out / "replays").symlink_to(other)
    done = stacko(*QUICK, "--out", out, "--overwrite")
    assert "replays" in complaint(done)
    assert (other / "game-000000.npz").read_text() == "mine"


def test_no_room_for_a_replay_costs_no_game(tmp_path: Path) -> None:
    code = (
        "import resource, signal\n"
        "from pathlib import Path\n"
        "from stacko.match import MatchConfig\n"
        "from sims.stacko_job import StackoJob\n"
        "match = MatchConfig(engine='quasistatic', max_turns=3)\n"
        f"job = StackoJob(match, 5, 'all', Path({str(tmp_path)!r}))\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "print(job.play(0)['games'][0].termination)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout == "turn_limit\n"
    assert list((tmp_path / "replays").iterdir()) == []


def test_missing_replays_are_told(tmp_path: Path) -> None:
    out = tmp_path / "out"
    batch(out, "--replays", "none")
    done = stacko("simulate", "--resume", "--games", "5", "--out", out, "--replays",
                  "all")  # fmt: skip
    assert "4 games have no replay" in " ".join(done.stdout.split())
    assert f"1 replay is in {out}/replays/" in done.stdout.replace("\n", "")


def test_a_replay_is_told_in_lines() -> None:
    done = stacko("replay", FOLDER / "topple.npz")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert "engine pybullet" in lines[0]
    assert any("left first at" in line for line in lines)
    assert "loses" in lines[-2]
    assert lines[-1].startswith("look at it with --html")


def test_playing_again_says_that_it_is_the_same(out: Path) -> None:
    first = sorted((out / "replays").iterdir())[0]
    done = stacko("rerun", first)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("the same, bit for bit: ")


def test_playing_again_says_where_it_differs(out: Path, tmp_path: Path) -> None:
    first = sorted((out / "replays").iterdir())[0]
    path = tmp_path / "other.npz"
    with zipfile.ZipFile(first) as source, zipfile.ZipFile(path, "w") as target:
        for name in source.namelist():
            content = source.read(name)
            if name == "header.json":
                header = json.loads(content)
                header["configuration"]["contact"]["mu_block"] *= 1.3
                content = json.dumps(header).encode()
            target.writestr(name, content)
    done = stacko("rerun", path)
    assert done.returncode == 1
    assert "first different bit   ply 0" in done.stdout
    assert "first visible" in done.stdout


@pytest.mark.parametrize("command", ["replay", "rerun"])
def test_what_is_no_replay_is_one_line(command: str, tmp_path: Path) -> None:
    (tmp_path / "text.npz").write_text("R3 B2 / Y1")
    (tmp_path / "cut.npz").write_bytes((FOLDER / "topple.npz").read_bytes()[:9000])
    for name in ("text.npz", "cut.npz", "none.npz", "."):
        assert str(tmp_path / name) in complaint(stacko(command, tmp_path / name))

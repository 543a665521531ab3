"""``stacko simulate --engine quasistatic`` as a user runs it."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from sims.dataset.schemas import dataset_schema
from stacko.records import GameRow, TurnRow
from tests.cli.command import STACKO, complaint, stacko
from tests.results import ONE, configuration, kept, shards, tables

FLAGS = ("simulate", "--engine", "quasistatic", "--seed", "6")


@pytest.fixture(scope="module")
def batch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the results of twelve games, played by one worker."""
    out = tmp_path_factory.mktemp("quasistatic") / "out"
    done = stacko(*FLAGS, "--games", "12", "--workers", "1", "--out", out)
    assert done.returncode == 0, done.stderr
    assert "12" in done.stdout
    return out


def test_tables_are_those_of_the_engines(batch: Path) -> None:
    for name, row_type in (("games", GameRow), ("turns", TurnRow)):
        assert pq.read_schema(batch / name / ONE) == dataset_schema(row_type)
    games, turns = tables(batch)
    assert games["game"].to_pylist() == list(range(12))
    assert set(games["engine"].to_pylist()) == {"quasistatic"}
    assert set(games["error"].to_pylist()) == {None}
    assert len(turns) > 50


def test_run_json_keeps_the_settings_of_this_model_only(batch: Path) -> None:
    told = configuration(batch)
    assert told["engine"] == "quasistatic"
    assert set(told["quasistatic"]) == {
        "contact_stiffness",
        "steps",
        "sag",
        "scatter",
    }
    assert "solver" not in told
    assert "mujoco" not in told


def test_two_workers_make_the_same_tables(tmp_path: Path, batch: Path) -> None:
    out = tmp_path / "out"
    done = stacko(*FLAGS, "--games", "12", "--workers", "2", "--out", out)
    assert done.returncode == 0, done.stderr
    assert tables(out) == tables(batch)
    assert shards(out) == shards(batch)


def test_a_killed_batch_is_resumed_to_the_same_tables(
    tmp_path: Path, batch: Path
) -> None:
    out = tmp_path / "out"
    command = [STACKO, *FLAGS, "--games", "12", "--workers", "2", "--out", str(out)]
    run = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    until = time.monotonic() + 60
    while time.monotonic() < until and not kept(out):
        time.sleep(0.05)
    os.kill(run.pid, signal.SIGKILL)
    run.wait()
    done = stacko(*FLAGS, "--games", "12", "--resume", "--out", out)
    assert done.returncode == 0, done.stderr
    assert tables(out) == tables(batch)
    assert shards(out) == shards(batch)


def test_a_configuration_sets_the_model(tmp_path: Path, batch: Path) -> None:
    (tmp_path / "soft.toml").write_text(
        'engine = "quasistatic"\nseed = 6\ngames = 3\n'
        "[quasistatic]\ncontact_stiffness = 5e3\nsteps = 4\nscatter = 0\n"
    )
    out = tmp_path / "out"
    done = stacko("simulate", "--config", tmp_path / "soft.toml", "--out", out)
    assert done.returncode == 0, done.stderr
    games, _ = tables(out)
    assert games.to_pylist() != tables(batch)[0].slice(0, 3).to_pylist()
    assert configuration(out)["quasistatic"]["steps"] == 4


@pytest.mark.parametrize(
    ("setting", "name"),
    [
        ("[quasistatic]\ncontact_stiffness = 0", "contact_stiffness"),
        ("[quasistatic]\ncontact_stiffness = 200", "quasistatic.contact_stiffness"),
        ("[quasistatic]\nsteps = 0", "steps"),
        ("[quasistatic]\nsteps = 1.5", "steps"),
        ("[quasistatic]\nscatter = -0.1", "scatter"),
        ("[quasistatic]\nscatter = nan", "scatter"),
        ("[quasistatic]\nstiff = 1", "quasistatic.stiff"),
        ("[contact]\nmu_block = 0", "mu_block"),
        ("[blocks]\nmass = 0", "mass"),
        ("[blocks]\nmass = 5.0", "quasistatic.contact_stiffness"),
    ],
)
def test_bad_settings_are_refused_by_name(
    tmp_path: Path, setting: str, name: str
) -> None:
    (tmp_path / "bad.toml").write_text(f'engine = "quasistatic"\n{setting}\n')
    out = tmp_path / "out"
    done = stacko("simulate", "--config", tmp_path / "bad.toml", "--out", out)
    assert name in complaint(done)
    assert not out.exists()


def test_the_model_is_listed_where_engines_are() -> None:
    listed = stacko("params").stdout
    for name in ("contact_stiffness", "steps", "sag", "scatter"):
        assert f"quasistatic.{name}" in listed
    assert "quasistatic" in stacko("simulate", "--help").stdout
    wrong = complaint(stacko("simulate", "--engine", "quasistat"))
    assert "quasistatic" in wrong

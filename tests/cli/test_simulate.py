"""``stacko simulate`` with the real engine, real processes and real files."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from importlib import metadata
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sims.dataset.schemas import dataset_schema
from stacko.engines import EngineSettings, resolve_engine, section_of
from stacko.records import GameRow, TurnRow
from tests.cli.command import STACKO, complaint, stacko
from tests.results import (
    ONE,
    configuration,
    contents,
    kept,
    replace,
    rows,
    run_json,
    shards,
    tables,
)

# Two layers and one turn: a twentieth of a second a game.
SMALL = """\
players = 2
policy = "random"
seed = 3
max_turns = 1

[set]
blocks = ["R1", "R2", "R3", "B1", "B2", "B3"]
"""


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("config") / "small.toml"
    path.write_text(SMALL)
    return path


@pytest.fixture(scope="module")
def batch(tmp_path_factory: pytest.TempPathFactory, small: Path) -> Path:
    """Return the results of six games, played once for all tests that read them."""
    out = tmp_path_factory.mktemp("batch") / "out"
    done = stacko(
        "simulate", "--config", small, "--games", "6", "--workers", "1", "--out", out
    )
    assert done.returncode == 0, done.stderr
    return out


def test_tables_have_the_documented_columns(batch: Path) -> None:
    for name, row_type in (("games", GameRow), ("turns", TurnRow)):
        schema = pq.read_schema(batch / name / ONE)
        assert schema == dataset_schema(row_type)
        assert schema.names[:2] == ["cell", "game"]
        assert all(schema.field(each).metadata[b"meaning"] for each in schema.names)


def test_games_and_turns_fit_together(batch: Path) -> None:
    games, turns = tables(batch)
    assert games["game"].to_pylist() == list(range(6))
    assert set(games["cell"].to_pylist()) == {0}
    assert set(games["seed"].to_pylist()) == {3}
    for row in games.to_pylist():
        mine = [turn for turn in turns.to_pylist() if turn["game"] == row["game"]]
        assert [turn["ply"] for turn in mine] == list(range(len(mine)))
        assert row["moves"] == sum(turn["verdict"] == "clean" for turn in mine)
        if row["termination"] == "toppled":
            assert mine[-1]["verdict"] == "toppled"
            assert row["loser"] == mine[-1]["player"]


def test_run_json_tells_everything(batch: Path, small: Path) -> None:
    content = run_json(batch)
    assert content["status"] == "finished"
    assert content["games"] == {"asked": 6, "finished": 6, "failed": 0}
    assert content["study"]["games"] == 6
    (cell,) = content["cells"]
    assert (cell["label"], cell["varied"]) == ("", {})
    told = cell["configuration"]
    assert told["players"] == 2
    engine = resolve_engine("auto")
    assert told["engine"] == engine
    own = getattr(EngineSettings(), section_of(engine))
    assert told[section_of(engine)] == own.to_mapping()
    assert told["hands"]["average"]["speed"] > 0
    (session,) = content["sessions"]
    assert session["command"].startswith(f"stacko simulate --config {small}")
    assert session["python"] == sys.version.split()[0]
    assert session["packages"][engine] == metadata.version(engine)
    if engine == "pybullet":
        assert session["packages"]["pybullet"] == "3.2.7"
    assert session["started"] <= session["ended"]


@pytest.mark.parametrize(
    "command", [[STACKO, "simulate"], [sys.executable, "-m", "sims.stacko_games"]]
)
def test_two_workers_and_both_commands_make_the_same_tables(
    tmp_path: Path, small: Path, batch: Path, command: list[str]
) -> None:
    out = tmp_path / "out"
    flags = ["--config", small, "--games", "6", "--workers", "2", "--out", out]
    done = subprocess.run([*command, *flags], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert tables(out) == tables(batch)
    assert shards(out) == shards(batch)


def test_the_result_table_says_what_happened_and_where(
    tmp_path: Path, small: Path
) -> None:
    done = stacko(
        "simulate", "--config", small, "--games", "2", "--out", "a b", folder=tmp_path
    )
    assert done.returncode == 0
    assert "written to a b/: games/, turns/, run.json" in done.stdout
    assert "95 % interval" in done.stdout
    assert done.stderr.splitlines()[0] == "playing 2 of 2 games"
    assert done.stderr.splitlines()[-1].startswith("2/2 games")


def test_quiet_says_nothing(tmp_path: Path, small: Path) -> None:
    done = stacko(
        "simulate",
        "--config",
        small,
        "--games",
        "1",
        "--quiet",
        "--out",
        tmp_path / "q",
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_existing_folders_are_refused_untouched(batch: Path) -> None:
    before = contents(batch)
    line = complaint(stacko("simulate", "--games", "1", "--out", batch))
    assert "--resume" in line
    assert "--overwrite" in line
    assert contents(batch) == before


def test_resume_plays_what_is_missing(tmp_path: Path, small: Path, batch: Path) -> None:
    out = tmp_path / "out"
    flags = ["simulate", "--config", small, "--out", out]
    assert stacko(*flags, "--games", "2").returncode == 0
    first = run_json(out)["sessions"]
    done = stacko(*flags, "--games", "6", "--resume")
    assert "playing 4 of 6 games" in done.stderr
    assert tables(out) == tables(batch)
    assert shards(out) == shards(batch)
    assert run_json(out)["sessions"][0] == first[0]
    assert len(run_json(out)["sessions"]) == 2
    again = stacko("simulate", "--resume", "--out", out)
    assert "playing 0 of 6 games" in again.stderr
    assert tables(out) == tables(batch)


def test_resume_refuses_another_configuration_by_key(batch: Path, small: Path) -> None:
    before = contents(batch)
    for change, text in (
        (["--seed", "4"], "seed: 3 -> 4"),
        (["--policy", "cautious"], "policy: ['random'] -> ['cautious']"),
    ):
        line = complaint(stacko("simulate", "--resume", "--out", batch, *change))
        assert text in line
    other = small.with_name("other.toml")
    other.write_text(SMALL + "[contact]\nmu_block = 0.4\n")
    line = complaint(stacko("simulate", "--resume", "--out", batch, "--config", other))
    assert "contact.mu_block: 0.35 -> 0.4" in line
    assert contents(batch) == before


def test_overwrite_replaces_results_and_nothing_else(
    tmp_path: Path, small: Path
) -> None:
    out = tmp_path / "out"
    flags = ["simulate", "--config", small, "--out", out, "--games"]
    assert stacko(*flags, "2").returncode == 0
    (out / "notes.txt").write_text("mine")
    assert stacko(*flags, "1", "--overwrite").returncode == 0
    assert tables(out)[0].num_rows == 1
    assert (out / "notes.txt").read_text() == "mine"


def test_torn_files_are_found_and_their_games_played_again(
    tmp_path: Path, small: Path, batch: Path
) -> None:
    out = tmp_path / "out"
    shutil.copytree(batch, out)
    for name in ("games", "turns"):
        path = out / name / ONE
        path.write_bytes(path.read_bytes()[:-9])
        done = stacko("simulate", "--resume", "--out", out)
        assert done.returncode == 0, done.stderr
        told, playing = done.stderr.splitlines()[:2]
        assert told.startswith(f"{name}/{ONE} is truncated")
        assert told.endswith("its 6 games are played again")
        assert playing == "playing 6 of 6 games"
        assert tables(out) == tables(batch)
        assert shards(out) == shards(batch)


def test_damaged_results_are_not_resumed(tmp_path: Path, small: Path) -> None:
    out = tmp_path / "out"
    flags = ["simulate", "--config", small, "--out", out]
    assert stacko(*flags, "--games", "1").returncode == 0
    replace(out, "games", lambda games: pa.table({"game": [1.5]}))
    line = complaint(stacko(*flags, "--games", "2", "--resume"))
    assert f"games/{ONE}" in line
    assert "its columns are others" in line
    (out / "run.json").write_text("{}")
    assert "run.json" in complaint(stacko(*flags, "--games", "2", "--resume"))
    (out / "run.json").unlink()
    assert "no run.json" in complaint(stacko(*flags, "--games", "2", "--resume"))


# --- games that fail ------------------------------------------------------------------

PLAYERS = """
import os
from stacko.players import make_player


class Trouble:
    '''Plays at random, but for one game in three, by the tower it sees.'''

    name = "trouble"

    def __init__(self):
        self._random = make_player("random")

    def choose(self, table):
        if table.tower.layers[0][0] in {"R1", "R2", "B1", "B2"}:
            self.fail()
        return self._random.choose(table)


class Raiser(Trouble):
    def fail(self):
        raise RuntimeError("no idea\\x1b[31m")


class Dier(Trouble):
    def fail(self):
        os._exit(3)
"""


@pytest.mark.parametrize(
    ("player", "error"),
    [("Raiser", "RuntimeError: no idea"), ("Dier", "worker process died")],
)
def test_games_that_fail_are_rows_and_not_the_end(
    tmp_path: Path, small: Path, player: str, error: str
) -> None:
    (tmp_path / "mine.py").write_text(PLAYERS)
    flags = ["--policy", f"mine:{player}", "--games", "6", "--out", "out"]
    done = stacko("simulate", "--config", small, *flags, folder=tmp_path)
    assert done.returncode == 1, done.stderr
    games, turns = tables(tmp_path / "out")
    played = games.to_pylist()
    failed = [row for row in played if row["termination"] == "failed"]
    assert [row["game"] for row in played] == list(range(6))
    assert 0 < len(failed) < 6
    for row in failed:
        assert error in row["error"]
        assert (row["seed"], row["loser"]) == (3, None)
        assert row["game"] not in turns["game"].to_pylist()
    assert run_json(tmp_path / "out")["games"]["failed"] == len(failed)
    assert f"{len(failed)} failed" in done.stderr
    assert "\x1b" not in done.stdout + done.stderr


def test_towers_that_do_not_settle_in_time_are_failed_rows(
    tmp_path: Path, small: Path
) -> None:
    path = small.with_name("hasty.toml")
    path.write_text(SMALL + "[settle]\ntolerance = 1e-12\ntime_limit = 0.3\n")
    out = tmp_path / "out"
    done = stacko("simulate", "--config", path, "--games", "2", "--out", out)
    assert done.returncode == 1
    games, _ = tables(out)
    assert set(games["termination"].to_pylist()) == {"failed"}
    assert all("SettleError" in error for error in games["error"].to_pylist())


# --- interrupts -----------------------------------------------------------------------


def begin(out: Path, small: Path, games: int) -> subprocess.Popen[str]:
    """Start a batch in a process group of its own; wait until games are finished."""
    flags = ["--config", small, "--games", str(games), "--workers", "2", "--out", out]
    process = subprocess.Popen(
        [STACKO, "simulate", *flags],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while not kept(out):
        assert time.monotonic() < deadline
        assert process.poll() is None
        time.sleep(0.05)
    return process


LONG = 60


@pytest.fixture(scope="module")
def long_batch(tmp_path_factory: pytest.TempPathFactory, small: Path) -> Path:
    """Return the results of a batch that nothing interrupted."""
    out = tmp_path_factory.mktemp("long") / "out"
    done = stacko("simulate", "--config", small, "--games", str(LONG), "--out", out)
    assert done.returncode == 0, done.stderr
    return out


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_interrupted_batches_keep_games_and_resume_to_the_same_tables(
    tmp_path: Path, small: Path, long_batch: Path, number: signal.Signals
) -> None:
    out = tmp_path / "out"
    process = begin(out, small, LONG)
    if number is signal.SIGKILL:
        process.kill()
    else:
        os.killpg(process.pid, number)
    output, errors = process.communicate(timeout=60)
    assert "Traceback" not in errors
    if number is signal.SIGKILL:
        assert run_json(out)["status"] == "running"
    else:
        assert process.returncode == 130
        assert run_json(out)["status"] == "interrupted"
        assert "the finished games are kept" in output
        assert 1 <= kept(out) < LONG
        assert not (out / "journal").exists()
    done = stacko("simulate", "--resume", "--out", out)
    assert done.returncode == 0, done.stderr
    assert f" of {LONG} games" in done.stderr
    assert tables(out) == tables(long_batch)
    assert shards(out) == shards(long_batch)


def test_a_full_disk_is_one_line_and_loses_nothing(tmp_path: Path, small: Path) -> None:
    """A limit on the size of files stops the tables, but not the smaller run.json."""
    flags = f"--config {small} --games 3 --out out"
    done = subprocess.run(
        [STACKO, "-c", f"ulimit -f 8; {STACKO} simulate {flags} --quiet"],
        executable="/bin/bash",
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert "--resume" in complaint(done)
    assert list(tmp_path.glob("out/**/*.tmp")) == []
    assert stacko("simulate", "--resume", "--out", tmp_path / "out").returncode == 0
    assert tables(tmp_path / "out")[0].num_rows == 3


# --- bad input ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--players", "1"], "players is 1: give a whole number from 2 to 10"),
        (["--players", "11"], "players is 11"),
        (["--players", "two"], "'two' is no whole number"),
        (["--games", "0"], "games is 0"),
        (["--games", "-5"], "games is -5"),
        (["--games", "1e3"], "'1e3' is no whole number"),
        (["--games", "9" * 5000], "is no whole number"),
        (["--seed", "-1"], "seed is -1"),
        (["--seed", "1.5"], "'1.5' is no whole number"),
        (["--workers", "0"], "workers is 0"),
        (["--max-turns", "0"], "max_turns is 0"),
        (["--policy", "probber"], "did you mean 'prober'?"),
        (["--policy", ""], "policy has ''"),
        (["--policy", "random,,prober"], "policy has ''"),
        (["--policy", "nowhere:Player"], "'nowhere' cannot be imported"),
        (["--policy", "\x1b[31mred"], r"'\x1b[31mred'"),
        (["--hand", "schaky"], "did you mean 'shaky'?"),
        (["--hand", "steady,shaky,average", "--players", "2"], "for 2 players"),
        (["--engine", "bullet"], "engine 'bullet' is unknown"),
        (["--config", "gone.toml"], "'gone.toml' cannot be read"),
        (["--resume", "--overwrite"], "not allowed with argument"),
        (["--game", "3"], "unrecognized arguments"),
    ],
)
def test_bad_flags_are_one_line_and_write_nothing(
    tmp_path: Path, flags: list[str], message: str
) -> None:
    line = complaint(stacko("simulate", *flags, "--out", "out", folder=tmp_path))
    assert message in line
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[solver]\ntimestep = 0.05", "timestep must be"),
        ("[contact]\nmu_block = nan", "got nan"),
        ("[blocks]\nmass = -1", "got -1"),
        ("[rules]\ncolour = 'X'", "unknown key 'rules.colour'"),
        ("[set]\nblocks = ['R1', 'R1', 'R2']", "'R1' comes twice"),
        ("[set]\nblocks = ['P1', 'R1', 'R2']", "'P1' is not a block"),
        ("games = ", "is not TOML"),
    ],
)
def test_bad_files_are_one_line_and_write_nothing(
    tmp_path: Path, text: str, message: str
) -> None:
    (tmp_path / "study.toml").write_text(text)
    flags = ["--config", "study.toml", "--out", "out"]
    line = complaint(stacko("simulate", *flags, folder=tmp_path))
    assert message in line
    assert "study.toml" in line
    assert [path.name for path in tmp_path.iterdir()] == ["study.toml"]


@pytest.mark.parametrize("out", ["/dev/null", "/dev/null/out", "/proc/out"])
def test_folders_that_cannot_be_written(out: str, small: Path) -> None:
    line = complaint(stacko("simulate", "--config", small, "--out", out))
    assert f"'{out}'" in line
    assert "--out" in line


@pytest.fixture
def no_pybullet(tmp_path: Path) -> dict[str, str]:
    """Return the surroundings of a process that cannot import PyBullet."""
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    (hidden / "pybullet.py").write_text("raise ImportError('not here')\n")
    return {"PYTHONPATH": str(hidden)}


def test_without_the_engine_one_line_says_what_to_do(
    tmp_path: Path, small: Path, no_pybullet: dict[str, str]
) -> None:
    flags = ["--config", small, "--engine", "pybullet", "--out", tmp_path / "out"]
    line = complaint(stacko("simulate", *flags, env=no_pybullet))
    assert "PyBullet is not installed" in line
    assert "3.11" in line
    assert "--engine mujoco" in line
    assert not (tmp_path / "out").exists()


def test_without_pybullet_games_are_played_with_mujoco(
    tmp_path: Path, small: Path, no_pybullet: dict[str, str]
) -> None:
    out = tmp_path / "out"
    flags = ["--config", small, "--games", "2", "--out", out]
    done = stacko("simulate", *flags, env=no_pybullet)
    assert done.returncode == 0, done.stderr
    assert [row["engine"] for row in rows(out)] == ["mujoco"] * 2
    told = configuration(out)
    assert told["engine"] == "mujoco"
    assert "mujoco" in told
    assert "solver" not in told
    assert run_json(out)["sessions"][0]["packages"]["mujoco"]

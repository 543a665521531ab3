"""``staccs simulate`` with real processes and real files."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from sims.dataset.schemas import dataset_schema
from staccs.records import GameRow, PlayRow
from tests.cli.command import STACCS, complaint, staccs
from tests.results import ONE, configuration, contents, kept, run_json, shards, tables

SMALL = ["--policy", "random", "--seed", "3", "--games", "30"]


@pytest.fixture(scope="module")
def batch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the results of 30 games, played once for all tests that read them."""
    out = tmp_path_factory.mktemp("batch") / "out"
    done = staccs("simulate", *SMALL, "--workers", "1", "--out", out)
    assert done.returncode == 0, done.stderr
    return out


def test_tables_have_the_documented_columns(batch: Path) -> None:
    for name, row_type in (("games", GameRow), ("plays", PlayRow)):
        schema = pq.read_schema(batch / name / ONE)
        assert schema == dataset_schema(row_type)
        assert all(schema.field(each).metadata[b"meaning"] for each in schema.names)


def test_games_and_plays_fit_together(batch: Path) -> None:
    games, plays = tables(batch)
    assert games["game"].to_pylist() == list(range(30))
    for row in games.to_pylist():
        mine = [play for play in plays.to_pylist() if play["game"] == row["game"]]
        assert [play["ply"] for play in mine] == list(range(row["moves"]))


@pytest.mark.parametrize(
    "command", [[STACCS, "simulate"], [sys.executable, "-m", "sims.staccs_games"]]
)
def test_two_workers_and_both_commands_make_the_same_tables(
    tmp_path: Path, batch: Path, command: list[str]
) -> None:
    out = tmp_path / "out"
    done = subprocess.run(
        [*command, *SMALL, "--workers", "2", "--out", out],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert tables(out) == tables(batch)
    assert shards(out) == shards(batch)


@pytest.mark.parametrize(
    ("flags", "title"),
    [
        (["--mode", "party"], "STACCS party: 6 players, greedy, table round:1.2"),
        (["--mode", "solo"], "STACCS solo (perfect): 1 player, greedy"),
        (
            ["--mode", "wild-out", "--variation", "row", "--table", "rect:1.2x0.8"],
            "STACCS wild-out (row): 2 players, greedy, table rect:1.2x0.8",
        ),
        (
            ["--mode", "solo", "--variation", "no_wilds", "--table", "none"],
            "STACCS solo (no_wilds): 1 player, greedy, table none",
        ),
    ],
)
def test_every_mode_is_played_and_told_of(
    tmp_path: Path, flags: list[str], title: str
) -> None:
    done = staccs(
        "simulate", *flags, "--games", "3", "--workers", "1", "--out", tmp_path / "a"
    )
    assert done.returncode == 0, done.stderr
    assert title in " ".join(done.stdout.split())
    assert "95 % interval" in done.stdout
    wilds = "wild-out" not in flags and "no_wilds" not in flags
    assert ("WILDs played" in done.stdout) is wilds
    assert "games/, plays/, run.json" in " ".join(done.stdout.split())


def test_run_json_tells_everything(batch: Path) -> None:
    content = run_json(batch)
    assert content["status"] == "finished"
    assert content["games"] == {"asked": 30, "finished": 30, "failed": 0}
    told = configuration(batch)
    assert (told["mode"], told["table"]) == ("uh-oh", "round:1.2")
    assert told["rules"]["edge"] == "balance"
    assert told["card"] == {"edge": 0.044}


def test_rows_of_moves_can_be_left_out(tmp_path: Path, batch: Path) -> None:
    out = tmp_path / "out"
    done = staccs("simulate", *SMALL, "--no-plays", "--quiet", "--out", out)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    games, plays = tables(out)
    assert (games, plays.num_rows) == (tables(batch)[0], 0)


def test_a_player_from_the_current_folder_plays(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "class Last:\n"
        "    name = 'last'\n"
        "    def choose(self, seat):\n"
        "        return seat.legal_moves[-1]\n"
    )
    flags = ["--policy", "mine:Last,random", "--games", "2", "--out", "out"]
    done = staccs("simulate", *flags, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    games, _ = tables(tmp_path / "out")
    assert games["policies"].to_pylist() == ["last,random,last,random"] * 2


def test_a_game_that_fails_is_a_row_and_a_code(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "class Moody:\n"
        "    name = 'moody'\n"
        "    def choose(self, seat):\n"
        "        if seat.rng.random() < 0.01:\n"
        "            raise ValueError('not today')\n"
        "        return seat.legal_moves[0]\n"
    )
    flags = ["--policy", "mine:Moody", "--games", "20", "--out", "out"]
    done = staccs("simulate", *flags, folder=tmp_path)
    assert done.returncode == 1
    games, plays = tables(tmp_path / "out")
    failed = [row for row in games.to_pylist() if row["termination"] == "failed"]
    assert 0 < len(failed) < 20
    assert all("not today" in row["error"] for row in failed)
    assert not {row["game"] for row in failed} & set(plays["game"].to_pylist())


# --- interrupted and resumed ----------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_what_is_finished_is_kept_and_resumed(tmp_path: Path, number: int) -> None:
    out = tmp_path / "out"
    flags = ["--mode", "solo", "--policy", "lookahead", "--variation", "no_wilds"]
    flags += ["--games", "40", "--workers", "2", "--out", str(out)]
    with subprocess.Popen(
        [STACCS, "simulate", *flags],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        deadline = time.monotonic() + 60
        while not kept(out):
            assert time.monotonic() < deadline
            assert process.poll() is None, process.communicate()
            time.sleep(0.02)
        os.kill(process.pid, number)
        process.communicate(timeout=60)
        assert process.returncode == (130 if number == signal.SIGINT else -number)
    resumed = staccs("simulate", *flags[:-6], *flags[-6:], "--resume")
    assert resumed.returncode == 0, resumed.stderr
    whole = staccs("simulate", *flags[:-2], "--out", tmp_path / "whole")
    assert whole.returncode == 0, whole.stderr
    assert tables(out) == tables(tmp_path / "whole")
    assert shards(out) == shards(tmp_path / "whole")


def test_resume_refuses_another_configuration(tmp_path: Path, batch: Path) -> None:
    before = contents(batch)
    line = complaint(staccs("simulate", "--seed", "4", "--resume", "--out", batch))
    assert "seed: 3 -> 4" in line
    line = complaint(staccs("simulate", "--table", "none", "--resume", "--out", batch))
    assert "round:1.2" in line
    assert contents(batch) == before


def test_more_games_are_added_and_a_folder_is_not_overwritten_unasked(
    tmp_path: Path,
) -> None:
    out = tmp_path / "out"
    few = ["--games", "3", "--policy", "random", "--out", str(out)]
    assert staccs("simulate", *few).returncode == 0
    assert "--overwrite" in complaint(staccs("simulate", *few))
    more = staccs("simulate", "--games", "6", "--resume", "--quiet", "--out", out)
    assert more.returncode == 0
    assert tables(out)[0]["game"].to_pylist() == list(range(6))
    assert set(tables(out)[0]["policies"].to_pylist()) == {
        "random,random,random,random"
    }


# --- bad input -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--mode", "chess"], "mode is 'chess': give one of uh-oh"),
        (["--mode", "face-off"], "FACE OFF cannot be played"),
        (["--players", "7"], "players is 7: uh-oh takes 2 to 5"),
        (["--players", "many"], "'many' is no whole number"),
        (["--mode", "solo", "--players", "2"], "solo takes 1"),
        (["--mode", "party", "--players", "11"], "players is 11"),
        (["--policy", "gredy"], "did you mean 'greedy'"),
        (["--policy", "lookahead"], "does not play uh-oh"),
        (["--policy", "no.such:Class"], "cannot be imported"),
        (["--mode", "solo", "--variation", "prefect"], "did you mean 'perfect'"),
        (["--mode", "wild-out", "--variation", "9"], "start is '9'"),
        (["--variation", "row"], "uh-oh has none"),
        (["--table", "square:1"], "'square:1' is no table"),
        (["--table", "rect:0x1"], "is 0"),
        (["--table", "polygon:0,0 1,1 1,0 0,1"], "polygon of the table is not valid"),
        (["--table", "missing.json"], "missing.json"),
        (["--mode", "wild-out", "--table", "round:0.2"], "cannot lie flat"),
        (["--games", "0"], "games is 0"),
        (["--seed", "-1"], "seed is -1"),
        (["--config", "missing.toml"], "missing.toml"),
        (["--config", "bad.toml"], "is not TOML"),
        (["--config", "odd.toml"], "unknown key 'tabel'"),
        (["--config", "edge.toml"], "[rules] edge is 'cliff'"),
        (["--hand", "steady"], "unrecognized arguments"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input_is_one_line_and_writes_nothing(
    tmp_path: Path, flags: list[str], message: str
) -> None:
    (tmp_path / "bad.toml").write_text("games = = 3")
    (tmp_path / "odd.toml").write_text('tabel = "none"')
    (tmp_path / "edge.toml").write_text('[rules]\nedge = "cliff"')
    before = contents(tmp_path)
    line = complaint(staccs("simulate", *flags, "--out", "out", folder=tmp_path))
    assert message in line
    assert contents(tmp_path) == before


def test_tables_in_files_are_read_and_damaged_ones_named(tmp_path: Path) -> None:
    from staccs.table import Table
    from staccs.table.text import table_to_json

    text = table_to_json(Table.parse("rect:1x1"))
    (tmp_path / "good.json").write_text(text)
    (tmp_path / "bad.json").write_text(text[:40])
    flags = ["--games", "1", "--policy", "random", "--out", "out"]
    line = complaint(staccs("simulate", *flags, "--table", "bad.json", folder=tmp_path))
    assert "bad.json" in line
    done = staccs("simulate", *flags, "--table", "good.json", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    (tmp_path / "good.json").unlink()  # what it held is in run.json
    again = ["--games", "2", "--resume", "--out", "out"]
    assert staccs("simulate", *again, folder=tmp_path).returncode == 0


def test_an_output_folder_that_cannot_be_written_to(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    flags = ["--games", "1", "--policy", "random", "--out"]
    assert "is no folder" in complaint(staccs("simulate", *flags, tmp_path / "file"))
    line = complaint(staccs("simulate", *flags, tmp_path / "file" / "out"))
    assert "output folder" in line
    assert "output folder" in complaint(staccs("simulate", *flags, "/proc/nowhere"))


# --- the lists -----------------------------------------------------------------------


def test_lists() -> None:
    players = staccs("players").stdout
    for name in ("greedy", "lookahead", "random", "package.module:Class"):
        assert name in players
    params = staccs("params").stdout.splitlines()
    assert params[0].split() == ["parameter", "value", "unit", "grade", "source"]
    assert params[1].split()[:4] == ["card.edge", "0.044", "m", "assumed"]
    assert "T20" in staccs("rules").stdout
    assert staccs("--version").stdout.startswith("staccs ")
    text = " ".join(staccs("simulate", "--help").stdout.split())
    assert "4, party 6, solo 1, wild-out 2" in text


def test_a_quiet_batch_loads_nothing_that_it_does_not_need(tmp_path: Path) -> None:
    """Both take longer to load than many a batch to play."""
    for games in ("2", "3"):
        flags = ["simulate", "--games", games, "--resume", "--quiet", "--out", "out"]
        code = f"import sys; from staccs.cli import main; main({flags})"
        done = subprocess.run(
            [sys.executable, "-c", f"{code}; print(*sys.modules)"],
            cwd=tmp_path, capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert not {"pandas", "scipy.stats"} & set(done.stdout.split())

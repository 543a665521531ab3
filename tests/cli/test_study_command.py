"""Studies at the command: a grid from its file to its report, for both games."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from tests.cli.command import STACCS, complaint, staccs, stacko
from tests.results import configuration, contents, kept, rows, run_json, tables

STACKO_STUDY = """\
games = 3
seed = 5
players = 2
policy = "random"
engine = "quasistatic"
max_turns = 3

[study]
game = "stacko"
name = "Friction and hand"
question = "Does it matter?"

[grid]
contact.mu_block = [0.25, 0.45]
hand = ["steady", "shaky"]
"""
STACCS_STUDY = """\
games = 8
seed = 5
policy = "random"
table = "none"

[study]
game = "staccs"
name = "Players"

[[variations]]
name = "as usual"

[[variations]]
name = "two"
players = 2

[[variations]]
name = "three, on a small table"
players = 3
table = "round:0.6"
"""
STUDIES = {"stacko": (stacko, STACKO_STUDY), "staccs": (staccs, STACCS_STUDY)}
LABELS = {
    "stacko": [
        f"contact.mu_block={mu}, hand={hand}"
        for mu in (0.25, 0.45)
        for hand in ("steady", "shaky")
    ],
    "staccs": ["as usual", "two", "three, on a small table"],
}
GAMES = pytest.mark.parametrize("game", ["stacko", "staccs"])


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a study of each game."""
    folder = tmp_path_factory.mktemp("studies")
    for game, (_, text) in STUDIES.items():
        (folder / f"{game}.toml").write_text(text)
    return folder


@pytest.fixture(scope="module")
def played(files: Path) -> dict[str, Path]:
    """Return the results of both, played whole by one worker."""
    for game, (command, _) in STUDIES.items():
        flags = ("--config", files / f"{game}.toml", "--workers", "1")
        done = command("simulate", *flags, "--out", files / game)
        assert done.returncode == 0, done.stderr
        assert done.stderr.startswith("playing 12 of 12 games\n" if game == "stacko"
                                      else "playing 24 of 24 games\n")  # fmt: skip
        assert f"{game} report" in done.stdout
    return {game: files / game for game in STUDIES}


def simulate(
    game: str, file: Path, out: Path, *flags: str
) -> subprocess.CompletedProcess[str]:
    command, _ = STUDIES[game]
    return command("simulate", "--config", file, "--out", out, *flags)


# --- a whole study --------------------------------------------------------------------


@GAMES
def test_every_cell_has_its_games(played: dict[str, Path], game: str) -> None:
    out = played[game]
    record = run_json(out)
    cells, games = len(LABELS[game]), record["study"]["games"]
    assert [cell["label"] for cell in record["cells"]] == LABELS[game]
    assert record["games"] == {
        "asked": cells * games,
        "finished": cells * games,
        "failed": 0,
    }
    keys = [(row["cell"], row["game"]) for row in rows(out)]
    assert keys == [(cell, index) for cell in range(cells) for index in range(games)]
    assert {row["seed"] for row in rows(out)} == {5}  # paired: all have the same


@GAMES
def test_cells_differ_in_what_is_varied_and_nothing_else(
    played: dict[str, Path], game: str
) -> None:
    out = played[game]
    told = [configuration(out, cell) for cell in range(len(LABELS[game]))]
    if game == "stacko":
        found = [(each["contact"].pop("mu_block"), each.pop("hand")) for each in told]
        steady, shaky = ["steady"], ["shaky"]
        assert found == [(0.25, steady), (0.25, shaky), (0.45, steady), (0.45, shaky)]
        assert [list(each.pop("hands")) for each in told] == [steady, shaky] * 2
    else:
        found = [(each.pop("players"), each.pop("table")) for each in told]
        assert found == [(4, "none"), (2, "none"), (3, "round:0.6")]
        assert [row["players"] for row in rows(out)] == [4] * 8 + [2] * 8 + [3] * 8
    assert all(each == told[0] for each in told)


def test_paired_cells_meet_the_same_towers(played: dict[str, Path]) -> None:
    found: dict[int, set[str]] = {}
    for row in rows(played["stacko"]):
        found.setdefault(row["game"], set()).add(row["tower"])
    assert [len(towers) for towers in found.values()] == [1, 1, 1]
    assert len(set().union(*found.values())) == 3


@GAMES
def test_a_cell_is_the_batch_that_is_played_alone(
    played: dict[str, Path], tmp_path: Path, game: str
) -> None:
    """Nothing of a game depends on the cells beside its own."""
    command, text = STUDIES[game]
    base = text.partition("[study]")[0]
    if game == "stacko":
        cell, file = 2, base + 'hand = "steady"\n[contact]\nmu_block = 0.45\n'
    else:
        cell, file = 2, base.replace('"none"', '"round:0.6"') + "players = 3\n"
    (tmp_path / "alone.toml").write_text(file)
    out = tmp_path / "out"
    done = command("simulate", "--config", tmp_path / "alone.toml", "--out", out)
    assert done.returncode == 0, done.stderr
    for alone, whole in zip(tables(out), tables(played[game]), strict=True):
        mine = [row for row in whole.to_pylist() if row["cell"] == cell]
        assert [{**row, "cell": cell} for row in alone.to_pylist()] == mine


@pytest.mark.parametrize(("game", "key"), [("stacko", "3:1"), ("staccs", "1:6")])
def test_one_game_alone_is_the_one_of_the_whole_run(
    played: dict[str, Path], files: Path, tmp_path: Path, game: str, key: str
) -> None:
    out = tmp_path / "one"
    done = simulate(game, files / f"{game}.toml", out, "--only", key)
    assert done.returncode == 0, done.stderr
    assert done.stderr.startswith("playing 1 of 1 game\n")
    wanted = tuple(map(int, key.split(":")))
    for alone, whole in zip(tables(out), tables(played[game]), strict=True):
        assert alone.num_rows
        assert alone.to_pylist() == [
            row for row in whole.to_pylist() if (row["cell"], row["game"]) == wanted
        ]


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ("3:0", "cell is 3: give a whole number from 0 to 2"),
        ("0:8", "game is 8: give a whole number from 0 to 7"),
        ("1:2:3", "'1:2:3' is no game"),
        ("one", "'one' is no game"),
        ("1:", "'1:' is no game"),
        ("", "'' is no game"),
        ("9" * 40, "is no game"),
    ],
)
def test_games_that_a_study_has_not_are_refused(
    files: Path, tmp_path: Path, key: str, message: str
) -> None:
    out = tmp_path / "one"
    line = complaint(simulate("staccs", files / "staccs.toml", out, "--only", key))
    assert message in line
    assert not out.exists()


@GAMES
def test_a_game_of_a_cell_is_shown(played: dict[str, Path], game: str) -> None:
    command, _ = STUDIES[game]
    out = played[game]
    row = next(each for each in rows(out) if (each["cell"], each["game"]) == (1, 2))
    shown = command("show", out, "--game", "1:2")
    assert shown.returncode == 0, shown.stderr
    if game == "stacko":
        assert shown.stdout == command("show", row["tower"]).stdout
    else:
        assert row["stacc"]
        assert shown.stdout == command("show", row["stacc"]).stdout
        told = command("replay", out, "--game", "1:2")
        assert f"{row['standing']} cards stand." in told.stdout
    line = complaint(command("show", out, "--game", "7:2"))
    assert "has no game 7:2" in line
    line = complaint(command("show", out, "--game", "2"))
    assert "give CELL:INDEX, such as 0:2" in line


@GAMES
def test_shards_open_in_other_tools(played: dict[str, Path], game: str) -> None:
    """The folder of a table is a dataset as it is, and so are its files."""
    for name, table in zip(
        ("games", "turns" if game == "stacko" else "plays"),
        tables(played[game]),
        strict=True,
    ):
        found = pq.read_table(played[game] / name)
        kept_columns = [column for column in found.column_names if "wall" not in column]
        assert found.num_rows == table.num_rows
        assert (
            found.select(kept_columns)
            .sort_by([("cell", "ascending"), ("game", "ascending")])
            .column("game")
            .to_pylist()
            == table.column("game").to_pylist()
        )


# --- before it starts -----------------------------------------------------------------


@GAMES
def test_a_dry_run_tells_and_plays_and_writes_nothing(
    files: Path, tmp_path: Path, game: str
) -> None:
    before = contents(files)
    done = simulate(game, files / f"{game}.toml", tmp_path / "out", "--dry-run")
    assert done.returncode == 0, done.stderr
    told = " ".join(done.stdout.split())
    for label in LABELS[game]:
        assert label in told
    assert "games" in told
    assert "12, 3 a cell" in told or "24, 8 a cell" in told
    assert "on one core" in told
    assert "paired" in told
    assert list(tmp_path.iterdir()) == []
    assert contents(files) == before


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("[gird]\nplayers = [2]", "unknown key 'gird'; did you mean 'grid'?"),
        ("[variaton]\nx = 2", "unknown key 'variaton'; did you mean 'variations'?"),
        ("[cards]\nedge = 2", "unknown key 'cards'; did you mean 'card'?"),
        ("[grid]\nplayrs = [2]", "players"),
        ("[grid]\nplayers = []", "players"),
        ("[grid]\nplayers = [2, 9]", "players is 9: uh-oh takes 2 to 5"),
        ("[grid]\nplayers = [2, 2]", "players"),
        ("[stop]\nmetric = 'tuns'\nwidth = 1", "turns"),
        ("[stop]\nmetric = 'turns'\nwidth = 0", "width"),
        ("[study]\nnmae = 'x'", "unknown key 'study.nmae'; did you mean 'name'?"),
        ("[study]\ngame = 'stacko'", "stacko"),
    ],
)
def test_a_study_with_a_fault_is_one_line_and_writes_nothing(
    tmp_path: Path, change: str, message: str
) -> None:
    (tmp_path / "bad.toml").write_text(f"games = 2\n{change}\n")
    for flags in ((), ("--dry-run",)):
        done = staccs("simulate", "--config", "bad.toml", *flags, "--out", "out",
                      folder=tmp_path)  # fmt: skip
        line = complaint(done)
        assert "bad.toml" in line
        assert message in line
        assert [path.name for path in tmp_path.iterdir()] == ["bad.toml"]


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--address", "tcp://h:1"], "has no address, not 'tcp://h:1'"),
        (["--executor", "dsak"], "invalid choice: 'dsak'"),
        (["--executor", "dask", "--address", "nowhere"], "at 'nowhere' (missing port"),
        (["--executor", "dask", "--address", "foo://h:1"], "at 'foo://h:1' (unknown "),
        (["--executor", "dask", "--address", ""], "at '' (missing port"),
        (["--executor", "dask", "--address", "tcp://h:x"], "at 'tcp://h:x' ("),
        (["--time-limit", "-1"], "'-1' is no time"),
        (["--time-limit", "nan"], "'nan' is no time"),
        (["--time-limit", "soon"], "'soon' is no time"),
        (["--players", "3"], "varies it (variations[1]): leave the flag out"),
    ],
)
def test_flags_that_do_not_fit_write_nothing(
    files: Path, tmp_path: Path, flags: list[str], message: str
) -> None:
    out = tmp_path / "out"
    line = complaint(simulate("staccs", files / "staccs.toml", out, *flags))
    assert message in line
    assert not out.exists()


def test_a_study_can_be_run_without_naming_its_game(
    files: Path, played: dict[str, Path], tmp_path: Path
) -> None:
    def study(*flags: str | Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "sims.study", *map(str, flags)],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
            capture_output=True,
            text=True,
        )

    done = study(files / "staccs.toml", "--quiet")
    assert (done.returncode, done.stderr) == (0, "")
    assert tables(tmp_path / "results" / "staccs") == tables(played["staccs"])
    one = study(files / "stacko.toml", "--only", "2:1", "--quiet", "--out", "one")
    assert (one.returncode, one.stderr) == (0, "")
    (row,) = rows(tmp_path / "one")
    assert (row["cell"], row["game"], row["engine"]) == (2, 1, "quasistatic")
    (tmp_path / "plain.toml").write_text("games = 2\n")
    for flags, message in (
        (["plain.toml"], "[study] has no game: give one of stacko, staccs"),
        (["gone.toml"], "'gone.toml' cannot be read"),
        ([], "FILE"),
    ):
        done = study(*flags)
        assert done.returncode == 2
        assert message in done.stderr
        assert len(done.stderr.splitlines()) == 1


# --- interrupted, and resumed with other values ---------------------------------------

LONG = """\
games = 60
seed = 5
policy = "random"
table = "none"

[study]
game = "staccs"

[grid]
players = [2, 3]
rules.draw_until_fit = [true, false]
"""


def killed(file: Path, out: Path) -> None:
    """Begin a study, and kill its whole process group once games are safe."""
    process = subprocess.Popen(
        [STACCS, "simulate", "--config", file, "--workers", "2", "--out", out],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while not kept(out):
        assert time.monotonic() < deadline
        assert process.poll() is None
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def test_a_killed_study_goes_on_with_what_it_was_and_nothing_else(
    files: Path, played: dict[str, Path], tmp_path: Path
) -> None:
    file, out = tmp_path / "long.toml", tmp_path / "out"
    text = STACCS_STUDY.replace("games = 8", "games = 100")
    file.write_text(text)
    killed(file, out)
    assert run_json(out)["status"] == "running"
    there = kept(out)
    assert 0 < there < 300
    before = contents(out)
    for old, new, told in (
        ("seed = 5", "seed = 6", "cell 0: seed: 5 -> 6; cell 1: seed: 5 -> 6"),
        ('"none"', '"round:1.0"', "cell 0: table: 'none' -> 'round:1.0'"),
        ("players = 2", "players = 5", "cell 1: players: 2 -> 5"),
        ('[[variations]]\nname = "two"\nplayers = 2\n', "", "cells: 3 -> 2"),
        ('name = "Players"', "paired = false", "study.paired: True -> False"),
        (
            "[[var",
            '[stop]\nmetric = "turns"\nwidth = 3\n[[var',
            "study.stop: None -> {",
        ),
    ):
        assert old in text
        file.write_text(text.replace(old, new, 1))
        line = complaint(simulate("staccs", file, out, "--resume"))
        assert "with another configuration: " in line
        assert told in line
        assert contents(out) == before
    file.write_text(text.replace("games = 100", "games = 8"))
    done = simulate("staccs", file, out, "--resume", "--games", "8", "--quiet")
    assert (done.returncode, done.stderr) == (0, "")
    found = [row for row in rows(out) if row["game"] < 8]
    wall = "wall_time"
    assert [{**row, wall: 0} for row in found] == [
        {**row, wall: 0} for row in rows(played["staccs"])
    ]
    assert kept(out) >= max(there, 24)
    assert run_json(out)["status"] == "finished"
    assert run_json(out)["sessions"][0]["status"] == "running"  # nobody could tell


def test_more_games_of_a_study_are_those_of_a_larger_one(
    files: Path, played: dict[str, Path], tmp_path: Path
) -> None:
    """Without its file, too: what it was is in the folder."""
    out = tmp_path / "out"
    flags = ("--games", "3", "--quiet")
    assert simulate("staccs", files / "staccs.toml", out, *flags).returncode == 0
    assert kept(out) == 9
    done = staccs("simulate", "--resume", "--games", "8", "--out", out)
    assert done.returncode == 0, done.stderr
    assert "playing 15 of 24 games" in done.stderr
    assert tables(out) == tables(played["staccs"])


# --- where and how long games are played ----------------------------------------------


def test_a_game_without_end_is_a_timeout_and_the_others_are_played(
    tmp_path: Path,
) -> None:
    (tmp_path / "sleepy.py").write_text(
        "import time\n"
        "class Sleepy:\n"
        "    name = 'sleepy'\n"
        "    def choose(self, seat):\n"
        "        if seat.view.ply == 3 and seat.rng.random() < 0.4:\n"
        "            time.sleep(60)\n"
        "        return seat.legal_moves[0]\n"
    )
    flags = ["--policy", "sleepy:Sleepy", "--games", "6", "--table", "none"]
    flags += ["--time-limit", "1.5", "--workers", "2", "--out", "out"]
    done = staccs("simulate", *flags, folder=tmp_path, timeout=60)
    assert done.returncode == 1, done.stderr
    ends = {row["game"]: row["termination"] for row in rows(tmp_path / "out")}
    late = [game for game, end in ends.items() if end == "timeout"]
    assert list(ends) == list(range(6))
    assert 0 < len(late) < 6
    assert "failed" not in ends.values()
    for row in rows(tmp_path / "out"):
        if row["game"] in late:
            assert row["error"] == "took longer than the time limit of 1.5 s"
    assert run_json(tmp_path / "out")["games"]["failed"] == len(late)
    told = f"{len(late)} failed"
    assert told in done.stderr


# --- reports --------------------------------------------------------------------------


@GAMES
def test_a_report_is_written_in_every_format(
    played: dict[str, Path], tmp_path: Path, game: str
) -> None:
    command, _ = STUDIES[game]
    out = played[game]
    before = contents(out)
    told = command("report", out)
    assert told.returncode == 0, told.stderr
    marked = command("report", out, "--format", "markdown").stdout
    flags = ("--metrics", "turns", "--reference", "1")
    page, plain = tmp_path / "a.html", tmp_path / "a.json"
    for path in (page, plain):
        done = command("report", out, "--out", path, *flags)
        assert done.returncode == 0, done.stderr
    for label in LABELS[game]:
        assert label in " ".join(told.stdout.split())
        assert label in marked
        assert label in page.read_text()
    assert "| cell | what |" in " ".join(marked.split())
    assert page.read_text().startswith("<!DOCTYPE html>")
    content: dict[str, Any] = json.loads(plain.read_text())
    text = json.dumps(content)
    assert all(json.dumps(label)[1:-1] in text for label in LABELS[game])
    assert contents(out) == before


def test_reports_that_cannot_be_are_refused(
    played: dict[str, Path], tmp_path: Path
) -> None:
    out = played["staccs"]
    assert "'staccs'" in complaint(stacko("report", out))
    for flags, message in (
        ([tmp_path / "gone"], "gone"),
        ([tmp_path], "run.json"),
        ([played["stacko"]], "'stacko'"),
        ([out, "--metrics", "tunrs"], "did you mean 'turns'"),
        ([out, "--reference", "9"], "9"),
        ([out, "--out", "a.doc"], "a.doc"),
        ([out, "--format", "pdf"], "'pdf'"),
    ):
        line = complaint(staccs("report", *flags, folder=tmp_path))
        assert message in line, flags
    assert list(tmp_path.iterdir()) == []

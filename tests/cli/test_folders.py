"""``stacko simulate`` into folders that hold something already."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sims.tables import read_table
from stacko.records import GameRow
from tests.cli.command import complaint, staccs, stacko

SMALL = """\
games = 1
players = 2
policy = "random"
seed = 3
max_turns = 1

[set]
blocks = ["R1", "R2", "R3", "B1", "B2", "B3"]
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("played")
    (folder / "small.toml").write_text(SMALL)
    done = simulate(folder / "out", folder / "small.toml")
    assert done.returncode == 0, done.stderr
    return folder / "out"


@pytest.fixture
def out(tmp_path: Path, played: Path) -> Path:
    """Return a copy of a folder of one game, which a test may spoil."""
    shutil.copytree(played, tmp_path / "out")
    return tmp_path / "out"


@pytest.fixture
def small(played: Path) -> Path:
    return played.parent / "small.toml"


def simulate(out: Path, small: Path, *flags: str) -> subprocess.CompletedProcess[str]:
    return stacko("simulate", "--config", small, "--out", out, "--quiet", *flags)


def contents(folder: Path) -> dict[str, bytes | str]:
    return {
        str(path.relative_to(folder)): os.readlink(path)
        if path.is_symlink()
        else path.read_bytes()
        if path.is_file()
        else ""
        for path in folder.rglob("*")
    }


BOTH = pytest.mark.parametrize("flag", ["--resume", "--overwrite"])


@BOTH
@pytest.mark.parametrize("name", ["notes.txt", "parts/notes.txt"])
def test_a_folder_of_something_else_is_left_alone(
    tmp_path: Path, small: Path, flag: str, name: str
) -> None:
    path = tmp_path / "out" / name
    path.parent.mkdir(parents=True)
    path.write_text("mine")
    before = contents(tmp_path)
    line = complaint(simulate(tmp_path / "out", small, flag))
    assert "no folder of results" in line
    assert name in line
    assert contents(tmp_path) == before


@BOTH
def test_a_run_json_of_something_else_is_left_alone(
    tmp_path: Path, small: Path, flag: str
) -> None:
    (tmp_path / "run.json").write_text('{"run": 7}')
    assert "no record of a batch" in complaint(simulate(tmp_path, small, flag))
    assert contents(tmp_path) == {"run.json": b'{"run": 7}'}


@BOTH
def test_an_empty_folder_is_as_good_as_none(
    tmp_path: Path, small: Path, flag: str
) -> None:
    assert simulate(tmp_path, small, flag).returncode == 0
    assert (tmp_path / "games.parquet").exists()


@BOTH
def test_foreign_files_among_the_parts_stay(out: Path, small: Path, flag: str) -> None:
    (out / "parts").mkdir()
    (out / "parts" / "1 (copy).games.parquet").write_text("mine")
    assert simulate(out, small, flag).returncode == 0
    assert contents(out / "parts") == {"1 (copy).games.parquet": b"mine"}


@BOTH
def test_a_batch_of_the_other_game_is_named_and_left_alone(
    tmp_path: Path, out: Path, small: Path, flag: str
) -> None:
    cards = tmp_path / "cards"
    asked = ("simulate", "--games", "2", "--workers", "1", "--quiet", "--out")
    assert staccs(*asked, cards).returncode == 0
    before = contents(tmp_path)
    line = complaint(simulate(cards, small, flag))
    assert "holds a batch of 'staccs', not of stacko" in line
    line = complaint(staccs(*asked, out, flag))
    assert "holds a batch of 'stacko', not of staccs" in line
    assert contents(tmp_path) == before


def test_parts_without_run_json_are_not_resumed(out: Path, small: Path) -> None:
    (out / "parts").mkdir()
    for name in ("games", "turns"):
        path = out / f"{name}.parquet"
        path.rename(out / "parts" / f"00000000.{name}.parquet")
    (out / "run.json").unlink()
    before = contents(out)
    assert "no run.json" in complaint(simulate(out, small, "--resume"))
    assert contents(out) == before
    assert simulate(out, small, "--overwrite").returncode == 0
    assert not (out / "parts").exists()


@BOTH
@pytest.mark.parametrize("name", ["parts", "games.parquet", "turns.parquet"])
def test_links_are_not_followed(
    tmp_path: Path, out: Path, small: Path, flag: str, name: str
) -> None:
    target = tmp_path / "elsewhere"
    if name == "parts":
        target.mkdir()
    else:
        (out / name).rename(target)
    (out / name).symlink_to(target)
    before = contents(tmp_path)
    assert f"{name}' is no regular f" in complaint(simulate(out, small, flag))
    assert contents(tmp_path) == before


@BOTH
@pytest.mark.parametrize("name", ["games.parquet", "turns.parquet", "run.json"])
def test_what_is_no_file_is_seen_before_anything_is_written(
    out: Path, small: Path, flag: str, name: str
) -> None:
    (out / name).unlink()
    os.mkfifo(out / name)
    before = contents(out)
    assert f"{name}' is no regular file" in complaint(simulate(out, small, flag))
    assert contents(out) == before


@pytest.mark.parametrize(
    ("column", "value"), [("seed", 4), ("players", 3), ("engine", "other")]
)
def test_games_of_another_batch_are_not_resumed(
    out: Path, small: Path, column: str, value: object
) -> None:
    table = read_table(out / "games.parquet", GameRow)
    at = table.schema.get_field_index(column)
    other = pa.array([value], table.schema.field(at).type)
    pq.write_table(table.set_column(at, column, other), out / "games.parquet")
    before = contents(out)
    line = complaint(simulate(out, small, "--resume", "--games", "2"))
    assert f"games with {column} {value!r}" in line
    assert contents(out) == before


def test_a_run_json_with_a_key_twice_is_not_resumed(out: Path, small: Path) -> None:
    text = (out / "run.json").read_text()
    (out / "run.json").write_text(text.replace('"seed": 3', '"seed": 4, "seed": 3', 1))
    line = complaint(simulate(out, small, "--resume"))
    assert "the key 'seed' is there twice" in line


def test_an_edited_run_json_is_not_resumed(out: Path, small: Path) -> None:
    content = json.loads((out / "run.json").read_text())
    content["configuration"]["seed"] = 4
    (out / "run.json").write_text(json.dumps(content))
    line = complaint(simulate(out, small, "--resume", "--seed", "4"))
    assert "fingerprint" in line
    assert simulate(out, small, "--overwrite").returncode == 0


def test_empty_values_where_there_must_be_some_are_refused(
    out: Path, small: Path
) -> None:
    table = read_table(out / "games.parquet", GameRow)
    at = table.schema.get_field_index("turns")
    nothing = pa.array([None], pa.int64())
    pq.write_table(table.set_column(at, "turns", nothing), out / "games.parquet")
    line = complaint(simulate(out, small, "--resume"))
    assert "column 'turns' has empty values" in line


def test_a_missing_table_says_what_to_do(out: Path, small: Path) -> None:
    (out / "turns.parquet").unlink()
    line = complaint(simulate(out, small, "--resume"))
    assert "turns.parquet' does not exist; put it back, or" in line


def test_names_that_are_not_utf_8(tmp_path: Path, small: Path) -> None:
    config = tmp_path / "\udcff.toml"
    config.write_text(SMALL)
    out = tmp_path / "out\udcff"
    done = stacko("simulate", "--config", config, "--out", out)
    assert done.returncode == 0, done.stderr
    assert r"out\udcff/:" in done.stdout.replace("\n", "")
    again = simulate(out, config, "--resume", "--games", "2")
    assert again.returncode == 0, again.stderr
    assert read_table(out / "games.parquet", GameRow).num_rows == 2
    assert stacko("show", out / "games.parquet").returncode == 0

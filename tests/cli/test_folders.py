"""``stacko simulate`` into folders that hold something already."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.cli.command import complaint, staccs, stacko
from tests.results import ONE, replace, rows, tables, with_column

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
@pytest.mark.parametrize(
    "name", ["notes.txt", "parts/notes.txt", "games/notes.txt", "journal/notes.txt"]
)
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
    assert len(rows(tmp_path)) == 1


@BOTH
def test_foreign_files_among_ours_stay(out: Path, small: Path, flag: str) -> None:
    mine = (
        "games/00000 (copy).parquet",
        "journal/1.journal",
        "parts/1 (copy).games.parquet",
        "turns/deep/00000.parquet",
    )
    for name in mine:
        (out / name).parent.mkdir(exist_ok=True)
        (out / name).write_text(f"my {name}")
    assert simulate(out, small, flag, "--games", "2").returncode == 0
    left = contents(out)
    assert {name: left[name] for name in mine} == {
        name: f"my {name}".encode() for name in mine
    }
    assert len(rows(out)) == 2


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


@pytest.mark.parametrize("kind", ["shards", "journal", "old parts", "old tables"])
def test_games_without_run_json_are_not_resumed(
    out: Path, small: Path, kind: str
) -> None:
    (out / "run.json").unlink()
    if kind != "shards":
        (out / "shards.jsonl").unlink()
        for name in ("games", "turns"):
            shutil.rmtree(out / name)
    if kind == "journal":
        (out / "journal").mkdir()
        (out / "journal" / "000000.journal").write_text("games")
    for name in ("games", "turns") if kind.startswith("old") else ():
        path = out / ("parts/00000000." * (kind == "old parts") + f"{name}.parquet")
        path.parent.mkdir(exist_ok=True)
        path.write_text("games")
    before = contents(out)
    assert "no run.json" in complaint(simulate(out, small, "--resume"))
    assert contents(out) == before
    assert simulate(out, small, "--overwrite").returncode == 0
    assert sorted(path.name for path in out.iterdir()) == [
        "games",
        "run.json",
        "shards.jsonl",
        "turns",
    ]


@BOTH
def test_a_folder_of_an_earlier_version_is_named(
    tmp_path: Path, small: Path, flag: str
) -> None:
    """It may be replaced, for it can only be ours, but not go on."""
    out = tmp_path / "out"
    out.mkdir()
    (out / "run.json").write_text('{"format": 1, "game": "stacko"}')
    (out / "games.parquet").write_text("games")
    before = contents(out)
    done = simulate(out, small, flag)
    if flag == "--resume":
        assert "was written by an earlier version" in complaint(done)
        assert contents(out) == before
    else:
        assert done.returncode == 0, done.stderr
        assert "games.parquet" not in contents(out)
        assert len(rows(out)) == 1


@BOTH
@pytest.mark.parametrize(
    "name",
    [
        "parts",
        "journal",
        "games",
        "turns",
        f"games/{ONE}",
        f"turns/{ONE}",
        "games.parquet",
        "shards.jsonl",
        "run.json",
    ],
)
def test_links_are_not_followed(
    tmp_path: Path, out: Path, small: Path, flag: str, name: str
) -> None:
    target = tmp_path / "elsewhere"
    if (out / name).exists():
        (out / name).rename(target)
    elif name == "games.parquet":
        target.write_text("games")
    else:
        target.mkdir()
    (out / name).symlink_to(target)
    before = contents(tmp_path)
    assert f"{name}' is no regular f" in complaint(simulate(out, small, flag))
    assert contents(tmp_path) == before


@BOTH
@pytest.mark.parametrize(
    "name", [f"games/{ONE}", f"turns/{ONE}", "shards.jsonl", "run.json"]
)
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
    replace(out, "games", lambda games: with_column(games, column, [value]))
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
    content["cells"][0]["configuration"]["seed"] = 4
    (out / "run.json").write_text(json.dumps(content))
    line = complaint(simulate(out, small, "--resume", "--seed", "4"))
    assert "fingerprint" in line
    assert simulate(out, small, "--overwrite").returncode == 0


def test_empty_values_where_there_must_be_some_are_refused(
    out: Path, small: Path
) -> None:
    replace(out, "games", lambda games: with_column(games, "turns", [None]))
    before = contents(out)
    line = complaint(simulate(out, small, "--resume"))
    assert f"games/{ONE}' is a table of something else" in line
    assert contents(out) == before


def test_a_missing_table_is_told_and_its_games_are_played_again(
    out: Path, small: Path, played: Path
) -> None:
    (out / "turns" / ONE).unlink()
    done = stacko("simulate", "--config", small, "--out", out, "--resume")
    assert done.returncode == 0, done.stderr
    assert f"turns/{ONE} is missing: its " in done.stderr.splitlines()[0]
    assert "playing 1 of 1 game\n" in done.stderr
    assert tables(out) == tables(played)


def test_names_that_are_not_utf_8(tmp_path: Path, small: Path) -> None:
    config = tmp_path / "\udcff.toml"
    config.write_text(SMALL)
    out = tmp_path / "out\udcff"
    done = stacko("simulate", "--config", config, "--out", out)
    assert done.returncode == 0, done.stderr
    assert r"out\udcff/:" in done.stdout.replace("\n", "")
    again = simulate(out, config, "--resume", "--games", "2")
    assert again.returncode == 0, again.stderr
    assert len(rows(out)) == 2
    for source in (out, out / "games", out / "games" / ONE):
        assert stacko("show", source, "--game", "1").returncode == 0

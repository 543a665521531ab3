"""Data of the notebooks: made by a command, read by name, small ones on the way."""

from __future__ import annotations

import shutil
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sims.design.design import Design
from sims.design.header import game_of
from sims.errors import BatchError
from sims.notebook_data import load
from sims.notebook_data.__main__ import main
from sims.notebook_data.loading import keep, make, notebooks_folder
from sims.notebook_data.recipe import Making, Study
from sims.notebook_data.recipes import RECIPES
from tests.results import KINDS

FOLDER = Path(__file__).parents[2] / "notebooks"
STUDIES = [name for name, recipe in RECIPES.items() if isinstance(recipe, Study)]
GIVEN = """
games = 3
mode = "uh-oh"
policy = "random"
table = "none"
plays = false

[study]
game = "staccs"

[grid]
players = [2, 3]
rules.draw_anyway = ["no", "yes"]
"""
TINY = Study("tiny games", "tiny.toml", {"games": ["turns", "players"]}, quick=2)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of notebooks with one set, which is not made yet."""
    place = tmp_path / "notebooks"
    for name in ("data", "studies"):
        (place / name).mkdir(parents=True)
    (place / "studies" / TINY.file).write_text(GIVEN)
    monkeypatch.setattr("sims.notebook_data.recipes.RECIPES", {"tiny": TINY})
    monkeypatch.setattr("sims.notebook_data.__main__.RECIPES", {"tiny": TINY})
    monkeypatch.delenv("QUICK", raising=False)
    monkeypatch.chdir(tmp_path)
    return place


def test_the_command_makes_what_load_reads(folder: Path) -> None:
    assert main(["tiny", "--workers", "1"]) == 0
    data = load("tiny")
    assert data.made_by == "python -m sims.notebook_data tiny"
    games = data["games"]
    assert len(games) == 12
    # What the cells vary stands beside each game.
    assert games.groupby("players")["rules.draw_anyway"].nunique().to_dict() == {
        2: 2,
        3: 2,
    }
    assert set(games.columns) == {
        "cell", "game", "turns", "players", "label", "rules.draw_anyway",
    }  # fmt: skip
    assert len(data["cells"]) == 4
    with pytest.raises(KeyError, match="cells, games"):
        data["moves"]


def test_the_same_command_makes_the_same_bytes(folder: Path) -> None:
    path = folder / "data" / "tiny" / "games.parquet"
    assert main(["tiny", "--workers", "1"]) == 0
    first = path.read_bytes()
    shutil.rmtree("results")
    assert main(["tiny", "--workers", "2"]) == 0
    assert path.read_bytes() == first


def test_quick_makes_a_small_set_and_keeps_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUICK", "1")
    data = load("tiny")
    assert data.small
    assert len(data["games"]) == 8
    assert "QUICK=1" in repr(data)
    assert main(["tiny"]) == 0
    assert not list((folder / "data").iterdir())


def test_what_is_not_made_says_how(folder: Path) -> None:
    with pytest.raises(BatchError, match=r"python -m sims\.notebook_data tiny"):
        load("tiny")
    with pytest.raises(BatchError, match="'huge' is no set of data: tiny"):
        load("huge")


def test_data_of_a_study_that_has_changed_are_refused(folder: Path) -> None:
    making = Making(folder, folder / "work", quick=True)
    keep("tiny", make("tiny", making), folder)
    load("tiny")
    study = folder / "studies" / TINY.file
    study.write_text(f"# only a remark\n{GIVEN}")
    load("tiny")
    study.write_text(GIVEN.replace("[2, 3]", "[2, 4]"))
    with pytest.raises(
        BatchError, match=r"'tiny' has changed since they were made: run python -m"
    ):
        load("tiny")


def test_a_study_that_has_changed_names_the_games_to_delete(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tiny", "--workers", "1"]) == 0
    study = folder / "studies" / TINY.file
    study.write_text(GIVEN.replace("[2, 3]", "[2, 4]"))
    capsys.readouterr()
    assert main(["tiny", "--workers", "1"]) == 2
    assert (
        "if it has changed, delete 'results/notebooks/tiny" in capsys.readouterr().err
    )
    shutil.rmtree("results/notebooks/tiny")
    assert main(["tiny", "--workers", "1"]) == 0
    assert set(load("tiny")["games"].players) == {2, 4}


def test_what_is_damaged_says_how_to_make_it_anew(folder: Path) -> None:
    making = Making(folder, folder / "work", quick=True)
    (first, *_) = keep("tiny", make("tiny", making), folder)
    first.write_bytes(first.read_bytes()[:-9])
    with pytest.raises(
        BatchError,
        match=rf"{first.name}' is damaged: make it anew by python -m .* tiny$",
    ):
        load("tiny")


def test_a_table_that_is_no_more_is_removed(folder: Path) -> None:
    making = Making(folder, folder / "work", quick=True)
    tables = make("tiny", making)
    keep("tiny", {**tables, "old": tables["games"]}, folder)
    keep("tiny", tables, folder)
    names = {path.name for path in (folder / "data" / "tiny").iterdir()}
    assert names == {"cells.parquet", "games.parquet"}


def test_bad_input_is_one_line(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for argv in (["huge"], ["--workers", "0"]):
        assert main(argv) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1
    monkeypatch.chdir(folder / "data")
    assert main(["tiny"]) == 2
    assert "is no folder of notebooks" in capsys.readouterr().err


def test_the_list_tells_every_set(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--list"]) == 0
    assert capsys.readouterr().out == "tiny: tiny games\n"


def test_the_folder_is_found_from_within_and_from_above(folder: Path) -> None:
    assert notebooks_folder() == folder
    assert notebooks_folder(folder) == folder


@pytest.mark.parametrize("name", STUDIES)
def test_the_data_are_of_the_study_as_it_is(name: str) -> None:
    """Whoever changes a study has to make its data again."""
    recipe = RECIPES[name]
    assert isinstance(recipe, Study)
    path = FOLDER / "studies" / recipe.file
    design = Design.from_file(path, KINDS[game_of(path, tuple(KINDS))])
    cells = pq.read_table(FOLDER / "data" / name / "cells.parquet")
    assert cells.schema.metadata[b"fingerprint"].decode() == design.fingerprint()
    games = pq.read_table(FOLDER / "data" / name / "games.parquet")
    assert games.num_rows <= design.games * len(design.cells)
    assert set(games.column("cell").to_pylist()) == set(range(len(design.cells)))


BRIEF = """
games = 2
engine = "mujoco"
max_turns = 1

[study]
game = "stacko"

[grid]
policy = ["random", "cautious"]
"""


def test_more_is_made_of_the_replays_of_all_games(folder: Path, tmp_path: Path) -> None:
    def names(out: Path) -> dict[str, pa.Table]:
        found = sorted(each.name for each in (out / "replays").iterdir())
        return {"replays": pa.table({"name": found})}

    (folder / "studies" / "brief.toml").write_text(BRIEF)
    study = Study(
        "brief games", "brief.toml", {"games": ["engine"]}, quick=1, more=names,
        quick_flags=("--engine", "quasistatic"),
    )  # fmt: skip
    tables = study.make(Making(folder, tmp_path, quick=True))
    assert tables["replays"].column("name").to_pylist() == [
        f"cell-00{k}-game-000000.npz" for k in range(2)
    ]
    assert set(tables["games"].column("engine").to_pylist()) == {"quasistatic"}


def test_games_leave_no_replays_that_nothing_is_made_of(
    folder: Path, tmp_path: Path
) -> None:
    given = BRIEF.replace("mujoco", "quasistatic")
    (folder / "studies" / "brief.toml").write_text(given)
    study = Study("brief games", "brief.toml", {"games": ["engine"]}, quick=1)
    study.make(Making(folder, tmp_path, quick=True))
    assert not (tmp_path / "brief" / "replays").exists()

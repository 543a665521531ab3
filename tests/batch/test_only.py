"""A single game of a study, played into a folder: what becomes of the others."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest

from gamebase.errors import ParameterError
from gamebase.game_key import GameKey, refuse_uncelled
from sims.design.metrics import Metric
from sims.manifest import Manifest
from tests.batch.test_games_command import DICE, play
from tests.results import contents

STUDY = """\
games = 3
[[variations]]
name = "a"
[[variations]]
name = "b"
loud = 1
"""
STOP = """\
[stop]
metric = "eyes"
width = 1000
at_least = 2
batch = 2
"""
EYES = Metric("eyes", "mean", "eyes", "-", ("eyes",), lambda row: row["eyes"])
KIND = dataclasses.replace(DICE, metrics=(EYES,))


@pytest.fixture
def study(tmp_path: Path) -> str:
    path = tmp_path / "study.toml"
    path.write_text(STUDY)
    return str(path)


def record(out: Path) -> tuple[str, str, dict[str, int]]:
    """Return the status of a run and of its last session, and the counts."""
    content: dict[str, Any] | None = Manifest.read(out)
    assert content is not None
    return content["status"], content["sessions"][-1]["status"], content["games"]


def counts(asked: int, finished: int) -> dict[str, int]:
    return {"asked": asked, "finished": finished, "failed": 0}


def test_one_game_does_not_finish_a_study(study: str, tmp_path: Path) -> None:
    out = tmp_path / "a"
    flags = ("--config", study, "--quiet", "--resume")
    assert play(out, *flags, "--only", "1:2", kind=KIND) == 0
    assert record(out) == ("interrupted", "finished", counts(6, 1))
    assert play(out, *flags, kind=KIND) == 0
    assert record(out) == ("finished", "finished", counts(6, 6))
    assert play(out, *flags, "--only", "0:1", kind=KIND) == 0
    assert record(out) == ("finished", "finished", counts(6, 6))


def test_the_last_game_of_a_study_finishes_it(study: str, tmp_path: Path) -> None:
    out = tmp_path / "a"
    for cell in (0, 1):
        for game in (0, 1, 2):
            assert record(out)[0] == "interrupted" if out.exists() else True
            flags = ("--config", study, "--quiet", "--resume")
            assert play(out, *flags, "--only", f"{cell}:{game}", kind=KIND) == 0
    assert record(out) == ("finished", "finished", counts(6, 6))


def test_cells_that_a_rule_has_closed_lack_nothing(tmp_path: Path) -> None:
    path = tmp_path / "study.toml"
    path.write_text(STUDY + STOP)
    out, flags = tmp_path / "a", ("--config", str(path), "--quiet", "--resume")
    assert play(out, *flags, kind=KIND) == 0
    assert record(out) == ("finished", "finished", counts(4, 4))
    assert play(out, *flags, "--only", "0:1", kind=KIND) == 0
    assert record(out) == ("finished", "finished", counts(4, 4))


def test_a_game_that_is_there_is_not_said_to_be_played(
    study: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, flags = tmp_path / "a", ("--config", study, "--resume", "--only", "1:2")
    assert play(out, *flags, kind=KIND) == 0
    assert capsys.readouterr().err.startswith("playing 1 of 1 game\n")
    assert play(out, *flags, kind=KIND) == 0
    told = capsys.readouterr()
    assert told.err == "game 1:2 is there already: nothing is played\n"
    assert "Game 1:2: Dice" in told.out


@pytest.mark.parametrize("also", [(), ("--dry-run",)])
def test_a_game_of_several_cells_is_named_with_its_cell(
    study: str, tmp_path: Path, also: tuple[str, ...]
) -> None:
    out = tmp_path / "a"
    with pytest.raises(ParameterError, match="give CELL:INDEX, such as 0:2"):
        play(out, "--config", study, "--only", "2", *also, kind=KIND)
    assert not out.exists()
    assert play(out, "--only", "2", "--quiet") == 0  # a batch has one cell
    before = contents(out)
    assert len(before) > 1


def test_a_dry_run_of_one_game_tells_of_that_alone(
    study: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    flags = ("--config", study, "--only", "1:2", "--dry-run")
    assert play(tmp_path / "a", *flags, kind=KIND) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "games only game 2 of cell 1 on one core" in told
    assert "tried 1 game of 1 cell" in told
    assert " 1 b 0 " in told  # the row of its cell, with the seed
    assert " 0 a 0 " not in told
    assert "worker" not in told
    assert not (tmp_path / "a").exists()


def test_a_cell_that_is_named_is_never_refused() -> None:
    refuse_uncelled(GameKey.parse("0:7"), 3, "--game")
    refuse_uncelled(GameKey.parse("7"), 1, "--game")
    with pytest.raises(ParameterError, match="--game 7 names no cell, and there are 3"):
        refuse_uncelled(GameKey.parse("7"), 3, "--game")

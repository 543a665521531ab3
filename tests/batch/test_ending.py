"""What is told when the games of a study are played."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from sims.design.metrics import Metric
from tests.batch.test_games_command import DICE, column_of, play

STUDY = """\
games = 3

[study]
game = "dice"

[[variations]]
name = "plain"

[[variations]]
name = "loud"
loud = 1
"""


def eyes(name: str, of: Mapping[int, Any]) -> Metric:
    """Return a metric that applies to some seeds alone."""
    columns = ("eyes", "seed")
    return Metric(name, "mean", name, "-", columns, lambda row: of.get(row["seed"]))


KIND = dataclasses.replace(
    DICE, metrics=(eyes("first", {1: 1}), eyes("second", {2: 2}), eyes("third", {1: 3}))
)


@pytest.fixture
def study(tmp_path: Path) -> str:
    path = tmp_path / "study.toml"
    path.write_text(STUDY)
    return str(path)


def test_a_study_tells_of_what_applies_to_its_games(
    study: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for seed, told in (("1", {"first", "third"}), ("2", {"second"})):
        out = tmp_path / seed
        assert play(out, "--config", study, "--seed", seed, kind=KIND) == 0
        words = set(capsys.readouterr().out.split())
        assert words & {"first", "second", "third"} == told


def test_the_metric_that_a_study_stops_by_is_told_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    last = eyes("last", {1: 4})
    kind = dataclasses.replace(KIND, metrics=(*KIND.metrics, last))
    stop = '[stop]\nmetric = "last"\nwidth = 1.0\nat_least = 2\nbatch = 2\n'
    path = tmp_path / "study.toml"
    path.write_text(STUDY + stop)
    assert play(tmp_path / "a", "--config", str(path), "--seed", "1", kind=kind) == 0
    told = capsys.readouterr().out
    assert "Compared: last" in told
    assert told.index("Compared: last") < told.index("Compared: first")
    assert told.count("its stop rule was met") == 2


def test_a_single_game_of_a_study_is_told_of_alone(
    study: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "one"
    assert play(out, "--config", study, "--only", "1:2", kind=KIND) == 0
    told = capsys.readouterr().out
    assert "Game 1:2: Dice, seed 0" in told
    assert "mean 4.0, median 4" in told  # of that game
    assert "no games" not in told
    assert "plain" not in told
    assert "interrupted" not in told


def test_a_game_that_is_added_to_others_is_told_of_alone(
    study: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "one"
    for game in (1, 2):
        flags = ("--only", f"0:{game}", "--resume")
        assert play(out, "--config", study, *flags, kind=KIND) == 0
        told = capsys.readouterr().out
        assert f"Game 0:{game}: Dice, seed 0" in told
        assert f"mean {2 + game}.0, median {2 + game}" in told
    assert column_of(out, "game") == [1, 2]

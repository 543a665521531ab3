"""What a dry run tells of a folder whose run it would go on with."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from gamebase.errors import ParameterError
from sims import dry_run
from sims.dataset.results import Results
from sims.design.design import Design
from sims.design.estimating import Estimate, Tried
from sims.design.metrics import Metric
from sims.outstanding import outstanding
from tests.batch.test_games_command import DICE, play
from tests.results import contents


def test_it_is_of_what_the_folder_holds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "a"
    assert play(out, "--seed", "41", "--games", "3", "--quiet") == 0
    before = contents(out)
    assert play(out, "--resume", "--dry-run") == 0
    told = capsys.readouterr().out.split()
    assert "41" in told
    assert told[told.index("games") + 1] == "3"
    assert contents(out) == before


@pytest.mark.parametrize(("games", "left"), [("3", 0), ("7", 4)])
def test_it_tells_how_long_what_is_missing_takes(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    games: str,
    left: int,
) -> None:
    tried = Estimate([Tried(0, 4, 8.0)], 5e5), []
    monkeypatch.setattr(dry_run, "trial", lambda *args: tried)
    out = tmp_path / "a"
    assert play(out, "--games", "3", "--quiet") == 0
    assert play(out, "--games", games, "--resume", "--dry-run") == 0
    told = " ".join(capsys.readouterr().out.split())
    assert f"games {games} still to play {left} on one core" in told
    time, size = ("0 s", "0 kB") if not left else (f"{2 * left}.0 s", "2.0 MB")
    assert f"on one core {time} with 1 worker {time} on disk {size}" in told


STUDY = """
games = 40
[study]
game = "dice"
[[variations]]
name = "a"
[[variations]]
name = "b"
loud = 1
[stop]
metric = "eyes"
width = 1000
at_least = 10
batch = 10
"""
EYES = Metric("eyes", "mean", "eyes", "-", ("eyes",), lambda row: row["eyes"])


def test_cells_that_are_closed_have_no_game_left(tmp_path: Path) -> None:
    (tmp_path / "study.toml").write_text(STUDY)
    kind = dataclasses.replace(DICE, metrics=(EYES,))
    out, flags = tmp_path / "a", ("--config", str(tmp_path / "study.toml"))
    study = Design.from_file(tmp_path / "study.toml", kind)
    out.mkdir()
    assert outstanding(study, Results(out, DICE.tables)) == [(10, 40)] * 2
    assert play(out, *flags, "--only", "1:3", "--overwrite", "--quiet", kind=kind) == 0
    assert outstanding(study, Results(out, DICE.tables)) == [(10, 40), (9, 39)]
    assert play(out, *flags, "--resume", "--quiet", kind=kind) == 0
    assert outstanding(study, Results(out, DICE.tables)) == [(0, 0)] * 2


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (("--resume", "--seed", "4"), "seed: 41 -> 4"),
        (("--resume", "--only", "3"), "game is 3: give a whole number from 0 to 2"),
        (("--games", "2", "--only", "2"), "game is 2"),
    ],
)
def test_what_would_be_refused_is(
    tmp_path: Path, flags: tuple[str, ...], message: str
) -> None:
    assert play(tmp_path / "a", "--seed", "41", "--games", "3", "--quiet") == 0
    with pytest.raises(ParameterError, match=message):
        play(tmp_path / "a", "--dry-run", *flags)

"""The command ``stacko statics``."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

import stacko.statics as stacko_statics
from gamebase.run_record import recorded_cell
from stacko import Game
from stacko.cli import main
from stacko.config import SimulationConfig
from stacko.match import Match, open_stage
from stacko.replay.configuration import match_config
from stacko.statics import survey
from stacko.statics_params import StaticsParams
from tests.cli.command import complaint, stacko

NOTATION = "R1 R2 R3 / B1 - B3 / Y1 Y2 Y3"


def test_a_notation_is_surveyed() -> None:
    done = stacko("statics", NOTATION, "--quick")
    assert (done.returncode, done.stderr) == (0, "")
    first, *lines = done.stdout.splitlines()
    assert first == (
        "friction 0.35 of blocks, 0.5 of the table; heights drawn with seed 0"
    )
    assert lines[0].startswith("stable: it rests")
    assert [line.split()[0] for line in lines[5:]] == NOTATION.replace(
        "/", " "
    ).replace("-", " ").split()


def test_json_holds_everything() -> None:
    done = stacko("statics", NOTATION, "--json", "--perfect", "--mu", "0.5")
    found = json.loads(done.stdout)
    assert found["format"] == "stacko-statics"
    assert found["verdict"] == "stable"
    rows = {row["block"]: row for row in found["blocks"]}
    assert not rows["B1"]["removable"]
    assert rows["B1"]["without"]["verdict"] == "unstable"
    assert "Y1" in rows["B1"]["without"]["moving"]
    assert rows["R2"]["without"]["tilt"] > 0
    assert rows["Y2"]["pull_low"] == pytest.approx(0.5 * 0.012 * 9.81)


def test_the_seed_draws_the_heights(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(Game(seed=3, tower=NOTATION).to_json())
    one, two, three = (
        stacko("statics", path, "--quick", "--seed", seed).stdout
        for seed in ("1", "1", "2")
    )
    assert one == two != three
    same = stacko("statics", NOTATION, "--quick", "--perfect").stdout
    assert "equal springs" in same


def test_a_tower_that_falls_is_an_answer() -> None:
    done = stacko("statics", "R1 - - / B1 B2 B3")
    assert done.returncode == 0
    assert done.stdout.splitlines()[1].startswith("unstable: ")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Play a study of two frictions and two sets; return its folder."""
    folder = tmp_path_factory.mktemp("statics")
    (folder / "study.toml").write_text(
        'games = 2\nseed = 5\nengine = "quasistatic"\nmax_turns = 1\n'
        "[grid]\ncontact.mu_block = [0.25, 0.5]\n"
        "[study]\npaired = false\n"
    )
    flags = ["--config", folder / "study.toml", "--workers", "1", "--quiet"]
    done = stacko("simulate", *flags, "--out", folder / "out")
    assert done.returncode == 0, done.stderr
    return folder / "out"


def test_a_game_is_surveyed_as_it_began(played: Path) -> None:
    """Its friction, its heights and its tower, not the usual ones."""
    found = {}
    for game, friction in (("0:1", 0.25), ("1:1", 0.5)):
        flags = ["--game", game, "--quick", "--json"]
        found[game] = json.loads(stacko("statics", played, *flags).stdout)
        assert found[game]["mu_block"] == friction
    assert found["1:1"]["heights"] == "heights as in game 1:1"
    config = SimulationConfig.from_mapping(recorded_cell(played, 1))
    match = Match(match_config(config), config.seed, 1)
    with open_stage(match.config) as stage:
        stage.build(match.game.tower, match._rng("sizes"))
        settings = StaticsParams(sides=4, azimuths=4)
        built = survey(
            match.game.tower, config.blocks, config.contact,
            sizes=stage.sizes, params=settings, margins=False,
        )  # fmt: skip
    loads = {row["block"]: row["load"] for row in found["1:1"]["blocks"]}
    assert loads == {block.name: block.load for block in built.blocks}


def test_flags_go_over_what_a_game_was_played_with(played: Path) -> None:
    flags = ["--game", "1:0", "--mu", "0.3", "--quick"]
    done = stacko("statics", played, *flags, "--seed", "3")
    assert done.stdout.startswith(
        "friction 0.3 of blocks, 0.5 of the table; heights drawn with seed 3\n"
    )
    perfect = stacko("statics", played, *flags, "--perfect")
    assert "all blocks alike" in perfect.stdout.splitlines()[0]
    assert "knows no cell 2" in complaint(stacko("statics", played, "--game", "2:0"))


def test_a_fresh_tower_says_where_each_block_lies_and_what_may_be_taken() -> None:
    found = json.loads(stacko("statics", "fresh", "--quick", "--json").stdout)
    assert len(found["blocks"]) == 45
    takeable = {row["slot"]: row["takeable"] for row in found["blocks"]}
    assert takeable["14a"]
    assert not takeable["15a"]  # S1: below the highest full layer
    assert found["tower"] == Game(seed=0).tower.notation()
    other = json.loads(
        stacko("statics", "fresh", "--quick", "--json", "--seed", "1").stdout
    )
    assert other["tower"] != found["tower"]
    wood = stacko("statics", "fresh", "--quick", "--set", "wood").stdout
    assert len(wood.splitlines()) > 54
    assert "leave it out" in complaint(stacko("statics", "fresh", "--game", "3"))


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--mu", "0"], "ContactParams.mu_block must be > 0"),
        (["--mu", "nan"], "mu_block"),
        (["--mu", "much"], "invalid float value"),
        (["--sides", "2"], "StaticsParams.sides must be >= 3"),
        (["--azimuths", "0"], "StaticsParams.azimuths must be >= 1"),
        (["--seed", "-1"], "--seed -1 is below 0"),
        (["--seed", "1", "--perfect"], "leave one of them out"),
        (["--game", "3"], "leave it out"),
        (["--set", "no.toml"], "no.toml"),
    ],
)
def test_bad_flags_are_one_line(flags: list[str], message: str) -> None:
    assert message in complaint(stacko("statics", NOTATION, *flags))


def test_what_is_no_tower_is_one_line() -> None:
    assert "neither a file nor a tower" in complaint(stacko("statics", "nothing"))


def test_what_the_solver_writes_is_not_taken_for_the_answer(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """HiGHS writes to the standard output from C where a method of it fails."""

    def talkative(*given: Any, **named: Any) -> Any:
        os.write(1, b"Highs::returnFromOptimizeModel: return_status = -1\n")
        return survey(*given, **named)

    monkeypatch.setattr(stacko_statics, "survey", talkative)
    assert main(["statics", NOTATION, "--quick", "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["whole"]["verdict"] == "stable"


def test_help_has_examples() -> None:
    done = stacko("statics", "--help")
    assert "examples:" in done.stdout
    assert "--perfect" in done.stdout

"""The command ``stacko statics``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from stacko import Game
from tests.cli.command import complaint, stacko

NOTATION = "R1 R2 R3 / B1 - B3 / Y1 Y2 Y3"


def test_a_notation_is_surveyed() -> None:
    done = stacko("statics", NOTATION, "--quick")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
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
    assert done.stdout.startswith("unstable: ")


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


def test_help_has_examples() -> None:
    done = stacko("statics", "--help")
    assert "examples:" in done.stdout
    assert "--perfect" in done.stdout

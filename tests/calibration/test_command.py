"""``python -m sims.stacko_calibration`` as a user runs it."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from stacko.config import SimulationConfig

ROOT = Path(__file__).parents[2]
FLAGS = ("--layers", "6", "--draws", "20")


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "sims.stacko_calibration", *map(str, arguments)]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False
    )


def complaint(done: subprocess.CompletedProcess[str]) -> str:
    assert (done.returncode, done.stdout) == (2, ""), done
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("calibration: error: ")
    return done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("name", ["uno", "wood"])
def test_made_up_measurements_are_fitted(tmp_path: Path, name: str) -> None:
    path, out = tmp_path / "made.csv", tmp_path / "fit.toml"
    true = ("--mu", "0.4", "--tolerance", "5e-5", "--seed", "1", "--towers", "2")
    made = run("--synthetic", path, "--set", name, *FLAGS[:2], *true)
    assert made.returncode == 0, made.stderr
    assert "mu_block 0.4" in path.read_text().splitlines()[0]
    done = run(path, "--set", name, "--toml", out, *FLAGS)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[1].startswith("contact.mu_block ")
    assert any(line.startswith("fall angle: 3 readings") for line in lines)
    plain = tomllib.loads(out.read_text())
    assert plain["contact"]["mu_block"] == pytest.approx(0.4, rel=0.1)
    config = SimulationConfig.from_toml(out)
    assert config.blocks.height_sigma == plain["blocks"]["height_sigma"]
    assert config.block_set.layer_count == (15 if name == "uno" else 18)


@pytest.mark.slow
def test_a_weighed_block_goes_with_the_friction(tmp_path: Path) -> None:
    path = tmp_path / "made.csv"
    run("--synthetic", path, *FLAGS[:2], "--seed", "3")
    kept = [line for line in path.read_text().splitlines() if "angle" not in line]
    path.write_text("\n".join(kept))
    best = [
        float(run(path, "--mass", mass, *FLAGS).stdout.splitlines()[1].split()[1])
        for mass in ("0.012", "0.006")
    ]
    assert best[1] == pytest.approx(2 * best[0], rel=0.2)


def test_slides_alone_draw_no_towers(tmp_path: Path) -> None:
    path = tmp_path / "slides.csv"
    path.write_text(
        "kind,layer,position,value,unit\nslide_angle,,,20,deg\nslide_angle,,,22,deg\n"
    )
    done = run(path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "note: no pull forces" in done.stdout


@pytest.mark.slow
def test_coverage_is_counted() -> None:
    done = run("--coverage", "2", "--mu", "0.3", *FLAGS)
    assert done.returncode == 0, done.stderr
    rows = {line.split()[0]: line for line in done.stdout.splitlines()}
    assert " of 2 " in rows["contact.mu_block"]
    assert {"blocks.height_sigma", "readings.scatter"} <= set(rows)


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        ([], "give one of"),
        (["a.csv", "--coverage", "2"], "give one of"),
        (["none.csv"], "'none.csv' cannot be read (No such file"),
        (["none.csv", "--mu", "0.3"], "--mu is a value that measurements are made up"),
        (["none.csv", "--mu-table", "0.3"], "--mu-table is a value"),
        (["none.csv", "--mass", "0"], "mass must be > 0"),
        (["none.csv", "--stiffness", "nan"], "contact_stiffness"),
        (["none.csv", "--layers", "99"], "give 2 to 15"),
        (["none.csv", "--seed", "-1"], "--seed -1 is below 0"),
        (["none.csv", "--set", "stone"], "invalid choice: 'stone'"),
        (["--coverage", "0"], "--coverage 0: give 1 or more"),
        (["--coverage", "1", "--towers", "-1"], "--towers -1"),
        (["--coverage", "1", "--mu", "nan"], "true mu_block is nan"),
        (["--coverage", "1", "--tolerance", "1"], "true height_sigma is 1"),
        (["--synthetic", "pyproject.toml"], "exists already"),
        (["--synthetic", "no/where.csv", "--layers", "2"], "no/"),
    ],
)
def test_bad_flags_are_one_line(flags: list[str], message: str) -> None:
    assert message in complaint(run(*flags))


def test_a_bad_file_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.csv"
    path.write_text("kind,layer,position,value,unit\npull_force,3,a,-1,N\n")
    line = complaint(run(path))
    assert "bad.csv', line 2: value is '-1': a force is 0 or more" in line

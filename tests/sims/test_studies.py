"""Small runs of the studies whose full runs fill BENCHMARKS.md."""

import csv
import math
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sims import bench, stacko_sense_check
from sims.stacko_convergence import CHOSEN, REFERENCE, SETTINGS, SWEEPS, main
from sims.tower_measures import Pull, drift, felt_alike, sway
from stacko.engines import is_installed
from stacko.params import MujocoParams, SolverParams


def rows(path):
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


with_pybullet = pytest.mark.skipif(
    not is_installed("pybullet"), reason="its settings are PyBullet's"
)


@pytest.mark.slow
@with_pybullet
def test_a_quick_sweep_writes_table_and_picture(tmp_path):
    command = [sys.executable, "-m", "sims.stacko_convergence", "--quick"]
    command += ["--out", str(tmp_path / "out"), "--workers", "2"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = {row["setting"]: row for row in rows(tmp_path / "out/convergence.csv")}
    assert set(found) == {"chosen", "as it comes", "reference"}
    chosen, default = found["chosen"], found["as it comes"]
    assert float(chosen["drift_perfect_mm"]) < 0.1
    assert float(default["drift_perfect_mm"]) > 1.0
    assert float(found["reference"]["force_factor"]) == 1.0
    assert (tmp_path / "out/convergence.png").read_bytes()[1:4] == b"PNG"
    assert "times less than the engine's own" in done.stdout


@pytest.mark.skipif(is_installed("pybullet"), reason="PyBullet is installed")
def test_a_sweep_of_an_engine_that_is_missing_is_refused(tmp_path, capsys):
    with pytest.raises(SystemExit):
        main(["--out", str(tmp_path / "out")])
    assert "--engine pybullet: this Python does not have it" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_the_chosen_setting_is_the_default_and_every_other_differs():
    assert SolverParams() == CHOSEN == SETTINGS["chosen"]
    assert SWEEPS["mujoco"]["chosen"] == MujocoParams()
    for settings in SWEEPS.values():
        assert list(settings)[:3] == ["chosen", "as it comes", "reference"]
        assert len(set(settings.values())) == len(settings)


@with_pybullet
def test_a_nudged_tower_sways_less_the_better_the_solver_converges():
    loose, _ = sway(CHOSEN)
    tight, _ = sway(REFERENCE)
    assert 0 < tight < loose < 0.005


@with_pybullet
def test_tolerances_show_in_drift():
    perfect = drift(CHOSEN, perfect=True, span=2.0)
    rough = drift(CHOSEN, perfect=False, span=2.0)
    assert perfect.total < 1e-4 < rough.total
    assert rough.after_first_second < 5e-4


def test_pulls_are_compared_where_both_came_out():
    mine = [Pull("done", 0.2), Pull("stuck", 1.0), Pull("done", 0.1)]
    other = [Pull("done", 0.1), Pull("done", 0.1), Pull("done", 0.2)]
    share, factor = felt_alike(mine, other)
    assert share == pytest.approx(2 / 3)
    assert factor == pytest.approx(2.0)
    assert math.isnan(felt_alike([Pull("stuck", 1)], [Pull("done", 1)])[1])


@pytest.mark.slow
def test_a_small_sense_check_writes_a_row_a_group(tmp_path, monkeypatch):
    groups = (("prober", "average"), ("random", "average"))
    monkeypatch.setattr(stacko_sense_check, "GROUPS", groups)
    found, judged = stacko_sense_check.run(3, 1, 2, tmp_path / "out")
    assert [(each.player, each.hand) for each in found] == list(groups)
    for each in found:
        assert each.games == 3
        assert each.turns_low <= each.turns <= each.turns_high
    assert len(rows(tmp_path / "out/sense-check.csv")) == 2
    games = rows(tmp_path / "out/sense-games.csv")
    assert len(games) == 6
    assert [each.expected for each in judged] == [
        "prober, average lasts longer than random, average, turns",
        "prober, average: top blocks come out more easily, share",
    ]
    turns = {(g["player"], g["game"]): int(g["turns"]) for g in games}
    more = [turns["prober", str(i)] - turns["random", str(i)] for i in range(3)]
    assert judged[0].value == pytest.approx(sum(more) / 3)
    assert judged[0].low <= judged[0].value <= judged[0].high
    assert (tmp_path / "out/sense-check.png").exists()


def test_bad_arguments_of_the_studies_are_refused():
    for module, flags in (
        ("sims.stacko_convergence", ["--workers", "0"]),
        ("sims.stacko_convergence", ["--settings", "480 hz"]),
        ("sims.stacko_sense_check", ["--games", "1"]),
        ("sims.bench", ["--games", "0"]),
    ):
        command = [sys.executable, "-m", module, *flags]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert "Traceback" not in done.stderr


def test_the_rules_alone_make_many_moves_a_second():
    assert bench.pushes(300) > 300


def test_the_quasistatic_model_is_many_times_faster_and_its_time_is_told():
    slow, fast = bench.play(1), bench.play(6, engine="quasistatic")
    assert fast.turns / fast.processor > 40 * slow.turns / slow.processor
    shares = bench.quasistatic_shares(2)
    assert sum(shares.values()) == pytest.approx(1.0)
    assert all(0 < share < 0.8 for share in shares.values())


def test_a_killed_study_leaves_no_worker(tmp_path):
    command = [sys.executable, "-m", "sims.stacko_sense_check", "--workers", "2"]
    run = subprocess.Popen(
        [*command, "--out", str(tmp_path)], stderr=subprocess.DEVNULL
    )
    workers = []
    while len(workers) < 2 and run.poll() is None:
        workers = workers_of(run.pid)
        time.sleep(0.1)
    run.kill()
    run.wait()
    ends = time.monotonic() + 30
    while any(Path(f"/proc/{pid}").exists() for pid in workers):
        assert time.monotonic() < ends, "a worker goes on by itself"
        time.sleep(0.1)
    assert len(workers) == 2


def workers_of(pid):
    """Return the processes a study has started to play games."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    lines = {each: Path(f"/proc/{each}/cmdline") for each in children}
    return [each for each, line in lines.items() if b"spawn_main" in line.read_bytes()]

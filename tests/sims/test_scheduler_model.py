"""The model of the scheduling: closed forms, conservation, and the page made of it."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from sims.dataset.spans import Span
from sims.errors import BatchError
from sims.running import coordinator, tasks
from sims.running.executors import open_executor
from sims.scaling import page as pages
from sims.scaling.dask_costs import trivial_tasks
from sims.scaling.figures import Figures, KindFigures, read_figures, write_part
from sims.scaling.kinds import KINDS
from sims.scaling.measuring import fitted
from sims.scaling.model import Costs, Run, simulate
from sims.scaling.probing import Probe, probe
from sims.scaling.recorded import Recorded
from sims.scaling.simulating import LIMITS, simulated
from sims.scaling.slots import Slots
from sims.scaling.times import Ended, Times
from sims.scaling.tuning import tuned
from sims.scaling.validating import Case, Compared, validate
from sims.scheduler_model import main

ROOT = Path(__file__).resolve().parents[2]
COMMITTED = ROOT / "docs" / "scale.json"
KIND = "STACCS random, no plays"

# --- times of games --------------------------------------------------------------


def test_a_task_takes_the_sum_of_its_games() -> None:
    times = Times([0.1, 0.2, 0.4])
    assert times.play(Span(0, 1, 4), budget=9) == Ended(
        Span(0, 1, 4), (), pytest.approx(0.2 + 0.4 + 0.1 + 0.2)
    )
    assert times.mean == pytest.approx(0.7 / 3)


def test_a_task_gives_back_what_its_budget_does_not_let_it_begin() -> None:
    times = Times([1.5])
    ended = times.play(Span(0, 6, 5), budget=2.0)
    assert ended == Ended(Span(0, 6, 2), (Span(0, 8, 3),), 3.0)
    # One is played whatever it takes.
    assert Times([30.0]).play(Span(0, 0, 2), 2.0).played == Span(0, 0, 1)


def test_a_game_that_hangs_costs_its_limit_and_those_before_it() -> None:
    times = Times([1.0], hangs=10, limit=60.0, restart=2.0)
    assert times.play(Span(0, 3, 6), 9.0) == Ended(
        Span(0, 5, 1), (Span(0, 3, 2), Span(0, 6, 3)), 2.0 + 62.0
    )
    assert times.play(Span(0, 6, 4), 9.0) == Ended(Span(0, 6, 4), (), 4.0)
    assert times.play(Span(0, 15, 1), 9.0) == Ended(Span(0, 15, 1), (), 62.0)
    # The budget ends the task before the game that would hang.
    assert times.play(Span(0, 0, 9), 1.5).played == Span(0, 0, 2)


@pytest.mark.parametrize("seconds", [[], [1.0, 0.0], [-1.0]])
def test_times_of_no_games_are_refused(seconds: list[float]) -> None:
    with pytest.raises(ValueError, match="times of games"):
        Times(seconds)


def test_drawn_times_have_the_mean_of_what_they_are_drawn_from() -> None:
    measured = [1.0, 2.0, 6.0]
    times = Times.drawn(measured, seed=3)
    assert times.mean == pytest.approx(3.0, rel=0.02)
    assert Times.drawn(measured, seed=3).mean == times.mean
    assert Times.drawn(measured, seed=4).mean != times.mean


# --- closed forms ------------------------------------------------------------------


def test_one_worker_plays_one_game_after_another() -> None:
    run = simulate(Times([3.0]), 1, Costs(), games=20)
    assert run == Run(
        seconds=pytest.approx(60.0), games=20, tasks=20, used=pytest.approx(1.0),
        coordinator=0.0, scheduler=0.0, held=0.0,
    )  # fmt: skip
    gap = simulate(Times([3.0]), 1, Costs(gap=0.5), games=20)
    assert gap.seconds == pytest.approx(20 * 3.5)
    assert gap.used == pytest.approx(3 / 3.5)


@pytest.mark.parametrize("workers", [2, 7, 40])
def test_workers_without_anything_in_the_way_share_all_games(workers: int) -> None:
    run = simulate(Times([3.0]), workers, Costs(), games=4 * workers)
    assert run.seconds == pytest.approx(12.0)
    assert run.used == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("workers", "expected"), [(4, 2.0), (40, 20.0), (200, 100.0), (2000, 100.0)]
)
def test_a_slow_coordinator_passes_what_it_can_or_what_is_there(
    workers: int, expected: float
) -> None:
    """Deterministic times: min(workers / game, 1 / task), as of a single server.

    A little less at its limit: what comes back is all taken in before more is handed
    out, so workers wait in waves.
    """
    costs = Costs(task=0.01)
    run = simulate(Times([2.0]), workers, costs, warm=100, until=400)
    least = 0.97 if expected < 1 / costs.task else 0.85
    assert least * expected <= run.rate <= 1.01 * expected
    assert run.coordinator == pytest.approx(run.rate * costs.task, rel=0.03)
    assert run.used == pytest.approx(run.rate * 2.0 / workers, rel=0.05)


def test_a_slow_scheduler_is_a_server_of_its_own() -> None:
    costs = Costs(task=0.002, scheduler=0.02)
    run = simulate(Times([2.0]), 400, costs, warm=100, until=300)
    assert run.rate == pytest.approx(50.0, rel=0.03)
    assert run.scheduler == pytest.approx(1.0, abs=0.02)
    assert run.coordinator == pytest.approx(0.1, abs=0.02)


@pytest.mark.parametrize("spread", [0.0, 0.5])
def test_a_busy_server_keeps_tasks_waiting_no_longer_than_a_queue_would(
    spread: float,
) -> None:
    """One task in flight more than a slot hides all waiting that is shorter than one.

    The wait at a server that is busy for a share of the time is that of M/D/1 at most,
    s rho / (2 (1 - rho)): far less than a game here, so workers never stand still.
    """
    rng = np.random.default_rng(1)
    seconds = 2.0 * rng.uniform(1 - spread, 1 + spread, 999)
    service, workers = 0.01, 160
    rho = workers / float(seconds.mean()) * service
    assert service * rho / (2 * (1 - rho)) < 0.05
    run = simulate(
        Times(seconds.tolist()), workers, Costs(task=service), warm=50, until=250
    )
    assert run.used > 0.98
    assert run.coordinator == pytest.approx(rho, abs=0.03)


def test_each_process_that_is_minded_slows_the_coordinator() -> None:
    costs = Costs(task=0.01, slot=0.001)
    run = simulate(Times([1.0]), 500, costs, warm=50, until=150)
    assert run.rate == pytest.approx(100 * 0.5, rel=0.05)


def test_waits_for_the_disk_are_hidden_until_they_are_longer_than_tasks() -> None:
    short, long = (
        simulate(Times([1.5]), 8, Costs(sync=sync), warm=20, until=200)
        for sync in (0.3, 8.0)
    )
    assert short.used > 0.98
    assert long.used < 0.6


# --- what the scheduling does --------------------------------------------------------


def test_nothing_is_lost_and_nothing_twice() -> None:
    times = Times.drawn([0.05, 0.3, 1.0, 4.0], hangs=97, limit=20.0, restart=1.0)
    costs = Costs(task=0.004, game=0.001, sync=0.02, gap=0.002, scheduler=0.003)
    for workers in (1, 3, 50):
        run = simulate(times, workers, costs, games=700)
        assert run.games == 700
        assert run.tasks >= 700 / tasks.MOST


def test_the_same_run_comes_to_the_same() -> None:
    def run() -> Run:
        return simulate(
            Times.drawn([0.02, 0.5]), 60, Costs(task=0.003), warm=2, until=30
        )

    assert run() == run()


def test_short_games_share_a_task_of_about_a_second() -> None:
    run = simulate(Times([0.02]), 4, Costs(), warm=20, until=60)
    assert run.games / run.tasks == pytest.approx(50, rel=0.1)
    run = simulate(Times([0.0002]), 4, Costs(), warm=20, until=60)
    assert run.games / run.tasks == pytest.approx(tasks.MOST, rel=0.1)


def test_many_workers_have_small_tasks_since_few_games_may_be_in_flight() -> None:
    costs = Costs(task=0.001)
    some, many = (
        simulate(Times([0.005]), workers, costs, warm=10, until=30)
        for workers in (100, 1000)
    )
    assert many.games / many.tasks <= coordinator.MOST_WAITING / 2000 + 1
    assert many.rate < some.rate
    with tuned(waiting=2_000_000, task_time=10.0, most=16_384):
        longer = simulate(Times([0.005]), 1000, costs, warm=60, until=120)
    assert longer.rate > 5 * many.rate
    assert coordinator.MOST_WAITING == 20_000


def test_a_hung_game_stops_the_others_once_too_many_wait_for_it() -> None:
    def held(limit: float) -> Run:
        times = Times([1.0], hangs=1500, limit=limit)
        return simulate(times, 10, Costs(), warm=10, until=1000)

    with tuned(waiting=100):
        short, long = held(5.0), held(400.0)
    assert short.held == 0
    assert short.used > 0.95
    assert long.held > 0.3
    assert long.used < 0.7


@pytest.mark.parametrize(
    ("workers", "games", "warm", "until"),
    [(0, 1, 0, 9), (1, 0, 0, 9), (1, 1, 9, 9), (1, 1, -1, 9)],
)
def test_runs_that_cannot_be_are_refused(
    workers: int, games: int, warm: float, until: float
) -> None:
    with pytest.raises(ValueError, match="workers"):
        simulate(Times([1.0]), workers, Costs(), games=games, warm=warm, until=until)


def test_slots_count_only_what_is_within_the_time_they_are_watched() -> None:
    slots = Slots(2, 0.5, warm=1.0, until=11.0)
    slots.push(Span(0, 0, 1))
    assert slots.begin() == Span(0, 0, 1)
    assert slots.begin() is None
    assert slots.play(0.0, 20.0) == 20.5
    assert slots.used(10.0) == 0.5
    slots.end()


# --- figures -------------------------------------------------------------------------


def test_tasks_and_games_are_told_apart() -> None:
    runs = [
        Probe(games, count, 0, 0.002 * count + 0.00003 * games, 1.0, 1.0, ())
        for count, games in ((500, 500), (150, 2400), (40, 10240))
    ]
    assert fitted(runs) == (pytest.approx(0.002), pytest.approx(0.00003))


def figures() -> Figures:
    def kind(mean: float) -> KindFigures:
        return KindFigures(
            played=3, mean=mean, turns=9.0, seconds=(0.5 * mean, 1.5 * mean),
            drawn=False, disk=400.0, pipe=5000.0, task=4000.0, sent=700,
            memory=140_000_000, game=3e-5,
        )  # fmt: skip

    return Figures(
        machine={"cores": "2", "processor": "one | of two", "python": "3.11",
                 "date": "2026-11-30", "load": "0.1", "minutes": "4"},
        kinds={"PyBullet": kind(15.0), "STACCS random": kind(0.005)},
        task=0.0015, task_dask=0.0027, slot=0.0005, gap=0.002, gap_dask=0.004,
        sync=0.01, syncs=0.03, start=2.0, scheduler=0.002, scheduler_byte=1e-9,
        scheduler_workers=60, scheduler_idle=0.02,
        hashed=1e9, earlier=16.0,
    )  # fmt: skip


def test_figures_come_back_from_their_file(tmp_path: Path) -> None:
    path = tmp_path / "scale.json"
    write_part(path, "measured", figures().plain())
    assert read_figures(path) == figures()
    write_part(path, "simulated", [])
    assert set(json.loads(path.read_text())) == {"measured", "simulated"}
    write_part(path, "measured", figures().plain())  # ends what was made of others
    assert set(json.loads(path.read_text())) == {"measured"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (None, "cannot read"),
        ("nonsense", "cannot read"),
        ("[]", "holds no figures"),
        ("{}", "has no part 'measured'"),
        ('{"measured": {"task": 1}}', "of another version"),
        ('{"measured": 3}', "of another version"),
    ],
)
def test_a_file_that_holds_no_figures_is_told_of(
    text: str | None, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "scale.json"
    if text is not None:
        path.write_text(text)
    with pytest.raises(BatchError, match=told):
        read_figures(path)
    assert main(["simulate", "--out", str(path)]) == 2
    said = capsys.readouterr().err
    assert told in said
    assert "Traceback" not in said


def test_a_part_that_is_missing_is_told_of_with_what_makes_it(tmp_path: Path) -> None:
    path = tmp_path / "scale.json"
    write_part(path, "measured", figures().plain())
    with pytest.raises(BatchError, match="scheduler_model simulate"):
        pages.read_sheet(path)


# --- the page ------------------------------------------------------------------------


def compared() -> Compared:
    return Compared(
        case=Case("process", 64, 0.15), games=100, tasks=20, seconds=0.16, used=0.97,
        used_model=0.96, rate=400.0, rate_model=398.0, own=0.3, own_model=0.31,
    )  # fmt: skip


@pytest.fixture(scope="module")
def sheet_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("scale") / "scale.json"
    write_part(path, "measured", figures().plain())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sims.scaling.simulating.HUNG_TIME", 300.0)
        points = simulated(figures(), lambda point: None, (1, 64, 1000, 3000))
    write_part(path, "simulated", [each.plain() for each in points])
    write_part(path, "validated", [compared().plain()])
    return path


def test_the_page_is_made_of_the_figures(sheet_file: Path, tmp_path: Path) -> None:
    out = tmp_path / "scale.md"
    assert main(["page", "--out", str(sheet_file), "--page", str(out)]) == 0
    text = out.read_text()
    lines = text.splitlines()
    hours = 1e8 * 15 / 3600
    assert f"| PyBullet | 15 s | {hours:,.0f}"[:22] in text
    assert "| STACCS random | 0.0050 s | 139 | $5.6 |" in text
    assert (
        "| process | 64 | 0.16 s | 5.0 | 97 % / 96 % | 30 % / 31 % | 400 / 398 |"
        in text
    )
    assert sum("PyBullet | " in line for line in lines) >= 4
    assert max(map(len, (line for line in lines if line[:1] != "|"))) <= 88
    for before, after in pairwise(lines):  # rows are as wide as their heads
        if before[:1] == after[:1] == "|":
            assert before.count("|") == after.count("|")
    dearer = tmp_path / "dearer.md"
    main(["page", "--out", str(sheet_file), "--page", str(dearer), "--price", "0.4"])
    assert "$56 |" in dearer.read_text()


def test_the_grid_says_what_saturates(sheet_file: Path) -> None:
    sheet = pages.read_sheet(sheet_file)
    beyond = sheet.beyond("STACCS random")
    assert beyond is not None
    assert beyond.busiest == "the coordinator"
    assert sheet.reach("PyBullet").workers >= 2000
    reach = sheet.reach("STACCS random")
    assert reach.run.used >= 0.9
    assert beyond.run.used < 0.9
    assert beyond.workers / reach.workers < 1.3  # found between two of the grid
    limits = [each.limit for each in sheet.points if each.limit is not None]
    assert tuple(limits) == LIMITS


def test_the_committed_page_is_what_the_committed_figures_make() -> None:
    if not COMMITTED.exists():
        pytest.skip("nothing was measured yet")
    made = pages.page(pages.read_sheet(COMMITTED))
    assert (ROOT / "docs" / "scale.md").read_text("utf-8") == made


def test_the_committed_figures_are_of_this_model() -> None:
    if not COMMITTED.exists():
        pytest.skip("nothing was measured yet")
    found = read_figures(COMMITTED)
    assert set(found.kinds) == set(KINDS)
    sheet = pages.read_sheet(COMMITTED)
    again = simulated(
        replace(found, kinds={KIND: found.kinds[KIND]}), lambda point: None, [10], 1
    )
    for each in again:
        known = each.limit is None and each.where == "process" and not each.tuned
        if known:
            was = sheet.find(KIND, "process", each.workers)
            assert math.isclose(was.rate, each.rate, rel_tol=0.02), each


# --- real runs -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("recorded") / "games"
    played = KINDS[KIND].play(0.3, folder)
    assert min(played.seconds) > 0
    assert played.disk > 0
    assert 100 < played.pipe < 5000
    return folder


def test_recorded_games_are_rows_of_real_ones_under_their_own_index(
    recorded: Path,
) -> None:
    job = Recorded(KIND, recorded, (0.001,))
    (game,), (real,) = job.play(1)["games"], KINDS[KIND].job().play(1)["games"]
    assert replace(game, wall_time=0.0) == replace(real, wall_time=0.0)
    later = job.play(10_001)["games"][0]
    assert later.game == 10_001
    assert job.failed(7, "why")["games"][0].error == "why"


def test_a_probe_counts_what_a_real_run_does(recorded: Path) -> None:
    job = Recorded(KIND, recorded, (0.01, 0.03))
    with open_executor("process", 2) as opened, tuned(most=5):
        probe(KINDS[KIND], job, 20, opened)
        found = probe(KINDS[KIND], job, 100, opened)
    assert found.games == 100
    assert 20 <= found.tasks <= 40
    assert found.played >= 100 * 0.02
    assert found.wall >= found.played / 2
    assert 0 < found.own < found.wall
    assert found.size > 100 * 100
    assert found.syncs


def test_the_model_is_held_beside_a_real_run() -> None:
    """Loose bounds: the machine may be busy. The page has what a quiet one said."""
    told: list[object] = []
    case = Case("process", 4, 0.1)
    (found,) = validate(figures_of(KIND), told.append, [case], run_time=2.0)
    assert told == [found]
    assert found.games == 80
    assert found.seconds >= 0.09
    assert 0.4 < found.used <= 1
    assert found.used_model > 0.8
    assert abs(found.used - found.used_model) < 0.5


def test_a_real_dask_scheduler_says_what_a_task_costs() -> None:
    pytest.importorskip("distributed")
    found = trivial_tasks(2, 60, 100, 1000)
    assert found.workers == 2
    assert 1e-5 < found.scheduler < 0.1
    assert 1e-5 < found.client < 0.1
    assert 0 <= found.idle < 0.5


def figures_of(kind: str) -> Figures:
    known = figures()
    return replace(known, kinds={kind: known.kinds["STACCS random"]})


def test_wrong_flags_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for flags in (["page", "--games", "0"], ["page", "--price", "nan"], ["nothing"]):
        with pytest.raises(SystemExit) as ended:
            main(flags)
        assert ended.value.code == 2
    assert "Traceback" not in capsys.readouterr().err

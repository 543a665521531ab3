"""What a study would take: estimates from games that were tried, and the trial."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from gamebase.columns import column
from sims.design.design import Design
from sims.design.estimating import Estimate, Tried, lasting, sized, trial_order
from sims.design.metrics import Metric
from sims.dry_run import dry_run, trial
from tests.design.toy import HILL, HillConfig


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    game: int = column("index")
    termination: str = column("how it ended")
    error: str | None = column("what failed")
    noise: float = column("chance")


@dataclass(frozen=True, slots=True)
class HillJob:
    """A game takes a tenth of mu, in s; on ice it hangs, without slope it fails."""

    config: HillConfig

    def play(self, index: int) -> Mapping[str, list[Any]]:
        ground = self.config.ground
        if ground.mu < 0.15:
            time.sleep(60)
        if ground.slope < 0:
            raise ArithmeticError("too\nsteep \x1b[31m")
        time.sleep(ground.mu / 10)
        noise = (index * 0.618) % 1
        row = Row(game=index, termination="over", error=None, noise=noise)
        return {"games": [row], "many": [row] * 10}

    def failed(
        self, index: int, error: str, termination: str = "failed"
    ) -> Mapping[str, list[Any]]:
        row = Row(game=index, termination=termination, error=error, noise=0.0)
        return {"games": [row], "many": []}


@dataclass(frozen=True, slots=True)
class Kind:
    game: str = "hill"
    config: type[HillConfig] = HillConfig
    metrics: tuple[Metric, ...] = HILL.metrics
    elsewhere: Mapping[str, str] = field(default_factory=dict)
    tables: Any = None
    failures: tuple[str, ...] = ("failed", "timeout")
    job: Callable[[HillConfig], HillJob] = HillJob


KIND = Kind(tables={"games": Row, "many": Row})


def design(tmp_path, text: str) -> Design[HillConfig]:
    path = tmp_path / "study.toml"
    path.write_text(text)
    return Design.from_file(path, KIND, {"workers": 4})


def test_cells_to_try_are_spread_over_all() -> None:
    first = list(islice(trial_order(1000, 50), 6))
    assert [cell for cell, _ in first] == [0, 199, 399, 599, 799, 999]
    assert {games for _, games in first} == {range(1)}
    assert list(trial_order(1, 1)) == [(0, range(1))]
    assert list(trial_order(2, 2))[2:] == [(0, range(1, 2)), (1, range(1, 2))]
    games = [games for cell, games in islice(trial_order(3, 60), 24) if cell == 1]
    assert [game for each in games for game in each] == list(range(60))[
        : games[-1].stop
    ]


def test_cells_that_were_not_tried_are_like_the_mean_of_those_that_were() -> None:
    found = Estimate.of([Tried(0, 1, 9.0), Tried(0, 2, 2.0), Tried(3, 4, 12.0)])
    assert (found.seconds(0), found.seconds(3), found.seconds(1)) == (1.0, 3.0, 2.0)
    assert found.total([10] * 5) == 10 * (1 + 3 + 3 * 2)
    assert found.games == 6
    assert found.cells == (0, 3)


def test_the_first_game_counts_where_there_is_no_other_of_its_cell() -> None:
    assert Estimate.of([Tried(0, 1, 9.0), Tried(3, 4, 12.0)]).seconds(0) == 9.0


def test_games_that_were_cut_off_count_where_they_were_long() -> None:
    ended = [Tried(0, 1, 1.0), Tried(1, 1, 1.0)]
    assert Estimate.of([*ended, Tried(2, 1, 2.0, ended=False)]).bounded
    long = Estimate.of([*ended, Tried(2, 1, 9.0, ended=False)])
    assert not long.bounded
    assert "takes longer than this" in long.roughness()
    assert not Estimate.of([Tried(0, 1, 9.0, ended=False)]).bounded


def test_few_games_are_said_to_be_few() -> None:
    assert "half or twice" in Estimate.of([Tried(0, 29, 1.0)]).roughness()
    assert "a third" in Estimate.of([Tried(0, 30, 1.0)]).roughness()


def test_times_and_sizes_have_two_digits() -> None:
    assert [lasting(x) for x in (0, 119, 121, 7200, 1.7e5, 2e5)] == [
        "0 s",
        "119 s",
        "2.0 min",
        "2.0 h",
        "47 h",
        "2.3 days",
    ]
    assert [sized(x) for x in (0, 1234, 999_400, 2.5e6, 3e12, 4e15)] == [
        "0 kB",
        "1.2 kB",
        "999 kB",
        "2.5 MB",
        "3.0 TB",
        "4,000 TB",
    ]


def children() -> str:
    """Return the processes that this one has started and not yet ended."""
    return "".join(
        path.read_text() for path in Path("/proc/self/task").glob("*/children")
    )


def test_a_trial_measures_games_and_leaves_no_process(tmp_path) -> None:
    text = "games = 7\n[grid]\nground.mu = [0.2, 0.4]"
    before = children()
    found, errors = trial(KIND, design(tmp_path, text), limit=60.0)
    assert children() == before
    assert errors == []
    assert found.cells == (0, 1)
    assert found.bounded
    assert found.games == 13  # the first one is left out
    assert 0.02 <= found.seconds(0) < found.seconds(1)
    assert 0.04 <= found.seconds(1) < 2
    assert 20 < found.size < 2000


def test_a_dry_run_tells_cells_games_and_time(tmp_path) -> None:
    text = """
        games = 500
        seed = 3
        [study]
        name = "Hills [bold]"
        question = "Why \\u001b[31m?"
        paired = false
        [grid]
        ground.mu = [0.2, 0.3, 0.4]
        [stop]
        metric = "lost"
        width = 0.1
    """
    study = design(tmp_path, text)
    out = io.StringIO()
    dry_run(KIND, study, Console(file=out, width=100), limit=1.0)
    told = " ".join(out.getvalue().split())
    assert "Hills [bold]" in told
    assert "Why \\x1b[31m?" in told
    assert "3, each with a seed of its own" in told
    assert "300 to 1500: a cell ends once the 95 % interval of lost is at most" in told
    assert "after 100 to 500 games" in told
    assert "with 4 workers" in told
    for number, cell in enumerate(study.cells):
        assert f"{number} ground.mu=" in told
        assert str(cell.configuration.seed) in told
    assert "\x1b" not in out.getvalue()


def test_a_game_that_hangs_does_not_hang_the_trial(tmp_path) -> None:
    study = design(tmp_path, "games = 5\n[grid]\nground.mu = [0.1, 0.3]")
    before = time.monotonic()
    out = io.StringIO()
    dry_run(KIND, study, Console(file=out, width=100), limit=1.5)
    assert time.monotonic() - before < 20
    assert "takes longer than this" in " ".join(out.getvalue().split())


def test_games_that_fail_are_told_of(tmp_path) -> None:
    out = io.StringIO()
    study = design(tmp_path, "games = 2\nground.slope = -0.5")
    dry_run(KIND, study, Console(file=out, width=100), limit=60.0)
    told = " ".join(out.getvalue().split())
    assert "one batch of hill" in told
    assert "failed: ArithmeticError: too steep" in told
    assert "\x1b" not in out.getvalue()


@pytest.mark.parametrize("games", [3, 99])
def test_too_few_games_for_a_rule_are_told_of(tmp_path, games: int) -> None:
    path = tmp_path / "study.toml"
    path.write_text("[stop]\nmetric = 'lost'\nwidth = 0.1\n[grid]\nplayers = [1, 2]")
    study = Design.from_file(path, KIND, {"games": games})
    out = io.StringIO()
    dry_run(KIND, study, Console(file=out, width=100), limit=0.5)
    assert "too few for the stop rule to end a cell" in " ".join(out.getvalue().split())


def test_many_cells_are_not_all_listed(tmp_path) -> None:
    steps = ", ".join(f"0.{number}" for number in range(200, 230))
    out = io.StringIO()
    study = design(tmp_path, f"games = 1\n[grid]\nground.mu = [{steps}]")
    dry_run(KIND, study, Console(file=out, width=100), limit=0.5)
    assert "and 6 more cells" in out.getvalue()
    assert "ground.mu=0.223" in out.getvalue()
    assert "ground.mu=0.224" not in out.getvalue()

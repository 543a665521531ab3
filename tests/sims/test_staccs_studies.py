"""Small runs of the STACCS studies whose full runs fill BENCHMARKS.md."""

import csv
import itertools
import subprocess
import sys
from pathlib import Path

import pytest

from sims import staccs_bench
from sims.staccs_elsewhere import Elsewhere
from sims.staccs_solo_rates import rates

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("group", "players", "tables"),
    [
        ("solo", ("random", "greedy", "lookahead"), ("round:1.2",)),
        ("chance", ("random", "laying"), ("round:1.2", "none")),
    ],
)
def test_solo_rates_of_a_few_games(group, players, tables, tmp_path):
    command = [sys.executable, "-m", "sims.staccs_solo_rates", "--games", "3"]
    command += ["--workers", "1", "--group", group, "--out", str(tmp_path / "out")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    with (tmp_path / f"out/{group}-rates.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    found = [(row["variation"], row["player"], row["table"]) for row in rows]
    variations = ("perfect", "second_chances", "no_wilds")
    assert found == list(itertools.product(variations, players, tables))
    for row in rows:
        assert 0 <= float(row["low"]) <= float(row["rate"]) <= float(row["high"]) <= 1
        assert row["games"] == "3"


@pytest.mark.slow
def test_a_player_without_a_plan_loses_games_to_draws_and_to_the_edge():
    """Why `random` finishes fewer games than half, as laying all that fits does."""
    found = {
        (each.player, each.table): each
        for each in rates(
            150,
            2,
            players=("random", "sims.staccs_solo_rates:Laying"),
            tables=("round:1.2", "none"),
        )
        if each.variation == "no_wilds"
    }
    best = found["laying", "none"]
    assert best.low > 0.3
    assert found["random", "none"].rate < best.rate
    assert found["laying", "round:1.2"].high < best.rate


@pytest.mark.slow
def test_a_sensible_player_finishes_more_games_than_a_random_one():
    found = {
        (each.variation, each.player): each
        for each in rates(60, 2, players=("random", "greedy"))
    }
    plain = found["no_wilds", "greedy"], found["no_wilds", "random"]
    assert plain[0].low > plain[1].high


@pytest.mark.parametrize("bad", [["--games", "0"], ["--workers", "0"], ["--seed", "x"]])
def test_bad_flags_of_the_rates_are_refused(bad, tmp_path):
    command = [sys.executable, "-m", "sims.staccs_solo_rates", *bad]
    command += ["--out", str(tmp_path / "out")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert not (tmp_path / "out").exists()


def test_games_are_measured_side_by_side():
    played = []

    def game(name):
        def play(seed):
            played.append((name, seed))
            sum(range(2000))
            return 10

        return play

    ours, theirs = staccs_bench.side_by_side([game("a"), game("b")], 0.01, rounds=2)
    assert len(ours) == len(theirs) == 2
    assert min(*ours, *theirs) > 0
    seeds = [seed for name, seed in played if name == "a"]
    assert seeds == list(range(len(seeds)))


def test_our_games_count_their_steps():
    assert staccs_bench.our_games()(1) > 10


def test_another_install_takes_its_turns_in_a_process_of_its_own():
    with Elsewhere(ROOT) as other:
        assert not other.compiled
        rate, following = other.rate(0.05, 7)
        assert rate > 0
        assert following > 7
        (rates,) = staccs_bench.side_by_side([other], 0.02, rounds=2)
        assert len(rates) == 2
        assert other.games_an_hour("random", False, 2) > 0


def test_packages_that_do_not_answer_are_an_error(tmp_path):
    (tmp_path / "sims").mkdir()
    (tmp_path / "sims" / "__init__.py").touch()
    with Elsewhere(tmp_path) as other, pytest.raises(RuntimeError, match="ended"):
        other.rate(0.01, 0)


def test_a_play_costs_the_same_on_a_large_stacc():
    """Not in proportion to the cards, let alone their square."""
    costs = dict(staccs_bench.cost_by_size((10, 100), repeats=50))
    assert costs[100] < 3 * costs[10]

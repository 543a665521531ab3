"""Play the same towers by several players and hands, and see whether it makes sense.

Example::

    python -m sims.stacko_sense_check --games 60 --out results/sense-check

Expected of any believable simulation, and printed with intervals: games last longer
with a steady hand than with a shaky one, and with a player who probes than with one
who chooses blindly; blocks near the top come out more easily than those at the
bottom; a steady hand rarely topples the tower in the very first turn. Writes
sense-check.csv (a row a group), sense-games.csv (a row a game), expectations.csv (a
row an expectation) and sense-check.png.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table
from scipy.stats import binomtest, bootstrap

from sims.lifetimes import lifetimes
from sims.pool import study_pool
from sims.stacko_expectations import (
    THIRDS,
    Expectation,
    expectations,
    first_turn_topples,
    tries_in,
)
from sims.tables import write_csv
from stacko.errors import EngineError
from stacko.hand import named_hand
from stacko.match import MatchConfig, play_match
from stacko.records import MatchRecord, TurnRow

__all__ = ["GROUPS", "Group", "main", "summary"]

GROUPS = (
    ("prober", "steady"),
    ("prober", "average"),
    ("prober", "shaky"),
    ("cautious", "average"),
    ("random", "average"),
)
"""Player and hand of each group; all play the same towers."""


@dataclass(frozen=True, slots=True)
class Group:
    """What the games of one group came to.

    Parameters
    ----------
    player, hand : str
    games, failed : int
        Games asked for, and those that the engine could not play.
    turns, turns_low, turns_high : float
        Mean turns of a game and its 95 % interval (bootstrap).
    median : float
        Median turns.
    first_turn, first_low, first_high : float
        Share of games that toppled in the first turn, 95 % Wilson interval.
    out_bottom, out_middle, out_top : float
        Share of first tries that brought the block out, by third of the tower.
    force_bottom, force_middle, force_top : float
        Median peak force of those tries, N.
    """

    player: str
    hand: str
    games: int
    failed: int
    turns: float
    turns_low: float
    turns_high: float
    median: float
    first_turn: float
    first_low: float
    first_high: float
    out_bottom: float
    out_middle: float
    out_top: float
    force_bottom: float
    force_middle: float
    force_top: float


def _play(player: str, hand: str, seed: int, index: int) -> MatchRecord | str:
    config = MatchConfig(policies=(player,), hands=(named_hand(hand),))
    try:
        return play_match(config, seed, index)
    except EngineError as error:
        return f"game {index} of {player}, {hand}: {error}"


def summary(
    player: str, hand: str, records: Sequence[MatchRecord], failed: int
) -> Group:
    """Sum up the games of one group."""
    turns = np.array([record.game.turns for record in records], dtype=float)
    spread = bootstrap((turns,), np.mean, rng=np.random.default_rng(0))
    low, high = spread.confidence_interval
    first = first_turn_topples(records)
    wilson = binomtest(first, len(records)).proportion_ci(method="wilson")
    tries = [row for r in records for row in r.turns if row.attempt == 1]
    thirds = [_third(tries, layers) for layers in THIRDS]
    return Group(
        player,
        hand,
        len(records) + failed,
        failed,
        float(turns.mean()),
        float(low),
        float(high),
        float(np.median(turns)),
        first / len(records),
        float(wilson.low),
        float(wilson.high),
        *(share for share, _ in thirds),
        *(force for _, force in thirds),
    )


def _third(tries: Iterable[TurnRow], layers: tuple[int, int]) -> tuple[float, float]:
    """Share that came out, and median peak force, of tries in some layers."""
    chosen = [row for row in tries_in(tries, layers) if row.technique != "probe"]
    if not chosen:
        return float("nan"), float("nan")
    forces = [row.peak_force for row in chosen if row.peak_force is not None]
    share = float(np.mean([row.verdict == "clean" for row in chosen]))
    return share, float(np.median(forces))


def _table(groups: Sequence[Group]) -> Table:
    made = Table(title="How long games last, and what comes out")
    heads = ["player", "hand", "games", "failed", "turns (95 %)", "median"]
    heads += ["first turn", "out: bottom, middle, top", "peak force there, N"]
    for head in heads:
        made.add_column(head)
    for g in groups:
        made.add_row(
            g.player,
            g.hand,
            str(g.games),
            str(g.failed),
            f"{g.turns:.1f} ({g.turns_low:.1f}-{g.turns_high:.1f})",
            f"{g.median:.0f}",
            f"{g.first_turn:.0%} ({g.first_low:.0%}-{g.first_high:.0%})",
            f"{g.out_bottom:.0%} {g.out_middle:.0%} {g.out_top:.0%}",
            f"{g.force_bottom:.2f} {g.force_middle:.2f} {g.force_top:.2f}",
        )
    return made


@dataclass(frozen=True, slots=True)
class _Length:
    """How long one game of a group lasted, and how it ended."""

    player: str
    hand: str
    game: int
    turns: int
    termination: str
    loser: int | None
    layers: int


def _lengths(played: dict[tuple[str, str], list[MatchRecord]]) -> list[_Length]:
    return [
        _Length(*key, r.game, r.turns, r.termination, r.loser, r.layers)
        for key, found in played.items()
        for r in (record.game for record in found)
    ]


def _verdicts(found: Sequence[Expectation]) -> Table:
    made = Table(title="What was expected, with 95 % intervals")
    for head in ("expected", "found", "verdict"):
        made.add_column(head)
    for each in found:
        interval = f"{each.value:.2f} ({each.low:.2f} to {each.high:.2f})"
        made.add_row(each.expected, interval, each.verdict)
    return made


def _plot(played: dict[tuple[str, str], list[MatchRecord]], path: Path) -> None:
    from sims.plots import save, survival_plot

    curves = {}
    for key, found in played.items():
        games = [record.game for record in found]
        fell = [game.phase is not None for game in games]
        curves[", ".join(key)] = lifetimes([game.turns for game in games], fell)
    title = "Towers last longer with better players and steadier hands"
    save(survival_plot(curves, title=title), path)


def run(
    games: int, seed: int, workers: int, out: Path
) -> tuple[list[Group], list[Expectation]]:
    """Play all groups and write their results."""
    with study_pool(workers) as pool:
        jobs = [
            (player, hand, pool.submit(_play, player, hand, seed, index))
            for player, hand in GROUPS
            for index in range(games)
        ]
        played: dict[tuple[str, str], list[MatchRecord]] = {g: [] for g in GROUPS}
        for player, hand, job in track(jobs, "games", console=Console(stderr=True)):
            record = job.result()
            if isinstance(record, str):
                print(record, file=sys.stderr)
            else:
                played[player, hand].append(record)
    few = [", ".join(key) for key, found in played.items() if len(found) < 2]
    if few:
        raise EngineError(
            f"fewer than two games of {'; '.join(few)} could be played: too few to sum "
            "up; play more with --games"
        )
    groups = [summary(*key, found, games - len(found)) for key, found in played.items()]
    out.mkdir(parents=True, exist_ok=True)
    write_csv(groups, out / "sense-check.csv")
    write_csv(_lengths(played), out / "sense-games.csv")
    judged = expectations(played)
    write_csv(judged, out / "expectations.csv")
    _plot(played, out / "sense-check.png")
    return groups, judged


def main(argv: Sequence[str] | None = None) -> int:
    """Run the check from the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m sims.stacko_sense_check",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--games", type=int, default=60, help="games a group")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path("results/sense-check"))
    args = parser.parse_args(argv)
    for name, low in (("games", 2), ("seed", 0), ("workers", 1)):
        if getattr(args, name) < low:
            parser.error(f"--{name} {getattr(args, name)}: give {low} or more")
    try:
        groups, judged = run(args.games, args.seed, args.workers, args.out)
    except EngineError as error:
        parser.exit(1, f"{parser.prog}: {error}\n")
    console = Console()
    if not console.is_terminal:
        console = Console(width=140)
    console.print(_table(groups))
    console.print(_verdicts(judged))
    files = "sense-check.csv, sense-games.csv, expectations.csv, sense-check.png"
    console.print(f"written to {args.out}/: {files}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

"""Measure what a game costs and where the time goes; behind ``make bench``.

Example::

    python -m sims.bench --games 4

Prints games per hour of one core, simulated over wall time, and the share of the time
in the engine, the hand, the watch, the players and the rest. All in one process, so
that the figures are of one core.
"""

from __future__ import annotations

import argparse
import cProfile
import platform
import pstats
import time
from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

from sims.stacko_convergence import AS_IT_COMES, CHOSEN
from sims.tower_measures import drift
from stacko.game import Game
from stacko.hand import named_hand
from stacko.match import MatchConfig, play_match

__all__ = ["main"]

PARTS = {
    "engine: stepping": ("stepSimulation",),
    "engine: reading contacts": ("getContactPoints",),
    "engine: reading poses": ("getBasePositionAndOrientation", "getBaseVelocity"),
    "watch": ("stacko/topple.py", "stacko/margins.py", "stacko/stability.py"),
    "hand": ("stacko/hand/",),
    "players": ("stacko/players/",),
    "rules": ("stacko/game.py", "stacko/legal.py", "stacko/turns.py"),
}
"""Share of own time by what the name or the file of a function holds."""


@dataclass(frozen=True, slots=True)
class Played:
    """Games played one after another: their number, and time in s."""

    games: int
    simulated: float
    wall: float
    turns: int


def play(games: int, seed: int = 1) -> Played:
    """Play default games in this process."""
    config = MatchConfig(policies=("prober",), hands=(named_hand("average"),))
    started = time.perf_counter()
    rows = [play_match(config, seed, index).game for index in range(games)]
    wall = time.perf_counter() - started
    return Played(
        games, sum(r.sim_time for r in rows), wall, sum(r.turns for r in rows)
    )


def shares(games: int, seed: int = 1) -> dict[str, float]:
    """Return the share of own time of each part, from a profile of some games."""
    profile = cProfile.Profile()
    profile.runcall(play, games, seed)
    found = dict.fromkeys(PARTS, 0.0)
    total = 0.0
    stats = pstats.Stats(profile).stats  # type: ignore[attr-defined]
    for (file, _, name), (_, _, own, _, _) in stats.items():
        total += own
        where = f"{file.replace(chr(92), '/')}:{name}"
        for part, marks in PARTS.items():
            if any(mark in where for mark in marks):
                found[part] += own
                break
    rest = {"everything else": total - sum(found.values())}
    return {part: own / total for part, own in {**found, **rest}.items()}


def pushes(count: int = 3000) -> float:
    """Return how many moves a second the rules take, without any engine."""
    game = Game(seed=1)
    started = time.perf_counter()
    for index in range(count):
        free = [m for m in game.legal_moves if not game.tower.empties_layer(m.block)]
        if not free or game.ply > 30:
            game = Game(seed=index)
            free = list(game.legal_moves)
        game.push(free[index % len(free)])
    return count / (time.perf_counter() - started)


def main(argv: Sequence[str] | None = None) -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(
        prog="python -m sims.bench",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--games", type=int, default=6, help="games (default 6)")
    args = parser.parse_args(argv)
    if args.games < 1:
        parser.error(f"--games {args.games}: give 1 or more")
    made = Table("figure", "value", title=f"stacko, {platform.machine()}, one core")
    for name, solver, perfect in (
        ("equal blocks", CHOSEN, True),
        ("tolerances", CHOSEN, False),
        ("equal blocks, engine as it comes", AS_IT_COMES, True),
    ):
        found = drift(solver, perfect=perfect)
        text = f"{found.total * 1e3:.3f} mm in 10 s, after the first second "
        text += f"{found.after_first_second * 1e3:.3f} mm, {found.speed:.1f} sim s/s"
        made.add_row(f"untouched, {name}", text)
    played = play(args.games)
    made.add_row("games an hour", f"{played.games / played.wall * 3600:.0f}")
    made.add_row("seconds a game", f"{played.wall / played.games:.1f}")
    made.add_row("turns a game", f"{played.turns / played.games:.1f}")
    made.add_row("simulated/wall", f"{played.simulated / played.wall:.2f}")
    made.add_row("rules alone, moves a second", f"{pushes():.0f}")
    for part, share in shares(max(1, args.games // 3)).items():
        made.add_row(f"time in {part}", f"{share:.0%}")
    Console().print(made)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

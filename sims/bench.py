"""Measure what a game costs and where the time goes; behind ``make bench``.

Example::

    python -m sims.bench --games 4

Prints games per hour of one core, simulated over wall time, and the share of the time
in the engine, the hand, the watch, the players and the rest; then the same seeds in
every model that is installed, side by side, and where the time of the quasistatic one
goes. All in one process, so that the figures are of one core.
"""

from __future__ import annotations

import argparse
import cProfile
import platform
import pstats
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath

from rich.console import Console
from rich.table import Table

from sims.stacko_convergence import AS_IT_COMES, CHOSEN
from sims.tower_measures import drift
from stacko.engines import (
    AUTO,
    QUASISTATIC,
    engine_names,
    is_installed,
    resolve_engine,
)
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

STATICS = {
    "where towers rest": ("resting.py", "rest"),
    "what pulls drag along": ("sliding.py", "drag"),
    "margins": ("balance.py", "least_margin"),
    "players": ("asking.py", "ask"),
}
"""Share of all time below a function, by its file and name."""

FAST = 12
"""Quasistatic games for each game in an engine."""


@dataclass(frozen=True, slots=True)
class Played:
    """Games played one after another: their number, and time in s."""

    games: int
    simulated: float
    wall: float
    processor: float
    turns: int

    @property
    def rate(self) -> float:
        """Games in an hour of one core."""
        return self.games / self.processor * 3600


def play(games: int, seed: int = 1, engine: str = AUTO) -> Played:
    """Play default games in this process."""
    config = MatchConfig(
        policies=("prober",), hands=(named_hand("average"),), engine=engine
    )
    started, worked = time.perf_counter(), time.process_time()
    rows = [play_match(config, seed, index).game for index in range(games)]
    return Played(
        games,
        sum(row.sim_time for row in rows),
        time.perf_counter() - started,
        time.process_time() - worked,
        sum(row.turns for row in rows),
    )


def side_by_side(games: int, engine: Played) -> dict[str, Played]:
    """Return the games of each model that is installed; those of `auto` are given."""
    found = {resolve_engine(AUTO): engine}
    for name in engine_names():
        if name not in found and is_installed(name):
            found[name] = play(games, engine=name)
    play(1, engine=QUASISTATIC)  # loads what it needs
    found[QUASISTATIC] = play(FAST * games, engine=QUASISTATIC)
    return found


def quasistatic_shares(games: int, seed: int = 1) -> dict[str, float]:
    """Return the share of all time of each part of the quasistatic model.

    What a probe does is its own part, and not the players'.
    """
    profile = cProfile.Profile()
    profile.runcall(play, games, seed, QUASISTATIC)
    below: dict[tuple[str, str], float] = {}
    total = 0.0
    stats = pstats.Stats(profile).stats  # type: ignore[attr-defined]
    for (file, _, name), (_, _, own, all_below, _) in stats.items():
        total += own
        below[PurePath(file).name, name] = all_below
    found = {part: below.get(where, 0.0) for part, where in STATICS.items()}
    found["players"] -= below.get(("base.py", "probe"), 0.0)
    found["everything else"] = total - sum(found.values())
    return {part: time / total for part, time in found.items()}


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
    Console().print(_compared(side_by_side(args.games, played)))
    return 0


def _compared(found: dict[str, Played]) -> Table:
    made = Table("figure", "value", title="the same seeds side by side, processor time")
    slowest = next(iter(found))
    for name, played in found.items():
        turns = played.turns / played.processor
        text = f"{played.rate:.0f}, {turns:.2f} turns a second, of {played.games}"
        made.add_row(f"{name}: games an hour", text)
        if name != slowest:
            ratio = played.rate / found[slowest].rate
            made.add_row(f"{name}: times the games of {slowest}", f"{ratio:.1f}")
    for part, share in quasistatic_shares(FAST).items():
        made.add_row(f"{QUASISTATIC}: time in {part}", f"{share:.0%}")
    return made


if __name__ == "__main__":
    raise SystemExit(main())

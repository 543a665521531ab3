"""Measure the speed of STACCS, side by side with another card game's environment.

Example::

    python -m sims.staccs_bench --seconds 3

Random UH OH! with four players at a table with an edge, and rlcard's UNO with as many
random agents, in turns: one step of ours is a decision made among ``legal_moves`` and
pushed, one of theirs an ``env.step``. Then what a play costs as the STACC grows.
Seconds are of processor time, so that a busy machine disturbs less. With ``--compiled
FOLDER`` (``make compiled`` makes build/compiled) the packages there take their turns,
too, in a process of their own.
"""

from __future__ import annotations

import argparse
import platform
import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from importlib import import_module, metadata
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table as Lines

from sims.staccs_elsewhere import Elsewhere, is_compiled
from staccs.board import Board
from staccs.cards import KINDS
from staccs.match import MatchConfig, play_match
from staccs.modes import make_game
from staccs.phases import Mode
from staccs.table import PlacedTable, Table

__all__ = ["cost_by_size", "main", "our_games", "their_games"]

ROUNDS = 5
"""Turns each of the two gets; the median counts."""

PLAYERS = 4
SIZES = (10, 20, 40, 60, 80, 100)
"""Cards on the STACC at which the cost of a play is measured."""

Player = Callable[[int], int]
"""Plays a game of a seed; returns how many steps it took."""


def our_games(table: str = "round:1.2") -> Player:
    """Return what plays random UH OH! through the public face of a game."""
    placed = PlacedTable(Table.parse(table))
    rng = np.random.default_rng(1)

    def play(seed: int) -> int:
        game = make_game(Mode.UH_OH, PLAYERS, seed=rng, table=placed)
        moves = game.legal_moves
        while moves:
            game.push(moves[int(rng.random() * len(moves))])
            moves = game.legal_moves
        return game.ply

    return play


def their_games() -> Player | None:
    """Return what plays rlcard's UNO; None if it is not installed."""
    try:
        rlcard: Any = import_module("rlcard")
        agents: Any = import_module("rlcard.agents")
    except ImportError:
        return None
    env = rlcard.make("uno", config={"game_num_players": PLAYERS, "seed": 1})
    agent = agents.RandomAgent(env.num_actions)

    def play(seed: int) -> int:
        state, _ = env.reset()
        steps = 0
        while not env.is_over():
            state, _ = env.step(agent.step(state), agent.use_raw)
            steps += 1
        return steps

    return play


def rate(play: Player, seconds: float, first: int) -> tuple[float, int]:
    """Return steps a second of processor time, and the first seed not played."""
    steps, seed = 0, first
    started = time.process_time()
    while time.process_time() - started < seconds:
        steps += play(seed)
        seed += 1
    return steps / (time.process_time() - started), seed


def side_by_side(
    players: Sequence[Player | Elsewhere], seconds: float, rounds: int = ROUNDS
) -> list[list[float]]:
    """Return for each of the players its steps a second in each round.

    Parameters
    ----------
    players : sequence of callable or Elsewhere
        They take turns, so that what slows the machine down slows all of them.
    seconds : float
        How long each plays in a round.
    rounds : int
        How often.
    """
    seeds = [0] * len(players)
    rates: list[list[float]] = [[] for _ in players]
    for _ in range(rounds):
        for number, play in enumerate(players):
            first = seeds[number]
            if isinstance(play, Elsewhere):
                found, seeds[number] = play.rate(seconds, first)
            else:
                found, seeds[number] = rate(play, seconds, first)
            rates[number].append(found)
    return rates


def cost_by_size(
    sizes: Sequence[int] = SIZES, repeats: int = 100
) -> Iterator[tuple[int, float]]:
    """Yield sizes of a STACC, and what it costs to lay one more card and lift it.

    Parameters
    ----------
    sizes : sequence of int
        Cards on the STACC.
    repeats : int
        How many plays each figure is the mean of, on each of several STACCs.

    Yields
    ------
    tuple of (int, float)
        Cards, and seconds.
    """
    boards = [_grown(seed, max(sizes)) for seed in range(20)]
    for size in sizes:
        yield size, statistics.mean(_cost(board, size, repeats) for board in boards)


def _grown(seed: int, size: int) -> list[tuple[int, int, int]]:
    """Return the cards of a random STACC: kind, cell, orientation."""
    rng = np.random.default_rng(seed)
    board = Board(copies=2)
    board.start(KINDS[0])
    laid: list[tuple[int, int, int]] = []
    while len(board) < size:
        cells = sorted(board.open_cells().items())
        cell, fit = cells[int(rng.integers(len(cells)))]
        kinds = [kind for kind in range(56) if fit >> kind & 1]
        if not kinds:
            continue
        card = kinds[int(rng.integers(len(kinds)))], cell, board.orientation()
        board.put(*card)
        laid.append(card)
    return laid


def _cost(laid: Sequence[tuple[int, int, int]], size: int, repeats: int) -> float:
    """Return the cost of the card that makes it so many, the least of several tries."""
    board = Board(copies=2)
    board.start(KINDS[0])
    for card in laid[: size - 1]:
        board.put(*card)
    card = (laid[size - 1 : size] or laid[-1:])[0]
    tries = []
    for _ in range(5):
        started = time.process_time()
        for _ in range(repeats):
            board.put(*card)
            board.undo()
        tries.append((time.process_time() - started) / repeats)
    return min(tries)


def games_an_hour(policy: str, plays: bool, games: int) -> float:
    """Return games of UH OH! an hour and core, from deal to rows."""
    table = PlacedTable(Table.parse("round:1.2"))
    config = MatchConfig(policies=(policy,), table=table, plays=plays)
    started = time.process_time()
    for index in range(games):
        play_match(config, 1, index)
    return 3600 * games / (time.process_time() - started)


def main(argv: Sequence[str] | None = None) -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(
        prog="python -m sims.staccs_bench",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--seconds", type=float, default=2.0, help="of each turn (default 2)"
    )
    parser.add_argument(
        "--compiled", type=Path, help="where a compiled install is, to be compared"
    )
    args = parser.parse_args(argv)
    if not 0 < args.seconds <= 3600:
        parser.error(f"--seconds {args.seconds}: give more than 0, up to 3600")
    made = Lines("figure", "value", title=f"staccs, {platform.machine()}, one core")
    with ExitStack() as stack:
        other = _installed(args.compiled)
        if other is not None:
            stack.enter_context(other)
        for label, value in _figures(args.seconds, other):
            made.add_row(label, value)
        if args.compiled and other is None:
            made.add_row("compiled", f"none in {args.compiled}; make compiled makes it")
    Console().print(made)
    return 0


def _installed(folder: Path | None) -> Elsewhere | None:
    """Return the compiled install of a folder; None if there is none."""
    if folder is None or not any(folder.glob("staccs/ground.*.*")):
        return None
    return Elsewhere(folder)


def _figures(seconds: float, other: Elsewhere | None) -> Iterator[tuple[str, str]]:
    """Yield what is measured, and the figure of it."""
    name = "compiled" if is_compiled() else "plain"
    yield from _steps(seconds, name, other)
    yield from _costs(name, cost_by_size, games_an_hour)
    if other is not None:
        yield from _costs("compiled", other.cost_by_size, other.games_an_hour)


def _costs(
    name: str,
    sizes: Callable[[], Iterable[tuple[int, float]]],
    hourly: Callable[[str, bool, int], float],
) -> Iterator[tuple[str, str]]:
    """Yield what plays and whole games cost."""
    for size, cost in sizes():
        yield f"laying and lifting card {size}, {name}", f"{cost * 1e6:.1f} us"
    for policy in ("random", "greedy"):
        for plays, rows in ((True, "with"), (False, "without")):
            label = f"games an hour, {policy}, {rows} rows of moves, {name}"
            yield label, f"{hourly(policy, plays, 100):.0f}"


def _steps(
    seconds: float, name: str, other: Elsewhere | None
) -> Iterator[tuple[str, str]]:
    """Yield the steps a second of all that take turns, and the ratios to rlcard."""
    ours: dict[str, Player | Elsewhere] = {name: our_games()}
    if other is not None:
        ours["compiled"] = other
    theirs = their_games()
    players = [*ours.values()] + ([theirs] if theirs else [])
    rates = side_by_side(players, seconds)
    for name, found in zip(ours, rates, strict=False):
        yield f"random UH OH!, steps a second, {name}", _told(found)
    if theirs is None:
        yield "rlcard", "not installed; make bench installs it"
        return
    yield f"rlcard {metadata.version('rlcard')} UNO, the same", _told(rates[-1])
    for name, found in zip(ours, rates, strict=False):
        ratio = [a / b for a, b in zip(found, rates[-1], strict=True)]
        yield f"ratio, {name}", f"{statistics.median(ratio):.2f}"


def _told(rates: Sequence[float]) -> str:
    return (
        f"{statistics.median(rates):.0f} (lowest {min(rates):.0f}, highest "
        f"{max(rates):.0f} of {len(rates)} rounds)"
    )


if __name__ == "__main__":
    raise SystemExit(main())

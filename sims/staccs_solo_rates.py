"""How often SOLOSTACCS is won: every variation, each of several players.

Example::

    python -m sims.staccs_solo_rates --games 1000 --out results/solo-rates

Every player gets the same deals. Writes ``solo-rates.csv`` and prints the win rates
with their 95 % Wilson intervals. Takes about 10 minutes of one core for 1,000 games.
``--group chance`` tells apart instead what costs a player without a plan its games
(drawing past plays, or the table's edge), and writes ``chance-rates.csv``; 2 minutes.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from rich.console import Console
from rich.table import Table as Lines
from scipy.stats import binomtest

from gamebase.batch_config import default_workers
from gamebase.columns import column
from gamebase.counting import counted
from sims.pool import study_pool
from sims.tables import write_csv
from staccs.config import NO_TABLE
from staccs.match import MatchConfig, play_match
from staccs.modes import Variation
from staccs.moves import Action, Move
from staccs.phases import Mode
from staccs.players import Seat
from staccs.records import GameRow
from staccs.table import PlacedTable, Table

__all__ = ["GROUPS", "Laying", "Rate", "main", "rates"]

TABLE = "round:1.2"
GROUPS = {
    "solo": (("random", "greedy", "lookahead"), (TABLE,)),
    "chance": (("random", "sims.staccs_solo_rates:Laying"), (TABLE, "none")),
}
"""Name of a group -> its players and tables."""
BLOCK = 10
"""Games of one task."""
HEADS = ("variation", "player", "table", "won", "rate", "95 %", "standing", "ms")


class Laying:
    """Lays any card wherever it fits, all plays alike, and draws only if none does."""

    name = "laying"

    def choose(self, seat: Seat) -> Move:
        """Return a legal move; never looks at the cards."""
        moves = list(seat.legal_moves)
        plays = [move for move in moves if move.action is Action.PLAY] or moves
        return plays[int(seat.rng.random() * len(plays))]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """How often one player finished one variation."""

    variation: str = column("variation of SOLOSTACCS")
    player: str = column("name of the player")
    table: str = column("text of the table, 'none' for one without an edge")
    games: int = column("games played")
    won: int = column("games in which all cards stood at the end")
    rate: float = column("share of them")
    low: float = column("lower end of its 95 % Wilson interval")
    high: float = column("upper end")
    standing: float = column("cards standing at the end, mean", "cards")
    time: float = column("processor time a game, mean", "s", wall=True)


def rates(
    games: int,
    workers: int,
    *,
    players: Sequence[str] = GROUPS["solo"][0],
    tables: Sequence[str] = (TABLE,),
    seed: int = 0,
) -> Iterator[Rate]:
    """Play, and yield the rate of every variation, player and table.

    Parameters
    ----------
    games : int
        Games of each.
    workers : int
        Processes.
    players : sequence of str
        Players by name or path.
    tables : sequence of str
        Texts of tables, ``none`` for one without an edge.
    seed : int
        Seed of the deals, the same ones for all.
    """
    blocks = [range(k, min(k + BLOCK, games)) for k in range(0, games, BLOCK)]
    with study_pool(workers) as pool:
        tasks = [
            [pool.submit(_play, *which, seed, block) for block in blocks]
            for which in product(Variation, players, tables)
        ]
        for found in tasks:
            parts = [task.result() for task in found]
            rows = [row for part, _ in parts for row in part]
            yield _rate(rows, sum(seconds for _, seconds in parts))


def _play(
    variation: Variation, player: str, table: str, seed: int, games: range
) -> tuple[list[GameRow], float]:
    config = MatchConfig(
        mode=Mode.SOLO,
        players=1,
        policies=(player,),
        variation=variation.value,
        table=None if table == NO_TABLE else PlacedTable(Table.parse(table)),
        plays=False,
    )
    started = time.process_time()
    rows = [play_match(config, seed, index).game for index in games]
    return rows, time.process_time() - started


def _rate(rows: Sequence[GameRow], seconds: float) -> Rate:
    won = sum(row.termination == "complete" for row in rows)
    interval = binomtest(won, len(rows)).proportion_ci(0.95, method="wilson")
    return Rate(
        variation=str(rows[0].variation),
        player=rows[0].policies,
        table=rows[0].table,
        games=len(rows),
        won=won,
        rate=won / len(rows),
        low=float(interval.low),
        high=float(interval.high),
        standing=sum(row.standing for row in rows) / len(rows),
        time=seconds / len(rows),
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Play, write the table and print it."""
    parser = argparse.ArgumentParser(
        prog="python -m sims.staccs_solo_rates",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--group", choices=GROUPS, default="solo", help="what to compare")
    add("--games", type=int, default=1000, help="games of each (default 1000)")
    add("--workers", type=int, default=default_workers(), help="processes")
    add("--seed", type=int, default=0, help="seed of the deals (default 0)")
    add("--out", type=Path, default=Path("results/solo-rates"), help="folder")
    args = parser.parse_args(argv)
    if args.games < 1 or args.workers < 1 or args.seed < 0:
        parser.error("give --games and --workers of 1 or more, and --seed of 0 or more")
    args.out.mkdir(parents=True, exist_ok=True)
    players, tables = GROUPS[args.group]
    found = list(
        rates(args.games, args.workers, players=players, tables=tables, seed=args.seed)
    )
    write_csv(found, args.out / f"{args.group}-rates.csv")
    made = Lines(*HEADS, title=f"{counted(args.games, 'game')} of each")
    for each in found:
        made.add_row(
            each.variation,
            each.player,
            each.table,
            str(each.won),
            f"{each.rate:.1%}",
            f"{each.low:.1%}-{each.high:.1%}",
            f"{each.standing:.1f}",
            f"{each.time * 1e3:.0f}",
        )
    Console().print(made)
    return 0


if __name__ == "__main__":
    sys.exit(main())

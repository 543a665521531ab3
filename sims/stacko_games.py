"""Play a batch of Stacko games into a folder of tables.

``stacko simulate`` and ``python -m sims.stacko_games`` are the same.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pyarrow as pa

from gamebase.counting import counted
from gamebase.printable import printable
from sims import games_command, staccs_metrics
from sims.folder import REPLAYS, own_replays
from sims.game_kind import GameKind
from sims.reports.kinds import Lifetime
from sims.running.jobs import Job
from sims.stacko_job import StackoJob
from sims.stacko_metrics import METRICS
from sims.stacko_report import summarize
from stacko.batch_flags import FIRST_REPLAYS
from stacko.config import SimulationConfig
from stacko.match import open_stage
from stacko.records import GameRow, TurnRow
from stacko.replay.configuration import match_config

__all__ = ["STACKO", "main", "run"]


def _job(config: SimulationConfig) -> StackoJob:
    return StackoJob(match_config(config), config.seed)


def _equip(job: Job, args: argparse.Namespace, cell: int | None) -> Job:
    if not isinstance(job, StackoJob):
        raise TypeError("the job is of another game")
    chosen = args.replays or "topples"
    first = FIRST_REPLAYS if args.replays is None else None
    # Workers may run elsewhere, in the same file system.
    folder = args.out.absolute()
    return replace(job, replays=chosen, folder=folder, first=first, cell=cell)


def _notes(games: pa.Table, args: argparse.Namespace) -> Iterator[str]:
    """Tell of the replays, and of those that could not be written."""
    there = sum(1 for _ in own_replays(args.out))
    if there:
        replays = printable(str(args.out / REPLAYS))
        what = "replay is" if there == 1 else "replays are"
        yield f"{there} {what} in {replays}/: stacko replay FILE shows one"
    ends = games.column("termination").to_pylist()
    if args.replays is None:
        ends = ends[:FIRST_REPLAYS]  # they are sorted by game
    toppled = ends.count("toppled")
    wanted = {None: toppled, "all": len(ends), "topples": toppled, "none": 0}
    missing = wanted[args.replays] - there
    if missing > 0:
        have = "has" if missing == 1 else "have"
        yield (
            f"{counted(missing, 'game')} {have} no replay: an earlier run made none, "
            "or the disk was full; their rows are complete"
        )


def _title(config: SimulationConfig) -> str:
    return (
        f"Stacko: {config.players} players, {','.join(config.policy)}, "
        f"{','.join(config.hand)} hand, seed {config.seed}"
    )


def _check_engine(config: SimulationConfig) -> None:
    """Refuse an engine that is missing or does not take its settings."""
    with open_stage(match_config(config)):
        pass


LIFETIME = Lifetime(
    column="turns",
    unit="turns",
    ended=("toppled",),
    meaning="turns until the tower falls",
    left="towers still standing",
    ending="fell",
)

STACKO = GameKind(
    game="stacko",
    config=SimulationConfig,
    tables={"games": GameRow, "turns": TurnRow},
    job=_job,
    check=_check_engine,
    same=("seed", "players", "engine"),
    title=_title,
    summary=summarize,
    equip=_equip,
    metrics=METRICS,
    elsewhere={each.name: "staccs" for each in staccs_metrics.METRICS},
    lifetime=LIFETIME,
    notes=_notes,
)
"""What a batch has to know of Stacko."""


def run(args: argparse.Namespace) -> int:
    """Play the batch that the flags ask for.

    Parameters
    ----------
    args : argparse.Namespace
        The flags of `stacko.batch_flags`.

    Returns
    -------
    int
        0, 1 if some games failed, 130 if it was interrupted.

    Raises
    ------
    stacko.errors.StackoError
        For bad input, before anything is written.
    """
    return games_command.run(STACKO, args)


def main(argv: Sequence[str] | None = None) -> int:
    """Run as a script, with the flags of ``stacko simulate``."""
    from stacko.cli import main as stacko

    return stacko(["simulate", *(sys.argv[1:] if argv is None else argv)])


if __name__ == "__main__":
    sys.exit(main())

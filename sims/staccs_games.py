"""Play a batch of STACCS games into a folder of tables.

``staccs simulate`` and ``python -m sims.staccs_games`` are the same.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from gamebase.counting import counted
from sims import games_command, stacko_metrics
from sims.game_kind import GameKind
from sims.reports.kinds import Lifetime
from sims.staccs_job import StaccsJob
from sims.staccs_metrics import METRICS
from sims.staccs_report import summarize
from staccs.config import SimulationConfig
from staccs.match import MatchConfig
from staccs.records import GameRow, PlayRow

__all__ = ["STACCS", "main", "run"]


def _job(config: SimulationConfig) -> StaccsJob:
    return StaccsJob(MatchConfig.of(config), config.seed)


def _title(config: SimulationConfig) -> str:
    variation = f" ({config.variation})" if config.variation else ""
    many = counted(config.players, "player")
    placed = config.placed_table()
    table = config.table if placed is None else placed.table.brief()
    return (
        f"STACCS {config.mode.value}{variation}: {many}, {','.join(config.policy)}, "
        f"table {table}, seed {config.seed}"
    )


LIFETIME = Lifetime(
    column="turns",
    unit="turns",
    ended=("out", "deck_out", "complete", "no_moves"),
    meaning="turns until the game ends",
)

STACCS = GameKind(
    game="staccs",
    config=SimulationConfig,
    tables={"games": GameRow, "plays": PlayRow},
    job=_job,
    same=("seed", "players", "mode", "variation"),
    metrics=METRICS,
    elsewhere={each.name: "stacko" for each in stacko_metrics.METRICS},
    lifetime=LIFETIME,
    title=_title,
    summary=summarize,
)
"""What a batch has to know of STACCS."""


def run(args: argparse.Namespace) -> int:
    """Play the batch that the flags ask for.

    Parameters
    ----------
    args : argparse.Namespace
        The flags of `staccs.batch_flags`.

    Returns
    -------
    int
        0, 1 if some games failed, 130 if it was interrupted.

    Raises
    ------
    staccs.errors.StaccsError
        For bad input, before anything is written.
    """
    return games_command.run(STACCS, args)


def main(argv: Sequence[str] | None = None) -> int:
    """Run as a script, with the flags of ``staccs simulate``."""
    from staccs.cli import main as staccs

    return staccs(["simulate", *(sys.argv[1:] if argv is None else argv)])


if __name__ == "__main__":
    sys.exit(main())

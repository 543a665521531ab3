"""The console command ``staccs``.

Whatever is wrong with what was typed, or with a file, is one line on the standard
error output and exit code 2. Other codes: 0 done, 1 some games failed or a card that
``explain`` was asked about may not be laid there, 130 interrupted.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from gamebase.command import RESUMABLE, Parser, add_listing, run_command
from gamebase.game_key import GameKey
from gamebase.listing import parameter_lines, player_lines
from gamebase.report_flags import add_report
from gamebase.run_record import refuse_any_cell
from staccs.batch_flags import EXAMPLES, add_arguments
from staccs.batch_reading import Reading
from staccs.listing import GROUPS
from staccs.players.registry import PLAYERS
from staccs.replay_command import add_replay
from staccs.rules import rule_page
from staccs.show_command import add_explain, add_show

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command.

    Parameters
    ----------
    argv : sequence of str, optional
        Arguments; those of the process if left out.

    Returns
    -------
    int
        Exit code.
    """
    return run_command("staccs", _parser, argv)


def _parser() -> Parser:
    parser = Parser(
        prog="staccs",
        description="STACCS by machine: whole games of stacked cubes, table's edge "
        "and all.",
        epilog="examples:\n  staccs simulate --mode uh-oh --games 200 --out results/a\n"
        "  staccs show '5S@0,0 9S@0,1' --card 9H --out stacc.svg\n"
        "  staccs explain '5S@0,0 9S@0,1' 9H 1,0\n"
        "  staccs replay results/a --game 3 --html game.html",
    )
    version = f"staccs {metadata.version('stacko')}"
    parser.add_argument("--version", action="version", version=version)
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    _add_simulate(commands)
    add_report(commands, "staccs", _report)
    add_show(commands, _read_row)
    add_explain(commands, _read_row)
    add_replay(commands, Reading(_read_row, _read_rows), _progress)
    for name, text, lines in (
        ("rules", "print the rules and every switch", lambda: [rule_page().rstrip()]),
        ("players", "list the players", lambda: player_lines(PLAYERS)),
        (
            "params",
            "list all parameters with unit, grade and source",
            lambda: parameter_lines(GROUPS),
        ),
    ):
        add_listing(commands, name, text, lines)
    return parser


def _add_simulate(commands: Any) -> None:
    text = "play a batch of games into a folder of tables"
    command = commands.add_parser(
        "simulate", help=text, description=text, epilog=EXAMPLES
    )
    add_arguments(command)
    command.set_defaults(run=_simulate, interrupted=RESUMABLE)


def _simulate(args: argparse.Namespace) -> int:
    # Only this command needs the tables and the terminal library.
    from sims.staccs_games import run

    sys.path.append(os.getcwd())  # where a player of one's own may lie
    return run(args)


def _report(args: argparse.Namespace) -> int:
    # Only this command needs statistics and the terminal library.
    from sims.reports.command import run
    from sims.staccs_games import STACCS

    return run(STACCS, args)


def _read_row(
    path: Path, key: GameKey, columns: Mapping[str, str]
) -> Mapping[str, Any]:
    # Only tables of games need what reads Parquet.
    from sims.rows import row_of

    refuse_any_cell(path, key)
    return row_of(path, key.game, columns, key.cell)


def _read_rows(
    path: Path, key: GameKey, columns: Mapping[str, str]
) -> Sequence[Mapping[str, Any]]:
    from sims.rows import rows_of

    return rows_of(path, key.game, columns, key.cell)


def _progress(frames: Iterable[Any], count: int) -> Iterable[Any]:
    # Only long renders need the terminal library.
    from sims.progress import tracked

    return tracked(frames, count, sys.stderr)


if __name__ == "__main__":
    sys.exit(main())

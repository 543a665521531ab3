"""The console command ``stacko``.

Whatever is wrong with what was typed, or with a file, is one line on the standard
error output and exit code 2. Other codes: 0 done, 1 some games failed, 130
interrupted.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from gamebase.command import (
    RESUMABLE,
    Parser,
    add_color_flag,
    add_listing,
    colored,
    run_command,
)
from gamebase.game_key import GameKey, game_of_batch
from gamebase.listing import parameter_lines, player_lines
from gamebase.report_flags import add_report
from gamebase.run_record import refuse_any_cell
from stacko.batch_flags import EXAMPLES, add_arguments
from stacko.kits import read_set, set_argument
from stacko.listing import GROUPS, hand_lines
from stacko.players.registry import PLAYERS
from stacko.render import render_tower
from stacko.replay_command import add_replay, add_rerun
from stacko.rules import rule_page
from stacko.showing import tower_of
from stacko.statics_command import add_statics

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
    return run_command("stacko", _parser, argv)


def _parser() -> Parser:
    parser = Parser(
        prog="stacko",
        description="UNO Stacko by machine: whole games on a physical tower.",
        epilog="examples:\n  stacko simulate --games 20 --out results/first\n"
        "  stacko show 'R3 W BS / Y1 - G2'\n  stacko statics 'R3 W BS / Y1 - G2'",
    )
    version = f"stacko {metadata.version('stacko')}"
    parser.add_argument("--version", action="version", version=version)
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    _add_simulate(commands)
    add_report(commands, "stacko", _report)
    _add_show(commands)
    add_statics(commands, _read_row)
    add_replay(commands)
    add_rerun(commands)
    for name, text, lines in (
        ("rules", "print the rules and every switch", lambda: [rule_page().rstrip()]),
        ("players", "list the players", lambda: player_lines(PLAYERS)),
        ("hands", "list the hands and their parameters", hand_lines),
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


def _add_show(commands: Any) -> None:
    text = "print a tower: from notation, a text file, a saved game, a batch of games"
    command = commands.add_parser(
        "show",
        help="print a tower",
        description=text,
        epilog="examples:\n  stacko show 'R3 W BS / Y1 - G2'\n  stacko show game.json\n"
        "  stacko show results/first --game 3",
    )
    command.add_argument("source", metavar="FILE-or-notation")
    command.add_argument(
        "--game",
        type=game_of_batch,
        metavar="N",
        help="which game of a folder of results, in a study CELL:N (0)",
    )
    command.add_argument(
        "--set",
        type=set_argument,
        metavar="NAME",
        help="set of blocks of the notation: uno, wood or FILE.toml",
    )
    add_color_flag(command)
    command.set_defaults(run=_show)


def _simulate(args: argparse.Namespace) -> int:
    # Only this command needs the tables, the terminal library and an engine.
    from sims.stacko_games import run

    sys.path.append(os.getcwd())  # where a player of one's own may lie
    return run(args)


def _report(args: argparse.Namespace) -> int:
    # Only this command needs statistics and the terminal library.
    from sims.reports.command import run
    from sims.stacko_games import STACKO

    return run(STACKO, args)


def _read_row(
    path: Path, key: GameKey, columns: Mapping[str, str]
) -> Mapping[str, Any]:
    # Only tables of games need what reads Parquet.
    from sims.rows import row_of

    refuse_any_cell(path, key)
    return row_of(path, key.game, columns, key.cell)


def _show(args: argparse.Namespace) -> int:
    block_set = None if args.set is None else read_set(args.set)
    tower = tower_of(args.source, _read_row, block_set, args.game)
    print(render_tower(tower, color=colored(args.color)))
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The console command ``stacko``.

Whatever is wrong with what was typed, or with a file, is one line on the standard
error output and exit code 2. Other codes: 0 done, 1 some games failed, 130
interrupted.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any, NoReturn

from gamebase.batch_flags import whole_number
from gamebase.printable import printable
from stacko.batch_flags import EXAMPLES, add_arguments
from stacko.blocks import BlockSet
from stacko.errors import StackoError
from stacko.listing import hand_lines, parameter_lines, player_lines
from stacko.render import render_tower
from stacko.rules import rule_page
from stacko.showing import tower_of

__all__ = ["main"]

BAD_INPUT = 2
INTERRUPTED = 130
BROKEN_PIPE = 141

_LONGEST_MESSAGE = 1500


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(allow_abbrev=False, **options)

    def error(self, message: str) -> NoReturn:
        _complain(f"{message}; see {self.prog} --help")
        raise SystemExit(BAD_INPUT)


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
    _fill_streams()
    try:
        args = _parser().parse_args(argv)
        code: int = args.run(args)
        sys.stdout.flush()
        return code
    except StackoError as error:
        _complain(str(error))
    except BrokenPipeError:
        # Whoever read our output has enough; nothing more must be flushed to it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except OSError as error:
        name = f" {error.filename!r}" if error.filename is not None else ""
        _complain(f"cannot read or write{name}: {error.strerror or error}")
    except KeyboardInterrupt:
        _complain("interrupted; finished games are kept, --resume goes on")
        return INTERRUPTED
    return BAD_INPUT


def _fill_streams() -> None:
    """Put something in the place of streams that were closed before we started."""
    # In this order, so that a file opened later does not take the place of one.
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115


def _complain(message: str) -> None:
    text = printable(message)
    if len(text) > _LONGEST_MESSAGE:
        text = text[:_LONGEST_MESSAGE] + "..."
    sys.stderr.write(f"stacko: error: {text}\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="stacko",
        description="UNO Stacko by machine: whole games on a physical tower.",
        epilog="examples:\n  stacko simulate --games 20 --out results/first\n"
        "  stacko show 'R3 W BS / Y1 - G2'",
    )
    version = f"stacko {metadata.version('stacko')}"
    parser.add_argument("--version", action="version", version=version)
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    _add_simulate(commands)
    _add_show(commands)
    for name, text, lines in (
        ("rules", "print the rules and every switch", lambda: [rule_page().rstrip()]),
        ("players", "list the players", player_lines),
        ("hands", "list the hands and their parameters", hand_lines),
        ("params", "list all parameters with unit, grade and source", parameter_lines),
    ):
        command = commands.add_parser(name, help=text, description=text)
        command.set_defaults(run=_printer(lines))
    return parser


def _add_simulate(commands: Any) -> None:
    text = "play a batch of games into a folder of tables"
    command = commands.add_parser(
        "simulate", help=text, description=text, epilog=EXAMPLES
    )
    add_arguments(command)
    command.set_defaults(run=_simulate)


def _add_show(commands: Any) -> None:
    text = "print a tower: from notation, a text file, a saved game, a games.parquet"
    command = commands.add_parser(
        "show",
        help="print a tower",
        description=text,
        epilog="examples:\n  stacko show 'R3 W BS / Y1 - G2'\n  stacko show game.json\n"
        "  stacko show results/first/games.parquet --game 3",
    )
    command.add_argument("source", metavar="FILE-or-notation")
    command.add_argument(
        "--game",
        type=whole_number,
        default=0,
        metavar="N",
        help="which game of a table (0)",
    )
    command.add_argument(
        "--set", type=Path, metavar="FILE.toml", help="set of blocks of the notation"
    )
    command.add_argument("--color", choices=("auto", "always", "never"), default="auto")
    command.set_defaults(run=_show)


def _simulate(args: argparse.Namespace) -> int:
    # Only this command needs the tables, the terminal library and an engine.
    from sims.stacko_games import run

    sys.path.append(os.getcwd())  # where a player of one's own may lie
    return run(args)


def _show(args: argparse.Namespace) -> int:
    block_set = None if args.set is None else BlockSet.from_toml(args.set)
    tower = tower_of(args.source, block_set, args.game)
    print(render_tower(tower, color=_colored(args.color)))
    return 0


def _colored(choice: str) -> bool:
    if choice != "auto":
        return choice == "always"
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return sys.stdout.isatty() and not plain


def _printer(
    lines: Callable[[], Iterable[str]],
) -> Callable[[argparse.Namespace], int]:
    def run(_args: argparse.Namespace) -> int:
        for line in lines():
            print(line)
        return 0

    return run


if __name__ == "__main__":
    sys.exit(main())

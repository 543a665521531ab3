"""The shell of a console command: one-line errors, exit codes, closed streams.

Whatever is wrong with what was typed, or with a file, is one line on the standard
error output and exit code 2. Other codes: what the command returns (0 done, 1 some
games failed), 130 interrupted, 141 when nobody reads the output any more.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, NoReturn

from gamebase.errors import GameError, ParameterError, shown
from gamebase.game_key import GameKey
from gamebase.printable import printable

__all__ = [
    "RESUMABLE",
    "Parser",
    "add_color_flag",
    "add_listing",
    "colored",
    "refuse_game",
    "run_command",
]

BAD_INPUT = 2
INTERRUPTED = 130
BROKEN_PIPE = 141

RESUMABLE = "interrupted; finished games are kept, --resume goes on"
"""What is said when a batch is interrupted."""

_LONGEST_MESSAGE = 1500


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, and whose texts keep their lines.

    Parameters
    ----------
    prog : str
        Name of the command; it begins every message.
    **options
        As for `argparse.ArgumentParser`.
    """

    def __init__(self, *, prog: str, **options: Any) -> None:
        options.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(prog=prog, allow_abbrev=False, **options)

    def error(self, message: str) -> NoReturn:
        """End the process with a message of one line."""
        program = self.prog.partition(" ")[0]  # a subcommand's has more words
        _complain(program, f"{message}; see {self.prog} --help")
        raise SystemExit(BAD_INPUT)


def run_command(
    program: str, make_parser: Callable[[], Parser], argv: Sequence[str] | None = None
) -> int:
    """Run a command, and turn whatever goes wrong into one line and an exit code.

    Parameters
    ----------
    program : str
        Name of the command; it begins every message.
    make_parser : callable
        Makes the parser, each of whose commands has set ``run``: it takes the parsed
        arguments and returns an exit code. It may set ``interrupted``, too, what is
        said when somebody interrupts it.
    argv : sequence of str, optional
        Arguments; those of the process if left out.

    Returns
    -------
    int
        Exit code.
    """
    _fill_streams()
    args = argparse.Namespace()
    try:
        args = make_parser().parse_args(argv)
        code: int = args.run(args)
        sys.stdout.flush()
        return code
    except GameError as error:
        _complain(program, str(error))
    except BrokenPipeError:
        # Whoever read our output has enough; nothing more must be flushed to it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except OSError as error:
        name = f" {error.filename!r}" if error.filename is not None else ""
        reason = error.strerror or error
        _complain(program, f"cannot read or write{name}: {reason}")
    except KeyboardInterrupt:
        _complain(program, getattr(args, "interrupted", "interrupted"))
        return INTERRUPTED
    return BAD_INPUT


def _fill_streams() -> None:
    """Put something in the place of streams that were closed before we started."""
    # In this order, so that a file opened later does not take the place of one.
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115


def _complain(program: str, message: str) -> None:
    text = printable(message)
    if len(text) > _LONGEST_MESSAGE:
        text = text[:_LONGEST_MESSAGE] + "..."
    with suppress(OSError):  # then the exit code alone tells it
        sys.stderr.write(f"{program}: error: {text}\n")
        sys.stderr.flush()


def add_listing(
    commands: Any, name: str, text: str, lines: Callable[[], Iterable[str]]
) -> None:
    """Add a command that prints lines and takes no flags.

    Parameters
    ----------
    commands : object
        What `argparse.ArgumentParser.add_subparsers` returned.
    name : str
        Name of the command.
    text : str
        What it does, for the help.
    lines : callable
        Gives the lines, once the command runs.
    """

    def run(_args: argparse.Namespace) -> int:
        for line in lines():
            sys.stdout.write(f"{line}\n")
        return 0

    command = commands.add_parser(name, help=text, description=text)
    command.set_defaults(run=run)


def refuse_game(source: str, game: GameKey | None) -> None:
    """Refuse a choice of games where what is shown is no batch of games.

    Parameters
    ----------
    source : str
        What is shown.
    game : GameKey or None
        What was given with ``--game``.

    Raises
    ------
    ParameterError
        If a game was chosen.
    """
    if game is not None:
        raise ParameterError(
            f"--game {game} is for a folder of results, and {shown(source)} is none: "
            "leave it out"
        )


def add_color_flag(parser: argparse.ArgumentParser) -> None:
    """Add ``--color auto|always|never`` to a parser; `colored` reads it."""
    parser.add_argument("--color", choices=("auto", "always", "never"), default="auto")


def colored(choice: str) -> bool:
    """Return whether to print in color.

    Parameters
    ----------
    choice : str
        ``always``, ``never``, or ``auto``: on a terminal, unless the environment has
        ``NO_COLOR`` or a dumb ``TERM``.
    """
    if choice != "auto":
        return choice == "always"
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return sys.stdout.isatty() and not plain

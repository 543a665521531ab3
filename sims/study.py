"""Play a study of either game from its file.

Examples::

    python -m sims.study sims/studies/friction-and-hand.toml --dry-run
    python -m sims.study sims/studies/friction-and-hand.toml --out results/friction
    python -m sims.study sims/studies/rules.toml --out results/rules --resume
    python -m sims.study sims/studies/rules.toml --only 2:17 --out results/one

``[study] game`` in the file says of which game it is. All flags of ``stacko simulate``
or ``staccs simulate`` may follow; without ``--out`` the results go to
``results/NAME-OF-THE-FILE``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from gamebase.command import RESUMABLE, Parser, run_command
from sims.design.header import game_of

__all__ = ["main"]

PROGRAM = "python -m sims.study"


def _stacko(argv: Sequence[str]) -> int:
    from stacko.cli import main

    return main(argv)


def _staccs(argv: Sequence[str]) -> int:
    from staccs.cli import main

    return main(argv)


GAMES: Mapping[str, Callable[[Sequence[str]], int]] = {
    "stacko": _stacko,
    "staccs": _staccs,
}
"""The command of each game."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command.

    Parameters
    ----------
    argv : sequence of str, optional
        Arguments; those of the process if left out.

    Returns
    -------
    int
        Exit code, as of the command of the game.
    """
    given = sys.argv[1:] if argv is None else list(argv)
    own = 1 if given and not given[0].startswith("-") else len(given)
    rest = given[own:]
    return run_command(PROGRAM, lambda: _parser(rest), given[:own])


def _parser(rest: Sequence[str]) -> Parser:
    parser = Parser(prog=PROGRAM, description=__doc__, usage=f"{PROGRAM} FILE [FLAGS]")
    parser.add_argument("file", type=Path, metavar="FILE", help="a study, in TOML")
    parser.set_defaults(run=lambda args: _run(args, rest), interrupted=RESUMABLE)
    return parser


def _run(args: argparse.Namespace, rest: Sequence[str]) -> int:
    game = game_of(args.file, tuple(GAMES))
    command = ["simulate", "--config", str(args.file), *rest]
    named = any(flag == "--out" or flag.startswith("--out=") for flag in rest)
    if not named:
        command += ["--out", str(Path("results") / args.file.stem)]
    return GAMES[game](command)


if __name__ == "__main__":
    sys.exit(main())

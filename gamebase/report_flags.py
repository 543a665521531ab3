"""The flags of a command that reports on a folder of results."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

__all__ = ["FORMATS", "add_report"]

FORMATS = {"text": ".txt", "markdown": ".md", "html": ".html", "json": ".json"}
"""How a report is written, and how the name of its file ends."""

_TEXT = "tell what a folder of results shows: rates, means and lengths with intervals"
_EXAMPLES = """\
examples:
  {0} report results/first
  {0} report results/study --metrics turns --reference 2
  {0} report results/study --out study.html
"""


def add_report(
    commands: Any, game: str, run: Callable[[argparse.Namespace], int]
) -> None:
    """Add ``report`` to the commands of a game.

    Parameters
    ----------
    commands : object
        What `argparse.ArgumentParser.add_subparsers` returned.
    game : str
        Name of the command they are of.
    run : callable
        Takes the parsed arguments and returns an exit code.
    """
    parser = commands.add_parser(
        "report", help=_TEXT, description=_TEXT, epilog=_EXAMPLES.format(game)
    )
    parser.set_defaults(run=run)
    parser.add_argument(
        "folder", type=Path, metavar="DIR", help="folder of results; may be running"
    )
    parser.add_argument(
        "--format",
        choices=tuple(FORMATS),
        help="how it is written (as --out ends, else text)",
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help=f"write it to a file that ends in {', '.join(FORMATS.values())}",
    )
    parser.add_argument(
        "--metrics",
        type=_names,
        default=(),
        metavar="NAME,...",
        help="what to tell, the main one first (everything)",
    )
    parser.add_argument(
        "--reference",
        default="0",
        metavar="CELL",
        help="number or label of the cell that others are compared with (0)",
    )


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(","))

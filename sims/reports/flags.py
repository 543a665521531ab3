"""Flags of the command that reports on a folder of results."""

from __future__ import annotations

import argparse
from pathlib import Path

__all__ = ["FORMATS", "TEXT", "add_arguments"]

FORMATS = {"text": ".txt", "markdown": ".md", "html": ".html", "json": ".json"}
"""How a report is written, and how the name of its file ends."""

TEXT = "tell what a folder of results shows: rates, means and lengths with intervals"
"""What the command does, for its help."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the flags to the parser of a command."""
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

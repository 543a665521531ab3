"""The flags of ``staccs simulate``."""

from __future__ import annotations

import argparse
from pathlib import Path

from gamebase.batch_flags import add_folder_flags, add_game_flags
from staccs.config import SimulationConfig

__all__ = ["EXAMPLES", "add_arguments"]

DEFAULT_OUT = "results/staccs"

EXAMPLES = """\
examples:
  staccs simulate --mode uh-oh --games 200 --players 4 --out results/uh-oh
  staccs simulate --mode solo --variation no_wilds --policy lookahead --out results/solo
  staccs simulate --mode party --policy greedy,random --table rect:1.2x0.8 --out duel
  staccs simulate --config study.toml --seed 7 --out results/study-7 --resume
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the flags of a batch to a parser."""
    add = parser.add_argument
    add("--mode", metavar="NAME", help="uh-oh, party, solo or wild-out (uh-oh)")
    told = {"players": "as usual: 4, party 6, solo 1, wild-out 2"}
    add_game_flags(parser, SimulationConfig, told)
    add(
        "--variation",
        metavar="NAME",
        help="solo: perfect, second_chances, no_wilds; wild-out: its start, such as "
        "rhombus or row (the first)",
    )
    add(
        "--table",
        type=_table,
        metavar="TABLE",
        help="round:DIAMETER, rect:WIDTHxDEPTH, in m, FILE.json, or none (round:1.2)",
    )
    add(
        "--no-plays",
        dest="plays",
        action="store_const",
        const=False,
        help="leave plays/ without rows, which is faster and smaller",
    )
    add_folder_flags(parser, DEFAULT_OUT)


def _table(text: str) -> str:
    """Return a table's text; the path of a file is relative to the current folder."""
    return str(Path(text).absolute()) if text.casefold().endswith(".json") else text

"""The flags of ``stacko simulate``."""

from __future__ import annotations

import argparse

from gamebase.batch_flags import add_folder_flags, add_game_flags, whole_number
from stacko.config import SimulationConfig
from stacko.engines import model_names
from stacko.kits import KITS, set_argument

__all__ = ["EXAMPLES", "FIRST_REPLAYS", "add_arguments"]

DEFAULT_OUT = "results/stacko"

FIRST_REPLAYS = 200
"""How many games may leave replays if nobody asks: each has a file, and takes time."""

EXAMPLES = """\
examples:
  stacko simulate --games 20 --out results/first
  stacko simulate --players 2 --policy prober,random --hand steady,shaky --out duel
  stacko simulate --set wood --engine quasistatic --out results/wood
  stacko simulate --config study.toml --seed 7 --out results/study-7
  stacko simulate --config study.toml --seed 7 --out results/study-7 --resume
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the flags of a batch to a parser."""
    add_game_flags(parser, SimulationConfig)
    add = parser.add_argument
    add("--hand", metavar="NAME[,NAME]", help="hands by seat, in turn (average)")
    add(
        "--set",
        type=set_argument,
        metavar="NAME",
        help=f"set of blocks: {', '.join(KITS)}, or FILE.toml (uno)",
    )
    models = ", ".join(model_names()[:-1])
    add(
        "--engine",
        metavar="NAME",
        help=f"{models} or {model_names()[-1]} (auto: the first installed)",
    )
    add(
        "--max-turns",
        type=whole_number,
        metavar="N",
        help="longest game, in turns (200)",
    )
    add(
        "--replays",
        choices=("all", "topples", "none"),
        help="games that leave a replay in DIR/replays (topples among the first "
        f"{FIRST_REPLAYS} games)",
    )
    add_folder_flags(parser, DEFAULT_OUT)

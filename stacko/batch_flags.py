"""The flags of ``stacko simulate``, and the configuration they ask for."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from stacko.config import SimulationConfig
from stacko.errors import shown

__all__ = ["EXAMPLES", "add_arguments", "read_config", "whole_number"]

DEFAULT_OUT = "results/stacko"
FLAGS = (
    "games",
    "players",
    "seed",
    "policy",
    "hand",
    "workers",
    "engine",
    "max_turns",
)

EXAMPLES = """\
examples:
  stacko simulate --games 20 --out results/first
  stacko simulate --players 2 --policy prober,random --hand steady,shaky --out duel
  stacko simulate --config study.toml --seed 7 --out results/study-7
  stacko simulate --config study.toml --seed 7 --out results/study-7 --resume
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the flags of a batch to a parser."""
    add = parser.add_argument
    add("--games", type=whole_number, metavar="N", help="number of games (20)")
    add("--players", type=whole_number, metavar="N", help="players a game, 2 to 10 (4)")
    add(
        "--seed",
        type=whole_number,
        metavar="N",
        help="seed of the batch, 0 or more (0)",
    )
    add("--policy", metavar="NAME[,NAME]", help="players by seat, in turn (prober)")
    add("--hand", metavar="NAME[,NAME]", help="hands by seat, in turn (average)")
    add("--workers", type=whole_number, metavar="N", help="processes (one a core)")
    add("--engine", metavar="NAME", help="physics engine (pybullet)")
    add(
        "--max-turns",
        type=whole_number,
        metavar="N",
        help="longest game, in turns (200)",
    )
    add("--config", type=Path, metavar="FILE.toml", help="settings; flags go over it")
    add("--out", type=Path, metavar="DIR", default=Path(DEFAULT_OUT),
        help=f"folder of the results ({DEFAULT_OUT})")  # fmt: skip
    exists = parser.add_mutually_exclusive_group()
    exists.add_argument(
        "--resume", action="store_true", help="play what is missing in an existing DIR"
    )
    exists.add_argument(
        "--overwrite", action="store_true", help="replace the results in DIR"
    )
    add("--quiet", action="store_true", help="no progress and no result table")


def whole_number(text: str) -> int:
    """Read a flag's number; used as an argparse type."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{shown(text)} is no whole number") from None


def read_config(
    args: argparse.Namespace, stored: Mapping[str, Any] | None = None
) -> SimulationConfig:
    """Return the configuration that the flags and the file ask for.

    Parameters
    ----------
    args : argparse.Namespace
        The flags; those not given are None.
    stored : Mapping[str, Any], optional
        Configuration of the run that is resumed: what no file and no flag gives.

    Raises
    ------
    stacko.errors.ParameterError
        If anything in it is not accepted.
    """
    over = {name: getattr(args, name) for name in FLAGS}
    if args.config is not None:
        return SimulationConfig.from_toml(args.config, **over)
    if stored is not None:
        kept = {key: stored[key] for key in stored if key != "workers"}
        return SimulationConfig.from_mapping(kept).replace(**over)
    return SimulationConfig().replace(**over)

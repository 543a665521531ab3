"""The flags of a command that plays a batch of games, and what they ask for."""

from __future__ import annotations

import argparse
import dataclasses
import math
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from gamebase.batch_config import BatchConfig
from gamebase.errors import shown
from gamebase.game_key import game_of_batch

__all__ = [
    "EXECUTORS",
    "TIME_LIMIT",
    "add_folder_flags",
    "add_game_flags",
    "flags_given",
    "read_config",
    "whole_number",
]

Config = TypeVar("Config", bound=BatchConfig)

EXECUTORS = ("process", "dask", "mpi")
"""Where games can be played."""

TIME_LIMIT = 1800.0
"""How long a game may take if nothing is said, in s: long for any, and no night."""

_WHOLE = re.compile(r"[-+]?[0-9]{1,4000}")


def whole_number(text: str) -> int:
    """Read a flag's number; used as an argparse type."""
    if _WHOLE.fullmatch(text) is None:
        raise argparse.ArgumentTypeError(f"{shown(text)} is no whole number")
    return int(text)


def add_game_flags(
    parser: argparse.ArgumentParser,
    kind: type[BatchConfig],
    told: Mapping[str, str] | None = None,
) -> None:
    """Add ``--games``, ``--players``, ``--seed`` and ``--policy`` to a parser.

    Parameters
    ----------
    parser : argparse.ArgumentParser
    kind : type
        The game's configuration, of whose defaults and limits the help tells.
    told : mapping of str to str, optional
        What the help tells of a default, where that is more than its value.
    """
    default: dict[str, Any] = {f.name: f.default for f in dataclasses.fields(kind)}
    default.update(told or {})
    low, high = kind.LIMITS["players"]
    for name, text in (
        ("games", "number of games"),
        ("players", f"players a game, {low} to {high}"),
        ("seed", "seed of the batch, 0 or more"),
    ):
        parser.add_argument(
            f"--{name}",
            type=whole_number,
            metavar="N",
            help=f"{text} ({default[name]})",
        )
    parser.add_argument(
        "--policy",
        metavar="NAME[,NAME]",
        help=f"players by seat, in turn ({','.join(default['policy'])})",
    )


def add_folder_flags(parser: argparse.ArgumentParser, out: str) -> None:
    """Add the flags that say how to play, and into which folder.

    They are ``--workers``, ``--config``, ``--out``, ``--resume``, ``--overwrite``,
    ``--quiet``, and those of studies: ``--only``, ``--dry-run``, ``--executor``,
    ``--address`` and ``--time-limit``.

    Parameters
    ----------
    parser : argparse.ArgumentParser
    out : str
        The folder of the results if none is given.
    """
    add = parser.add_argument
    add("--workers", type=whole_number, metavar="N", help="processes (one a core)")
    add(
        "--config",
        type=Path,
        metavar="FILE.toml",
        help="settings, or a study; flags go over it",
    )
    add(
        "--out",
        type=Path,
        metavar="DIR",
        default=Path(out),
        help=f"folder of the results ({out})",
    )
    exists = parser.add_mutually_exclusive_group()
    exists.add_argument(
        "--resume", action="store_true", help="play what is missing in an existing DIR"
    )
    exists.add_argument(
        "--overwrite", action="store_true", help="replace the results in DIR"
    )
    add("--quiet", action="store_true", help="no progress and no result table")
    add(
        "--only",
        type=game_of_batch,
        metavar="CELL:INDEX",
        help="play this one game; of a batch without cells give INDEX",
    )
    add(
        "--dry-run",
        action="store_true",
        help="play nothing: print cells and games, and how long they may take",
    )
    add(
        "--executor",
        choices=EXECUTORS,
        default=EXECUTORS[0],
        help="where games are played: on this machine, on a Dask cluster, or under "
        f"MPI ({EXECUTORS[0]})",
    )
    add(
        "--address",
        metavar="URL",
        help="of a Dask scheduler that runs (none: one is started here)",
    )
    add(
        "--time-limit",
        type=_seconds,
        default=TIME_LIMIT,
        metavar="S",
        help="longest time of a game in s, then it is given up as a timeout; 0: none "
        f"({TIME_LIMIT:g})",
    )


def _seconds(text: str) -> float | None:
    """Read a time in s; none for 0."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value < math.inf:
        raise argparse.ArgumentTypeError(
            f"{shown(text)} is no time: give seconds, 0 for no limit"
        )
    return value or None


def flags_given(kind: type[BatchConfig], args: argparse.Namespace) -> dict[str, Any]:
    """Return the values that flags give to a configuration, by field or key.

    Parameters
    ----------
    kind : type
        The game's configuration.
    args : argparse.Namespace
        The flags, each named like the field or the key that it sets; those not given
        are None.
    """
    names = [*(f.name for f in dataclasses.fields(kind)), *kind.FLAGS]
    flags = {name: getattr(args, name, None) for name in names}
    return {name: value for name, value in flags.items() if value is not None}


def read_config(kind: type[Config], args: argparse.Namespace) -> Config:
    """Return the configuration that the flags and the file ask for.

    Parameters
    ----------
    kind : type
        The game's configuration.
    args : argparse.Namespace
        As of `flags_given`.

    Raises
    ------
    ParameterError
        If anything in it is not accepted.
    """
    given = flags_given(kind, args)
    if args.config is not None:
        return kind.from_toml(args.config, **given)
    return kind.from_mapping(given)

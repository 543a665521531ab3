"""The flags of a command that plays a batch of games, and what they ask for."""

from __future__ import annotations

import argparse
import dataclasses
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from gamebase.batch_config import BatchConfig
from gamebase.errors import shown

__all__ = ["add_folder_flags", "add_game_flags", "read_config", "whole_number"]

Config = TypeVar("Config", bound=BatchConfig)

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

    They are ``--workers``, ``--config``, ``--out``, ``--resume``, ``--overwrite`` and
    ``--quiet``.

    Parameters
    ----------
    parser : argparse.ArgumentParser
    out : str
        The folder of the results if none is given.
    """
    add = parser.add_argument
    add("--workers", type=whole_number, metavar="N", help="processes (one a core)")
    add("--config", type=Path, metavar="FILE.toml", help="settings; flags go over it")
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


def read_config(
    kind: type[Config],
    args: argparse.Namespace,
    stored: Mapping[str, Any] | None = None,
) -> Config:
    """Return the configuration that the flags and the file ask for.

    Parameters
    ----------
    kind : type
        The game's configuration.
    args : argparse.Namespace
        The flags, each named like the field or the key that it sets; those not given
        are None.
    stored : Mapping[str, Any], optional
        Configuration of the run that is resumed: what no file and no flag gives.

    Raises
    ------
    ParameterError
        If anything in it is not accepted.
    """
    names = [*(f.name for f in dataclasses.fields(kind)), *kind.FLAGS]
    flags = {name: getattr(args, name, None) for name in names}
    given = {name: value for name, value in flags.items() if value is not None}
    if args.config is not None:
        return kind.from_toml(args.config, **given)
    kept = {key: value for key, value in (stored or {}).items() if key != "workers"}
    return kind.from_mapping({**kept, **given})

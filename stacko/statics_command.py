"""The command ``stacko statics``: does a tower stand, and what of each block."""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from gamebase.batch_flags import whole_number
from gamebase.game_key import game_of_batch
from stacko.errors import ParameterError
from stacko.kits import kit_of, read_set, set_argument
from stacko.params import BlockParams
from stacko.showing import ReadRow, tower_of
from stacko.statics_params import StaticsParams
from stacko.tower import Tower
from stacko.world import sizes_by_name

if TYPE_CHECKING:
    from stacko.statics import BlockSurvey, Remainder, Survey

__all__ = ["add_statics"]

_EXAMPLES = """\
examples:
  stacko statics 'R1 R2 R3 / B1 - B3 / Y1 Y2 Y3'
  stacko statics results/first --game 3 --seed 7
  stacko statics game.json --perfect --mu 0.5 --json

Heights are drawn from the tolerances of the blocks with --seed; --perfect makes all
blocks alike. A full tower takes 3 to 5 seconds, more than half of them for the margins
of what each removal leaves; --quick leaves those out."""


def add_statics(commands: Any, read_row: ReadRow) -> None:
    """Add the command to those of ``stacko``.

    Parameters
    ----------
    commands : object
        What `argparse.ArgumentParser.add_subparsers` returned.
    read_row : callable
        Reads a row of a table of games; see `stacko.showing.tower_of`.
    """
    text = "tell whether a tower stands, how firmly, and what each block carries"
    command = commands.add_parser(
        "statics", help=text, description=text, epilog=_EXAMPLES
    )
    command.add_argument("source", metavar="FILE-or-notation")
    for flag, kind, metavar, told in (
        ("--game", game_of_batch, "N", "which game of a folder of results (0)"),
        ("--set", set_argument, "NAME", "set of blocks: uno, wood or FILE.toml"),
        ("--seed", whole_number, "N", "seed of the heights, 0 or more (0)"),
        ("--mu", float, "MU", "friction of two blocks (0.35)"),
        ("--mu-table", float, "MU", "friction of block and table (0.5)"),
        ("--sides", whole_number, "N", "sides of the friction pyramid (4)"),
        ("--azimuths", whole_number, "N", "directions of tilt and push (4)"),
    ):
        command.add_argument(flag, type=kind, metavar=metavar, help=told)
    for flag, told in (
        ("--perfect", "all blocks alike"),
        ("--quick", "no margins of what removals leave"),
        ("--json", "print everything as JSON"),
    ):
        command.add_argument(flag, action="store_true", help=told)
    command.set_defaults(run=lambda args: _run(args, read_row))


def _run(args: argparse.Namespace, read_row: ReadRow) -> int:
    if args.perfect and args.seed is not None:
        raise ParameterError(
            f"--seed {args.seed} draws heights, and --perfect makes all blocks alike: "
            "leave one of them out"
        )
    # Scipy loads for this command only.
    from stacko.statics import survey

    block_set = None if args.set is None else read_set(args.set)
    tower = tower_of(args.source, read_row, block_set, args.game)
    kit = kit_of(tower.block_set)
    blocks = kit.blocks.perfect() if args.perfect else kit.blocks
    found = survey(
        tower,
        blocks,
        kit.contact.replace(**_given(mu_block=args.mu, mu_table=args.mu_table)),
        sizes=_heights(tower, blocks, args.seed or 0),
        params=StaticsParams(sides=4, azimuths=4).replace(
            **_given(sides=args.sides, azimuths=args.azimuths)
        ),
        margins=not args.quick,
    )
    if args.json:
        text = json.dumps(_as_json(tower, found), indent=1, allow_nan=False)
    else:
        text = str(found)
    sys.stdout.write(f"{text}\n")
    return 0


def _given(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _heights(
    tower: Tower, blocks: BlockParams, seed: int
) -> Mapping[str, tuple[float, ...]]:
    if seed < 0:
        raise ParameterError(f"--seed {seed} is below 0: give a whole number from 0")
    rng = np.random.default_rng(seed)
    return sizes_by_name(tower.block_set.names, blocks, rng)


def _as_json(tower: Tower, found: Survey) -> dict[str, Any]:
    return {
        "format": "stacko-statics",
        "version": 1,
        "tower": str(tower),
        "verdict": str(found.verdict),
        "rest": found.settled.reason,
        "whole": _remainder(found.whole),
        "blocks": [_block(block) for block in found.blocks],
    }


def _block(block: BlockSurvey) -> dict[str, Any]:
    low, high = block.load_range
    return {
        "block": block.name,
        "load": _number(block.load),
        "load_low": _number(low),
        "load_high": _number(high),
        "loose": block.loose,
        "pull": _number(block.pull_at_rest),
        "pull_low": _number(block.pull.low),
        "pull_high": _number(block.pull.high),
        "removable": block.removable,
        "without": _remainder(block.without),
    }


def _remainder(rest: Remainder) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "verdict": str(rest.verdict),
        "reason": rest.equilibrium.reason,
    }
    if rest.tilt is not None:
        fields["tilt"] = _number(rest.tilt.degrees)
        fields["tilt_failure"] = str(rest.tilt.failure)
    if rest.push is not None:
        fields["push"] = _number(rest.push.newtons)
        fields["push_failure"] = str(rest.push.failure)
    mechanism = rest.equilibrium.mechanism
    if mechanism is not None:
        fields["moving"] = list(mechanism.moving)
    return fields


def _number(value: float) -> float | None:
    """Return a number that JSON knows: none for what is infinite or missing."""
    return value if math.isfinite(value) else None

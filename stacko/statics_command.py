"""The command ``stacko statics``: does a tower stand, and what of each block."""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from gamebase.batch_flags import whole_number
from gamebase.game_key import game_of_batch
from stacko.engines.silence import silence
from stacko.kits import read_set, set_argument
from stacko.showing import ReadRow
from stacko.statics_params import StaticsParams
from stacko.subjects import Subject, subject_of

if TYPE_CHECKING:
    from stacko.statics import BlockSurvey, Remainder, Survey

__all__ = ["add_statics"]

_EXAMPLES = """\
examples:
  stacko statics fresh --seed 7
  stacko statics 'R1 R2 R3 / B1 - B3 / Y1 Y2 Y3'
  stacko statics results/first --game 3
  stacko statics results/study --game 2:17 --mu 0.5
  stacko statics game.json --perfect --mu 0.5 --json

A game of a folder of results is taken as it began: its tower, heights and friction.
Otherwise heights are drawn from the tolerances of the blocks with --seed; --perfect
makes all blocks alike. The columns of the table:

  slot, take    where the block lies, and whether the rules let a player take it
  load          what it carries from above, and its range; loose: nothing
  pull          friction at rest, then the range of the force that pulls it out
  without       whether what is left stands once it is gone
  tilt, push    how far that may be tilted, how hard pushed at its top, before it goes

That what is left would stand does not say that a hand gets the block out: pulls drag
others along. A full tower takes 3 to 5 seconds of a processor, more than half of them
for the margins of what each removal leaves; --quick leaves those out."""

_HEADS = ("slot", "take")


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
    command.add_argument(
        "source",
        metavar="TOWER",
        help="fresh, a tower in notation, a file with one, a saved game, or a folder",
    )
    for flag, kind, metavar, told in (
        ("--game", game_of_batch, "GAME", "N, or CELL:N, of a folder of results (0)"),
        ("--set", set_argument, "NAME", "set of blocks: uno, wood or FILE.toml"),
        ("--seed", whole_number, "N", "seed of the heights (0, or as in the game)"),
        ("--mu", float, "MU", "friction of two blocks (as set or game have it)"),
        ("--mu-table", float, "MU", "friction of block and table (likewise)"),
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
    subject = subject_of(
        args.source,
        read_row,
        block_set=None if args.set is None else read_set(args.set),
        game=args.game,
        seed=args.seed,
        perfect=args.perfect,
        friction=_given(mu_block=args.mu, mu_table=args.mu_table),
    )
    params = StaticsParams(sides=4, azimuths=4).replace(
        **_given(sides=args.sides, azimuths=args.azimuths)
    )
    # Scipy loads for this command only.
    from stacko.statics import survey

    # Its solver writes to the terminal where one of its methods fails.
    with silence():
        found = survey(
            subject.tower,
            subject.blocks,
            subject.contact,
            sizes=subject.sizes,
            params=params,
            margins=not args.quick,
        )
    beside = _beside(subject)
    if args.json:
        text = json.dumps(_as_json(subject, found, beside), indent=1, allow_nan=False)
    else:
        text = "\n".join([f"{subject}", *found.lines(_HEADS, beside)])
    sys.stdout.write(f"{text}\n")
    return 0


def _beside(subject: Subject) -> dict[str, tuple[str, str]]:
    """Return slot and rule of each block, by name."""
    takeable = set(subject.takeable())
    return {
        block.name: (str(slot), "yes" if block.name in takeable else "no")
        for slot, block in subject.tower.slots().items()
    }


def _given(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _as_json(
    subject: Subject, found: Survey, beside: Mapping[str, tuple[str, str]]
) -> dict[str, Any]:
    return {
        "format": "stacko-statics",
        "version": 2,
        "tower": str(subject.tower),
        "mu_block": subject.contact.mu_block,
        "mu_table": subject.contact.mu_table,
        "heights": subject.heights,
        "verdict": str(found.verdict),
        "rest": found.settled.reason,
        "whole": _remainder(found.whole),
        "blocks": [_block(block, *beside[block.name]) for block in found.blocks],
    }


def _block(block: BlockSurvey, slot: str, take: str) -> dict[str, Any]:
    low, high = block.load_range
    return {
        "block": block.name,
        "slot": slot,
        "takeable": take == "yes",
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

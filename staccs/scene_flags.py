"""The flags that say which STACC, under which rules, and on which table."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING

from gamebase.batch_flags import whole_number
from gamebase.game_key import game_of_batch
from staccs.errors import ParameterError, shown
from staccs.rules import Rules
from staccs.showing import Under

if TYPE_CHECKING:
    from staccs.table import PlacedTable

__all__ = ["add_source", "under_of"]

_SOURCE = (
    "a STACC like '5S@0,0 9S@0,1', a text file with one, a saved game (JSON), or a "
    "folder of results"
)
_NUMBER = r"[-+]?(?:[0-9]{1,9}\.?[0-9]{0,9}|\.[0-9]{1,9})"
_PLACE = re.compile(f"({_NUMBER}),({_NUMBER})(?:,({_NUMBER}))?")
_MINUS = re.compile(r"-[0-9.][-+0-9.,]*$")


def add_source(command: argparse.ArgumentParser) -> None:
    """Add what `under_of` reads, ``FILE-or-notation`` and ``--game`` to a parser."""
    # Or else a cell like -1,0 would be taken for a flag.
    command._negative_number_matcher = _MINUS
    add = command.add_argument
    add("source", metavar="FILE-or-notation", help=_SOURCE)
    add(
        "--game",
        type=game_of_batch,
        metavar="N",
        help="which game of a folder of results, in a study CELL:N (0)",
    )
    add(
        "--table",
        metavar="TABLE",
        help="round:DIAMETER, rect:WIDTHxDEPTH, in m, or FILE.json (no edge)",
    )
    add(
        "--place",
        metavar="X,Y[,ANGLE]",
        help="from the table's middle to the cell 0,0 in m, and a turn in rad (0,0,0)",
    )
    add(
        "--rule",
        action="append",
        metavar="NAME=VALUE",
        help="a switch of the rules, such as partial_overlap=forbid",
    )
    add("--deccs", type=whole_number, metavar="N", help="how many DECCs (1)")


def under_of(args: argparse.Namespace) -> Under:
    """Return what the flags say of rules, table and DECCs.

    Raises
    ------
    ParameterError
        If a value is not accepted.
    """
    rules = None if args.rule is None else _rules(args.rule)
    if args.table is None:
        if args.place is not None:
            raise ParameterError("--place is where on a table: give one with --table")
        return Under(rules, None, args.deccs)
    return Under(rules, _table(args, rules or Rules()), args.deccs)


def _rules(given: list[str]) -> Rules:
    values: dict[str, object] = {}
    for each in given:
        name, equals, value = each.partition("=")
        if not equals:
            raise ParameterError(
                f"--rule {shown(each)}: write a name and a value, such as "
                "partial_overlap=forbid"
            )
        counts = type(getattr(Rules(), name, None)) is int
        short = value.isascii() and value.isdecimal() and len(value) < 10
        values[name] = int(value) if counts and short else value
    return Rules.from_mapping(values)


def _table(args: argparse.Namespace, rules: Rules) -> PlacedTable:
    from staccs.table import PlacedTable, Table

    table = Table.parse(args.table)
    x, y, angle = _place(args.place)
    mx, my = table.middle
    return PlacedTable(table, (mx + x, my + y), angle, edge=rules.edge, first=())


def _place(text: str | None) -> tuple[float, float, float]:
    if text is None:
        return 0.0, 0.0, 0.0
    match = _PLACE.fullmatch(text)
    if match is None:
        raise ParameterError(
            f"--place {shown(text)}: give meters X,Y or X,Y,ANGLE, such as 0.1,-0.2"
        )
    return float(match[1]), float(match[2]), float(match[3] or 0.0)

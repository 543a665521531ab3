"""Lists for the command line: parameters with unit, grade and source; players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from inspect import getdoc

from gamebase.params import ParameterSet, describe
from stacko.hand.skill import SKILLS
from stacko.params import (
    BlockParams,
    ContactParams,
    SettleParams,
    SolverParams,
    ToppleParams,
)
from stacko.players import make_player, player_names

__all__ = ["columns_of", "hand_lines", "parameter_lines", "player_lines"]

_GROUPS: dict[str, ParameterSet] = {
    "blocks": BlockParams(),
    "contact": ContactParams(),
    "solver": SolverParams(),
    "settle": SettleParams(),
    "topple": ToppleParams(),
}


def parameter_lines() -> Iterator[str]:
    """Yield a table of every parameter: name, value, unit, grade, source."""
    rows = [("parameter", "value", "unit", "grade", "source")]
    for group, params in _GROUPS.items():
        for each in describe(group, params):
            name, value = f"{group}.{each.name}", f"{each.value:g}"
            rows.append((name, value, each.unit, each.grade, each.source))
    yield from columns_of(rows)


def hand_lines() -> Iterator[str]:
    """Yield a table of the named hands, a row a parameter and a column a hand."""
    rows: list[Sequence[str]] = [("parameter", *SKILLS, "unit", "grade", "source")]
    lists = [list(describe("hand", hand)) for hand in SKILLS.values()]
    for same in zip(*lists, strict=True):
        first = same[0]
        values = [f"{each.value:g}" for each in same]
        rows.append((first.name, *values, first.unit, first.grade, first.source))
    yield from columns_of(rows)


def player_lines() -> Iterator[str]:
    """Yield the players with the first line of what they say of themselves."""
    players = [(name, type(make_player(name))) for name in player_names()]
    yield from columns_of(
        [(name, (getdoc(cls) or "").partition("\n")[0]) for name, cls in players]
    )
    yield "or any class of yours, as package.module:Class"


def columns_of(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield rows as lines with aligned columns; the last one is left ragged.

    Examples
    --------
    >>> list(columns_of([("a", "long"), ("name", "x")]))
    ['a     long', 'name  x']
    """
    table = [list(row) for row in rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield "  ".join(cells).rstrip()

"""Lists for the command line: parameters with unit, grade and source; players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from inspect import getdoc
from typing import Any

from gamebase.params import ParameterSet, describe
from gamebase.registry import Registry

__all__ = ["columns_of", "parameter_lines", "player_lines"]


def parameter_lines(groups: Mapping[str, ParameterSet]) -> Iterator[str]:
    """Yield a table of every parameter: name, value, unit, grade, source.

    Parameters
    ----------
    groups : mapping of str to ParameterSet
        Sets by the name of their section.
    """
    rows = [("parameter", "value", "unit", "grade", "source")]
    for group, params in groups.items():
        for each in describe(group, params):
            name = f"{group}.{each.name}"
            rows.append((name, _text(each.value), each.unit, each.grade, each.source))
    yield from columns_of(rows)


def _text(value: float | bool) -> str:
    """Return a value as a configuration file would have it."""
    return str(value).lower() if isinstance(value, bool) else f"{value:g}"


def player_lines(players: Registry[Any]) -> Iterator[str]:
    """Yield the players with the first line of what they say of themselves."""
    made = [(name, type(players.make(name))) for name in players.names()]
    yield from columns_of(
        [(name, (getdoc(cls) or "").partition("\n")[0]) for name, cls in made]
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

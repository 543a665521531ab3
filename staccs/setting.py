"""What a game is played under: rules, and the table it is played on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from staccs.cells import Footing
from staccs.errors import ParameterError, shown
from staccs.lattice import Cell
from staccs.rules import Rules, rules_of

if TYPE_CHECKING:
    from staccs.table.placed import PlacedTable

__all__ = ["OWN", "Fits", "Setting", "setting", "setting_from_plain"]

Fits = Callable[[Cell], bool] | Footing
"""Tells whether a card can lie at a cell."""

OWN = "own"
"""What JSON has for a table that was given as a callable of one's own."""

_TABLE_KEYS = ("table", "start", "angle", "card_edge")


@dataclass(frozen=True, slots=True)
class Setting:
    """Rules and table.

    Parameters
    ----------
    rules : Rules
        How the rules are read.
    table : PlacedTable or None
        The table, if it was given as one.
    footing : Footing or None
        Which cells a card can lie on; None for a table without an edge.
    """

    rules: Rules
    table: PlacedTable | None
    footing: Footing | None

    def table_to_plain(self) -> Mapping[str, object] | str | None:
        """Return the table as values that JSON can hold."""
        table = self.table
        if table is None:
            return None if self.footing is None else OWN
        return {
            "table": str(table.table),
            "start": list(table.origin),
            "angle": table.angle,
            "card_edge": table.card.edge,
        }


def setting(
    rules: Rules | None = None,
    table: PlacedTable | None = None,
    fits: Fits | None = None,
) -> Setting:
    """Return the setting of a game, checked.

    Parameters
    ----------
    rules : Rules, optional
        The defaults if left out.
    table : PlacedTable, optional
        A table; its ``edge`` must be that of the rules.
    fits : callable or Footing, optional
        In place of a table: takes a `Cell` and tells whether a card can lie there.

    Raises
    ------
    ParameterError
        If a value is not accepted, or table and rules differ about the edge.
    """
    rules = rules_of(rules)
    if table is None:
        return Setting(rules, None, Footing.of(fits))
    if fits is not None:
        raise ParameterError("both table and fits are given: give one of them")
    _check_table(table, rules)
    return Setting(rules, table, _footing_of(table))


def _check_table(table: object, rules: Rules) -> None:
    from staccs.table.placed import PlacedTable

    if not isinstance(table, PlacedTable):
        raise ParameterError(
            f"table is {shown(table)}: give a PlacedTable, such as "
            "PlacedTable(Table.parse('round:1.0'))"
        )
    if table.edge != rules.edge:
        raise ParameterError(
            f"edge is {table.edge.value!r} for the table, {rules.edge.value!r} in the "
            "rules: give both the same (T20)"
        )


@lru_cache(maxsize=16)
def _footing_of(table: PlacedTable) -> Footing:
    """Return one footing for all games on a table, so no cell is asked for twice."""
    return Footing(table.fits)


def setting_from_plain(
    rules: Mapping[str, object],
    table: object,
    fits: Fits | None = None,
) -> Setting:
    """Return the setting that JSON has.

    Parameters
    ----------
    rules : mapping
        As of `Rules.to_mapping`.
    table : object
        As of `Setting.table_to_plain`, not checked yet.
    fits : callable or Footing, optional
        The callable of one's own, where the game was played with one.

    Raises
    ------
    ParameterError
        If a value is not accepted, or `fits` is missing or not asked for.
    """
    read = Rules.from_mapping(rules)
    if table == OWN and fits is None:
        raise ParameterError(
            "the game was played with a function of its own for the table's edge, "
            "which JSON cannot hold: give it as fits"
        )
    if table is None or table == OWN:
        return setting(read, fits=fits)
    return setting(read, _table(table, read), fits)


def _table(plain: object, rules: Rules) -> PlacedTable:
    from staccs.params import CardParams
    from staccs.table import PlacedTable, Table

    if not isinstance(plain, dict) or set(plain) != set(_TABLE_KEYS):
        raise ParameterError(
            f"table in JSON is {shown(plain)}: it has the keys {', '.join(_TABLE_KEYS)}"
        )
    values: dict[str, Any] = plain
    if str(values["table"]).casefold().endswith(".json"):
        raise ParameterError(
            f"table in JSON is {shown(values['table'])}: give its text, not a file"
        )
    return PlacedTable(
        Table.parse(values["table"]),
        start=values["start"],
        angle=values["angle"],
        card=CardParams(edge=values["card_edge"]),
        edge=rules.edge,
        first=(),
    )

"""Tables from texts: ``round:1.0``, ``rect:1.2x0.8``, ``polygon:...``, a JSON file.

The JSON document is a GeoJSON geometry of type Polygon (RFC 7946, section 3.1.6) with
three more members, ``format``, ``version`` and ``unit``, so that tools that know
GeoJSON open it. Coordinates are meters, not degrees; hence the unit.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gamebase.config_reading import refuse_unknown
from gamebase.files import read_regular
from gamebase.json_reading import read_json
from staccs.errors import ParameterError, close_match, matched, shown
from staccs.table.tables import PolygonTable, RectangularTable, RoundTable, Table

__all__ = [
    "FORMAT",
    "VERSION",
    "parse_table",
    "read_table",
    "table_from_json",
    "table_to_json",
]

FORMAT = "staccs-table"
"""What the key ``format`` holds."""

VERSION = 1
"""The version of the format written, and the last one read."""

_KEYS = ("format", "version", "unit", "type", "coordinates")
_KINDS = ("round", "rect", "polygon")
_FORMS = (
    "give round:DIAMETER or rect:WIDTHxDEPTH in meters, polygon:X,Y X,Y X,Y ..., or a "
    "file that ends in .json"
)
_NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?|[-+]?(nan|inf)", re.ASCII)


def parse_table(text: str) -> Table:
    """Return the table that a text names; see `Table.parse`."""
    hint = ""
    if isinstance(text, str):
        kind, _, rest = text.partition(":")
        if kind in _KINDS:
            return _parsed(kind, rest, text)
        if text.casefold().endswith(".json"):
            return read_table(Path(text))
        hint = close_match(kind, _KINDS)
    raise ParameterError(f"{shown(text)} is no table: {_FORMS}{hint}")


def _parsed(kind: str, rest: str, text: str) -> Table:
    if kind == "round":
        return RoundTable(_length(rest, text))
    if kind == "rect":
        sides = rest.split("x")
        if len(sides) != 2:
            raise ParameterError(f"{shown(text)} is no rectangle: {_FORMS}")
        return RectangularTable(*(_length(side, text) for side in sides))
    rings = [
        [[_length(x, text) for x in corner.split(",")] for corner in ring.split()]
        for ring in rest.split("/")
    ]
    return PolygonTable(rings[0], rings[1:])


def _length(text: str, whole: str) -> float:
    if matched(_NUMBER, text) is None:
        raise ParameterError(f"{shown(text)} in {shown(whole)} is no number: {_FORMS}")
    return float(text)


def read_table(path: Path) -> PolygonTable:
    """Return the table in a JSON file.

    Raises
    ------
    ParameterError
        If the file cannot be read, or is no table of this format.
    """
    try:
        return table_from_json(read_regular(path))
    except OSError as error:
        reason = error.strerror or str(error)
        raise ParameterError(
            f"the table's file {shown(str(path), 200)} cannot be read: {reason}"
        ) from error
    except ValueError as error:
        raise ParameterError(
            f"the table's file {shown(str(path), 200)}: {error}"
        ) from error


def table_from_json(text: str) -> PolygonTable:
    """Return the table that a document in JSON describes; see `table_to_json`.

    Raises
    ------
    ParameterError
        If it is no such document, or the polygon is not valid.
    """
    data = _loaded(text)
    for key, wanted in (("format", FORMAT), ("version", VERSION)):
        if data.get(key) != wanted or isinstance(data.get(key), bool):
            raise ParameterError(
                f"the table in JSON has {key} {shown(data.get(key))}, not {wanted!r}: "
                f"give a GeoJSON Polygon in meters that has {_example()}"
            )
    refuse_unknown(data, _KEYS)
    for key, wanted in (("unit", "m"), ("type", "Polygon")):
        if data.get(key) != wanted:
            raise ParameterError(
                f"the table in JSON has {key} {shown(data.get(key))}: only "
                f"{wanted!r} is known"
            )
    rings = data.get("coordinates")
    if not isinstance(rings, list) or not rings:
        raise ParameterError(
            f"the coordinates of the table in JSON are {shown(rings)}: give a list of "
            "rings, the outline first and then holes, each a list of corners [x, y]"
        )
    return PolygonTable(rings[0], rings[1:])


def table_to_json(table: Table) -> str:
    """Return a document that `table_from_json` reads, as one line.

    Raises
    ------
    ParameterError
        If the table is round: GeoJSON knows no circles.

    Examples
    --------
    >>> print(table_to_json(RectangularTable(2, 1)))
    {"format": "staccs-table", "version": 1, "unit": "m", "type": "Polygon",
     "coordinates": [[[-1.0, -0.5], [1.0, -0.5], [1.0, 0.5], [-1.0, 0.5],
     [-1.0, -0.5]]]}
    """
    if isinstance(table, RoundTable):
        raise ParameterError(
            f"{table} is round, and this format knows polygons only: give its text, or "
            "a PolygonTable with its outline"
        )
    rings = [[*ring, ring[0]] for ring in (table.outline, *table.holes)]
    head = {"format": FORMAT, "version": VERSION, "unit": "m"}
    return json.dumps({**head, "type": "Polygon", "coordinates": rings})


def _example() -> str:
    return json.dumps({"format": FORMAT, "version": VERSION, "unit": "m"})[1:-1]


def _loaded(text: str) -> Mapping[str, Any]:
    try:
        data = read_json(text)
    except ValueError as error:
        raise ParameterError(f"{shown(text)} is not JSON ({error})") from error
    if not isinstance(data, dict):
        raise ParameterError(
            f"{shown(text)} is JSON but no table: give a GeoJSON Polygon in meters "
            f"that has {_example()}"
        )
    return data

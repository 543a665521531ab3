"""The table: its shape, and whether a card at its edge lies flat (ruling T20).

A `Table` is a value; a `PlacedTable` lays a STACC's lattice on it and says of every
cell whether a card can lie there, and why, in an `OverhangReport`.

Round tables are computed in closed form. Polygons are computed by shapely, which is
loaded when one is first made, not before.
"""

from staccs.table.hexagon import Hexagon
from staccs.table.placed import PlacedTable
from staccs.table.plane import TOLERANCE
from staccs.table.report import OverhangReport, Verdict
from staccs.table.tables import PolygonTable, RectangularTable, RoundTable, Table
from staccs.table.text import read_table, table_from_json, table_to_json

__all__ = [
    "TOLERANCE",
    "Hexagon",
    "OverhangReport",
    "PlacedTable",
    "PolygonTable",
    "RectangularTable",
    "RoundTable",
    "Table",
    "Verdict",
    "read_table",
    "table_from_json",
    "table_to_json",
]

"""The table under a STACC, in the STACC's frame."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from staccs.drawing.layout import table_to_plane
from staccs.drawing.outlines import Affine, Outline, circle, polygon
from staccs.drawing.palette import EDGE_WOOD, WOOD
from staccs.drawing.picture import Shape

if TYPE_CHECKING:
    from staccs.table.placed import PlacedTable

__all__ = ["tabletop"]


def tabletop(placed: PlacedTable, view: Affine) -> Iterator[Shape]:
    """Yield the table's top and its edge, holes and all."""
    outline = view.after(table_to_plane(placed)).outline(_edge(placed))
    yield Shape(outline, fill=WOOD, stroke=EDGE_WOOD, width=4.0)


def _edge(placed: PlacedTable) -> Outline:
    from staccs.table.tables import RoundTable

    table = placed.table
    if isinstance(table, RoundTable):
        return circle((0.0, 0.0), table.diameter / 2)
    rings = map(polygon, (table.outline, *table.holes))
    return tuple(step for ring in rings for step in ring)

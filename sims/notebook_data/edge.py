"""What is measured of STACCS at the table's edge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from sims.card_physics import let_go
from sims.edge_placements import moved, nearest, placements, strewn
from sims.notebook_data.recipe import Measured, Recipe, Study
from sims.table_needs import least_diameter, least_width, wanted
from staccs.match import MatchConfig
from staccs.rules import Edge
from staccs.table import Hexagon, PlacedTable, Table

if TYPE_CHECKING:
    from sims.notebook_data.recipe import Making

__all__ = ["ASPECT", "EDGE", "TABLES", "measure_needs", "measure_placements"]

Row = dict[str, Any]

ASPECT = 1.5
"""Length by width of the rectangular tables."""

TABLES = {
    "round": "round:0.7",
    "rectangle": "rect:0.84x0.56",
    # two leaves that hold together at one end, with a gap a card can just bridge
    "slot": "polygon:-0.45,-0.3 -0.1,-0.3 -0.1,0.2 -0.03,0.2 -0.03,-0.3 0.45,-0.3 "
    "0.45,0.3 -0.45,0.3",
}
"""The tables whose edges are looked at closely."""

_MARGINS = tuple(sign * size for size in (1e-4, 1e-5, 1e-6) for sign in (1, -1))
"""Margins to which some cards are moved, m."""

_DOT = 1e-6
"""Edge of a card so small that it stands for its center, m."""

_SEED = 1  # that of the study, so that its games are these


def measure_needs(making: Making) -> dict[str, pa.Table]:
    """Play games without an edge; tell what table each of them needs."""
    count = 6 if making.quick else 1500
    rows = [
        _needs(policy, players, game)
        for policy in ("greedy", "unsteered")
        for players in (2, 4)
        for game in range(count)
    ]
    return {"games": _packed(rows, {"policy"}, {"players", "game", "turns"})}


def _needs(policy: str, players: int, game: int) -> Row:
    config = MatchConfig(players=players, policies=(policy,), plays=False)
    found = wanted(config, _SEED, game)
    sizes = {}
    for edge in Edge:
        sizes[f"round_{edge}"] = least_diameter(found.cells, edge)
        sizes[f"rect_{edge}"] = least_width(found.cells, edge, ASPECT)
    own = {"policy": policy, "players": players, "game": game, "turns": found.turns}
    return {**own, "first_to_win": found.first_to_win, **sizes}


def measure_placements(making: Making) -> dict[str, pa.Table]:
    """Play games on tables on which the first card lies by chance.

    What lies nearest to tipping, what was forbidden and nearest to lying, and what lies
    though its center is not over the table, is laid on such a table in MuJoCo; a few of
    the first two also after they were moved, to margins that games hardly come to.
    """
    games, each, few = (3, 1, 0) if making.quick else (600, 25, 4)
    found: list[Row] = []
    dropped: list[Row] = []
    for name, text in TABLES.items():
        table = Table.parse(text)
        rows = [row for game in range(games) for row in _placements(name, text, game)]
        margins = [row["margin"] for row in rows]
        close = [rows[k] for k in nearest(margins, each)]
        held = [row for row in rows if row["laid"] and _center_is_off(row, table)]
        close += sorted(held, key=_margin_of)[:each]
        dropped += (_fate(row, table, moved=False) for row in close)
        tight = [rows[k] for k in nearest(margins, few)]
        for margin in _MARGINS:
            again = (_moved(row, table, margin) for row in tight)
            dropped += (_fate(row, table, moved=True) for row in again if row)
        found += rows
    kept = ("table", "game", "laid", "overhangs", "margin")
    texts, small = {"table"}, {"game"}
    brief = [{key: row[key] for key in kept} for row in found]
    return {
        "placements": _packed(brief, texts, small),
        "let_go": _packed(dropped, texts, small),
    }


def _placements(name: str, text: str, game: int) -> Iterator[Row]:
    table: PlacedTable = strewn(Table.parse(text), Edge.BALANCE, _SEED, game)
    config = MatchConfig(players=2, table=table, plays=False)
    for each in placements(config, _SEED, game):
        card = table.hexagon(each.cell)
        yield {
            "table": name, "game": game, "laid": each.laid,
            "overhangs": each.overhangs, "margin": each.margin, "x": card.center[0],
            "y": card.center[1], "angle": card.angle, "edge": card.edge,
        }  # fmt: skip


def _center_is_off(row: Row, table: Table) -> bool:
    """Tell whether the center of a card is not over the table, but over a gap."""
    dot = Hexagon((row["x"], row["y"]), _DOT, row["angle"])
    return table.shape().support(dot).margin <= 0


def _margin_of(row: Row) -> float:
    return float(row["margin"])


def _moved(row: Row, table: Table, margin: float) -> Row | None:
    card = Hexagon((row["x"], row["y"]), row["edge"], row["angle"])
    found = moved(card, table, margin)
    if found is None:
        return None
    (x, y), there = found[0].center, found[1]
    return {**row, "x": x, "y": y, "margin": there, "laid": there > 0}


def _fate(row: Row, table: Table, *, moved: bool) -> Row:
    card = Hexagon((row["x"], row["y"]), row["edge"], row["angle"])
    fate = let_go(card, table)
    fates = {"stays": fate.stays, "tilt": fate.tilt, "time": fate.time}
    off = _center_is_off(row, table)
    return {**row, "moved": moved, "center_off": off, **fates}


def _packed(rows: list[Row], texts: set[str], small: set[str]) -> pa.Table:
    """Return rows as a table: names as a dictionary, counts in two bytes."""
    table = pa.Table.from_pylist(rows)
    for k, name in enumerate(table.column_names):
        column = table.column(k)
        if name in texts:
            table = table.set_column(k, name, column.dictionary_encode())
        elif name in small:
            table = table.set_column(k, name, column.cast(pa.int16()))
    return table


EDGE: Mapping[str, Recipe] = {
    "edge": Study(
        "games of UH OH! on tables of several sizes and shapes",
        "edge.toml",
        {
            "games": [
                "termination", "winners", "turns", "plays", "lost_to_edge",
                "min_margin", "extent",
            ]
        },
        quick=2,
    ),
    "edge-large": Study(
        "games of UH OH! on large tables",
        "edge-large.toml",
        {"games": ["lost_to_edge", "min_margin"]},
        quick=1,
    ),
    "edge-needs": Measured(
        "what tables games of UH OH! need, played without an edge", measure_needs
    ),
    "edge-placements": Measured(
        "placements near the edge, and the closest of them as cards in MuJoCo",
        measure_placements,
        needs="mujoco",
    ),
}  # fmt: skip
"""The sets, by name."""

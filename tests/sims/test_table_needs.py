"""How large a table a game needs: sizes against the table itself, and real games."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sims.table_needs import least_diameter, least_width, wanted
from staccs.lattice import Cell
from staccs.match import MatchConfig, play_match
from staccs.rules import Edge, Rules
from staccs.table import PlacedTable, RectangularTable, RoundTable, Table

HAIR = 1e-6
CELLS = [Cell(3, 2), Cell(-4, 1), Cell(0, 5), Cell(-2, -3), Cell(5, -5)]
UNSTEERED = MatchConfig(players=3, policies=("unsteered",), plays=False)


def fits(table: Table, edge: Edge) -> bool:
    placed = PlacedTable(table, edge=edge)
    return all(placed.fits(cell) for cell in [Cell(0, 0), *CELLS])


@pytest.mark.parametrize("edge", Edge)
def test_all_cells_fit_just_above_the_least_size_and_not_below(edge: Edge) -> None:
    diameter = least_diameter(CELLS, edge)
    assert fits(RoundTable(diameter + HAIR), edge)
    assert not fits(RoundTable(diameter - HAIR), edge)
    for aspect in (1.0, 1.5, 3.0):
        width = least_width(CELLS, edge, aspect)
        for size, fit in ((width + HAIR, True), (width - HAIR, False)):
            assert fits(RectangularTable(aspect * size, size), edge) is fit


def test_at_the_least_size_itself_a_center_on_the_edge_falls_and_a_corner_lies() -> (
    None
):
    """As ruling T20 has it."""
    up = [Cell(0, 2)]
    for edge, lies in ((Edge.BALANCE, False), (Edge.INSIDE, True)):
        table = RectangularTable(1.0, least_width(up, edge, 1.0))
        assert PlacedTable(table, edge=edge).fits(up[0]) is lies


def test_a_single_card_needs_nothing_to_balance_and_itself_to_lie_inside() -> None:
    assert least_diameter([Cell(0, 0)], Edge.BALANCE) == 0.0
    assert least_diameter([Cell(0, 0)], Edge.INSIDE) == 0.088


@pytest.mark.parametrize("edge", Edge)
def test_the_edge_forbids_plays_on_tables_smaller_than_the_need_and_no_other(
    edge: Edge,
) -> None:
    met = 0
    for index in range(30):
        found = wanted(UNSTEERED, 4, index)
        need = least_diameter(found.cells, edge)
        for size in (0.6, 0.9):
            table = PlacedTable(RoundTable(size), edge=edge)
            config = replace(UNSTEERED, table=table, rules=Rules(edge=edge))
            played = play_match(config, 4, index).game
            assert (played.lost_to_edge > 0) is (need >= size)
            if need < size:
                assert played.turns == found.turns
                assert ("0" in str(played.winners).split(",")) is found.first_to_win
            met += need >= size
    assert 10 < met < 50

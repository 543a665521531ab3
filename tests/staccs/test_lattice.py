"""The lattice: distances, triangles, turning, mirroring, packing."""

from itertools import combinations
from math import dist, isclose, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from staccs.cells import REACH, STEPS, TRIANGLES, Footing, pack, unpack
from staccs.errors import ParameterError
from staccs.lattice import (
    DIRECTIONS,
    Cell,
    mirrored,
    neighbors,
    rotated,
    to_plane,
    triangles,
)
from tests.staccs.strategies import cells


def test_neighbors_are_one_edge_away_clockwise_from_straight_up():
    x, y = to_plane(Cell(3, -7))
    for cell, degrees in zip(neighbors(Cell(3, -7)), range(90, -270, -60), strict=True):
        nx, ny = to_plane(cell)
        turn = {90: (0, 1), 30: (sqrt(3) / 2, 0.5), -30: (sqrt(3) / 2, -0.5)}
        turn |= {d - 180: (-dx, -dy) for d, (dx, dy) in list(turn.items())}
        assert (nx - x, ny - y) == pytest.approx(turn[degrees])


def test_edge_scales_the_plane():
    assert to_plane(Cell(2, -1), 0.044) == pytest.approx((0.044 * sqrt(3), 0.0))


def test_six_triangles_of_a_card_fill_its_hexagon():
    own = triangles(Cell(0, 0))
    assert len(set(own)) == 6
    for triangle in own:
        sides = [dist(to_plane(a), to_plane(b)) for a, b in combinations(triangle, 2)]
        assert all(isclose(side, 1) for side in sides)
    assert {cell for triangle in own for cell in triangle} == {
        Cell(0, 0),
        *neighbors(Cell(0, 0)),
    }


@given(cells)
def test_a_triangle_belongs_to_the_hexagons_at_its_corners(cell):
    for triangle in triangles(cell):
        holders = [c for c in (cell, *neighbors(cell)) if triangle in triangles(c)]
        assert set(holders) == triangle


@given(cells, st.integers(-20, 20), st.integers(-20, 20))
def test_turning_adds_up(cell, a, b):
    assert rotated(rotated(cell, a), b) == rotated(cell, a + b)
    assert rotated(cell, 6) == cell
    assert neighbors(rotated(cell, a))[a % 6] == rotated(neighbors(cell)[0], a)


@given(cells)
def test_mirroring_twice_changes_nothing(cell):
    assert mirrored(mirrored(cell)) == cell
    x, y = to_plane(cell)
    assert to_plane(mirrored(cell)) == pytest.approx((-x, y))


@given(cells, st.integers(-7, 7))
def test_mirroring_turns_turning_round(cell, sixths):
    assert mirrored(rotated(cell, sixths)) == rotated(mirrored(cell), -sixths)


@pytest.mark.parametrize("sixths", [0.5, "1", None, True])
def test_turning_by_no_whole_number_is_refused(sixths):
    with pytest.raises(ParameterError, match="sixths"):
        rotated(Cell(0, 0), sixths)


@given(cells)
def test_packed_cells_unpack(cell):
    assert unpack(pack(cell)) == cell
    assert tuple(unpack(pack(cell) + step) for step in STEPS) == neighbors(cell)


def test_cells_far_from_the_first_card_pack_too():
    for q in (-2 * REACH, 2 * REACH):
        for r in (-2 * REACH, 2 * REACH):
            assert unpack(pack(Cell(q, r))) == Cell(q, r)


def test_packed_triangles_are_the_triangles():
    """Each has one number, the same from all three of its corners."""
    area = [Cell(q, r) for q in range(-6, 7) for r in range(-6, 7)]
    names = {}
    for cell in area:
        for triangle, step in zip(triangles(cell), TRIANGLES, strict=True):
            names.setdefault(triangle, set()).add(pack(cell) + step)
    assert all(len(numbers) == 1 for numbers in names.values())
    assert len(set.union(*names.values())) == len(names)


def test_directions_sum_to_nothing():
    assert [sum(part) for part in zip(*DIRECTIONS, strict=True)] == [0, 0]


def test_footing_asks_once_for_each_cell():
    asked = []
    footing = Footing(lambda cell: asked.append(cell) or cell.q > 0)
    assert [footing[pack(Cell(q, 2))] for q in (1, 0, 1, 0)] == [True, False] * 2
    assert asked == [Cell(1, 2), Cell(0, 2)]

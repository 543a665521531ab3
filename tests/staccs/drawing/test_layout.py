"""Where the lattice and the table lie in a picture."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from staccs.drawing.layout import corners, layout_of, table_to_plane
from staccs.drawing.outlines import Affine, polygon
from staccs.lattice import Cell, to_plane
from staccs.table import PlacedTable, Table
from tests.staccs.strategies import cells

numbers = st.floats(-3, 3)
maps = st.builds(Affine, *[numbers] * 6)


@given(maps, maps, st.tuples(numbers, numbers))
def test_a_map_after_another_does_both(one, other, point):
    assert one.after(other).point(point) == pytest.approx(
        one.point(other.point(point)), abs=1e-9
    )


def test_an_outline_goes_where_its_points_go():
    moved = Affine(0, 2, -1, 0, 5, 0).outline(polygon([(0, 0), (1, 0), (1, 3)]))
    assert moved == (("M", (5, 0)), ("L", (5, 2)), ("L", (2, 2)), ("Z", ()))


@given(st.tuples(st.floats(-0.3, 0.3), st.floats(-0.3, 0.3)), st.floats(-7, 7), cells)
def test_the_table_is_drawn_in_the_frame_of_the_stacc(start, angle, cell):
    """Where the table's own geometry lays a card, there the picture has it."""
    placed = PlacedTable(Table.parse("round:2"), start, angle, first=())
    move = table_to_plane(placed)
    card = placed.hexagon(cell)
    assert move.point(card.center) == pytest.approx(to_plane(cell), abs=1e-6)
    for corner in map(move.point, card.corners):
        assert min(math.dist(corner, each) for each in corners(cell)) < 1e-6


@given(st.lists(cells, min_size=1, max_size=5))
def test_every_card_is_within_the_picture(spread):
    layout = layout_of(spread)
    for cell in spread:
        for corner in corners(cell):
            x, y = layout.to_pixels.point(corner)
            assert 0 < x < layout.width
            assert 0 < y < layout.height


@pytest.mark.parametrize(
    ("text", "whole"), [("round:1.0", True), ("round:50", False), ("rect:3x0.2", False)]
)
def test_as_much_of_the_table_is_shown_as_lies_near(text, whole):
    layout = layout_of([Cell(0, 0)], PlacedTable(Table.parse(text)))
    assert layout.whole is whole
    assert max(layout.width, layout.height) < 60 * 40
    if whole:
        assert layout.width >= 1.0 / 0.044 * 60


def test_a_turned_table_is_turned_the_other_way_in_the_picture():
    placed = PlacedTable(Table.parse("rect:2x0.5"), angle=math.pi / 2)
    layout = layout_of([Cell(0, 0)], placed)
    assert layout.height > 2 * layout.width

"""Edges met exactly: decided by rule, whatever the last digit of a sum was."""

import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from staccs.lattice import Cell, to_plane
from staccs.table import (
    TOLERANCE,
    PlacedTable,
    PolygonTable,
    RoundTable,
    Verdict,
)
from tests.staccs.table.strategies import settings_for

EDGE = 0.044
APOTHEM = EDGE * math.sqrt(3) / 2

angles = st.one_of(
    st.sampled_from([k * math.pi / 6 for k in range(12)]), st.floats(0, 2 * math.pi)
)
places = st.floats(-100, 100)
steps = st.integers(-30, 30)
cells = st.builds(Cell, steps, steps)


def turned(points, angle, x, y):
    c, s = math.cos(angle), math.sin(angle)
    return [(x + c * u - s * v, y + s * u + c * v) for u, v in points]


def half_plane(angle, x, y):
    """Return a table whose edge runs through (x, y), square to the angle."""
    return PolygonTable(turned([(0, -9), (0, 9), (-9, 9), (-9, -9)], angle, x, y))


def lattice_from(cell, point, angle):
    """Return where cell 0,0 lies if this cell lies at a point."""
    u, v = to_plane(cell, EDGE)
    ((x, y),) = turned([(-u, -v)], angle, *point)
    return x, y


@settings_for(300)
@example(Cell(1, 15), math.pi / 6, 0.0, 2.225073858507e-311, 0.0)
@example(Cell(0, 0), math.pi / 6, 0.0, 2.225073858507e-311, 0.0)
@given(cells, angles, angles, places, places)
def test_a_center_on_a_straight_edge_falls(cell, angle, way, x, y):
    table = half_plane(way, x, y)
    start = lattice_from(cell, (x, y), angle)
    found = PlacedTable(table, start, angle, first=()).report(cell)
    assert (found.verdict, found.margin) == (Verdict.FALLS, 0.0)
    out = (math.cos(way), math.sin(way))
    assert found.tipping_direction == pytest.approx(out, abs=1e-7)


@settings_for(300)
@given(cells, angles, angles, st.floats(0.05, 100))
def test_a_center_on_a_round_edge_falls(cell, angle, turn, radius):
    point = (radius * math.cos(turn), radius * math.sin(turn))
    start = lattice_from(cell, point, angle)
    found = PlacedTable(RoundTable(2 * radius), start, angle, first=()).report(cell)
    assert (found.verdict, found.margin) == (Verdict.FALLS, 0.0)


@settings_for(300)
@given(cells, angles, st.integers(0, 5), places, places)
def test_a_side_along_the_edge_is_inside_and_another_card_there_is_off(
    cell, angle, sixth, x, y
):
    """The edge runs along a side of one card, and so of its neighbor beyond it."""
    way = angle + sixth * math.pi / 3
    table = half_plane(way, x, y)
    ((cx, cy),) = turned([(-APOTHEM, 0)], way, x, y)
    start = lattice_from(cell, (cx, cy), angle)
    placed = PlacedTable(table, start, angle, edge="inside", first=())
    found = placed.report(cell)
    assert (found.verdict, found.margin) == (Verdict.FLAT, 0.0)
    assert found.overhang_area == 0
    ((cx, cy),) = turned([(APOTHEM, 0)], way, x, y)
    for edge in ("balance", "inside"):
        beside = PlacedTable(table, (cx, cy), angle, edge=edge, first=())
        assert beside.report((0, 0)).verdict is Verdict.OFF


@settings_for(300)
@given(angles, places, places)
def test_a_table_as_large_as_the_card_holds_it_wholly(angle, x, y):
    turns = [k * math.pi / 3 + math.pi / 2 for k in range(6)]
    ring = [(EDGE * math.cos(t), EDGE * math.sin(t)) for t in turns]
    table = PolygonTable(turned(ring, angle, x, y))
    for edge in ("balance", "inside"):
        placed = PlacedTable(table, (x, y), angle, edge=edge)
        found = placed.report((0, 0))
        assert found.overhang_area == 0
        assert found.balance_margin == pytest.approx(APOTHEM, abs=TOLERANCE)
        for cell in [(0, 1), (1, 0), (2, -1), (1, 1)]:
            assert not placed.fits(cell)


@pytest.mark.parametrize("edge", ["balance", "inside"])
@pytest.mark.parametrize("off", [-5, -2, -1, -0.5, 0.5, 1, 2, 5])
def test_a_tie_is_what_is_within_the_tolerance(edge, off):
    """Margins change their sign once, and are 0 only this near to it."""
    reach = APOTHEM if edge == "inside" else 0.0
    table = half_plane(0.0, 0.0, 0.0)
    placed = PlacedTable(table, (-reach - off * TOLERANCE, 0), edge=edge, first=())
    found = placed.report((0, 0))
    if abs(off) < 1:
        assert found.margin == 0
    elif abs(off) > 1:
        assert found.margin == pytest.approx(off * TOLERANCE, abs=TOLERANCE / 2)
        assert found.fits is (off > 0)


@settings_for(200)
@given(angles, angles, st.floats(-0.08, 0.08), st.floats(-0.08, 0.08))
def test_turning_and_moving_all_together_changes_nothing(angle, turn, x, y):
    ring = [(0, -0.2), (0.04, 0), (0, 0.2), (-0.3, 0.2), (-0.01, 0), (-0.3, -0.2)]
    table = PolygonTable(ring)
    moved = PolygonTable(turned(ring, turn, 3.0, -7.0))
    (there,) = turned([(x, y)], turn, 3.0, -7.0)
    for edge in ("balance", "inside"):
        one = PlacedTable(table, (x, y), angle, edge=edge, first=()).report((0, 0))
        two = PlacedTable(moved, there, angle + turn, edge=edge, first=())
        other = two.report((0, 0))
        searched = EDGE / 1000 if edge == "inside" else 1e-8
        if abs(one.margin) > 1e-8:
            assert other.verdict is one.verdict
            assert other.margin == pytest.approx(one.margin, abs=searched)
        area = one.overhang_area
        assert other.overhang_area == pytest.approx(area, abs=1e-9)

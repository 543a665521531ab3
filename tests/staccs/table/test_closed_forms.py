"""Reports against what a ruler and the schoolbook say of a hexagon at an edge."""

import math
from itertools import pairwise

import pytest
from scipy.integrate import quad

from staccs.params import CardParams
from staccs.table import (
    TOLERANCE,
    Hexagon,
    PlacedTable,
    PolygonTable,
    RectangularTable,
    RoundTable,
    Verdict,
)

EDGE = CardParams().edge
APOTHEM = EDGE * math.sqrt(3) / 2
AREA = 3 * EDGE * APOTHEM
CORNER_FIRST, SIDE_FIRST = math.pi / 6, 0.0
"""Angles at which a card goes over an edge at x = 0 with a corner, or a side, first."""

HALF_PLANE = PolygonTable([(-9, -9), (0, -9), (0, 9), (-9, 9)])
"""As good as endless; its edge lies at x = 0."""


def report(table, x, y=0.0, angle=0.0, edge="balance"):
    placed = PlacedTable(table, (x, y), angle, edge=edge, first=())
    return placed.report((0, 0))


def close(value):
    return pytest.approx(value, abs=2 * TOLERANCE)


# --- a straight edge ----------------------------------------------------------------


@pytest.mark.parametrize("angle", [0.0, 0.2, math.pi / 6, 1.0, math.pi / 2])
@pytest.mark.parametrize("depth", [30e-3, 10e-3, 0.1e-3, 1e-8, -0.1e-3, -10e-3, -30e-3])
def test_the_margin_at_a_straight_edge_is_the_way_to_it(depth, angle):
    found = report(HALF_PLANE, -depth, 0.3, angle)
    assert found.margin == close(depth)
    assert found.verdict == ("flat" if depth > 0 else "falls")
    assert found.tipping_direction == pytest.approx((1.0, 0.0))


@pytest.mark.parametrize("depth", [APOTHEM, 0.04, 0.0439, 0.05, 3.0])
def test_the_margin_is_never_more_than_the_way_to_the_cards_own_side(depth):
    found = report(HALF_PLANE, -depth, angle=CORNER_FIRST)
    assert found.margin == close(APOTHEM)
    assert found.fits


def corner_area(way):
    """Return the area of a card that reaches this far over, a corner first."""
    if way <= EDGE / 2:
        return math.sqrt(3) * way**2
    if way <= EDGE * 3 / 2:
        triangle = math.sqrt(3) * EDGE**2 / 4
        return triangle + math.sqrt(3) * EDGE * (way - EDGE / 2)
    return AREA - corner_area(2 * EDGE - way)


def side_area(way):
    """Return the area of a card that reaches this far over, a side first."""
    if way <= APOTHEM:
        return EDGE * way + way**2 / math.sqrt(3)
    return AREA - side_area(2 * APOTHEM - way)


@pytest.mark.parametrize("way", [0.5e-3, 10e-3, 22e-3, 30e-3, 44e-3, 60e-3, 75e-3])
def test_the_area_past_a_straight_edge(way):
    corner = report(HALF_PLANE, way - EDGE, 0.1, CORNER_FIRST)
    side = report(HALF_PLANE, way - APOTHEM, 0.1, SIDE_FIRST)
    assert corner.overhang_area == pytest.approx(corner_area(way), abs=1e-9)
    assert side.overhang_area == pytest.approx(side_area(way), abs=1e-9)


@pytest.mark.parametrize(
    ("angle", "reach"), [(CORNER_FIRST, EDGE), (SIDE_FIRST, APOTHEM)]
)
def test_a_card_past_a_straight_edge_is_off_once_nothing_is_over_the_table(
    angle, reach
):
    last = report(HALF_PLANE, reach - 1e-6, angle=angle)
    touching = report(HALF_PLANE, reach, angle=angle)
    assert last.verdict is Verdict.FALLS
    assert last.margin == close(-(reach - 1e-6))
    assert touching.verdict is Verdict.OFF
    assert touching.margin == close(-reach)
    assert touching.overhang_area == pytest.approx(AREA)
    assert touching.hull == ()
    assert touching.tipping_direction == pytest.approx((1.0, 0.0))


@pytest.mark.parametrize(
    ("angle", "reach"), [(CORNER_FIRST, EDGE), (SIDE_FIRST, APOTHEM)]
)
@pytest.mark.parametrize("gap", [0.2, 1e-3, 1e-7, 0.0, -1e-7, -1e-3, -0.05, -0.2])
def test_under_inside_the_margin_is_the_gap_to_the_edge(angle, reach, gap):
    found = report(HALF_PLANE, -reach - gap, angle=angle, edge="inside")
    assert found.margin == close(gap)
    assert found.fits is (gap >= 0)
    balance = report(HALF_PLANE, -reach - gap, angle=angle)
    assert found.balance_margin == balance.margin


# --- a corner of the table ----------------------------------------------------------


def wedge(opening):
    """Return a table with a corner of this opening at (0, 0), as good as endless."""
    steps = max(2, math.ceil(opening / 1.0))
    turns = [opening * (k / steps - 1 / 2) for k in range(steps + 1)]
    return PolygonTable(
        [(0, 0), *((9 * math.cos(turn), 9 * math.sin(turn)) for turn in turns)]
    )


@pytest.mark.parametrize("sixths", [1, 2, 3, 4, 5])
def test_a_corner_under_the_center_holds_its_share_of_the_card(sixths):
    found = report(wedge(sixths * math.pi / 3), 0.0)
    assert found.overhang_area == pytest.approx(AREA * (1 - sixths / 6), abs=1e-9)


@pytest.mark.parametrize("degrees", [40, 90, 120, 170])
@pytest.mark.parametrize("way", [1e-6, 1e-3, 15e-3, 35e-3])
def test_the_margin_at_a_corner(degrees, way):
    opening = math.radians(degrees)
    inside = report(wedge(opening), way)
    assert inside.margin == close(way * math.sin(opening / 2))
    assert inside.fits
    outside = report(wedge(opening), -way)
    assert outside.margin == close(-way)
    assert outside.verdict == "falls"
    assert outside.tipping_direction == pytest.approx((-1.0, 0.0))


@pytest.mark.parametrize("degrees", [40, 90, 120, 170])
def test_a_center_on_a_corner_falls(degrees):
    found = report(wedge(math.radians(degrees)), 0.0)
    assert (found.verdict, found.margin) == ("falls", 0.0)


NOTCHED = PolygonTable([(-9, -9), (9, -9), (9, 0), (0, 0), (0, 9), (-9, 9)])
"""A table without its upper right quarter."""


@pytest.mark.parametrize(
    ("x", "y"), [(0, 0), (5e-3, 5e-3), (12e-3, 12e-3), (0.02, 0.01), (-0.01, 0.02)]
)
def test_a_card_over_a_notch_is_held_on_both_sides_of_it(x, y):
    """A corner of the card points along y, a side lies square to x."""
    right = (x + APOTHEM, 0.0)
    top = (0.0, y + EDGE - abs(x) / math.sqrt(3))
    line = math.dist(right, top)
    cross = (top[0] - right[0]) * (y - right[1]) - (top[1] - right[1]) * (x - right[0])
    found = report(NOTCHED, x, y)
    assert found.margin == close(min(cross / line, APOTHEM))
    assert found.fits is (cross > 0)
    normal = ((top[1] - right[1]) / line, (right[0] - top[0]) / line)
    assert found.tipping_direction == pytest.approx(normal, abs=1e-6)


# --- holes, slots and strips --------------------------------------------------------


def slotted(width):
    """Return a table with a long slot of this width along the line x = 0."""
    hole = [(-width / 2, -1), (width / 2, -1), (width / 2, 1), (-width / 2, 1)]
    return PolygonTable([(-9, -9), (9, -9), (9, 9), (-9, 9)], [hole])


@pytest.mark.parametrize("width", [1e-3, 0.03, 0.07, 2 * APOTHEM - 1e-6])
def test_a_card_bridges_a_slot_that_is_narrower_than_it(width):
    """The corners above and below the center hang over the slot."""
    found = report(slotted(width), 0.0)
    assert found.verdict is Verdict.FLAT
    assert found.margin == close(min(APOTHEM, EDGE - width / (2 * math.sqrt(3))))
    held = 2 * side_area(APOTHEM - width / 2)
    assert found.overhang_area == pytest.approx(AREA - held, abs=1e-9)
    assert found.tipping_direction is not None
    assert abs(found.tipping_direction[1]) == pytest.approx(1.0)
    assert report(slotted(width), 0.0, edge="inside").verdict is Verdict.FALLS


def test_a_card_that_bridges_a_slot_with_all_its_corners_on_the_table_cannot_tip():
    found = report(slotted(0.043), 0.0, angle=math.pi / 6)
    assert found.margin == close(APOTHEM)
    assert found.overhang_area == pytest.approx(2 * APOTHEM * 0.043, abs=1e-9)
    assert found.tipping_direction is None


@pytest.mark.parametrize("width", [2 * APOTHEM, 2 * APOTHEM + 1e-9, 0.08])
def test_a_card_falls_through_a_slot_as_wide_as_it(width):
    found = report(slotted(width), 0.0)
    assert found.verdict is Verdict.OFF
    assert found.margin == close(-width / 2)


@pytest.mark.parametrize("width", [0.02, 0.06])
def test_a_card_held_on_one_side_of_a_slot_falls_into_it(width):
    found = report(slotted(2 * APOTHEM + width), -width / 2 - 0.001)
    assert found.verdict is Verdict.FALLS
    assert found.margin == close(-(APOTHEM - 0.001))
    assert found.tipping_direction == pytest.approx((1.0, 0.0))


@pytest.mark.parametrize("half", [1e-3, 10e-3, 20e-3])
def test_under_inside_a_hole_counts_by_its_deepest_point(half):
    hole = [(-half, -half), (half, -half), (half, half), (-half, half)]
    table = PolygonTable([(-9, -9), (9, -9), (9, 9), (-9, 9)], [hole])
    found = report(table, 0.0, edge="inside")
    assert found.verdict is Verdict.FALLS
    assert found.margin == close(-half)
    assert found.balance_margin == close(APOTHEM)
    assert found.overhang_area == pytest.approx(4 * half * half, abs=1e-9)


@pytest.mark.parametrize("width", [1e-3, 0.02, 0.05])
def test_a_card_on_a_narrow_strip_balances_on_its_width(width):
    strip = PolygonTable([(0, -9), (width, -9), (width, 9), (0, 9)])
    found = report(strip, width / 4)
    assert found.margin == close(width / 4)
    assert found.tipping_direction == pytest.approx((-1.0, 0.0))


def test_touching_holds_nothing():
    """A wide notch just as wide as the card: its sides touch it, its end does not."""
    half, deep = APOTHEM, 0.05
    notch = [(half, 0), (half, -deep), (-half, -deep), (-half, 0)]
    table = PolygonTable([(-9, -9), (9, -9), (9, 0), *notch, (-9, 0)])
    assert report(table, 0.0, -deep + 0.044).verdict is Verdict.OFF
    held = report(table, 0.0, -deep + 0.043)
    assert held.verdict is Verdict.FALLS
    assert held.margin == close(-0.043)


# --- a round edge -------------------------------------------------------------------


@pytest.mark.parametrize("angle", [0.0, 0.3, math.pi / 6])
@pytest.mark.parametrize("turn", [0.0, 1.0, 2.5])
@pytest.mark.parametrize("depth", [30e-3, 1e-3, 1e-8, -1e-8, -1e-3, -30e-3])
def test_the_margin_at_a_round_edge_is_the_way_to_it(depth, turn, angle):
    away = 0.5 - depth
    way = (math.cos(turn), math.sin(turn))
    found = report(RoundTable(1), away * way[0], away * way[1], angle)
    assert found.margin == close(depth)
    assert found.verdict == ("flat" if depth > 0 else "falls")
    assert found.tipping_direction == pytest.approx(way, abs=1e-6)


def overhang_at_disc(radius, away):
    """Return the area past a round edge, by quadrature along y; a corner points up.

    The card lies at (away, 0): a strip at y is cut at the circle's x there.
    """

    def past(y):
        half = APOTHEM if abs(y) < EDGE / 2 else (EDGE - abs(y)) * math.sqrt(3)
        edge = math.sqrt(max(radius * radius - y * y, 0.0))
        left = max(min(-edge, away + half) - (away - half), 0.0)
        return left + max(away + half - max(edge, away - half), 0.0)

    breaks = [-EDGE / 2, 0, EDGE / 2, *(s * radius for s in (-1, 1) if radius < EDGE)]
    return quad(past, -EDGE, EDGE, points=breaks, limit=500, epsabs=1e-12)[0]


@pytest.mark.parametrize("radius", [0.01, 0.04, 0.05, 0.5, 20.0])
@pytest.mark.parametrize("depth", [0.03, 0.01, 0.0, -0.01, -0.03])
def test_the_area_past_a_round_edge(radius, depth):
    away = max(radius - depth, 0.0)
    found = report(RoundTable(2 * radius), away)
    expected = overhang_at_disc(radius, away)
    assert found.overhang_area == pytest.approx(expected, abs=1e-8)


def test_a_table_smaller_than_the_card_holds_it_on_all_of_its_own_area():
    found = report(RoundTable(0.05), 0.005)
    assert found.margin == close(0.020)
    assert found.overhang_area == pytest.approx(AREA - math.pi * 0.025**2)
    assert found.tipping_direction == (1.0, 0.0)
    assert report(RoundTable(0.05), 0.0).tipping_direction is None


def test_a_round_edge_past_one_side_leaves_a_segment():
    """Only the right side of the card cuts the small table."""
    radius, way = 0.015, 0.005
    found = report(RoundTable(2 * radius), -APOTHEM + way)
    segment = radius**2 * math.acos(way / radius) - way * math.sqrt(radius**2 - way**2)
    rest = math.pi * radius**2 - segment
    assert found.overhang_area == pytest.approx(AREA - rest, abs=1e-12)


@pytest.mark.parametrize("gap", [0.1, 1e-6, 0.0, -1e-6, -0.02])
def test_under_inside_the_margin_at_a_round_edge_is_that_of_the_farthest_corner(gap):
    found = report(RoundTable(1), 0.0, 0.5 - EDGE - gap, edge="inside")
    assert found.margin == close(gap)
    assert found.fits is (gap >= 0)


@pytest.mark.parametrize("reach", [-1e-3, -1e-6, 0.0, 1e-3])
def test_a_card_beside_a_round_table_is_off(reach):
    found = report(RoundTable(1), 0.5 + APOTHEM + reach)
    assert found.verdict == ("falls" if reach < 0 else "off")
    if reach >= 0:
        assert found.margin == close(-APOTHEM - reach)


@pytest.mark.parametrize("away", [0.47, 0.5, 0.53])
@pytest.mark.parametrize("edge", ["balance", "inside"])
def test_a_round_table_is_what_a_polygon_of_many_corners_tends_to(away, edge):
    exact = RoundTable(1)
    many = PolygonTable(exact.outline)
    for angle in (0.0, 0.4):
        one = report(exact, away * 0.6, away * 0.8, angle, edge)
        other = report(many, away * 0.6, away * 0.8, angle, edge)
        assert other.margin == pytest.approx(one.margin, abs=3e-6)
        assert other.overhang_area == pytest.approx(one.overhang_area, abs=1e-6)


def test_the_hull_of_a_card_on_a_round_table_runs_along_the_edge():
    found = report(RoundTable(1), 0.49)
    from_middle = sorted(math.hypot(*corner) for corner in found.hull)
    assert from_middle[-1] == pytest.approx(0.5, abs=1e-12)
    assert len(found.hull) > 20
    rim = [p for p in found.hull if math.hypot(*p) > 0.5 - 1e-9]
    rim.sort(key=lambda p: p[1])
    widest = max(math.dist(p, q) for p, q in pairwise(rim))
    assert widest**2 / (8 * 0.5) <= 1.01e-6


# --- everywhere the same ------------------------------------------------------------


def test_the_card_itself():
    card = Hexagon((0.2, -0.1), EDGE, 0.7)
    assert card.apothem == pytest.approx(APOTHEM)
    assert card.area == pytest.approx(AREA)
    assert [math.dist(card.center, c) for c in card.corners] == pytest.approx(
        [EDGE] * 6
    )
    assert card.shrunk(1e-3).apothem == pytest.approx(APOTHEM - 1e-3)


@pytest.mark.parametrize("table", [RectangularTable(0.6, 0.4), RoundTable(0.5)])
def test_a_card_wholly_on_the_table_is_its_own_support(table):
    found = report(table, 0.05, 0.02, 0.1)
    assert found.verdict is Verdict.FLAT
    assert found.margin == close(APOTHEM)
    assert found.overhang_area == 0
    assert found.hull == Hexagon((0.05, 0.02), EDGE, 0.1).corners
    assert found.tipping_direction is None


def test_the_hull_is_counterclockwise_and_within_the_card():
    found = report(NOTCHED, 0.01, 0.0)
    turns = 0.0
    behind = (found.hull[-1], *found.hull)
    for (ax, ay), (bx, by) in zip(behind, found.hull, strict=False):
        turns += ax * by - bx * ay
    assert 0 < turns / 2 < AREA
    card = Hexagon((0.01, 0.0), EDGE)
    assert all(card.depth(corner) > -2 * TOLERANCE for corner in found.hull)

"""Contact points against exact clipping of rectangles."""

import math

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from stacko.polygons import clip_convex, convex_hull, polygon_area
from stacko.quasistatic.clipping import overlap_corners
from stacko.quasistatic.patches import find_patches
from tests.quasistatic.piles import BLOCKS, LENGTH, WIDTH, bars, tower

AREA = WIDTH * WIDTH
offsets = st.floats(-0.06, 0.06)


def outline(pile, row):
    """Return a bar seen from above, counterclockwise."""
    length, width = pile.size[row, :2] / 2
    c, s = math.cos(pile.yaw[row]), math.sin(pile.yaw[row])
    sides = [(-length, -width), (length, -width), (length, width), (-length, width)]
    return pile.plane[row] + [(c * u - s * v, s * u + c * v) for u, v in sides]


def found_and_exact(x, y, first, second):
    """Return the points where one bar lies on another, and their exact overlap."""
    pile = bars((0, 0, 0, first), (1, x, y, second))
    patches = find_patches(pile)
    points = patches.points[patches.upper == 1]
    exact = clip_convex(outline(pile, 1), outline(pile, 0))
    return pile, points, exact


def outside(pile, points):
    """Return how far points lie outside of either bar, m."""
    return max(
        (
            shapely.Polygon(outline(pile, row)).distance(shapely.Point(point))
            for row in (0, 1)
            for point in points
        ),
        default=0.0,
    )


@settings(max_examples=150, deadline=None)
@given(offsets, offsets, st.floats(-180, 180))
def test_bars_at_right_angles_touch_in_a_rectangle(x, y, yaw):
    pile, points, exact = found_and_exact(x, y, yaw, yaw + 90)
    area = polygon_area(exact)
    if area < 1e-9:
        assert not len(points) or polygon_area(convex_hull(points)) < 1e-9
        return
    assert polygon_area(convex_hull(points)) == pytest.approx(area, abs=1e-9)
    assert outside(pile, points) < 1e-9


@settings(max_examples=300, deadline=None)
@given(offsets, offsets, st.floats(-180, 180), st.floats(-180, 180))
def test_askew_bars_touch_where_both_are(x, y, first, second):
    pile, points, exact = found_and_exact(x, y, first, second)
    area = polygon_area(exact)
    askew = abs(math.cos(math.radians(first - second)))
    # by how much ends that are not clipped are off; see `find_patches`
    off = WIDTH * askew if askew <= 0.03 else 1e-9
    assert outside(pile, points) <= 1.05 * off
    hull = polygon_area(convex_hull(points)) if len(points) else 0.0
    if askew > 0.03:
        assert hull <= area + 1e-9
    assert hull >= 0.6 * area - off * LENGTH - 2e-8
    if area > 1e-8 + off * LENGTH:
        assert len(points) == 4


@settings(max_examples=150, deadline=None)
@given(st.floats(-0.005, 0.005), st.floats(-0.005, 0.005), st.floats(50, 130))
def test_crossing_bars_touch_in_a_parallelogram_exactly(x, y, angle):
    pile, points, exact = found_and_exact(x, y, 7.0, 7.0 + angle)
    assert polygon_area(convex_hull(points)) == pytest.approx(
        WIDTH * WIDTH / math.sin(math.radians(angle)), rel=1e-6
    )
    assert polygon_area(exact) == pytest.approx(
        polygon_area(convex_hull(points)), rel=1e-6
    )
    assert outside(pile, points) < 1e-9


@pytest.mark.parametrize("yaw", [0.0, 45.0, 90.0, -30.0])
@pytest.mark.parametrize("turn", [0.0, 180.0, 1e-7, -1e-7])
def test_bars_side_by_side_touch_along_their_length(yaw, turn):
    pile, points, exact = found_and_exact(0.0, 0.0, yaw, yaw + turn)
    assert polygon_area(convex_hull(points)) == pytest.approx(LENGTH * WIDTH, rel=1e-5)
    assert polygon_area(exact) == pytest.approx(LENGTH * WIDTH, rel=1e-5)
    assert outside(pile, points) < 1e-8


@pytest.mark.parametrize("apart", [LENGTH / 2 + WIDTH / 2, 0.07, 0.2])
@pytest.mark.parametrize("askew", [0.0, 0.5, -1.0, 5.0])
def test_bars_that_miss_each_other_do_not_touch(apart, askew):
    """Also where the end of one lies beside the other, a little askew."""
    gap = 1e-3
    _, points, exact = found_and_exact(apart + gap, 0.0, 0.0, 90 + askew)
    assert polygon_area(exact) == 0 or apart < 0.06
    if polygon_area(exact) == 0:
        assert not len(points)


@settings(max_examples=200, deadline=None)
@given(offsets, offsets, st.floats(-4, 4))
def test_clipped_corners_are_corners_and_the_widest_apart(x, y, turn):
    half = (LENGTH / 2, WIDTH / 2)
    corners = overlap_corners(x, y, turn, half, half)
    pile = bars((0, 0, 0, 0), (1, x, y, math.degrees(turn)))
    exact = clip_convex(outline(pile, 1), outline(pile, 0))
    if corners is None:
        assert polygon_area(exact) < 1e-12
        return
    for corner in corners:
        assert np.hypot(*(exact - corner).T).min() < 1e-9
    apart = [math.dist(p, q) for p in exact for q in exact]
    found = [math.dist(p, q) for p in corners for q in corners]
    assert max(found) > 0.8 * max(apart)


def test_a_whole_tower_has_all_pairs_and_the_table():
    pile = tower("R1 R2 R3 / B1 B2 B3 / - Y2 -")
    patches = find_patches(pile)
    pairs = set(zip(patches.upper.tolist(), patches.lower.tolist(), strict=True))
    ground = {(row, 7) for row in range(3)}
    lower = {(u, d) for u in (3, 4, 5) for d in (0, 1, 2)}
    assert pairs == ground | lower | {(6, row) for row in (3, 4, 5)}
    assert len(patches.points) == 4 * len(pairs)
    assert (np.diff(pile.layer[patches.upper]) >= 0).all()  # the margins rely on it
    middle = patches.points[(patches.upper == 6) & (patches.lower == 4)]
    assert polygon_area(convex_hull(middle)) == pytest.approx(AREA, rel=1e-9)
    side = patches.points[(patches.upper == 6) & (patches.lower == 3)]
    assert BLOCKS.pitch + WIDTH / 2 < LENGTH / 2
    assert polygon_area(convex_hull(side)) == pytest.approx(AREA, rel=1e-9)

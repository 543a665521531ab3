import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial import ConvexHull, HalfspaceIntersection

from stacko.polygons import clip_convex, convex_hull, polygon_area, signed_distance

SQUARE = np.array([[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]])
coordinates = st.integers(-20, 20)
clouds = st.lists(st.tuples(coordinates, coordinates), min_size=1, max_size=25)


def rectangle(cx, cy, half_x, half_y, angle):
    c, s = np.cos(angle), np.sin(angle)
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [half_x, half_y]
    return corners @ np.array([[c, s], [-s, c]]) + [cx, cy]


def test_hull_drops_inner_points_and_points_on_edges():
    points = [*SQUARE, (1, 1), (1, 0), (2, 1)]
    assert {tuple(p) for p in convex_hull(points)} == {tuple(p) for p in SQUARE}


def test_hull_of_a_line_is_its_ends():
    assert convex_hull([(0, 0), (1, 1), (3, 3), (2, 2)]).tolist() == [[0, 0], [3, 3]]


def test_hull_of_one_point_repeated():
    assert convex_hull([(1, 2)] * 4).tolist() == [[1, 2]]


@given(clouds)
def test_hull_agrees_with_qhull(points):
    ours = convex_hull(points)
    centered = np.array(points) - points[0]
    if np.linalg.matrix_rank(centered) < 2:
        assert polygon_area(ours) == 0
        return
    theirs = ConvexHull(np.array(points, dtype=float))
    assert polygon_area(ours) == pytest.approx(theirs.volume)
    assert len(ours) == len(theirs.vertices)


def test_area_has_the_sign_of_the_turn():
    assert polygon_area(SQUARE) == 4
    assert polygon_area(SQUARE[::-1]) == -4
    assert polygon_area(SQUARE[:2]) == 0


def test_clip_of_overlapping_squares():
    assert polygon_area(clip_convex(SQUARE + 1.5, SQUARE)) == pytest.approx(0.25)


@pytest.mark.parametrize("shift", [(2, 0), (0, -2), (2, 2), (5, 0)])
def test_squares_that_only_touch_or_miss_share_no_area(shift):
    assert polygon_area(clip_convex(SQUARE + shift, SQUARE)) == 0


shapes = st.tuples(
    st.floats(-1, 1),
    st.floats(-1, 1),
    st.floats(0.5, 2),
    st.floats(0.5, 2),
    st.floats(0, 3),
)


@given(shapes, shapes)
def test_clip_agrees_with_halfspace_intersection(first, second):
    a, b = rectangle(*first), rectangle(*second)
    shared = clip_convex(a, b)
    if polygon_area(shared) < 1e-3:  # qhull needs a point well inside
        return
    halves = np.vstack([ConvexHull(a).equations, ConvexHull(b).equations])
    corners = HalfspaceIntersection(halves, shared.mean(axis=0)).intersections
    assert polygon_area(shared) == pytest.approx(ConvexHull(corners).volume, rel=1e-6)


@given(shapes, shapes)
def test_clip_is_the_same_either_way(first, second):
    a, b = rectangle(*first), rectangle(*second)
    one, other = polygon_area(clip_convex(a, b)), polygon_area(clip_convex(b, a))
    assert one == pytest.approx(other, abs=1e-9)


@pytest.mark.parametrize(
    ("point", "distance"),
    [
        ((1, 1), 1.0),
        ((0.25, 1), 0.25),
        ((2, 1), 0.0),
        ((2, 2), 0.0),
        ((3, 1), -1.0),
        ((5, 6), -5.0),
    ],
)
def test_signed_distance_to_a_square(point, distance):
    assert signed_distance(point, SQUARE) == pytest.approx(distance)


def test_signed_distance_to_what_has_no_area():
    assert signed_distance((1, 1), np.zeros((0, 2))) == -np.inf
    assert signed_distance((1, 1), [(1, 3)]) == -2
    assert signed_distance((1, 1), [(0, 3), (4, 3)]) == -2

"""Where boxes touch, in every way they can lie."""

import math

import numpy as np
import pytest

from stacko.statics import find_contacts
from tests.statics.worlds import about, box, product, rotated, table, tower_bodies

FLAT = (0.3, 0.2, 0.1)


def only(bodies, **tolerances):
    (face,) = find_contacts(bodies, 0.3, **tolerances)
    return face


def corners(face):
    return sorted(map(tuple, (np.round(face.points, 9) + 0.0).tolist()))


def test_a_block_on_the_table_touches_with_four_corners():
    face = only([table(), box("b", FLAT, (1, 2, 0.05))])
    assert (face.a, face.b, face.mu) == ("table", "b", 0.3)
    assert face.normal == pytest.approx((0, 0, -1))
    assert corners(face) == [(x, y, 0.0) for x in (0.85, 1.15) for y in (1.9, 2.1)]
    assert face.gaps == pytest.approx([0, 0, 0, 0], abs=1e-12)


def test_crossed_blocks_touch_in_the_area_they_share():
    low = box("low", FLAT, (0, 0, 0.05))
    high = box("high", FLAT, (0.1, 0.0, 0.15), about("z", math.pi / 2))
    face = only([low, high])
    assert corners(face) == [(x, y, 0.1) for x in (0.0, 0.15) for y in (-0.1, 0.1)]


def test_blocks_turned_by_an_angle_touch_in_a_polygon():
    low = box("low", (1, 1, 0.1), (0, 0, 0.05))
    high = box("high", (1, 1, 0.1), (0, 0, 0.15), about("z", math.pi / 4))
    face = only([low, high])
    assert len(face.points) == 8
    reach = np.abs(face.points[:, :2]).sum(axis=1)
    assert reach == pytest.approx([math.sqrt(0.5)] * 8)


def test_blocks_side_by_side_touch_if_there_is_no_gap():
    left, right = box("l", FLAT, (0, 0, 0.05)), box("r", FLAT, (0, 0.2, 0.05))
    face = only([left, right])
    assert face.normal == pytest.approx((0, -1, 0))
    assert len(face.points) == 4
    apart = box("r", FLAT, (0, 0.2002, 0.05))
    assert find_contacts([left, apart], 0.3) == []
    near = only([left, apart], tolerance=0.3e-3)
    assert near.gaps == pytest.approx([0.2e-3] * 4)
    assert near.points[:, 1] == pytest.approx([0.1001] * 4)


def test_a_tilted_block_touches_with_its_edge():
    angle = math.radians(20)
    down = 0.15 * math.sin(angle) + 0.05 * math.cos(angle)
    block = box("b", FLAT, (0, 0, down), about("y", angle))
    face = only([table(), block])
    assert len(face.points) == 2
    x = 0.15 * math.cos(angle) - 0.05 * math.sin(angle)
    expected = np.array([(x, -0.1, 0.0), (x, 0.1, 0.0)])
    assert np.array(corners(face)) == pytest.approx(expected, abs=2e-9)
    assert face.normal == pytest.approx((0, 0, -1))


def test_a_block_on_its_corner_touches_with_one_point():
    turn = product(about("x", 0.5), about("y", 0.4))
    block = box("b", FLAT, (0, 0, 0), turn)
    low = min(corner[2] for corner in all_corners(block))
    face = only([table(), box("b", FLAT, (0, 0, -low), turn)])
    assert len(face.points) == 1
    assert face.points[0, 2] == pytest.approx(0, abs=1e-9)


def all_corners(body):
    corner = [
        rotate(
            body.orientation, [s * h / 2 for s, h in zip(signs, body.size, strict=True)]
        )
        for signs in np.array(np.meshgrid(*[(-1, 1)] * 3)).T.reshape(-1, 3)
    ]
    return np.array(corner) + body.position


def rotate(turn, vector):
    x, y, z, w = turn
    axis = np.array([x, y, z])
    side = np.cross(axis, vector)
    return np.asarray(vector) + 2 * (w * side + np.cross(axis, side))


def test_crossing_edges_touch_in_a_point():
    roof = box("roof", (1, 0.1, 0.1), (0, 0, 0), about("x", math.pi / 4))
    ridge = 0.1 * math.sqrt(0.5)
    turn = product(about("z", math.pi / 2), about("x", math.pi / 4))
    beam = box("beam", (1, 0.1, 0.1), (0.2, 0.1, 2 * ridge), turn)
    face = only([roof, beam])
    assert face.normal == pytest.approx((0, 0, -1))
    assert face.points == pytest.approx(np.array([[0.2, 0, ridge]]), abs=1e-9)


def test_a_long_edge_on_a_small_block_touches_where_the_block_is():
    post = box("post", (0.1, 0.1, 0.5), (0, 0, 0.25))
    beam = box("beam", (2, 0.1, 0.1), (0, 0, 0.5 + 0.1 * math.sqrt(0.5)))
    beam = box("beam", beam.size, beam.position, about("x", math.pi / 4))
    face = only([post, beam])
    assert corners(face) == [(-0.05, 0.0, 0.5), (0.05, 0.0, 0.5)]


def test_a_tower_has_the_contacts_of_its_layers():
    faces = find_contacts(tower_bodies(5), 0.3)
    assert len(faces) == 3 + 4 * 9
    assert {len(face.points) for face in faces} == {4}


def test_friction_can_be_given_by_pair():
    faces = find_contacts(
        tower_bodies(2), lambda a, b: 0.5 if "table" in (a.name, b.name) else 0.35
    )
    assert {face.mu for face in faces if face.a == "table"} == {0.5}
    assert {face.mu for face in faces if face.a != "table"} == {0.35}


@pytest.mark.parametrize("axis", "xyz")
@pytest.mark.parametrize("angle", [0.3, -1.1, math.pi / 2])
def test_contacts_turn_with_the_world(axis, angle):
    bodies = tower_bodies(3)
    turned = [rotated(body, axis, angle) for body in bodies]
    before, after = find_contacts(bodies, 0.3), find_contacts(turned, 0.3)
    assert [(f.a, f.b) for f in before] == [(f.a, f.b) for f in after]
    turn = about(axis, angle)
    for old, new in zip(before, after, strict=True):
        assert new.normal == pytest.approx(rotate(turn, old.normal), abs=1e-9)
        points = sorted(tuple(np.round(rotate(turn, p), 7)) for p in old.points)
        found = sorted(map(tuple, np.round(new.points, 7)))
        assert np.array(found) == pytest.approx(np.array(points), abs=2e-7)

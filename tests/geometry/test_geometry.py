import numpy as np
import pytest

from stacko.errors import ParameterError
from stacko.geometry import (
    box_corners,
    face_outline,
    footprint_half_side,
    layer_names,
    nominal_poses,
    sizes_of,
    slot_pose,
)
from stacko.polygons import polygon_area
from stacko.slots import Slot
from tests.geometry.towers import BLOCKS, about_x, moved, small, tower


def test_slots_of_odd_layers_follow_each_other_in_y():
    centers = [slot_pose(Slot(3, p), BLOCKS)[0] for p in "abc"]
    pitch = BLOCKS.width + BLOCKS.side_clearance
    assert np.allclose(centers, [[0, y, 2.5 * 0.017] for y in (-pitch, 0, pitch)])


def test_slots_of_even_layers_follow_each_other_in_x():
    centers = [slot_pose(Slot(2, p), BLOCKS)[0] for p in "abc"]
    pitch = BLOCKS.width + BLOCKS.side_clearance
    assert np.allclose(centers, [[x, 0, 1.5 * 0.017] for x in (-pitch, 0, pitch)])


def test_corners_of_a_full_tower_fill_its_box():
    poses = nominal_poses(tower(), BLOCKS)
    corners = box_corners(poses, BLOCKS).reshape(-1, 3)
    half = footprint_half_side(BLOCKS)
    assert np.allclose(corners.min(axis=0), [-half, -half, 0])
    assert np.allclose(corners.max(axis=0), [half, half, 15 * 0.017])


def test_blocks_of_a_nominal_tower_do_not_overlap():
    poses = nominal_poses(tower(), BLOCKS)
    corners = box_corners(poses, BLOCKS)
    low, high = corners.min(axis=1), corners.max(axis=1)
    overlap = np.minimum(high[:, None], high) - np.maximum(low[:, None], low)
    shared = (overlap > 1e-9).all(axis=2)
    assert shared.sum() == len(poses)  # each with itself only


def test_outlines_are_counterclockwise_also_upside_down():
    _, poses = small("R1 B1 Y1 / R2 B2 Y2")
    side = sizes_of(["R1"], BLOCKS)[0]
    over = moved(poses, R1=((0, 0, 0), about_x(np.pi)))
    for each in (poses, over):
        for top in (False, True):
            outline = face_outline(each, "R1", side, top=top)
            assert polygon_area(outline) == pytest.approx(0.084 * 0.0278)


def test_upper_face_of_a_leaning_block_lies_to_its_low_side():
    _, poses = small("R1 B1 Y1")
    side = sizes_of(["B1"], BLOCKS)[0]
    for turn in (0.2, np.pi + 0.2):
        leaning = moved(poses, B1=((0, 0, 0), about_x(turn)))
        top = face_outline(leaning, "B1", side, top=True)[:, 1].mean()
        bottom = face_outline(leaning, "B1", side, top=False)[:, 1].mean()
        assert top == pytest.approx(-0.0085 * np.sin(0.2))
        assert bottom == pytest.approx(0.0085 * np.sin(0.2))


def test_layer_names_leave_gaps_out():
    assert layer_names(small("R1 - Y1 / - B2 -")[0]) == (("R1", "Y1"), ("B2",))


def test_sizes_by_name_and_a_missing_one():
    sizes = {"R1": (3.0, 2.0, 1.0), "B1": (4.0, 2.0, 1.0)}
    assert sizes_of(["B1", "R1"], sizes)[:, 0].tolist() == [4.0, 3.0]
    with pytest.raises(ParameterError, match=r"no size for block 'Y1'.*BlockParams"):
        sizes_of(["R1", "Y1"], sizes)

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stacko.geometry import layer_names, nominal_poses
from stacko.margins import MarginMonitor
from stacko.poses import Poses
from stacko.stability import (
    center_of_mass,
    stability_margin,
    stability_margins,
    support_polygon,
    tower_height,
    tower_tilt,
)
from stacko.tower import Tower
from tests.geometry.towers import (
    BLOCKS,
    about_x,
    about_y,
    about_z,
    gappy_towers,
    mirrored,
    moved,
    poses_of,
    quat_product,
    small,
    tower,
    turned,
)

FULL = "R1 B1 Y1 / R2 B2 Y2"

FEW = settings(max_examples=30, deadline=None)  # the exact margins are slow


def margins(text, masses=None):
    some_tower, poses = small(text)
    return stability_margins(poses, layer_names(some_tower), BLOCKS, masses)


def test_center_of_mass_of_a_full_tower_is_on_the_axis():
    poses = poses_of(tower())
    assert np.allclose(center_of_mass(poses), [0, 0, 7.5 * 0.017])


def test_center_of_mass_weighs():
    _, poses = small("R1 B1 Y1")
    heavy = center_of_mass(poses, ["R1", "Y1"], {"R1": 1.0, "Y1": 3.0})
    assert heavy[1] == pytest.approx(0.5 * 0.028)


def test_center_of_mass_of_nothing_is_refused():
    with pytest.raises(ValueError, match="no blocks"):
        center_of_mass(poses_of(tower()), [])


def test_margin_of_a_full_tower_is_half_the_narrow_side():
    # three widths and two gaps are 83.8 mm, a little less than a length
    assert np.allclose(margins(FULL), [0.0419, 0.0419])


def test_margin_over_two_blocks_by_hand():
    # block b reaches 13.9 mm to the empty side of the axis
    assert margins("- B1 Y1 / R2 B2 Y2")[1] == pytest.approx(0.0139)


def test_margin_over_the_middle_block_by_hand():
    assert margins("- B1 - / R2 B2 Y2")[1] == pytest.approx(0.0139)


def test_margin_over_an_edge_block_is_negative():
    # its inner side is 28 - 13.9 mm from the axis
    assert margins("- - Y1 / R2 B2 Y2")[1] == pytest.approx(-0.0141)


def test_what_lies_above_counts_with_its_mass():
    # x is the way out from the axis over the two blocks that are left of layer 2
    text = "R1 B1 Y1 / - B2 Y2 / R3 B3 Y3"
    names = ["R1", "B1", "Y1", "B2", "Y2", "R3", "B3", "Y3"]
    assert np.allclose(margins(text), margins(text, dict.fromkeys(names, 0.012)))
    outward = margins(text, {**dict.fromkeys(names, 1e-9), "Y2": 1.0})
    assert outward[1] == pytest.approx(0.0419 - 0.028)


def test_margin_with_three_masses_by_hand():
    # above interface 1: B2 at 0, Y2 at 28 mm, three at 0: mean 28 / 5; b and c reach
    # from -13.9 mm to 41.9 mm
    found = margins("R1 B1 Y1 / - B2 Y2 / R3 B3 Y3")[1]
    assert found == pytest.approx(0.0139 + 0.028 / 5)


def test_without_support_the_margin_is_minus_infinity():
    read, poses = small("R1 B1 Y1 / R2 - - / R3 B3 Y3")
    layers = layer_names(read)
    empty = (layers[0], (), layers[2])
    found = stability_margins(poses, empty, BLOCKS)
    assert found[1] == found[2] == -np.inf
    assert found[0] > 0
    assert stability_margin(poses, empty, BLOCKS) == -np.inf
    assert MarginMonitor(poses, empty, BLOCKS).margin(
        poses.select(n for layer in empty for n in layer).positions
    ) == -np.inf  # fmt: skip


def test_with_nothing_above_the_margin_is_infinity():
    _, poses = small(FULL)
    layers = (("R1", "B1", "Y1"), ())
    assert stability_margins(poses, layers, BLOCKS)[1] == np.inf
    watched = MarginMonitor(poses, layers, BLOCKS)
    assert watched.margins(poses.positions[:3])[1] == np.inf
    assert stability_margin(poses, (), BLOCKS) == np.inf
    assert MarginMonitor(poses, (), BLOCKS).margin(np.zeros((0, 3))) == np.inf


def test_a_shifted_top_loses_as_much_margin():
    read, poses = small(FULL)
    shift = (0.01, 0.0, 0.0)
    over = moved(poses, R2=shift, B2=shift, Y2=shift)
    found = stability_margins(over, layer_names(read), BLOCKS)
    # mass and the right side of the support move; the long side of layer 1 ends at 42
    assert found[1] == pytest.approx(0.042 - 0.010)


def test_a_block_turned_in_its_place_by_hand():
    # one block across one block, turned by 45 degrees: a parallelogram with
    # distance w / 2 between its center line and each side
    read, poses = small("- B1 - / - B2 -")
    over = moved(poses, B2=((0, 0, 0), about_z(np.pi / 4)))
    polygon = support_polygon(over, ["B1"], ["B2"], BLOCKS)
    assert len(polygon) == 4
    found = stability_margins(over, layer_names(read), BLOCKS)
    assert found[1] == pytest.approx(0.0139)


def test_turning_the_tower_changes_nothing():
    read = tower(3).take(tower(3).layers[4][0]).take(tower(3).layers[8][2])
    poses, layers = poses_of(read), layer_names(read)
    expected = stability_margins(poses, layers, BLOCKS)
    for angle in (0.1, 1.0, np.pi / 2):
        found = stability_margins(turned(poses, angle), layers, BLOCKS)
        assert np.allclose(found, expected)


@FEW
@given(gappy_towers(), st.integers(0, 2**16))
def test_a_mirrored_tower_has_the_same_margins(read, seed):
    poses, layers = jittered(poses_of(read), seed), layer_names(read)
    other = mirrored(poses)
    exact = stability_margins(poses, layers, BLOCKS)
    assert np.allclose(stability_margins(other, layers, BLOCKS), exact)
    for each in (poses, other):
        assert np.isfinite(
            MarginMonitor(each, layers, BLOCKS).margins(each.positions)
        ).all()


def jittered(poses, seed, shift=1e-3, yaw=0.0087):
    rng = np.random.default_rng(seed)
    n = len(poses)
    moves = rng.uniform(-shift, shift, (n, 3)) * [1, 1, 0.05]
    turns = np.array([about_z(a) for a in rng.uniform(-yaw, yaw, n)])
    return Poses(
        poses.names, poses.positions + moves, quat_product(turns, poses.orientations)
    )


@FEW
@given(gappy_towers())
def test_fast_margins_are_exact_without_jitter(read):
    poses, layers = poses_of(read), layer_names(read)
    fast = MarginMonitor(poses, layers, BLOCKS).margins(poses.positions)
    assert np.allclose(fast, stability_margins(poses, layers, BLOCKS), atol=1e-9)


@FEW
@given(gappy_towers(), st.integers(0, 2**16))
def test_fast_margins_stay_within_half_a_millimeter(read, seed):
    poses, layers = jittered(poses_of(read), seed), layer_names(read)
    fast = MarginMonitor(poses, layers, BLOCKS).margins(poses.positions)
    exact = stability_margins(poses, layers, BLOCKS)
    assert np.abs(fast - exact).max() < 0.5e-3


@FEW
@given(gappy_towers(), st.integers(0, 2**16))
def test_fast_margins_without_yaw_stay_within_a_fifth(read, seed):
    poses, layers = jittered(poses_of(read), seed, yaw=0.0), layer_names(read)
    fast = MarginMonitor(poses, layers, BLOCKS).margins(poses.positions)
    exact = stability_margins(poses, layers, BLOCKS)
    assert np.abs(fast - exact).max() < 0.2e-3


def test_fast_margins_know_masses_and_sizes():
    read, poses = small("- B1 Y1 / R2 B2 Y2")
    layers = layer_names(read)
    sizes = dict.fromkeys(poses.names, (0.084, 0.0278, 0.017))
    sizes["B1"] = (0.084, 0.0200, 0.017)
    masses = {**dict.fromkeys(poses.names, 1.0), "R2": 4.0}
    fast = MarginMonitor(poses, layers, sizes, masses).margins(poses.positions)
    exact = stability_margins(poses, layers, sizes, masses)
    assert np.allclose(fast, exact)
    assert fast[1] == pytest.approx(0.010)
    assert fast[0] != pytest.approx(stability_margins(poses, layers, sizes)[0])


def test_tilt_is_that_of_the_highest_complete_layer():
    read, poses = small("R1 B1 Y1 / R2 B2 Y2 / R3 - -")
    layers = layer_names(read)
    lean = about_x(0.1)
    top = dict.fromkeys(("R2", "B2", "Y2"), ((0, 0, 0), lean))
    over = moved(poses, **top, R3=((0, 0, 0), about_y(0.5)), R1=((0, 0, 0), about_x(1)))
    assert tower_tilt(poses, layers) == pytest.approx(0.0)
    assert tower_tilt(over, layers) == pytest.approx(0.1)


def test_tilt_of_blocks_put_in_upside_down():
    read, poses = small(FULL)
    over = moved(poses, B2=((0, 0, 0), about_y(np.pi)))
    assert tower_tilt(over, layer_names(read)) == pytest.approx(0.0, abs=1e-9)


def test_tilt_without_a_complete_layer_and_without_blocks():
    read, poses = small("R1 B1 - / R2 - -")
    over = moved(poses, R2=((0, 0, 0), about_x(0.2)))
    assert tower_tilt(over, layer_names(read)) == pytest.approx(0.2)
    assert tower_tilt(over, ()) == 0.0


def test_height_is_the_top_of_the_highest_block():
    _, poses = small("R1 B1 Y1 / R2 B2 Y2 / R3 - -")
    assert tower_height(poses, BLOCKS) == pytest.approx(3 * 0.017)
    names = [n for n in poses.names if n != "R3"]
    assert tower_height(poses, BLOCKS, names) == pytest.approx(2 * 0.017)
    leaning = moved(poses, R3=((0, 0, 0), about_y(0.1)))
    rise = 0.042 * np.sin(0.1) + 0.0085 * np.cos(0.1) + 2.5 * 0.017
    assert tower_height(leaning, BLOCKS) == pytest.approx(rise)
    assert tower_height(poses, BLOCKS, ()) == 0.0


def test_shorter_blocks_by_size():
    read, poses = small(FULL)
    sizes = dict.fromkeys(poses.names, (0.084, 0.0278, 0.015))
    assert tower_height(poses, sizes) == pytest.approx(1.5 * 0.017 + 0.0075)
    assert nominal_poses(read, BLOCKS).names == poses.names


def test_margins_without_each_block_are_those_of_a_tower_without_it():
    rng = np.random.default_rng(5)
    for text in (
        "R1 R2 R3 / B1 B2 B3 / Y1 Y2 Y3 / G1 - G3",
        "R1 - R3 / - B2 - / Y1 - -",
    ):
        tower = Tower.from_notation(text)
        poses = nominal_poses(tower, BLOCKS)
        moved = poses.positions + rng.normal(0, 1e-3, poses.positions.shape)
        poses = Poses(poses.names, moved, poses.orientations)
        layers = layer_names(tower)
        monitor = MarginMonitor(poses, layers, BLOCKS)
        positions = poses.select(monitor.names).positions
        every = monitor.margins_without(positions, monitor.names)
        for name, found in zip(monitor.names, every, strict=True):
            left = [[other for other in layer if other != name] for layer in layers]
            alone = MarginMonitor(poses, left, BLOCKS)
            wanted = alone.margins(poses.select(alone.names).positions)
            assert found == pytest.approx(wanted, abs=1e-12), name

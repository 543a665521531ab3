"""Ruling S12 on poses made by hand: what counts as leaving, and what does not."""

import dataclasses

import numpy as np
import pytest

from stacko.errors import ParameterError, UnstableError
from stacko.geometry import layer_names
from stacko.params import ToppleParams
from stacko.poses import Poses
from stacko.rules import Topple
from stacko.topple import ToppleReport, ToppleWatch
from tests.geometry.towers import (
    BLOCKS,
    about_x,
    about_y,
    mirrored,
    moved,
    poses_of,
    small,
    tower,
)

TEXT = "R1 B1 Y1 / R2 B2 Y2 / R3 B3 Y3 / R4 B4 Y4"
TOWER, START = small(TEXT)
LAYERS = layer_names(TOWER)
ALL = tuple(name for layer in LAYERS for name in layer)
HEIGHT = BLOCKS.height
LENGTH = BLOCKS.length


def watch(mover=None, criterion="any_block", start=START, layers=LAYERS, **more):
    params = more.pop("params", ToppleParams())
    return ToppleWatch(start, layers, BLOCKS, params, mover, criterion, **more)


def judge(poses, mover=None, criterion="any_block"):
    """Return the report after one look at these poses."""
    seen = watch(mover, criterion)
    seen.update(0.5, "pull", poses)
    return seen.report()


def on_table(poses, *names):
    """Lay blocks flat on the table beside the tower."""
    rows = {n: (0.2, 0.0, 0.5 * HEIGHT - poses.position(n)[2]) for n in names}
    return moved(poses, **rows)


# -- any_block: what leaves ------------------------------------------------------


def test_an_untouched_tower_stands():
    report = judge(START)
    assert not report.any_block
    assert not report.collapse
    assert report.fallen == ()
    assert report.time is report.phase is report.first_block is None
    assert report.standing == 12


def test_a_block_on_the_table_left():
    report = judge(on_table(START, "B3"))
    assert report.any_block
    assert (report.fallen, report.first_block) == (("B3",), "B3")
    assert (report.time, report.phase, report.standing) == (0.5, "pull", 11)
    assert report.worst_drop == pytest.approx(2 * HEIGHT)


def test_a_block_in_mid_air_left():
    falling = moved(START, Y3=((0.07, 0.01, -0.6 * HEIGHT), about_y(0.7)))
    assert judge(falling).fallen == ("Y3",)


def test_a_block_in_mid_air_that_fell_little_has_not_left_yet():
    falling = moved(START, Y3=((0.07, 0.01, -0.4 * HEIGHT), about_y(0.7)))
    assert judge(falling).fallen == ()


def test_a_block_that_rests_lower_inside_the_tower_left():
    assert judge(moved(START, B3=(0, 0, -0.51 * HEIGHT))).any_block
    assert not judge(moved(START, B3=(0, 0, -0.49 * HEIGHT))).any_block


def test_a_block_of_layer_two_whose_end_reaches_the_table_left():
    angle = np.arcsin(0.28)  # one end down, the center still high enough
    low = LENGTH / 2 * np.sin(angle) + HEIGHT / 2 * np.cos(angle)
    drop = 1.5 * HEIGHT - low - 0.0005
    assert 0 < drop < HEIGHT / 2
    touching = moved(START, Y2=((0.03, 0, -drop), about_x(angle)))
    assert judge(touching).fallen == ("Y2",)
    hovering = moved(START, Y2=((0.03, 0, -drop + 0.003), about_x(angle)))
    assert judge(hovering).fallen == ()


# -- any_block: what does not ------------------------------------------------------


def test_a_block_leaning_on_the_hand_has_not_left():
    # beside the tower, tilted by 40 degrees, held up at the height of its slot
    held = moved(START, Y4=((0.06, 0, -0.1 * HEIGHT), about_y(np.deg2rad(40))))
    assert not judge(held).any_block


def test_a_block_that_slid_but_was_caught_has_not_left():
    # 40 of 84 mm out along its axis, and level
    assert not judge(moved(START, B3=(0.040, 0, 0))).any_block
    assert not judge(moved(START, R3=(0, -0.013, 0))).any_block


def test_a_block_that_tilts_but_is_caught_has_not_left():
    tilted = moved(START, R3=((0, 0, -0.3 * HEIGHT), about_x(0.25)))
    assert not judge(tilted).any_block


def test_a_block_that_rose_has_not_left():
    report = judge(moved(START, B4=(0, 0, 0.03)))
    assert not report.any_block
    assert report.max_disturbance == pytest.approx(0.03)


# -- the bottom layer ---------------------------------------------------------------


def test_bottom_blocks_lie_on_the_table_without_having_left():
    assert not judge(START).any_block


@pytest.mark.parametrize(
    ("name", "shift", "left"),
    [
        ("R1", (0, -0.013, 0), False),  # half its width: not quite
        ("R1", (0, -0.015, 0), True),
        ("R1", (0.041, 0, 0), False),  # half its length: not quite
        ("R1", (0.043, 0, 0), True),
        ("B1", (0, 0.028, 0), False),  # where its neighbor was
        ("Y1", (-0.043, 0, 0), True),
    ],
)
def test_bottom_blocks_left_once_more_than_half_out(name, shift, left):
    assert judge(moved(START, **{name: shift})).any_block is left


# -- the mover ---------------------------------------------------------------------


def test_the_mover_may_be_dropped():
    dropped = on_table(START, "Y3")
    assert judge(dropped, mover="Y3").fallen == ()
    assert judge(dropped, mover="B3").fallen == ("Y3",)
    assert judge(dropped, mover="Y3").standing == 11


def test_the_mover_counts_in_no_number():
    read, start = small(TEXT + " / - B1b -")
    above = moved(start, B1b=((0.05, 0, 0.2), about_x(1.0)))
    seen = watch("B1b", start=start, layers=layer_names(read))
    seen.update(0.0, "carry", above)
    report = seen.report()
    assert report.height_before == report.height_after == pytest.approx(4 * HEIGHT)
    assert report.max_disturbance == 0
    assert report.worst_drop == 0
    assert report.tilt_after == 0
    assert report.min_margin == pytest.approx(0.0419)


def test_margin_is_that_of_the_tower_without_the_mover():
    read, start = small("- B1 Y1 / R2 B2 Y2 / R3 B3 Y3")
    seen = watch("B1", start=start, layers=layer_names(read))
    seen.update(0.0, "pull", start)
    assert seen.report().min_margin == pytest.approx(-0.0141)


def test_emptying_a_layer_is_no_support():
    read, start = small("- B1 - / R2 B2 Y2")
    seen = watch("B1", start=start, layers=layer_names(read))
    seen.update(0.0, "pull", start)
    assert seen.report().min_margin == -np.inf


# -- collapse -----------------------------------------------------------------------


def test_three_blocks_are_a_collapse_though_no_height_was_lost():
    report = judge(on_table(START, "R3", "R2", "Y3"), criterion="collapse")
    assert report.collapse
    assert report.any_block
    assert report.toppled()
    assert report.height_after == pytest.approx(report.height_before)


def test_two_blocks_are_none():
    report = judge(on_table(START, "R3", "Y3"), criterion="collapse")
    assert not report.collapse
    assert report.any_block
    assert not report.toppled()
    assert report.toppled("any_block")
    assert report.time is None


def test_a_lost_layer_of_height_is_a_collapse():
    read, start = small(TEXT + " / - B1b -")
    seen = watch(None, "collapse", start=start, layers=layer_names(read))
    seen.update(0.0, "settle", on_table(start, "B1b"))
    report = seen.report()
    assert report.collapse
    assert len(report.fallen) == 1


def test_the_height_of_the_mover_is_none_to_lose():
    read, start = small(TEXT + " / - B1b -")
    seen = watch("B1b", "collapse", start=start, layers=layer_names(read))
    seen.update(0.0, "settle", on_table(start, "B1b"))
    assert not seen.report().collapse


def test_a_collapse_by_height_can_come_before_any_block_left():
    seen = watch(criterion="collapse", params=ToppleParams(collapse_layers=0.5))
    low = moved(START, **dict.fromkeys(ALL[3:], (0, 0, -0.48 * HEIGHT)))
    assert seen.update(0.25, "pull", low)
    report = seen.report()
    assert (report.any_block, report.collapse) == (False, True)
    assert report.fallen == ()
    assert report.first_block in ALL[3:]


def test_thresholds_are_parameters():
    strict = watch(params=ToppleParams(drop=0.1))
    assert strict.update(0, "pull", moved(START, B3=(0, 0, -0.2 * HEIGHT)))
    one = watch(criterion="collapse", params=ToppleParams(collapse_blocks=1))
    assert one.update(0, "pull", on_table(START, "B3"))


# -- over time ----------------------------------------------------------------------


def test_verdict_is_kept_and_the_count_grows():
    seen = watch(criterion="any_block")
    assert not seen.update(0.0, "pull", START)
    assert seen.update(0.1, "pull", on_table(START, "B3"))
    assert seen.update(0.2, "settle", START)  # put back: it left all the same
    assert seen.update(0.3, "settle", on_table(START, "Y4", "R4"))
    report = seen.report()
    assert report.fallen[0] == "B3"
    assert set(report.fallen) == {"B3", "Y4", "R4"}
    assert (report.time, report.phase, report.first_block) == (0.1, "pull", "B3")
    assert report.collapse
    assert report.standing == 9


def test_time_and_phase_are_those_of_the_deciding_criterion():
    seen = watch(criterion="collapse")
    assert not seen.update(0.1, "pull", on_table(START, "B3"))
    assert not seen.update(0.2, "place", on_table(START, "B3", "Y3"))
    assert seen.update(0.3, "settle", on_table(START, "B3", "Y3", "R4"))
    report = seen.report()
    assert (report.time, report.phase, report.first_block) == (0.3, "settle", "B3")


def test_blocks_of_one_look_are_ordered_by_drop():
    poses = on_table(START, "R2", "B4", "Y3")
    assert judge(poses).fallen == ("B4", "Y3", "R2")


def test_creep_over_turns_counts_against_the_slot():
    begin = moved(START, B3=(0, 0, -0.3 * HEIGHT))
    now = moved(START, B3=(0, 0, -0.55 * HEIGHT))
    seen = ToppleWatch(START, LAYERS, BLOCKS, ToppleParams(), start=begin)
    assert not seen.update(0, "pull", begin)
    assert seen.report().max_disturbance == 0
    assert seen.update(0, "pull", now)


def test_numbers_stop_at_the_topple_and_leave_out_what_fell():
    seen = watch(margin_every=1)
    assert seen.max_disturbance == 0
    seen.update(0.0, "pull", moved(START, Y4=(0.002, 0, 0)))
    assert seen.max_disturbance == pytest.approx(0.002)
    seen.update(0.1, "pull", on_table(START, "Y4"))
    seen.update(0.2, "settle", on_table(START, *ALL[3:]))
    report = seen.report()
    assert report.max_disturbance == pytest.approx(0.002)
    assert report.disturbed_block == "Y4"
    # R4 and B4 reach from -41.9 to 13.9 mm, with their center at -14 mm
    assert report.min_margin == pytest.approx(0.0279)
    assert report.worst_drop == pytest.approx(3 * HEIGHT)
    assert report.height_after == pytest.approx(HEIGHT)


def test_smallest_margin_on_the_way_is_kept():
    seen = watch(margin_every=1)
    top = dict.fromkeys(LAYERS[3], (0.02, 0, 0))
    seen.update(0.0, "pull", moved(START, **top))
    seen.update(0.1, "pull", START)
    expected = 0.042 - 0.02
    assert seen.report().min_margin == pytest.approx(expected, abs=2e-4)


def test_margin_is_taken_at_every_so_many_looks():
    seen = watch(margin_every=2)
    top = dict.fromkeys(LAYERS[3], (0.02, 0, 0))
    seen.update(0.0, "pull", START)
    seen.update(0.1, "pull", moved(START, **top))
    assert seen.report().min_margin == pytest.approx(0.0419)
    seen.update(0.2, "pull", moved(START, **top))
    assert seen.report().min_margin < 0.023


def test_tilt_before_and_after():
    lean = {name: ((0, 0, 0), about_y(0.1)) for name in LAYERS[3]}
    report = judge(moved(START, **lean))
    assert report.tilt_before == pytest.approx(0)
    assert report.tilt_after == pytest.approx(0.1)
    # once a block of the top layer is gone the layer below is the complete one
    assert judge(on_table(moved(START, **lean), "R4")).tilt_after == pytest.approx(0)


# -- symmetry and interface -----------------------------------------------------------


def numbers(report):
    """Return the report without names."""
    values = dataclasses.asdict(report)
    for name in ("first_block", "worst_block", "disturbed_block"):
        values.pop(name)
    values["fallen"] = len(values["fallen"])
    return values


@pytest.mark.parametrize("seed", range(5))
def test_mirrored_poses_are_judged_alike(seed):
    rng = np.random.default_rng(seed)
    start = poses_of(tower(seed))
    layers = layer_names(tower(seed))
    seen = [
        ToppleWatch(each, layers, BLOCKS, ToppleParams(), start.names[20], "collapse")
        for each in (start, mirrored(start))
    ]
    poses = start
    for step in range(8):
        positions = poses.positions + rng.normal(0, 0.004, poses.positions.shape)
        poses = Poses(poses.names, positions, poses.orientations)
        verdicts = [
            each.update(step / 60, "pull", view)
            for each, view in zip(seen, (poses, mirrored(poses)), strict=True)
        ]
        assert verdicts[0] == verdicts[1]
    one, other = (numbers(each.report()) for each in seen)
    assert one.pop("min_margin") == pytest.approx(other.pop("min_margin"))
    assert one == pytest.approx(other)


def test_order_of_names_and_other_bodies_do_not_matter():
    poses = on_table(START, "B3")
    more = Poses(
        (*poses.names[::-1], "finger"),
        np.vstack([poses.positions[::-1], [0, 0, 0]]),
        np.vstack([poses.orientations[::-1], [0, 0, 0, 1]]),
    )
    seen = watch()
    assert not seen.update(0, "pull", START)
    assert seen.update(0, "pull", more)
    assert seen.fallen == ("B3",)


def test_single_sizes_count():
    sizes = dict.fromkeys(ALL, (0.084, 0.0278, 0.017))
    sizes |= dict.fromkeys(LAYERS[3], (0.084, 0.0278, 0.0176))
    seen = watch(sizes=sizes)
    seen.update(0, "pull", START)
    assert seen.report().height_after == pytest.approx(3.5 * HEIGHT + 0.0088)


def test_report_reads_as_one_sentence():
    text = str(judge(on_table(START, "B3")))
    assert text.startswith(
        "toppled by any_block at 0.50 s in pull: B3 went first, 1 block fell; 11 stand"
    )
    assert text.endswith(".")
    assert "\n" not in text
    assert str(judge(START)).startswith("not toppled by any_block: no blocks fell")


def test_report_before_any_look_and_without_blocks():
    assert watch().report().worst_block is None
    nothing = watch("R1", layers=[["R1"]])
    assert not nothing.update(0, "pull", START)
    assert nothing.report().standing == 0


def test_missing_pose_is_named():
    with pytest.raises(ParameterError, match="no pose of block 'B3'"):
        watch().update(0, "pull", START.without("B3"))


def test_poses_that_are_not_finite_are_an_error():
    with pytest.raises(UnstableError, match=r"not finite at 0.25 s in pull"):
        watch().update(0.25, "pull", moved(START, B3=(0, np.nan, np.nan)))


def test_unknown_criterion_is_named():
    with pytest.raises(ParameterError, match=r"'all'.*'any_block' or 'collapse'"):
        watch(criterion="all")
    with pytest.raises(ParameterError, match="'all'"):
        judge(START).toppled("all")


def test_report_is_a_value():
    report = judge(START)
    assert report == judge(START)
    assert isinstance(hash(report), int)
    assert isinstance(report, ToppleReport)
    assert report.criterion is Topple.ANY_BLOCK

"""Blocks of unequal height at rest, against cases worked out by hand."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stacko.errors import ParameterError
from stacko.params import BlockParams
from stacko.statics import OverlapError, Verdict, bodies_of, settle
from stacko.tower import Tower
from tests.geometry.towers import SET, tower
from tests.statics.worlds import about, box, table

BLOCKS = BlockParams()
WEIGHT = 9.81


def three_posts(*heights, spread=0.3):
    """Return three posts in a row along x, and a beam across them."""
    bodies = [table()]
    for number, height in enumerate(heights):
        x = (number - 1) * spread
        bodies.append(box(f"p{number}", (0.1, 0.2, height), (x, 0, height / 2)))
    bodies.append(box("beam", (1.0, 0.2, 0.05), (0, 0, max(heights) + 0.025)))
    return bodies


def test_a_beam_on_a_low_middle_post_rests_on_the_outer_two():
    rest = settle(three_posts(0.5, 0.499, 0.5))
    assert rest.verdict is Verdict.STABLE
    assert rest.loose == ("p1", "beam")
    assert rest.carried["p0"] == pytest.approx(WEIGHT / 2)
    assert rest.carried["p2"] == pytest.approx(WEIGHT / 2)
    # From its inner edge against the other's outer one, to the other way round.
    ends = (WEIGHT * 0.25 / 0.6, WEIGHT * 0.35 / 0.6)
    assert rest.load_range("p0") == pytest.approx(ends)
    assert not rest.determinate
    assert len(rest.corners_between("beam", "p0")) == 4
    assert len(rest.corners_between("beam", "p1")) == 0
    gap = rest.gaps[rest.bed.lower == 2]
    assert gap == pytest.approx([1e-3] * 4)


def test_a_beam_on_a_high_middle_post_rests_on_it_alone():
    rest = settle(three_posts(0.499, 0.5, 0.499))
    assert rest.carried["p1"] == pytest.approx(WEIGHT)
    assert rest.loose == ("p0", "p2", "beam")
    assert rest.poses.position("beam")[2] == pytest.approx(0.525)


def test_a_beam_tips_onto_the_lower_of_its_posts():
    """It turns about the inner edge of the high post until it meets the low one."""
    posts = three_posts(0.5, 0.4, 0.49)[:4]
    beam = box("beam", (1.0, 0.2, 0.05), (0.02, 0, 0.525))
    rest = settle([*posts, beam], reach=0.05)
    assert rest.verdict is Verdict.STABLE
    # Corners that carry: p0 at x = -0.25, p2 at x = 0.35, the high edges.
    tilt = 0.01 / 0.6
    height, angle = rest.poses.position("beam"), rest.poses.orientation("beam")
    assert 2 * math.asin(angle[1]) == pytest.approx(tilt, rel=1e-3)
    assert height[2] == pytest.approx(0.525 - tilt * 0.27, rel=1e-6)
    right = 0.27 / 0.6  # the lever of its center between the corners
    assert rest.determinate
    assert rest.carried["p2"] == pytest.approx(WEIGHT * right)
    assert rest.carried["p0"] == pytest.approx(WEIGHT * (1 - right))


def test_equal_posts_leave_loads_open_and_say_so():
    rest = settle(three_posts(0.5, 0.5, 0.5))
    assert not rest.determinate
    assert "not determined; those of equal springs" in rest.reason
    # Equal springs at the same height share alike.
    for name in ("p0", "p1", "p2"):
        assert rest.carried[name] == pytest.approx(WEIGHT / 3)
    assert rest.load_range("p1") == pytest.approx((0, WEIGHT), abs=1e-6)
    # An outer post carries at most what its inner edge can balance.
    low, high = rest.load_range("p0")
    assert low == pytest.approx(0, abs=1e-6)
    assert high == pytest.approx(WEIGHT * 0.35 / (0.35 + 0.25))


def test_what_nothing_holds_falls():
    bodies = [*three_posts(0.5, 0.5, 0.5), box("up", (0.1, 0.1, 0.1), (0, 0, 3))]
    rest = settle(bodies)
    assert rest.verdict is Verdict.UNSTABLE
    assert rest.mechanism is not None
    assert rest.mechanism.moving == ("up",)
    assert np.isnan(rest.gaps).all()
    over = [table(right=0), box("b", (1, 0.5, 0.3), (0.1, 0, 0.15))]
    assert settle(over).verdict is Verdict.UNSTABLE


def test_bad_input_is_refused():
    with pytest.raises(ParameterError, match="gravity 0: give a number above 0"):
        settle([table()], gravity=0)
    with pytest.raises(ParameterError, match="reach nan"):
        settle([table()], reach=math.nan)
    deep = [table(), box("b", (1, 0.5, 0.3), (0, 0, 0.05))]
    with pytest.raises(OverlapError, match="'table' and 'b'"):
        settle(deep)
    assert settle([]).verdict is Verdict.STABLE


def test_turned_posts_are_found_too():
    bodies = three_posts(0.5, 0.499, 0.5)
    turned = [bodies[0]]
    for body in bodies[1:]:
        x, _, z = body.position
        place = (x * math.cos(0.3), x * math.sin(0.3), z)
        turned.append(box(body.name, body.size, place, about("z", 0.3)))
    rest = settle(turned)
    assert rest.loose == ("p1", "beam")
    assert rest.carried["p0"] == pytest.approx(WEIGHT / 2)


def rough_tower(seed, sigma, layers=None):
    rng = np.random.default_rng(seed)
    heights = BLOCKS.height + sigma * np.clip(rng.standard_normal(len(SET)), -3, 3)
    sizes = {
        name: (BLOCKS.length, BLOCKS.width, height)
        for name, height in zip(SET.names, heights.tolist(), strict=True)
    }
    full = tower(seed)
    return Tower(full.layers[:layers], SET), sizes


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from([0.0, 1e-5, 4e-5]))
def test_every_layer_carries_all_that_lies_above(seed, sigma):
    some, sizes = rough_tower(seed, sigma)
    rest = settle(bodies_of(some, BLOCKS, sizes))
    assert rest.verdict is Verdict.STABLE
    one = BLOCKS.mass * WEIGHT
    for number, layer in enumerate(some.layers):
        load = sum(rest.carried[name] for name in layer)
        assert load == pytest.approx((15 - number - 1) * 3 * one, rel=1e-6, abs=1e-9)
    assert rest.gaps.min() >= -1e-9
    assert not rest.loads[~rest.touching].any()
    assert rest.loads.min() >= 0


@pytest.mark.parametrize("seed", range(3))
def test_a_third_to_two_thirds_of_a_rough_tower_are_loose(seed):
    """As a program over 45 blocks with 0.3 % of the height found: 20 of 45."""
    some, sizes = rough_tower(seed, 0.003 * BLOCKS.height)
    rest = settle(bodies_of(some, BLOCKS, sizes))
    assert rest.determinate
    assert 15 <= len(rest.loose) <= 30


def test_scaling_the_roughness_scales_the_gaps():
    rests = []
    for factor in (1.0, 3.0):
        some, sizes = rough_tower(5, factor * 1e-5)
        rests.append(settle(bodies_of(some, BLOCKS, sizes)))
    one, three = rests
    assert list(one.carried.values()) == pytest.approx(
        list(three.carried.values()), abs=1e-6
    )
    assert 3 * one.gaps == pytest.approx(three.gaps, abs=2e-9)


def test_settled_blocks_lie_on_each_other():
    some, sizes = rough_tower(7, 4e-5)
    bodies = bodies_of(some, BLOCKS, sizes)
    rest = settle(bodies)
    again = settle(rest.bodies)
    assert list(again.carried.values()) == pytest.approx(
        list(rest.carried.values()), abs=0.02
    )
    heights = [rest.poses.position(layer[1])[2] for layer in some.layers]
    assert all(0.016 < high - low < 0.018 for low, high in pairwise(heights))

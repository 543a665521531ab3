"""Towers at rest against answers worked out by hand, and against plain sums."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stacko.quasistatic import path, resting
from stacko.quasistatic.springs import UNITS
from tests.quasistatic.piles import (
    BLOCKS,
    HEIGHT,
    LENGTH,
    STIFFNESS,
    WEIGHT,
    WIDTH,
    at_rest,
    bars,
    load_on,
    mirrored,
    out_of_balance,
    press_under,
    random_tower,
    tower,
    turned,
)

FULL = " / ".join(f"{c}1 {c}2 {c}3 / {c}4 {c}1b {c}2b" for c in ("R", "Y", "G", "B"))


# -- by hand --------------------------------------------------------------------------


def test_one_block_presses_on_the_table_at_its_four_corners():
    found = at_rest(bars((0, 0, 0, 0)))
    assert found.stands
    assert found.forces == pytest.approx([WEIGHT / 4] * 4, rel=1e-4)
    sunk = WEIGHT / (4 * STIFFNESS)
    assert found.motion[0] == pytest.approx([-sunk, 0, 0], abs=1e-4 * sunk)
    corners = sorted(found.patches.points.tolist())
    expected = [(x * LENGTH / 2, y * WIDTH / 2) for x in (-1, 1) for y in (-1, 1)]
    assert np.array(corners) == pytest.approx(np.array(sorted(expected)), abs=1e-12)


@pytest.mark.parametrize("off", [0.0, 0.004, -0.0075])
def test_a_beam_on_two_bars_is_borne_as_by_four_springs(off):
    """Each edge of a bar is a spring: two points on it, two corners under it."""
    p, w = 0.02, WIDTH
    pile = bars((0, -p, 0, 90), (0, p, 0, 90), (1, off, 0, 0))
    found = at_rest(pile)
    edges = np.array([-p - w / 2, -p + w / 2, p - w / 2, p + w / 2])
    expected = WEIGHT / 4 + WEIGHT * off * edges / (edges @ edges)
    for edge, force in zip(edges, expected, strict=True):
        mine = (found.patches.upper == 2) & (
            np.abs(found.patches.points[:, 0] - edge) < 1e-6
        )
        assert found.forces[mine].sum() == pytest.approx(force, rel=1e-4)
        assert found.forces[mine] == pytest.approx([force / 2] * 2, rel=1e-4)
    # the moment about the middle
    moment = found.forces @ (found.patches.points[:, 0] * (found.patches.upper == 2))
    assert moment == pytest.approx(WEIGHT * off, abs=1e-4 * WEIGHT * p)


def test_a_bar_a_little_low_carries_what_its_springs_say():
    low = 0.1 * WEIGHT / STIFFNESS
    p = BLOCKS.pitch
    pile = bars(
        (0, -p, 0, 90), (0, 0, 0, 90, HEIGHT - low), (0, p, 0, 90), (1, 0, 0, 0)
    )
    found = at_rest(pile)
    expected = (WEIGHT - 4 * STIFFNESS * low) / 3
    assert load_on(found, 1) == pytest.approx(expected, rel=1e-3)
    assert load_on(found, 0) == pytest.approx((WEIGHT - expected) / 2, rel=1e-3)


def test_a_block_a_tenth_of_a_millimeter_low_between_two_is_loose():
    pile = tower("R1 R2 R3 / B1 B2 B3 / Y1 Y2 Y3", {"B2": 1e-4})
    found = at_rest(pile)
    assert found.stands
    rows = {name: pile.row(name) for name in pile.names}
    assert load_on(found, rows["B2"]) == 0
    assert press_under(found, rows["B2"]) == pytest.approx(WEIGHT, rel=1e-3)
    for name in ("B1", "B3"):
        assert load_on(found, rows[name]) == pytest.approx(1.5 * WEIGHT, rel=1e-3)


def test_a_seesaw_stands_on_its_middle_and_ignores_the_low_sides():
    pile = tower("R1 R2 R3 / - B2 -", {"R1": 1e-3, "R3": 1e-3})
    found = at_rest(pile)
    assert found.stands
    assert load_on(found, 1) == pytest.approx(WEIGHT, rel=1e-3)


def test_a_block_that_nothing_holds_falls_and_what_lies_on_it():
    pile = bars((0, 0, 0, 0), (1, 0.06, 0, 90), (2, 0.06, 0, 0))
    found = at_rest(pile)
    assert found.falling.tolist() == [False, True, True]


def test_a_beam_leans_on_a_support_that_is_low():
    """From the edge of the one to the far edge of the other."""
    p, low = BLOCKS.pitch, 1e-3
    pile = bars((0, -p, 0, 90), (0, p, 0, 90, HEIGHT - low), (1, 0, 0, 0))
    found = at_rest(pile)
    assert found.stands
    assert found.motion[2, 1] == pytest.approx(-low / (2 * p), rel=0.01)
    # the middle is 14.1 mm from the one edge and 41.9 mm from the other
    assert load_on(found, 0) / WEIGHT == pytest.approx(41.9 / 56, rel=1e-3)


# -- sums -----------------------------------------------------------------------------


def test_equal_blocks_share_alike():
    pile = tower(FULL)
    found = at_rest(pile)
    for layer in range(7):
        rows = np.flatnonzero(pile.layer == layer)
        loads = [load_on(found, row) for row in rows]
        above = (pile.layer > layer).sum() * WEIGHT
        assert sum(loads) == pytest.approx(above, rel=1e-4)
        assert loads[0] == pytest.approx(loads[2], rel=1e-4)
        assert loads[1] == pytest.approx(above / 3, rel=0.12)


def test_most_random_towers_stand_and_some_twisted_ones_fall():
    """Else the tests that follow would check next to nothing."""
    stand = [at_rest(random_tower(np.random.default_rng(i))).stands for i in range(60)]
    twisted = [
        at_rest(random_tower(np.random.default_rng(i), 15, 4e-3, 0.15)).stands
        for i in range(60)
    ]
    assert sum(stand) >= 30
    assert 20 <= sum(twisted) < 60


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([1e3, STIFFNESS, 1e6]))
def test_forces_balance_weight_and_moment_of_every_block(seed, stiffness):
    pile = random_tower(np.random.default_rng(seed))
    found = at_rest(pile, stiffness)
    if found.stands:
        force, moment = out_of_balance(pile, found)
        assert force < 2e-3 * WEIGHT
        assert moment < 2e-3 * WEIGHT * LENGTH
    assert (found.forces >= 0).all()


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6))
def test_twisted_towers_balance_too(seed):
    """Where Newton's method alone goes round in circles.

    Off by what holds blocks in the air, which bears a little of those that lean far.
    """
    rng = np.random.default_rng(seed)
    pile = random_tower(rng, layers=15, shift=4e-3, yaw=0.15)
    found = at_rest(pile)
    if found.stands:
        force, moment = out_of_balance(pile, found)
        assert force < 5e-3 * WEIGHT
        assert moment < 5e-3 * WEIGHT * LENGTH


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6))
def test_the_rest_is_the_same_wherever_the_search_begins(seed):
    rng = np.random.default_rng(seed)
    pile = random_tower(rng)
    found = at_rest(pile)
    other = pile.copy()
    other.motion = rng.normal(0, 1, other.motion.shape) * (1e-4, 3e-3, 3e-3)
    again = at_rest(other)
    assert again.falling.tolist() == found.falling.tolist()
    if found.stands:
        loads = [load_on(found, row) for row in range(len(pile))]
        others = [load_on(again, row) for row in range(len(pile))]
        assert others == pytest.approx(loads, abs=5e-3 * WEIGHT)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6))
def test_the_central_path_ends_where_newtons_method_does(seed):
    pile = random_tower(np.random.default_rng(seed), layers=8)
    weights = np.full(len(pile), WEIGHT)
    found = at_rest(pile)
    springs = resting.Springs(pile, found.patches)
    begun = np.zeros(springs.size)
    load = resting._load(weights, STIFFNESS, None, begun)
    moved, steps = path.follow(springs, load, begun)
    assert steps > 3
    if found.stands:
        moved = moved.reshape(-1, 3) / UNITS
        assert moved == pytest.approx(found.motion, abs=2e-7)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6))
def test_turned_and_mirrored_towers_carry_alike(seed):
    pile = random_tower(np.random.default_rng(seed), layers=7)
    found = at_rest(pile)
    if not found.stands:
        return
    loads = [load_on(found, row) for row in range(len(pile))]
    for other in (turned(pile), turned(pile, 2), mirrored(pile)):
        again = at_rest(other)
        assert [load_on(again, row) for row in range(len(pile))] == pytest.approx(
            loads, abs=3e-3 * WEIGHT
        )


# -- limits ---------------------------------------------------------------------------


def leaning(layers, share):
    """Return crossed bars, each as far out over the next as it stands, times a share.

    A bar over one along x hangs over its end, one over a bar along y over its side.
    """
    xs, middle = [0.0], 0.0
    for count in range(1, layers):
        along_x = (layers - 1 - count) % 2 == 0
        xs.append(middle - share * (LENGTH if along_x else WIDTH) / 2)
        middle += (xs[-1] - middle) / (count + 1)
    rows = [
        (layers - 1 - i, x, 0.0, 0 if (layers - 1 - i) % 2 == 0 else 90)
        for i, x in enumerate(xs)
    ]
    return bars(*rows)


@pytest.mark.parametrize("layers", range(2, 11))
def test_leaning_stacks_stand_to_a_thousandth_of_the_limit(layers):
    """Springs keep the limit of rigid blocks: gaps are linear in the motion."""
    assert at_rest(leaning(layers, 0.999)).stands
    assert not at_rest(leaning(layers, 1.002)).stands


def test_only_what_lies_above_the_limit_falls():
    out = 0.7 * WIDTH  # past the bar below, but not with all three past the next
    straight = [(layer, 0, 0, 90 * (layer % 2)) for layer in range(4)]
    found = at_rest(bars(*straight, (4, out, 0, 0), (5, out, 0, 90)))
    assert found.falling.tolist() == [False] * 4 + [True] * 2


@pytest.mark.parametrize(
    ("weight", "stiffness"),
    [(1e-6, 1e3), (1e-3, 1e6), (0.01, 1e8), (1.0, 1e4), (1.0, 1e8), (100.0, 1e8)],
)
def test_nothing_stands_in_the_air_however_light_or_stiff(weight, stiffness):
    pile = bars((0, 0, 0, 0), (1, 0.06, 0, 90))
    assert at_rest(pile, stiffness, weight).falling.tolist() == [False, True]
    assert not at_rest(leaning(4, 1.01), stiffness, weight).stands
    assert at_rest(leaning(4, 0.99), stiffness, weight).stands


def test_without_weight_nothing_falls_and_nothing_presses():
    found = at_rest(random_tower(np.random.default_rng(1), layers=5), weight=0.0)
    assert found.stands
    assert found.forces.max() < 1e-6


def test_tall_and_soft_towers_sink_but_stand():
    """What springs give under all the weight above is no fall."""
    text = [(layer, 0, 0, 90 * (layer % 2)) for layer in range(60)]
    found = at_rest(bars(*text))
    assert found.stands
    assert found.motion[-1, 0] < -1e-3
    assert at_rest(tower(FULL), stiffness=200).stands


def test_a_held_block_stays_in_the_hand():
    """What a stiff hand holds leans on nothing and bears nothing."""
    pile = bars((0, 0, 0, 0), (1, 0.06, 0, 90))
    found = at_rest(pile, held=np.array([0.0, 100.0]))
    assert found.stands
    assert found.motion[1, 0] == pytest.approx(-WEIGHT / 100.0, rel=1e-3)

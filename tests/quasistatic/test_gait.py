"""What is dragged along gets going by friction, and lags behind a quick hand."""

import dataclasses

import pytest

from stacko.hand.stroke import EASE
from stacko.quasistatic.gait import Gait
from tests.quasistatic.piles import load_on
from tests.quasistatic.test_pulling import AROUND, MU, SIX, WEIGHT, out, pulling

MASS, PUSH, SPEED = 0.4, 0.1, 0.1
LATE = MASS * SPEED / PUSH - EASE
"""How much longer than the hand it takes to get going, s."""


def test_what_friction_sets_going_sooner_than_the_hand_keeps_up():
    gait = Gait()
    gait.start(SPEED)
    gait.follow(1.01 * MASS * SPEED / EASE, MASS)
    assert gait.share == 1.0
    assert gait.go(0.01) == 1.0


@pytest.mark.parametrize("steps", [1, 7, 100])
def test_it_lags_by_half_the_way_of_the_time_it_is_late(steps):
    gait = Gait()
    gait.start(SPEED)
    far = 2 * SPEED * LATE
    made = 0.0
    for _ in range(steps):
        gait.follow(PUSH, MASS)
        step = far / steps
        made += gait.go(step) * step
    assert gait.share == 1.0
    assert far - made == pytest.approx(SPEED * LATE / 2)


def test_on_its_way_its_share_grows_with_time():
    gait = Gait()
    gait.start(SPEED)
    gait.follow(PUSH, MASS)
    assert gait.share == 0.0
    assert gait.go(SPEED * LATE / 2) == pytest.approx(0.25)
    assert gait.share == pytest.approx(0.5)


def test_what_was_left_behind_or_a_new_motion_begins_at_rest():
    gait = Gait()
    for again in (gait.stay, lambda: gait.start(SPEED)):
        gait.start(SPEED)
        gait.follow(2 * MASS * SPEED / EASE, MASS)
        assert gait.share == 1.0
        again()
        assert gait.share == 0.0


def test_a_hand_that_takes_for_ever_is_kept_up_with():
    gait = Gait()
    gait.start(0.0)
    gait.follow(1e-9, MASS)
    assert gait.share == 1.0


LOW = {"B1": 2e-5, "B3": 2e-5}
"""The middle block carries more than its neighbors, but not all."""


def test_a_quick_pull_drags_less_along_and_feels_the_friction_of_all_loads():
    slow = pulling(SIX, "B2", LOW)
    loads = slow.resting.forces
    on_it = float(loads[slow.resting.patches.lower == slow._row].sum())
    neighbors = 12 * WEIGHT - on_it
    assert neighbors < 0.9 * on_it
    far = {"out": False, "distance": 0.02}
    slow.run(out(slow, **far))
    quick = pulling(SIX, "B2", LOW)
    quick.run(out(quick, speed=1.0, **far))
    assert slow.shift == pytest.approx(0.02, rel=0.05)
    assert quick.shift < 0.7 * slow.shift
    # slowly, the part above rides along and only its neighbors rub against it
    bottom = on_it + WEIGHT
    assert quick.peak_force == pytest.approx(MU * (on_it + bottom), rel=0.02)
    assert slow.peak_force < 0.99 * quick.peak_force


def test_a_loose_block_that_a_careful_hand_takes_along_keeps_up():
    """Y1 rests on B2 alone and bears nothing: it loses no time to its inertia."""
    made = []
    for speed in (1e-6, 1.0):
        low = {"B1": 2e-6, "B3": 2e-6, "Y1": 1e-4}
        pull = pulling(SIX, "B2", low)
        way = {"out": False, "distance": 0.005, "give_up_before": 0.02}
        pull.run(out(pull, **way, speed=speed))
        made.append(pull.shifts())
    assert (made[0] == made[1]).all()
    assert made[0][pull.pile.row("Y1")] > 0.004
    assert (made[0] > 0).sum() == 1


@pytest.mark.parametrize("sag", [0.0, 0.4])
def test_a_sliding_block_sheds_some_load_and_keeps_its_height(sag):
    around = dataclasses.replace(AROUND, sag=sag)
    pull = pulling(SIX, "B2", around=around)
    row, size = pull.pile.row("B2"), pull.pile.size.copy()
    before, total = load_on(pull.resting, row), 12 * WEIGHT
    pull.run(out(pull, out=False, distance=1e-3))
    after = load_on(pull.resting, row)
    assert (pull.pile.size == size).all()
    if sag:
        assert 0.6 < after / before < 0.95
        assert _next_to(pull) == pytest.approx(total - after, rel=1e-3)
    else:
        assert after == pytest.approx(before, rel=0.02)


def _next_to(pull):
    return sum(load_on(pull.resting, pull.pile.row(name)) for name in ("B1", "B3"))


def test_a_block_that_nothing_else_can_relieve_sheds_nothing():
    """Two outer blocks share what lies above by balance alone."""
    around = dataclasses.replace(AROUND, sag=0.4)
    pull = pulling("R1 R2 R3 / B1 - B3 / Y1 Y2 Y3", "B1", around=around)
    row = pull.pile.row("B1")
    before = load_on(pull.resting, row)
    pull.run(out(pull, out=False, distance=1e-4))
    assert load_on(pull.resting, row) == pytest.approx(before, rel=0.05)

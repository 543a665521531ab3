"""A block on its way out: force, what ends the way, what comes along."""

import math

import numpy as np
import pytest

from stacko import ParameterError
from stacko.hand.stroke import Motion
from stacko.params import ContactParams
from stacko.quasistatic.pulling import Pull, Route
from stacko.quasistatic.surroundings import Surroundings
from tests.quasistatic.piles import (
    BLOCKS,
    LENGTH,
    STIFFNESS,
    WEIGHT,
    load_on,
    press_under,
    tower,
)

AROUND = Surroundings(ContactParams(), BLOCKS.mass, STIFFNESS, 2)
MU, MU_TABLE = ContactParams().mu_block, ContactParams().mu_table
THREE = "R1 R2 R3 / B1 B2 B3 / Y1 Y2 Y3"
SIX = THREE + " / G1 G2 G3 / R1b R2b R3b / Y1b Y2b Y3b"


def pulling(text, name, lower=None, around=AROUND, friction=1.0):
    pile = tower(text, lower)
    resting = around.rest(pile)
    assert resting.stands
    pile.motion = resting.motion
    return Pull(pile, resting, name, around, friction)


def out(pull, sign=1.0, **more):
    """Return the way right out of the tower."""
    route = {"distance": LENGTH + 0.006, "out": True, "tremble": 0.0, "force": 4.0}
    route["speed"] = 1e-6
    return Route(along=pull.direction(sign, 0.0), **{**route, **more})


def standing(pull):
    """Whether the tower stands without the block."""
    name = pull.pile.names[pull._row]
    return AROUND.rest(pull.pile.without(name)).stands


# -- force ----------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "under"), [("R2", MU_TABLE), ("B2", MU), ("Y2", MU)])
def test_it_takes_friction_on_both_faces(name, under):
    pull = pulling(THREE, name)
    row = pull.pile.row(name)
    top, bottom = load_on(pull.resting, row), press_under(pull.resting, row)
    assert bottom == pytest.approx(top + WEIGHT, rel=1e-3)
    assert pull.force(pull.direction(1, 0)) == pytest.approx(
        MU * top + under * bottom, rel=1e-6
    )


def test_by_hand_a_middle_block_with_two_sides_low():
    """All weight above goes through it; the neighbors bear nothing."""
    pull = pulling(THREE + " / G1 G2 G3", "B2", {"B1": 1e-3, "B3": 1e-3})
    # what lies on it alone moves along and costs nothing: only the bottom rubs
    force = MU * 7 * WEIGHT
    assert pull.force(pull.direction(1, 0)) == pytest.approx(force, rel=1e-3)


def test_by_hand_a_loose_block_takes_its_own_weight():
    pull = pulling(THREE, "B2", {"B2": 1e-4})
    assert pull.force(pull.direction(-1, 0)) == pytest.approx(MU * WEIGHT, rel=1e-3)


def test_force_grows_with_friction_and_mass_and_not_with_the_end():
    there = pulling(THREE, "B2").force((0.0, 1.0))
    assert pulling(THREE, "B2").force((0.0, -1.0)) == pytest.approx(there, rel=1e-6)
    assert pulling(THREE, "B2", friction=1.5).force((0.0, 1.0)) == pytest.approx(
        1.5 * there
    )
    heavy = Surroundings(ContactParams(), 2 * BLOCKS.mass, 2 * STIFFNESS, 2)
    assert pulling(THREE, "B2", around=heavy).force((0.0, 1.0)) == pytest.approx(
        2 * there, rel=1e-6
    )


# -- ways -----------------------------------------------------------------------------


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_a_loose_block_comes_out_and_leaves_the_others(sign):
    pull = pulling(SIX, "B2", {"B2": 1e-4})
    before = pull.pile.copy()
    assert pull.run(out(pull, sign)) is Motion.DONE
    assert pull.moved == pytest.approx(LENGTH + 0.006)
    assert pull.shift == 0
    assert pull.shifts().max() == 0
    assert pull.peak_force < 1.5 * MU * WEIGHT
    row = pull.pile.row("B2")
    others = np.arange(len(before)) != row
    assert (pull.pile.plane[others] == before.plane[others]).all()
    assert (pull.pile.yaw == before.yaw).all()
    way = pull.pile.plane[row] - before.plane[row]
    assert way == pytest.approx([0, sign * (LENGTH + 0.006)], abs=1e-12)
    assert standing(pull)


def test_the_pile_that_is_given_is_left_alone():
    pile = tower(SIX)
    resting = AROUND.rest(pile)
    kept = pile.copy()
    pull = Pull(pile, resting, "B2", AROUND)
    pull.run(out(pull, force=20.0))
    assert (pile.plane == kept.plane).all()
    assert (pile.motion == kept.motion).all()


def test_a_block_alone_takes_all_above_along():
    pull = pulling("R1 R2 R3 / - B2 - / Y1 Y2 Y3", "B2")
    motion = pull.run(out(pull, out=False, distance=0.01))
    assert motion is Motion.DONE
    above = [pull.pile.row(name) for name in ("Y1", "Y2", "Y3")]
    assert pull.shifts()[above] == pytest.approx([0.01] * 3, rel=1e-3)
    assert pull.shifts()[[0, 1, 2]].max() == 0
    assert pull.peak_force == pytest.approx(MU * 4 * WEIGHT, rel=1e-3)


def test_one_of_two_outer_blocks_swings_what_lies_above():
    pull = pulling("R1 R2 R3 / B1 - B3 / Y1 Y2 Y3 / G1 G2 G3", "B1")
    assert pull.run(out(pull, out=False, distance=0.01)) is Motion.DONE
    rows = [pull.pile.row(n) for n in ("Y1", "Y2", "Y3", "G1", "G2", "G3")]
    turns = pull.pile.yaw[rows] - pulling(SIX, "B1").pile.yaw[[6, 7, 8, 9, 10, 11]]
    assert turns == pytest.approx([turns[0]] * 6)
    assert 0.05 < abs(turns[0]) < 0.3
    # about the other support, which stays where it is
    assert pull.shifts()[pull.pile.row("B3")] == 0


def test_a_careful_hand_lets_go_at_a_force():
    pull = pulling(SIX, "R2")
    route = out(pull, give_up_force=0.3, give_up_before=0.02)
    assert pull.run(route) is Motion.GIVEN_UP
    assert pull.moved == 0
    assert pull.peak_force > 0.3


def test_a_careful_hand_lets_go_when_others_shift():
    pull = pulling("R1 R2 R3 / - B2 - / Y1 Y2 Y3", "B2")
    route = out(pull, give_up_shift=0.003, give_up_before=0.02)
    assert pull.run(route) is Motion.GIVEN_UP
    assert 0.003 < pull.shift < 0.0045
    assert pull.moved == pytest.approx(pull.shift, rel=0.01)


def test_past_the_quarter_it_no_longer_lets_go():
    pull = pulling("R1 R2 R3 / B1 - B3 / - Y2 -", "B1")
    assert pull.run(out(pull, give_up_force=1e-3, give_up_before=0.0)) is Motion.DONE


def test_more_than_the_hand_can_do_is_stuck():
    pull = pulling(SIX, "R2")
    assert pull.run(out(pull, force=0.4)) is Motion.STUCK
    assert pull.moved == 0
    assert pull.peak_force == 0.4  # it felt no more than it gave


def test_a_tremor_is_felt_and_lets_go_but_does_not_hold():
    pull = pulling(SIX, "B2", {"B2": 1e-4})
    assert pull.run(out(pull, tremble=5.0)) is Motion.DONE
    assert pull.peak_force == 4.0
    pull = pulling(SIX, "B2", {"B2": 1e-4})
    careful = out(pull, tremble=0.5, give_up_force=0.5, give_up_before=0.02)
    assert pull.run(careful) is Motion.GIVEN_UP


def test_the_tower_topples_where_support_is_lost():
    """Two side by side: pulling the inner one leaves what lies above at the edge."""
    pull = pulling("R1 R2 R3 / B1 B2 - / Y1 Y2 Y3", "B2", {"B1": 1e-4})
    pull.run(out(pull, force=20.0))
    left = pull.pile.without("B2")
    fell = AROUND.rest(left).falling
    above = left.layer == 2
    assert fell[above].all()
    assert not fell[~above].any()


@pytest.mark.parametrize("steps", [1, 2, 5, 20])
def test_loose_blocks_come_out_alike_however_often_one_looks(steps):
    around = Surroundings(ContactParams(), BLOCKS.mass, STIFFNESS, steps)
    pull = pulling(SIX, "B2", {"B2": 1e-4}, around=around)
    assert pull.run(out(pull)) is Motion.DONE
    assert pull.moved == pytest.approx(LENGTH + 0.006)
    assert pull.peak_force < 3 * MU * WEIGHT


def test_a_direction_is_along_the_block():
    pull = pulling(THREE, "B2")
    assert pull.direction(1.0, 0.0) == pytest.approx((0, 1), abs=1e-12)
    assert pull.direction(-1.0, 0.1) == pytest.approx(
        (math.sin(0.1), -math.cos(0.1)), abs=1e-12
    )


# -- what does not fit together -------------------------------------------------------


@pytest.mark.parametrize(
    ("mass", "stiffness"), [(2.0, 2.5e4), (0.012, 500), (1e-9, 1e8)]
)
def test_springs_that_no_weight_fits_are_refused_by_name(mass, stiffness):
    with pytest.raises(ParameterError, match=r"quasistatic\.contact_stiffness must be"):
        Surroundings(ContactParams(), mass, stiffness, 2)


def test_without_gravity_nothing_presses_and_nothing_holds():
    around = Surroundings(ContactParams(gravity=0.0), BLOCKS.mass, STIFFNESS, 2)
    pull = pulling(SIX, "R2", around=around)
    assert pull.force(pull.direction(1, 0)) == pytest.approx(0, abs=1e-4)
    assert pull.run(out(pull)) is Motion.DONE

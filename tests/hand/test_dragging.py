"""What a pulled block does to what lies on it: carry, swing, or leave it behind."""

import math

import pytest

from stacko.hand import Motion
from tests.hand.bench import SURE, standing

ABOVE = " / B1 B2 B3 / Y1 Y2 Y3 / G1 G2 G3"
TRAVEL = 0.025
"""Way of the pulled block at which everything is read, m."""


def yaw(poses, name):
    q = poses.orientations[poses.index(name)]
    return 2 * math.atan2(q[2], q[3])


def pulled_by_travel(text, name, speed):
    """Pull a block by `TRAVEL`; return shift and turn (degrees) of a block above."""
    with standing(text, SURE.replace(speed=speed)) as bench:
        world, before = bench.world, bench.world.poses()

        def shift(of):
            return float(world.poses().position(of)[0] - before.position(of)[0])

        bench.hand.on_poll = lambda _time, _phase: abs(shift(name)) >= TRAVEL
        taken = bench.hand.take(bench.tower, name, may_give_up=False)
        assert taken.touch.motion is Motion.TOPPLED  # ended by the callback
        turn = yaw(world.poses(), "Y2") - yaw(before, "Y2")
        way = shift(name)
        return shift("Y2") / way, math.degrees(turn) * math.copysign(1, -way)


def test_a_block_that_carries_all_takes_it_along():
    share, turn = pulled_by_travel("- R2 -" + ABOVE, "R2", 0.03)
    assert share == pytest.approx(1.0, abs=0.05)
    assert abs(turn) < 0.5


def test_a_slow_pull_at_one_of_two_outer_blocks_swings_what_lies_on_them():
    """Like a door: its middle makes half of the way, and it turns."""
    share, turn = pulled_by_travel("R1 - R3" + ABOVE, "R3", 0.03)
    mirrored, back = pulled_by_travel("R1 - R3" + ABOVE, "R1", 0.03)
    assert share == pytest.approx(0.5, abs=0.1)
    assert mirrored == pytest.approx(0.5, abs=0.1)
    hinge = math.degrees(math.atan(TRAVEL / 0.056))
    assert hinge / 3 < turn < hinge
    assert hinge / 3 < -back < hinge


@pytest.mark.parametrize(("text", "name"), [("R1 - R3", "R3"), ("- R2 -", "R2")])
def test_a_quick_pull_leaves_more_behind_than_a_slow_one(text, name):
    slow, _ = pulled_by_travel(text + ABOVE, name, 0.03)
    quick, _ = pulled_by_travel(text + ABOVE, name, 0.6)
    assert quick < slow / 2

"""Taking a block: which way, how hard, and when the hand lets go."""

import math

import numpy as np
import pytest

from stacko.engines.base import Body
from stacko.hand import Hand, Motion, named_hand
from stacko.hand.aim import pinchable, protrusion
from stacko.hand.grip import FINGER
from stacko.tower import Tower
from tests.hand.bench import BLOCKS, SURE, WEIGHT, position, sought_out, standing

QUARTER = BLOCKS.length / 4
SLOW = SURE.replace(speed=0.004, push_speed=0.004)


def stop_after(bench, span):
    """End the next motion after a time, s."""
    until = bench.engine.time + span
    bench.hand.on_poll = lambda time, _phase: time > until


def take(text, name, hand=SURE, seed=0, *, may_give_up=False, **contact):
    """Take a block of a new tower; return what came of it."""
    with standing(text, hand, seed, mover=name, **contact) as bench:
        return bench.hand.take(bench.tower, name, may_give_up=may_give_up)


# -- which technique ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "free"),
    [
        ("Y1 Y2 Y3", ""),
        ("Y1 Y2 -", ""),
        ("- Y2 Y3", ""),
        ("Y1 - Y3", "Y1 Y3"),
        ("- Y2 -", "Y2"),
        ("Y1 - -", "Y1"),
    ],
)
def test_an_end_can_be_pinched_where_no_neighbor_lies(row, free):
    text = f"R1 R2 R3 / {row}"
    tower = Tower.from_notation(text)
    for name in row.replace("-", "").split():
        assert pinchable(tower, name) == (name in free.split())
        taken = take(text, name)
        assert taken.technique == ("pull" if name in free.split() else "push")
        assert taken.touch.motion is Motion.DONE


def fingers(monkeypatch, bench):
    """Record where the fingertip is after each step."""
    seen = []
    cls = type(bench.engine)
    step = cls.step

    def watched_step(engine, count=1):
        step(engine, count)
        if FINGER in engine.names:
            seen.append(position(bench, FINGER))

    monkeypatch.setattr(cls, "step", watched_step)
    return seen


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", ["Y1", "B2"])
def test_a_flush_block_is_pushed_at_one_end_and_pulled_at_the_other(
    monkeypatch, seed, name
):
    axis = 0 if name == "Y1" else 1
    text = "R1 R2 R3 / B1 B2 B3 / Y1 Y2 Y3" if name == "Y1" else "R1 R2 R3 / B1 B2 B3"
    with standing(text, seed=seed, mover=name) as bench:
        tips = fingers(monkeypatch, bench)
        taken = bench.hand.take(bench.tower, name, may_give_up=False)
        end = position(bench, name)[axis]
    ways = np.array(tips)[:, axis]
    assert taken.technique == "push"
    assert ways[0] * end < 0  # it came in from the other side
    assert abs(ways[0]) > BLOCKS.length / 2
    deepest = BLOCKS.length / 2 - np.abs(ways).min()
    assert deepest == pytest.approx(SURE.push_distance, abs=0.007)
    assert abs(ways[-1]) > BLOCKS.length / 2 - 1e-3  # and went out again
    assert abs(end) > BLOCKS.length


def test_both_sides_are_pushed_at_in_their_turn():
    sides = set()
    for seed in range(8):
        with standing("R1 R2 R3 / B1 B2 B3", seed=seed) as bench:
            bench.hand.take(bench.tower, "B2", may_give_up=False)
            sides.add(math.copysign(1, position(bench, "B2")[1]))
    assert sides == {-1, 1}


@pytest.mark.parametrize("seed", range(4))
def test_a_block_that_sticks_out_is_pulled_at_that_end(monkeypatch, seed):
    with standing(seed=seed) as bench:
        stop_after(bench, 0.4)  # the first hand stops half way through its push
        first = bench.hand.take(bench.tower, "B2", may_give_up=False)
        out = protrusion(bench.world, bench.tower, "B2")
        assert (first.technique, first.touch.motion) == ("push", Motion.TOPPLED)
        assert 0.008 < abs(out) < 0.020
        for other in range(2):  # whatever the next hand would like
            if other == 0:
                state = bench.engine.snapshot()
            bench.engine.restore(state)
            tips = fingers(monkeypatch, bench)
            hand = Hand(bench.world, SURE, np.random.default_rng(other))
            taken = hand.take(bench.tower, "B2", may_give_up=False)
            assert taken.technique == "pull"
            assert taken.touch.motion is Motion.DONE
            way = taken.touch.moved + abs(out)
            assert way > 0.089
            # farther than that only to shed a block that rode along on it
            others = bench.world.poses().without("B2").positions
            rode_along = bool(np.abs(others[:, :2]).max() > 0.1)
            assert way < 0.14 or rode_along
            assert position(bench, "B2")[1] * out > 0
            assert tips == []


def test_a_block_that_sticks_out_too_little_to_be_gripped_is_pushed():
    with standing() as bench:
        stop_after(bench, 0.2)
        bench.hand.take(bench.tower, "B2", may_give_up=False)
        out = protrusion(bench.world, bench.tower, "B2")
        assert 0.001 < abs(out) < SURE.grip_depth
        hand = Hand(bench.world, SURE, np.random.default_rng(0))
        assert hand.take(bench.tower, "B2", may_give_up=False).technique == "push"


# -- forces ---------------------------------------------------------------------------


@pytest.mark.physics
@pytest.mark.parametrize("mu", [0.2, 0.35, 0.6])
@pytest.mark.parametrize(
    ("text", "name", "loads"),
    [
        ("R1 R2 R3 / - B2 -", "B2", (1, 1)),
        # all that lies on it comes along: only what is under it rubs
        ("R1 R2 R3 / - B2 - / Y1 Y2 Y3", "B2", (4, 4)),
        # half of what lies above, on its face: it holds on to it, or drags it along
        ("R1 R2 R3 / B1 - B3 / Y1 Y2 Y3", "B1", (2.5, 4)),
        ("R1 R2 R3 / B1 - B3 / Y1 Y2 Y3 / G1 G2 G3", "B1", (4, 7)),
    ],
)
def test_peak_force_is_mu_times_the_load(text, name, loads, mu):
    with standing(text, SLOW, mu_block=mu) as bench:
        stop_after(bench, 1.5)
        taken = bench.hand.take(bench.tower, name, may_give_up=False)
    low, high = loads
    assert taken.technique == "pull"
    assert taken.touch.moved > 0.003
    assert 0.97 * low < taken.touch.peak_force / (mu * WEIGHT) < 1.15 * high


@pytest.mark.physics
def test_a_fingertip_feels_the_friction_too():
    with standing("R1 R2 R3 / B1 B2 B3", SLOW) as bench:
        stop_after(bench, 1.5)
        taken = bench.hand.take(bench.tower, "B2", may_give_up=False)
    assert taken.technique == "push"
    assert taken.touch.peak_force == pytest.approx(0.35 * WEIGHT, rel=0.45)
    assert taken.touch.peak_force > 0.97 * 0.35 * WEIGHT


# -- giving up, and being stuck -------------------------------------------------------


def test_a_hand_gives_up_when_the_force_gets_large_early():
    hand = SURE.replace(give_up_force=0.05)
    taken = take("R1 R2 R3 / B1 B2 B3 / Y1 Y2 Y3", "B1", hand, may_give_up=True)
    assert taken.touch.motion is Motion.GIVEN_UP
    assert 0.05 < taken.touch.peak_force < 0.08
    assert taken.touch.moved < QUARTER


@sought_out
def test_a_hand_that_may_not_give_up_goes_on():
    hand = SURE.replace(give_up_force=0.05, give_up_shift=1e-5)
    taken = take("R1 R2 R3 / B1 B2 B3 / Y1 Y2 Y3", "B1", hand)
    assert taken.touch.motion is Motion.DONE
    assert taken.touch.peak_force > 0.08


def test_a_hand_gives_up_when_it_sees_other_blocks_shift():
    text = "R1 R2 R3 / B1 B2 B3 / Y1 Y2 Y3"
    shift = 0.3e-3
    hand = SURE.replace(give_up_shift=shift, give_up_force=4.0)
    with standing(text, hand, mover="B2") as bench:
        taken = bench.hand.take(bench.tower, "B2", may_give_up=True)
        assert taken.touch.motion is Motion.GIVEN_UP
        assert shift < bench.watch.max_disturbance < 3 * shift
        assert taken.touch.moved < QUARTER


@pytest.mark.parametrize("seed", range(3))
def test_after_a_quarter_of_the_length_there_is_no_giving_up(seed):
    # the pull begins after a push of more than a quarter: the hand sees it through
    hand = SURE.replace(push_distance=QUARTER + 0.001, give_up_force=0.1)
    text = "R1 R2 R3 / B1 B2 B3"

    def felt(limit):
        # a fingertip that pushes gently, and a pull that jerks
        fast = hand.replace(give_up_force=limit, push_speed=0.004, speed=0.5)
        return take(text, "B2", fast, seed, may_give_up=True)

    assert felt(4.0).touch.peak_force > 0.12
    assert felt(0.1).touch.motion is Motion.DONE
    early = hand.replace(push_distance=0.010, push_speed=0.004, speed=0.5)
    assert take(text, "B2", early, seed, may_give_up=True).touch.motion is (
        Motion.GIVEN_UP
    )


@pytest.mark.parametrize(
    ("out", "motion"),
    [
        (0.0, Motion.GIVEN_UP),
        (-0.007, Motion.GIVEN_UP),
        (0.007, Motion.DONE),  # with the rest, over a quarter
    ],
)
def test_a_push_counts_what_stuck_out_before(out, motion):
    with standing("R1 R2 R3 / B1 B2 B3") as bench:
        player = Hand(bench.world, SURE, np.random.default_rng(0))
        way = -1.0  # of the push that this chance makes
        x, _, z = position(bench, "B2")
        q = bench.engine.pose("B2")[1]
        bench.engine.set_pose("B2", (x, way * out, z), q)
        start = way * out

        def shift():  # what makes the hand let go, after 15.5 mm
            return 1.0 if way * (position(bench, "B2")[1] - start) > 0.0155 else 0.0

        player.shift = shift
        taken = player.take(bench.tower, "B2", may_give_up=True)
        assert taken.technique == "push"
        assert taken.touch.motion is motion
        assert position(bench, "B2")[1] * way > 0


@pytest.mark.parametrize("name", ["B1", "B2", "R2"])
def test_a_block_held_by_friction_is_stuck(name):
    weak = SURE.replace(force_limit=0.3, give_up_force=0.3)
    text = "R1 R2 R3 / B1 B2 B3 / Y1 Y2 Y3"
    with standing(text, weak, mover=name, mu_block=50.0, mu_table=50.0) as bench:
        before = bench.engine.time
        taken = bench.hand.take(bench.tower, name, may_give_up=False)
        assert taken.touch.motion is Motion.STUCK
        assert taken.touch.peak_force == pytest.approx(0.3, rel=0.15)
        assert abs(taken.touch.moved) < 0.5e-3
        assert bench.engine.time - before < 2.0
        assert FINGER not in bench.engine.names


def test_a_block_under_a_heavy_lid_is_stuck():
    weak = SURE.replace(force_limit=1.0)
    with standing("R1 R2 R3 / - B2 -", weak, mover="B2") as bench:
        factor = bench.world.factors.block
        at = (0.0, 0.0, 2 * BLOCKS.height + 0.01)
        lid = Body("lid", (0.05, 0.05, 0.02), 0.5, (2e-4,) * 3, factor, 0.0, at)
        bench.engine.add(lid)  # its friction of 1.7 N is more than the hand has
        bench.engine.step(400)
        taken = bench.hand.take(bench.tower, "B2", may_give_up=False)
    assert taken.touch.motion is Motion.STUCK
    assert taken.technique == "pull"
    assert taken.touch.peak_force == pytest.approx(1.0, rel=0.05)
    assert taken.touch.moved < QUARTER


# -- the finger goes, and nothing is left to chance -----------------------------------


def test_the_finger_is_gone_also_after_a_topple():
    with standing() as bench:
        stop_after(bench, 0.3)
        taken = bench.hand.take(bench.tower, "B2", may_give_up=False)
        assert taken.touch.motion is Motion.TOPPLED
        assert FINGER not in bench.engine.names
    for may_give_up in (True, False):
        hand = SURE.replace(give_up_force=0.05)
        with standing(hand=hand) as bench:
            bench.hand.take(bench.tower, "B2", may_give_up=may_give_up)
            assert FINGER not in bench.engine.names


def test_the_finger_is_gone_also_after_an_error():
    def burst(_time, _phase):
        raise RuntimeError("the watch broke")

    with standing() as bench:
        bench.hand.on_poll = burst
        with pytest.raises(RuntimeError, match="broke"):
            bench.hand.take(bench.tower, "B2", may_give_up=False)
        assert FINGER not in bench.engine.names


def test_the_same_chances_give_the_same_bits():
    def played(seed):
        with standing(hand=named_hand("shaky"), seed=seed) as bench:
            taken = bench.hand.take(bench.tower, "B1", may_give_up=False)
            return taken, bench.world.poses().positions.tobytes()

    assert played(3) == played(3)
    assert played(3)[1] != played(4)[1]

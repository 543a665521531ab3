"""The block stays in the world, and jumps once, touching nothing."""

import math
from itertools import pairwise

import numpy as np
import pytest

from stacko.engines.pybullet import PyBulletEngine
from stacko.hand import Motion, named_hand
from stacko.hand.freeing import touched
from stacko.tower import Slot
from tests.hand.bench import SURE, position, sought_out, standing, watched


@pytest.fixture
def jumps(monkeypatch):
    """List what a block touched just before and just after each jump."""
    pytest.importorskip("pybullet", reason="only PyBullet looks without a step")
    seen = []
    put = PyBulletEngine.set_pose

    def touching(engine, name):
        engine._p.performCollisionDetection(engine._client)
        return [c for c in engine.contacts(name) if c.distance <= 0]

    def jump(engine, name, at, turned):
        before = touching(engine, name)
        put(engine, name, at, turned)
        seen.append((engine.time, before, touching(engine, name)))

    monkeypatch.setattr(PyBulletEngine, "set_pose", jump)
    return seen


def steps_of(monkeypatch, bench, name):
    """Record pose and time of a block before each step and after the last."""
    seen = []
    cls = type(bench.engine)
    step = cls.step

    def watched_step(engine, count=1):
        for _ in range(count):
            before = position(bench, name)
            step(engine)
            seen.append((engine.time, before, position(bench, name)))

    monkeypatch.setattr(cls, "step", watched_step)
    return seen


@pytest.mark.parametrize("name", ["B1", "Y2", "R1", "R2"])
@pytest.mark.parametrize("hand", ["steady", "shaky"])
def test_a_block_moves_without_a_gap_but_for_one_jump(monkeypatch, jumps, name, hand):
    for seed in range(6):  # until nothing topples
        with (
            monkeypatch.context() as patch,
            standing(hand=named_hand(hand), seed=seed, mover=name) as bench,
        ):
            steps = steps_of(patch, bench, name)
            taken = bench.hand.take(bench.tower, name, may_give_up=False)
            if taken.touch.motion is Motion.TOPPLED:
                continue
            assert touched(bench.world, name) == set()
            tries, _ = bench.hand.place(bench.tower.take(name), name, Slot(4, "b"))
            break
    assert tries == 1
    assert len(jumps) == 1
    when, before, after = jumps[0]
    assert before == after == []
    # what lies between one step and the next is nothing, save for the jump
    gaps = {
        then: np.linalg.norm(start - end)
        for (then, _, end), (_, start, _) in pairwise(steps)
    }
    assert [then for then, gap in gaps.items() if gap > 1e-9] == [when]
    assert gaps[when] > 0.05
    # and a step never moves it faster than 1 m/s
    assert max(np.linalg.norm(end - start) for _, start, end in steps) < 1 / 960


@pytest.mark.parametrize("hand", ["average", "shaky"])
@pytest.mark.parametrize("below", ["R1 R2 R3", "R1 R2 R3 / B1 B2 B3"])
def test_between_two_neighbors_a_block_begins_without_touching_them(jumps, below, hand):
    slot = Slot(below.count("/") + 2, "b")
    for seed in range(6):
        with standing(f"{below} / Y1 G1 Y3", named_hand(hand), seed) as bench:
            tower = bench.tower.take("G1")
            bench.engine.set_pose("G1", (0.3, 0.0, 0.3), (0.0, 0.0, 0.0, 1.0))
            jumps.clear()
            assert bench.hand.place(tower, "G1", slot) == (1, False)
        assert [after for _, _, after in jumps] == [[]]


@sought_out
def test_a_block_of_the_bottom_layer_is_lifted_off_the_table_at_the_edge():
    for name in ("R1", "R2", "R3"):
        with standing(mover=name) as bench:
            bench.hand.take(bench.tower, name, may_give_up=False)
            x, _, z = position(bench, name)
            assert touched(bench.world, name) == set()
            assert abs(x) < 0.13  # once it slid on to the edge of the table
            assert 0.010 < z < 0.020
            assert not bench.watch.toppled


def riding():
    """Return seeds with which the block above comes along all the way."""
    for seed in range(20):
        with standing(hand=named_hand("steady"), seed=seed) as bench:
            watch = watched(bench, "R2", "collapse")
            bench.hand.take(bench.tower, "R2", may_give_up=False)
            if len(watch.fallen) == 1 and not watch.toppled:
                yield seed


@sought_out
def test_what_rides_on_a_block_that_is_out_of_the_tower_falls_off_it():
    seed = next(riding())
    hand = named_hand("steady")
    with standing(hand=hand, seed=seed, mover="R2") as bench:
        carried = []
        judge = bench.hand.on_poll

        def judged(time, phase):
            x, y, z = position(bench, rider)
            carried.append((math.hypot(x, y), z, bench.watch.fallen))
            return judge(time, phase)

        rider = "B1"
        bench.hand.on_poll = judged
        taken = bench.hand.take(bench.tower, "R2", may_give_up=False)
        assert taken.touch.motion is Motion.TOPPLED
        assert rider in bench.watch.fallen
        # it leans on the block in hand, far from the tower, and has not left yet
        assert any(off > 0.15 and not fallen for off, _, fallen in carried)
    with standing(hand=hand, seed=seed) as bench:
        watch = watched(bench, "R2", "collapse")
        taken = bench.hand.take(bench.tower, "R2", may_give_up=False)
        assert taken.touch.motion is Motion.DONE
        assert len(watch.fallen) == 1
        assert touched(bench.world, "R2") == set()
        _, (x, y, _, _) = bench.engine.pose("R2")
        assert math.hypot(x, y) < 0.01  # upright again


def test_a_block_that_slipped_off_is_picked_up_again(jumps):
    # up to a length off the tower's side there is nothing to lie on
    wild = SURE.replace(place_error=0.05)
    counts = []
    for seed in range(8):
        with standing("R1 R2 R3 / B1 B2 B3 / Y1 - -", wild, seed, mover="Y1") as bench:
            tower = bench.tower.take("Y1")
            bench.engine.set_pose("Y1", (0.3, 0.0, 0.3), (0.0, 0.0, 0.0, 1.0))
            jumps.clear()
            tries, toppled = bench.hand.place(tower, "Y1", Slot(3, "b"))
            assert len(jumps) == tries
            assert [before for _, before, _ in jumps] == [[]] * tries
            if not toppled:
                height = position(bench, "Y1")[2]
                assert height == pytest.approx(2.5 * 0.017, abs=1e-3)
            counts.append(tries)
    assert 1 in counts
    assert max(counts) > 1

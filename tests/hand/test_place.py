"""Putting a block on top: where it lands, and by whose errors."""

import math
from dataclasses import replace

import numpy as np
import pytest

from stacko.engines.base import Snapshot
from stacko.geometry import slot_pose
from stacko.hand import named_hand
from stacko.hand.aim import _frame, place_target, protrusion
from stacko.tower import Slot
from tests.hand.bench import (
    BLOCKS,
    ENGINE,
    SURE,
    WEIGHT,
    position,
    sought_out,
    standing,
    watched,
)


def turn(bench, angle, flipped=(), only=None):
    """Turn the tower, or some blocks, about its axis, and some blocks end for end."""

    def turned(body):
        if body.name == "table" or (only is not None and body.name not in only):
            return body
        x, y, z = body.position
        c, s = math.cos(angle), math.sin(angle)
        _, _, qz, qw = body.orientation
        half = math.atan2(qz, qw) + angle / 2
        half += math.pi / 2 if body.name in flipped else 0.0
        q = (0.0, 0.0, math.sin(half), math.cos(half))
        return replace(body, position=(c * x - s * y, s * x + c * y, z), orientation=q)

    state = bench.engine.snapshot()
    bench.engine.restore(Snapshot(tuple(map(turned, state.bodies)), state.time))


def away(bench, name):
    """Hold a block of the top layer aside, as after a pull; return the tower left."""
    bench.engine.set_pose(name, (0.3, 0.0, 0.3), (0.0, 0.0, 0.0, 1.0))
    return bench.tower.take(name)


def error_of(bench, name, slot, angle=0.0):
    """Return how far a block lies from its slot, along, across and up, m."""
    home, _ = slot_pose(slot, BLOCKS)
    c, s = math.cos(angle), math.sin(angle)
    x, y, z = position(bench, name)
    off = np.array([c * x + s * y, c * y - s * x, z]) - home
    return off if slot.axis == "x" else off[[1, 0, 2]]


LAYERS = {2: "R1 R2 R3", 3: "R1 R2 R3 / B1 B2 B3"}


@pytest.mark.parametrize("layer", [2, 3])
@pytest.mark.parametrize("where", "abc")
def test_a_hand_without_errors_hits_every_slot(layer, where):
    slot = Slot(layer, where)
    with standing(f"{LAYERS[layer]} / Y1 - -", mover="Y1") as bench:
        tower = away(bench, "Y1")
        assert bench.hand.place(tower, "Y1", slot) == (1, False)
        off = error_of(bench, "Y1", slot)
        assert np.abs(off).max() < 0.1e-3
        # the block is at rest: the tower bears it, not the hand
        force = sum(c.normal_force for c in bench.engine.contacts("Y1"))
        assert force == pytest.approx(WEIGHT, rel=0.02)


@pytest.mark.parametrize("angle", [-80, -50, -44, 20, 50, 80])
@pytest.mark.parametrize("layer", [2, 3])
def test_slots_turn_with_the_tower(angle, layer):
    angle = math.radians(angle)
    for where in "ac":
        slot = Slot(layer, where)
        with standing(f"{LAYERS[layer]} / Y1 - -") as bench:
            turn(bench, angle, flipped=("R2", "B1", "R3"))
            tower = away(bench, "Y1")
            assert bench.hand.place(tower, "Y1", slot) == (1, False)
            off = error_of(bench, "Y1", slot, angle)
            assert np.abs(off).max() < 0.2e-3


def test_a_tower_twisted_by_over_a_right_angle_keeps_its_slots_in_order():
    with standing("R1 R2 R3 / B1 B2 B3 / R1b R2b R3b / B1b B2b B3b / Y1 - -") as bench:
        for sign in (-1, 1):
            state = bench.engine.snapshot()
            for number, row in enumerate(bench.tower.layers, 1):
                step = sign * math.radians(25 * (number - 1))
                turn(bench, step, only=row)
            _, yaw = _frame(bench.world, bench.tower, 5)
            assert yaw == pytest.approx(sign * math.radians(100), abs=0.01)
            bench.engine.restore(state)


@pytest.mark.parametrize("degrees", [-130, -92, -88, 88, 92, 130])
def test_a_layer_twisted_by_over_a_right_angle_keeps_its_slots_in_order(degrees):
    """Such a layer once had its slots the other way round from 90 degrees on."""
    upper = ("R1b", "R2b", "R3b", "B1b", "B2b", "B3b", "Y1")
    with standing("R1 R2 R3 / - B2 - / R1b R2b R3b / B1b B2b B3b / Y1 - -") as bench:
        angle = math.radians(degrees)
        turn(bench, angle, ("R2b", "B1b"), only=upper)
        _, yaw = _frame(bench.world, bench.tower, 4)
        assert yaw == pytest.approx(angle, abs=0.01)
        tower, c, s = away(bench, "Y1"), math.cos(angle), math.sin(angle)
        for where in "abc":
            slot, rng = Slot(5, where), np.random.default_rng(1)
            goal = place_target(bench.world, tower, "Y1", slot, SURE, rng).position
            x, y, _ = slot_pose(slot, BLOCKS)[0]
            assert goal[:2] == pytest.approx((c * x - s * y, s * x + c * y), abs=1e-4)


def test_the_middle_slot_of_a_turned_tower_lies_between_its_neighbors():
    for angle in (-0.8, 0.9):
        with standing("R1 R2 R3 / B1 B2 B3 / Y1 Y2 Y3") as bench:
            turn(bench, angle)
            tower = away(bench, "Y2")
            assert bench.hand.place(tower, "Y2", Slot(3, "b")) == (1, False)
            off = error_of(bench, "Y2", Slot(3, "b"), angle)
            assert np.abs(off).max() < 0.2e-3


def test_a_block_goes_where_the_layer_below_lies():
    with standing("R1 R2 R3 / B1 B2 B3 / Y1 - -") as bench:
        state = bench.engine.snapshot()
        shifted = tuple(
            replace(b, position=(b.position[0] + 0.006, *b.position[1:]))
            if b.name.startswith("B")
            else b
            for b in state.bodies
        )
        bench.engine.restore(Snapshot(shifted, state.time))
        tower = away(bench, "Y1")
        bench.hand.place(tower, "Y1", Slot(3, "c"))
        off = error_of(bench, "Y1", Slot(3, "c"))
        assert off == pytest.approx([0.006, 0, 0], abs=0.2e-3)


@sought_out
@pytest.mark.parametrize("where", "abc")
def test_on_a_layer_that_tilts_a_block_lies_as_well_as_it_can(where):
    # the third layer rests on one edge block and on the far edge of the first layer
    with standing("R1 R2 R3 / B1 - - / Y1 Y2 Y3 / - - G1", mover="G1") as bench:
        tower = away(bench, "G1")
        tilt = 2 * math.hypot(*bench.engine.pose("Y2")[1][:2])
        assert 0.2 < tilt < 0.4
        assert bench.hand.place(tower, "G1", Slot(4, where)) == (1, False)
        x, _, z = position(bench, "G1")
        assert z > 2.5 * BLOCKS.height
        assert x == pytest.approx((Slot(4, where).index - 1) * BLOCKS.pitch, abs=0.01)


def misses(hand, slot, count=20):
    """Return the errors of many placements, shape (count, 3), m."""
    rows = []
    for seed in range(count):
        with standing("R1 R2 R3 / Y1 - -", named_hand(hand), seed) as bench:
            tower = away(bench, "Y1")
            assert bench.hand.place(tower, "Y1", slot) == (1, False)
            rows.append(error_of(bench, "Y1", slot))
    return np.array(rows)


def test_errors_are_the_hands_own():
    # 20 draws: the root mean square of a normal lies within 0.6 to 1.45 sigma
    spread = {}
    for name in ("steady", "average", "shaky"):
        along, across, up = misses(name, Slot(2, "b")).T
        sigma = named_hand(name).place_error
        for errors in (along, across):
            assert 0.6 < np.sqrt((errors**2).mean()) / sigma < 1.45
        assert np.abs(up).max() < 0.1e-3
        spread[name] = np.hypot(along, across).mean()
    assert spread["steady"] < spread["average"] < spread["shaky"]


def test_at_the_edge_a_hand_errs_outward_so_that_the_middle_stays_free():
    for where, sign in (("a", -1), ("c", 1)):
        across = sign * misses("average", Slot(2, where), 12)[:, 1]
        assert across.min() > -0.1e-3
        assert across.max() > 1e-3


@pytest.mark.parametrize("hand", ["steady", "shaky"])
@pytest.mark.parametrize("order", ["abc", "acb", "bac", "bca", "cab", "cba"])
def test_three_blocks_make_a_layer_in_any_order(hand, order):
    blocks = ("Y1", "Y2", "Y3")
    with standing("R1 R2 R3 / B1 B2 B3 / Y1 Y2 Y3", named_hand(hand), 3) as bench:
        for i, name in enumerate(blocks):  # lay them on the table, ready to be placed
            bench.tower = bench.tower.take(name)
            at = (0.3, 0.1 * i, BLOCKS.height / 2)
            bench.engine.set_pose(name, at, (0.0, 0.0, 0.0, 1.0))
        for name, where in zip(blocks, order, strict=True):
            watch = watched(bench, name)
            assert bench.hand.place(bench.tower, name, Slot(3, where)) == (1, False)
            bench.tower = bench.tower.place(name, Slot(3, where))
            assert watch.max_disturbance < 1e-3
        heights = [position(bench, name)[2] for name in blocks]
        assert heights == pytest.approx([2.5 * BLOCKS.height] * 3, abs=0.3e-3)
        sides = [position(bench, blocks[order.index(w)])[1] for w in "abc"]
        assert sides == sorted(sides)


def test_mirrored_placements_mirror():
    def target(where, sign):
        class Drawn:
            def standard_normal(self, count):
                return np.array([0.3, 0.7, 0.5]) * (1, sign, sign)

        with standing("R1 R2 R3 / B1 B2 B3 / Y1 - -") as bench:
            tower = away(bench, "Y1")
            hand = named_hand("average")
            return place_target(bench.world, tower, "Y1", Slot(3, where), hand, Drawn())

    for left, right in ("ac", "bb"):
        one, two = target(left, 1), target(right, -1)
        x, y, z = one.position
        # the springs of MuJoCo's contacts are no exact support
        near = 1e-6 if ENGINE == "pybullet" else 3e-6
        assert two.position == pytest.approx((x, -y, z), abs=near)
        assert two.orientation[2] == pytest.approx(-one.orientation[2], abs=near)


def test_what_sticks_out_is_measured_against_the_tower():
    for angle in (0.0, 0.7):
        with standing("R1 R2 R3 / B1 B2 B3 / Y1 Y2 Y3") as bench:
            turn(bench, angle)
            for name in bench.tower.blocks():
                out = protrusion(bench.world, bench.tower, name.name)
                assert abs(out) < 0.05e-3
            x, y, z = bench.engine.pose("B3")[0]
            way = np.array([-math.sin(angle), math.cos(angle)]) * 0.011
            q = bench.engine.pose("B3")[1]
            bench.engine.set_pose("B3", (x + way[0], y + way[1], z), q)
            out = protrusion(bench.world, bench.tower, "B3")
            assert out == pytest.approx(0.011, abs=0.05e-3)


def test_a_turned_tower_is_pulled_at_no_end_that_does_not_stick_out():
    for name in ("B1", "B3"):
        with standing(hand=SURE, mover=name) as bench:
            turn(bench, 0.6)
            taken = bench.hand.take(bench.tower, name, may_give_up=False)
            assert taken.technique == "push"

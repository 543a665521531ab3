"""What a touch does to a real tower, and what the watch makes of it (S12, S13)."""

import numpy as np
import pytest

from stacko import Move, Verdict
from stacko.geometry import layer_names
from stacko.hand import Hand, Motion, Taken, Touch, named_hand
from stacko.stability import stability_margin
from stacko.touch import Touching
from tests.hand.bench import SURE, position, sought_out
from tests.match.bench import touching

THREE = "R1 R2 R3 / B1 B2 B3 / Y1 Y2 Y3"
PILLAR = "R1 R2 R3 / - B2 - / Y1 Y2 Y3"
BRINK = ("Y1", "Y2", "Y3")


def brink(shift):
    """Shift the top layer on its pillar; 14 mm is as far as it goes."""
    return dict.fromkeys(BRINK, shift)


# -- topples --------------------------------------------------------------------------


def test_blocks_knocked_onto_the_table_by_a_pull():
    with touching(PILLAR, rules={"retry_limit": 1}) as bench:
        touched = bench.make("B2>4b")
        report = touched.report
        assert touched.result.verdict is Verdict.TOPPLED
        assert report.phase == "pull"
        assert set(report.fallen) == set(BRINK)
        assert report.any_block
        assert report.collapse
        assert touched.place_attempts == 0
        row = touched.row(bench.game, 0, 1.0)
        assert (row.verdict, row.phase, row.fallen) == ("toppled", "pull", 3)
        assert row.first_block == report.fallen[0]


@pytest.mark.parametrize(
    ("phase", "shift", "speed"), [("settle", 0.011, 0.04), ("place", 0.0133, 0.004)]
)
def test_blocks_knocked_down_by_a_block_put_on_the_edge(phase, shift, speed):
    hand = SURE.replace(place_speed=speed)
    rules = {"retry_limit": 1}
    with touching(PILLAR, hand, shifted=brink(shift), rules=rules) as bench:
        touched = bench.make("R1>4c")
        assert touched.result.verdict is Verdict.TOPPLED
        assert touched.report.phase == phase
        assert touched.report.fallen
        assert set(touched.report.fallen) <= set(BRINK)
        assert touched.report.first_block in BRINK
        assert touched.place_attempts == 1
    with touching(PILLAR, hand, shifted=brink(shift), rules=rules) as bench:
        # on the side that outweighs it, it holds
        assert bench.make("R1>4a").result.verdict is Verdict.CLEAN


def test_the_report_of_a_topple_counts_what_falls_afterwards():
    with touching(PILLAR, rules={"retry_limit": 1}) as bench:
        touched = bench.make("B2>4b")
        for name in BRINK:
            assert position(bench, name)[2] < 2 * 0.017
        assert touched.report.standing == 3
        assert touched.report.time is not None


# -- what is no topple ----------------------------------------------------------------


@sought_out
def test_the_movers_own_block_does_not_count_when_it_drops():
    wild = SURE.replace(place_error=0.05)
    found = []
    for seed in range(8):
        with touching(THREE, wild, seed, rules={"retry_limit": 1}) as bench:
            touched = bench.make("B1>4b")
            if touched.place_attempts > 1 and not touched.report.any_block:
                found.append(touched)
                lies = position(bench, "B1")[2]
                assert lies == pytest.approx(3.5 * 0.017, abs=1e-3)
    assert found
    assert all(each.result.verdict is Verdict.CLEAN for each in found)
    assert all("B1" not in each.report.fallen for each in found)


def test_a_layer_that_slides_along_but_is_caught_does_not_count():
    caught = []
    for seed in range(12):
        name = ("B1", "B2", "B3")[seed % 3]
        # What an average hand drags along in one engine takes a shaky one in the other.
        hand = named_hand(("average", "shaky")[seed // 3 % 2])
        with touching(THREE, hand, seed, rules={"retry_limit": 1}) as bench:
            touched = bench.make(f"{name}>4b")
            if touched.report.max_disturbance > 0.004 and not touched.report.any_block:
                caught.append(touched)
    assert caught
    for touched in caught:
        assert touched.result.verdict is Verdict.CLEAN
        assert touched.report.fallen == ()
        assert touched.report.worst_drop < 0.5 * 0.017


class LetsGo(Hand):
    """A hand that drops the block half way out."""

    way = 0.06

    def take(self, tower, name, *, may_give_up):
        judge = self.on_poll
        start = np.array(self.world.engine.pose(name)[0])

        def half_way(time, phase):
            here = np.array(self.world.engine.pose(name)[0])
            return judge(time, phase) or np.linalg.norm(here - start) > self.way

        self.on_poll = half_way
        taken = super().take(tower, name, may_give_up=False)
        self.on_poll = judge
        assert taken.touch.motion is Motion.TOPPLED  # as if it had
        touch = Touch(Motion.STUCK, taken.touch.peak_force, taken.touch.moved)
        return Taken(taken.technique, touch)


@sought_out
@pytest.mark.parametrize(("way", "verdict"), [(0.078, "clean"), (0.05, "stuck")])
def test_a_block_that_drops_when_the_hand_lets_go_has_come_out(way, verdict):
    with touching(THREE) as bench:
        hand = LetsGo(bench.world, SURE, np.random.default_rng(0))
        hand.way = way
        move = Move.from_notation("B1>4b")
        touched = Touching(bench.world, bench.game, hand, bench.params).make(
            move, bench.probing
        )
        assert str(touched.result) == verdict
        height = position(bench, "B1")[2] / 0.017
        assert height == pytest.approx(3.5 if verdict == "clean" else 1.5, abs=0.2)


# -- collapse -------------------------------------------------------------------------


def test_under_collapse_one_fallen_block_leaves_the_game():
    for seed in range(20):
        rules = {"topple": "collapse", "retry_limit": 1}
        with touching(THREE, named_hand("shaky"), seed, rules=rules) as bench:
            touched = bench.make("B2>4b")
            fallen = touched.result.fallen
            if not fallen:
                continue
            assert touched.result.verdict is Verdict.CLEAN
            assert touched.report.any_block
            assert not touched.report.collapse
            assert touched.report.fallen == fallen
            bench.game.push(touched.move, touched.result)
            assert not set(fallen) & {block.name for block in bench.game.tower.blocks()}
            for name in fallen:
                bench.world.discard(name)
            names = {block.name for block in bench.game.tower.blocks()}
            assert set(bench.world.names) == set(bench.world.slot_poses.names) == names
            assert set(bench.engine.names) == names | {"table"}
            break
    else:
        raise AssertionError("no seed knocked one block down")


# -- failed attempts and probes -------------------------------------------------------


def test_a_given_up_attempt_leaves_the_block_and_its_force():
    with touching(THREE, SURE.replace(give_up_force=0.05)) as bench:
        touched = bench.make("B1>4b")
        row = touched.row(bench.game, 7, 0.5)
        assert str(touched.result) == "given_up"
        assert (row.game, row.attempt, row.verdict) == (7, 1, "given_up")
        assert 0.05 < row.peak_force < 0.08
        assert abs(row.moved) < 0.021
        assert (row.slot, row.target, row.place_attempts) == ("2a", "4b", 0)
        assert position(bench, "B1")[2] == pytest.approx(1.5 * 0.017, abs=1e-3)


@sought_out
def test_the_last_try_is_seen_through():
    rules = {"retry_limit": 1}
    with touching(THREE, SURE.replace(give_up_force=0.05), rules=rules) as bench:
        assert str(bench.make("B1>4b").result) == "clean"


def test_a_probe_that_topples_is_the_whole_move():
    with touching(PILLAR, shifted=brink(0.0139)) as bench:
        layers, sizes = layer_names(bench.game.tower), bench.world.sizes
        stood = stability_margin(bench.world.poses(), layers, sizes)
        bench.engine.apply_force("Y2", (12.0, 0.0, 0.0), bench.engine.pose("Y2")[0])
        felt = bench.probing.probe("B2")
        assert felt.toppled
        again = bench.probing.probe("R1")
        assert again.toppled
        assert again.peak_force == 0.0
        assert bench.probing.count == 1
        touched = bench.make("B2>4b")
        assert touched.result.verdict is Verdict.TOPPLED
        assert touched.technique == "probe"
        assert touched.probe_force == felt.peak_force
        assert touched.report.phase == "probe"
        assert touched.row(bench.game, 0, 0.0).technique == "probe"
        # what was before the touch was before the probe that felled the tower
        assert touched.margin_before == stood
        assert stability_margin(bench.world.poses(), layers, sizes) != stood


def shove(bench, name, speed):
    """Give a block a speed along x, m/s."""
    force = bench.world.blocks.mass * speed / bench.engine.timestep
    bench.engine.apply_force(name, (force, 0.0, 0.0), bench.engine.pose(name)[0])


def test_a_hand_waits_for_what_a_probe_set_in_motion():
    with touching(THREE) as bench:
        bench.probing.probe("B1")
        shove(bench, "Y2", 0.15)
        bench.engine.step()
        before = bench.engine.time
        bench.probing.rest()
        assert 0.1 < bench.engine.time - before < 1.1
        speeds = bench.engine.velocities(bench.world.names).linear
        assert np.abs(speeds).max() < 3e-3
    with touching(THREE) as bench:
        before = bench.engine.time
        bench.probing.rest()  # nothing was probed
        assert bench.engine.time == before


def test_a_block_that_falls_after_a_probe_is_the_probers_fault():
    with touching(THREE) as bench:
        assert not bench.probing.probe("B1").toppled
        shove(bench, "Y2", 1.5)
        bench.engine.step()
        bench.probing.rest()
        assert bench.probing.toppled.toppled
        assert bench.probing.report.fallen[0] == "Y2"
        touched = bench.make("B1>4b")
        assert touched.technique == "probe"
        assert touched.result.verdict is Verdict.TOPPLED

"""The stage that a match plays on: touches, probes, verdicts, time."""

import math
from types import SimpleNamespace

import numpy as np
import pytest

from stacko import EngineError, Game, Move, Rules, Tower
from stacko.geometry import nominal_poses
from stacko.hand import named_hand
from stacko.match import MatchConfig, open_stage
from stacko.params import ContactParams, ToppleParams
from stacko.quasistatic.handling import Handling
from stacko.quasistatic.params import QuasistaticParams
from stacko.quasistatic.pile import Pile
from stacko.quasistatic.stage import QuasistaticStage
from stacko.quasistatic.surroundings import Surroundings
from stacko.slots import Slot
from tests.hand.bench import SURE
from tests.quasistatic.piles import BLOCKS, LENGTH, STIFFNESS, WEIGHT, tower

SIX = "R1 R2 R3 / B1 B2 B3 / Y1 Y2 Y3 / G1 G2 G3 / R1b R2b R3b / Y1b Y2b Y3b"
FIRM = SURE.replace(give_up_force=4.0, give_up_shift=1.0)
"""A hand that never lets go."""


def playing(text, hand=FIRM, *, lower=None, limits=None, seed=0, **rules):
    """Return a stage with a game on it, and what makes a move there."""
    stage = QuasistaticStage(
        blocks=BLOCKS,
        contact=ContactParams(),
        topple=ToppleParams(**(limits or {})),
        model=QuasistaticParams(scatter=0.0),
    )
    game = Game(2, Rules(**rules), text)
    stage.build(game.tower, np.random.default_rng(seed))
    if lower:
        stage._sizes = {
            name: (x, y, z - lower.get(name, 0.0))
            for name, (x, y, z) in stage.sizes.items()
        }
        pile = Pile.built(game.tower, BLOCKS, stage.sizes)
        stage._stand(pile, stage._around.rest(pile))
    luck = lambda count: np.random.default_rng([seed, count])  # noqa: E731
    probing = stage.probing(game, hand, luck)

    def make(text):
        move = Move.from_notation(text)
        return stage.touch(game, move, hand, np.random.default_rng(seed), probing)

    return SimpleNamespace(stage=stage, game=game, probing=probing, make=make)


# -- building -------------------------------------------------------------------------


def test_a_built_tower_lies_where_it_should_but_for_what_springs_give():
    settings = MatchConfig(engine="quasistatic", blocks=BLOCKS)
    game = Game(2)
    with open_stage(settings) as stage:
        stage.build(game.tower, np.random.default_rng(0))
        found = stage.poses()
        wanted = nominal_poses(game.tower, BLOCKS)
        assert set(found.names) == set(wanted.names)
        off = found.select(wanted.names).positions - wanted.positions
        assert np.abs(off[:, :2]).max() < 1e-12
        assert -5e-4 < off[:, 2].min() <= off[:, 2].max() < 0
        turned = np.abs(
            (found.select(wanted.names).orientations * wanted.orientations).sum(axis=1)
        )
        assert turned == pytest.approx(1.0, abs=1e-6)
        assert stage.time == 0


def test_sizes_are_drawn_as_for_an_engine():
    names, sizes = {}, {}
    for engine in ("quasistatic", "auto"):
        with open_stage(MatchConfig(engine=engine)) as stage:
            stage.build(Tower.from_notation(SIX), np.random.default_rng(5))
            sizes[engine] = dict(stage.sizes)
            names[engine] = set(stage.poses().names)
    assert sizes["quasistatic"] == sizes["auto"]
    assert names["quasistatic"] == names["auto"]


def test_orientations_turn_by_the_yaw_and_then_tilt():
    pile = tower("R1 R2 R3")
    pile.yaw[:] = 0.3
    pile.motion[:, 1], pile.motion[:, 2] = 0.01, -0.02
    up = pile.poses().rotation("R1")[:, 2]
    # the normal of the surface z = 0.01 x - 0.02 y
    assert up == pytest.approx([-0.01, 0.02, 1.0], abs=3e-4)
    along = pile.poses().rotation("R1")[:, 0]
    assert math.atan2(along[1], along[0]) == pytest.approx(0.3, abs=3e-4)


def test_a_tower_read_from_poses_is_the_tower():
    built = Tower.from_notation(SIX)
    pile = tower(SIX)
    again = Pile.standing(
        built, pile.poses(), dict.fromkeys(pile.names, (LENGTH, 1, 1))
    )
    assert again.names == pile.names
    assert again.plane == pytest.approx(pile.plane)
    assert again.yaw == pytest.approx(pile.yaw)


# -- a touch --------------------------------------------------------------------------


def test_a_loose_block_comes_out_and_is_put_on_top():
    bench = playing(SIX, lower={"B2": 1e-4})
    before = bench.stage.poses()
    touched = bench.make("B2>7b")
    assert str(touched.result) == "clean"
    assert touched.technique == "push"
    assert touched.place_attempts == 1
    assert touched.moved == pytest.approx(LENGTH + 0.006)
    pile = bench.stage.pile
    assert pile.names[-1] == "B2"
    assert pile.layer[-1] == 6
    after = bench.stage.poses()
    others = [name for name in before.names if name != "B2"]
    off = after.select(others).positions - before.select(others).positions
    assert np.abs(off[:, :2]).max() == 0
    assert touched.report.max_disturbance == 0
    assert touched.report.height_after - touched.report.height_before < 1e-4
    assert not touched.report.any_block
    middle = after.position("B2")
    assert middle[:2] == pytest.approx([0, 0], abs=1e-9)
    assert middle[2] == pytest.approx(6.5 * BLOCKS.height, abs=5e-4)


def test_time_grows_with_way_and_tries():
    bench = playing(SIX, lower={"B2": 1e-4})
    assert bench.stage.time == 0
    bench.probing.probe("B1")
    probed = bench.stage.time
    assert 0 < probed < 1
    bench.make("B2>7b")
    way = LENGTH + 0.006
    assert way / FIRM.speed < bench.stage.time - probed < way / FIRM.push_speed + 2


def test_a_tight_block_drags_and_the_report_says_so():
    bench = playing("R1 R2 R3 / B1 - B3 / Y1 Y2 Y3 / G1 G2 G3")
    touched = bench.make("B1>5b")
    assert touched.report.max_disturbance > 0.01
    assert touched.report.disturbed_block in {"Y1", "Y2", "Y3", "G1", "G2", "G3"}


@pytest.mark.parametrize(
    ("hand", "verdict"),
    [
        (FIRM.replace(force_limit=0.3, give_up_force=0.3), "given_up"),
        (FIRM.replace(give_up_force=0.2), "given_up"),
    ],
)
def test_a_first_try_is_given_up(hand, verdict):
    bench = playing(SIX, hand)
    before = bench.stage.poses()
    touched = bench.make("R2>7b")
    assert (str(touched.result), touched.place_attempts) == (verdict, 0)
    assert touched.peak_force <= hand.force_limit
    assert (bench.stage.poses().positions == before.positions).all()


def test_the_last_try_is_seen_through_or_stuck():
    weak = FIRM.replace(force_limit=0.3, give_up_force=0.3)
    stuck = playing(SIX, weak, retry_limit=1).make("R2>7b")
    assert str(stuck.result) == "stuck"
    tender = FIRM.replace(give_up_force=0.01, give_up_shift=1e-9)
    forced = playing(SIX, tender, retry_limit=1).make("R2>7b")
    assert str(forced.result) in {"clean", "toppled"}
    assert forced.peak_force > 0.3


def test_a_tower_topples_where_it_loses_its_support():
    bench = playing("R1 R2 R3 / B1 B2 - / Y1 Y2 Y3 / G1 G2 G3", lower={"B1": 1e-4})
    touched = bench.make("B2>5a")
    assert str(touched.result) == "toppled"
    report = touched.report
    assert (report.any_block, report.collapse, report.phase) == (True, True, "pull")
    assert set(report.fallen) == {"Y1", "Y2", "Y3", "G1", "G2", "G3"}
    # drawn along, it tips the way it is drawn: what is farthest out there sinks fastest
    assert report.first_block == "Y3"
    assert report.worst_block in {"G1", "G2", "G3"}
    assert report.worst_drop == pytest.approx(3.5 * BLOCKS.height, abs=1e-3)
    assert 0 < report.time <= bench.stage.time
    assert report.standing == 10 - len(report.fallen)


def test_the_last_block_of_a_layer_brings_down_all_above():
    touched = playing("R1 R2 R3 / - B2 - / Y1 Y2 Y3 / G1 G2 G3").make("B2>5a")
    assert str(touched.result) == "toppled"
    report = touched.report
    assert set(report.fallen) == {"Y1", "Y2", "Y3", "G1", "G2", "G3"}
    # it was as high as it was, though nothing is left of the layer of the block in hand
    assert report.height_before == pytest.approx(4 * BLOCKS.height, abs=1e-3)
    assert report.worst_drop == pytest.approx(3.5 * BLOCKS.height, abs=1e-3)


EDGE = "R1 R2 R3 / B1 B2 B3 / - Y2 Y3 / - G2 -"
"""G2 lies on Y2 and Y3, with its middle over Y2: without that it falls."""


def test_any_block_that_falls_topples():
    touched = playing(EDGE).make("Y2>3a")
    assert str(touched.result) == "toppled"
    assert touched.report.fallen == ("G2",)
    assert touched.report.first_block == "G2"
    assert (touched.report.any_block, touched.report.phase) == (True, "pull")


def test_under_collapse_the_game_goes_on_without_what_fell():
    """A layer of height is lost with G2, so the limit is set to two for once."""
    bench = playing(EDGE, limits={"collapse_layers": 2.0}, topple="collapse")
    touched = bench.make("Y2>3a")
    report = touched.report
    assert (report.any_block, report.collapse) == (True, False)
    assert (report.first_block, report.time) == (None, None)
    assert report.fallen == ("G2",)
    assert str(touched.result) in {"clean:G2", "stuck:G2"}
    left = set(bench.stage.pile.names)
    assert left == {"R1", "R2", "R3", "B1", "B2", "B3", "Y2", "Y3"}
    assert bench.stage.resting.stands
    bench.stage.discard("G2")
    assert set(bench.stage.poses().names) == left


def test_a_lost_layer_or_three_blocks_are_a_collapse():
    assert str(playing(EDGE, topple="collapse").make("Y2>3a").result) == "toppled"
    three = "R1 R2 R3 / B1 B2 B3 / - Y2 Y3 / - G2 - / R1b R2b R3b"
    limits = {"collapse_layers": 50.0}
    touched = playing(three, limits=limits, topple="collapse").make("Y2>3a")
    assert str(touched.result) == "toppled"
    assert set(touched.report.fallen) >= {"R1b", "R2b", "R3b"}


# -- placing --------------------------------------------------------------------------


def placing(hand, seed, text="R1 R2 R3 / B1 B2 B3", slot="3a", name="Y1"):
    sizes = dict.fromkeys(("B1", "B2", "B3", "Y1"), (LENGTH, 0.0278, 0.017))
    around = Surroundings(ContactParams(), BLOCKS.mass, STIFFNESS, 2)
    pile = tower(text)
    pile.motion = around.rest(pile).motion
    handling = Handling(around, BLOCKS, sizes, hand, np.random.default_rng(seed), 0.0)
    target = Slot.from_notation(slot)
    return handling.place(pile, Tower.from_notation(text), name, target)


def test_a_sure_hand_places_exactly():
    placed = placing(SURE, 0)
    assert placed.tries == 1
    row = placed.pile.row("Y1")
    assert placed.pile.plane[row] == pytest.approx([0, -BLOCKS.pitch], abs=1e-9)
    assert placed.pile.yaw[row] == pytest.approx(0, abs=1e-9)
    assert placed.resting.stands


def test_errors_are_as_large_as_the_hand_says():
    hand = SURE.replace(place_error=2e-3, yaw_error=0.03)
    along, yaw = [], []
    for seed in range(200):
        placed = placing(hand, seed, slot="3b")
        row = placed.pile.row("Y1")
        along.append(placed.pile.plane[row, 0])
        yaw.append(placed.pile.yaw[row])
    assert np.std(along) == pytest.approx(2e-3, rel=0.2)
    assert np.std(yaw) == pytest.approx(0.03, rel=0.2)
    assert abs(np.mean(along)) < 5e-4


def test_a_block_that_slips_off_is_put_down_again_with_more_care():
    wild = SURE.replace(place_error=0.05)
    placed = [placing(wild, seed, slot="3b") for seed in range(30)]
    assert max(each.tries for each in placed) > 1
    assert all(each.resting.stands for each in placed)


def test_a_block_that_never_lies_is_an_error_that_says_so():
    """Its only support lies at the other side."""
    with pytest.raises(EngineError, match=r"block Y1 will not lie in slot 3b after 6"):
        placing(SURE, 0, "R1 R2 R3 / B1 - -", slot="3b")


def test_nothing_is_placed_on_a_layer_that_is_not_there():
    with pytest.raises(EngineError, match="will not lie"):
        placing(SURE, 0, "R1 R2 R3", slot="3a")


# -- probing --------------------------------------------------------------------------


def test_a_probe_feels_friction_and_changes_nothing():
    bench = playing(SIX, lower={"B2": 1e-4})
    before = bench.stage.poses()
    felt = bench.probing.probe("B2")
    assert felt.peak_force == pytest.approx(ContactParams().mu_block * WEIGHT, rel=0.3)
    assert felt.moved == FIRM.probe_distance
    assert not felt.held
    assert not felt.toppled
    assert (bench.stage.poses().positions == before.positions).all()
    assert bench.probing.toppled is None


def test_a_tight_block_holds_against_a_probe():
    bench = playing(SIX)
    felt = bench.probing.probe("R2")
    assert felt.held
    assert (felt.moved, felt.peak_force) == (0.0, FIRM.probe_force)
    assert math.isinf(felt.stiffness)


def test_a_probe_is_told_of_in_the_touch():
    bench = playing(SIX, lower={"B2": 1e-4})
    felt = [bench.probing.probe(name) for name in ("B1", "B2")]
    touched = bench.make("B2>7b")
    assert touched.probes == 2
    assert touched.probe_force == felt[1].peak_force
    row = touched.row(bench.game, 3, 1.5)
    assert (row.game, row.probes, row.sim_time) == (3, 2, 1.5)


def test_probes_of_another_stage_are_refused():
    bench = playing(SIX)
    with pytest.raises(TypeError, match="another stage"):
        bench.stage.touch(
            bench.game,
            Move.from_notation("B2>7b"),
            FIRM,
            np.random.default_rng(0),
            SimpleNamespace(felt={}, toppled=None),
        )


def test_friction_scatters_from_touch_to_touch_as_asked():
    around = Surroundings(ContactParams(), BLOCKS.mass, STIFFNESS, 2)
    found = [
        math.log(
            Handling(
                around, BLOCKS, {}, named_hand("steady"), np.random.default_rng(i), 0.2
            ).friction
        )
        for i in range(400)
    ]
    assert np.std(found) == pytest.approx(0.2, rel=0.1)
    assert np.mean(found) == pytest.approx(0, abs=0.04)


def test_a_copied_stage_goes_its_own_way():
    bench = playing(SIX)
    other = bench.stage.copy()
    before = other.poses().positions
    assert str(bench.make("B2>7a").result) == "clean"
    assert "B2" in other.poses().names
    assert (other.poses().positions == before).all()
    assert other.time == 0 < bench.stage.time
    probing = other.probing(bench.game, FIRM, lambda n: np.random.default_rng([0, n]))
    move = Move.from_notation("B2>7a")
    again = other.touch(bench.game, move, FIRM, np.random.default_rng(0), probing)
    assert str(again.result) == "clean"
    assert (other.poses().positions == bench.stage.poses().positions).all()

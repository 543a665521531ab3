"""Pull forces and surveys of towers."""

import math

import numpy as np
import pytest

from stacko.errors import ParameterError
from stacko.game import Game
from stacko.geometry import nominal_poses
from stacko.kits import KITS
from stacko.match import match_sizes
from stacko.params import BlockParams, ContactParams
from stacko.poses import Poses
from stacko.statics import (
    OverlapError,
    StaticsParams,
    Verdict,
    pull_force,
    survey,
)
from stacko.tower import Tower
from tests.statics.proofs import proven
from tests.statics.worlds import assembled, box, table

BLOCKS = BlockParams().perfect()
SMALL = Tower.from_notation("R1 R2 R3 / B1 B2 B3 / Y1 - Y3 / G1 G2 G3")
WEIGHT = BLOCKS.mass * 9.81
MU = ContactParams().mu_block


@pytest.fixture(scope="module")
def small():
    return survey(SMALL, BLOCKS)


def test_a_block_under_another_slides_at_the_friction_of_both_faces():
    """Held from above by a plate on three posts, it may carry all or nothing."""
    bodies = [
        table(),
        box("left", (0.1, 0.1, 0.2), (-0.5, 0, 0.1)),
        box("right", (0.1, 0.1, 0.2), (0.5, 0, 0.1)),
        box("middle", (0.1, 0.1, 0.2), (0, 0, 0.1)),
        box("plate", (1.1, 0.1, 0.1), (0, 0, 0.25), mass=4.0),
    ]
    pull = pull_force(assembled(bodies, 0.5), "middle", (0, 1, 0))
    assert pull.verdict is Verdict.STABLE
    assert pull.low == pytest.approx(0.5 * 9.81, rel=1e-6)
    # The plate's own grip on the outer posts must outdo the middle's drag on it.
    share = pull.high / (0.5 * 9.81)
    assert 1 < share <= 1 + 2 * 4 / 2 + 1e-6
    alone = pull_force(assembled(bodies[:4], 0.5), "middle", (0, 1, 0))
    assert (alone.low, alone.high) == pytest.approx((0.5 * 9.81, 0.5 * 9.81))


def test_a_block_that_carries_all_comes_only_with_the_others():
    bodies = [
        table(),
        box("low", (0.3, 0.3, 0.1), (0, 0, 0.05)),
        box("high", (0.3, 0.3, 0.1), (0, 0, 0.15)),
    ]
    pull = pull_force(assembled(bodies, 0.5), "low", (1, 0, 0))
    assert pull.verdict is Verdict.UNSTABLE
    assert math.isnan(pull.low)
    assert math.isnan(pull.high)


def test_strange_pulls_are_refused():
    assembly = assembled([table(), box("b", (0.3, 0.3, 0.1), (0, 0, 0.05))])
    with pytest.raises(ParameterError, match="body 'table' is fixed"):
        pull_force(assembly, "table")
    with pytest.raises(ParameterError, match="no body 'c' here"):
        pull_force(assembly, "c")
    for direction in ((1, 1, 0), (math.nan, 0, 0), (1, 0)):
        with pytest.raises(ParameterError, match="give a unit vector"):
            pull_force(assembly, "b", direction)
    hurried = pull_force(assembly, "b", params=StaticsParams(time_limit=1e-9))
    assert hurried.verdict is Verdict.INDETERMINATE


def test_a_survey_tells_of_the_tower_and_every_block(small):
    assert small.verdict is Verdict.STABLE
    assert [block.name for block in small.blocks] == [b.name for b in SMALL.blocks()]
    assert small["G2"].loose
    assert small["G2"].pull.low == pytest.approx(MU * WEIGHT, rel=1e-6)
    assert small["G2"].pull.high == pytest.approx(MU * WEIGHT, rel=1e-6)
    loads = [small[name].load for name in ("B1", "B2", "B3")]
    assert sum(loads) == pytest.approx(5 * WEIGHT, rel=1e-6)
    with pytest.raises(KeyError):
        small["W"]


def test_loads_of_equal_blocks_lie_in_their_range(small):
    for block in small.blocks:
        low, high = block.load_range
        assert low - 1e-9 <= block.load <= high + 1e-9
    assert small["B2"].load_range[1] > 4 * small["B2"].load_range[0]


def test_what_remains_is_told_for_every_removal(small):
    falls = [block.name for block in small.blocks if not block.removable]
    assert falls == ["Y1", "Y3"]
    assert small["Y1"].without.verdict is Verdict.UNSTABLE
    assert small["Y1"].without.tilt is None
    for block in small.blocks:
        proven(block.without.equilibrium)
        if block.removable:
            assert block.without.tilt.degrees > 0
            assert block.without.push.newtons > 0


def test_the_text_of_a_survey_has_a_row_for_each_block(small):
    lines = str(small).splitlines()
    assert lines[0].startswith("stable: it rests")
    assert lines[1].startswith("tilt ")
    assert lines[2].startswith("push ")
    assert len(lines) == 5 + len(SMALL)
    assert lines[-1].split()[0] == "G3"


def test_poses_and_towers_are_surveyed_alike(small):
    other = survey(nominal_poses(SMALL, BLOCKS), BLOCKS, margins=False)
    for block in other.blocks:
        assert block.load == pytest.approx(small[block.name].load, abs=1e-6)
        assert block.without.verdict is small[block.name].without.verdict
        assert block.without.tilt is None


def test_shifted_poses_change_what_remains():
    poses = nominal_poses(SMALL, BLOCKS)
    positions = poses.positions.copy()
    top = [poses.index(name) for name in ("G1", "G2", "G3")]
    positions[top, 1] += 0.02
    shifted = Poses(poses.names, positions, poses.orientations)
    found = survey(shifted, BLOCKS, margins=False)
    assert found.verdict is Verdict.STABLE
    assert found["Y3"].load != pytest.approx(found["Y1"].load, rel=0.1)


def test_a_tower_that_falls_is_told_with_its_mechanism():
    falling = survey(Tower.from_notation("R1 - - / B1 B2 B3"), BLOCKS)
    assert falling.verdict is Verdict.UNSTABLE
    assert falling.blocks == ()
    mechanism = falling.whole.equilibrium.mechanism
    assert set(mechanism.moving) >= {"B3"}
    assert str(falling).startswith("unstable: it falls")
    assert "B3 moves" in str(falling)


def test_poses_that_overlap_are_refused():
    poses = nominal_poses(SMALL, BLOCKS)
    positions = poses.positions.copy()
    positions[poses.index("G1"), 2] -= 0.008
    with pytest.raises(OverlapError, match="'G1'"):
        survey(Poses(poses.names, positions, poses.orientations), BLOCKS)


def test_rough_blocks_have_loose_ones_that_come_easily():
    rng = np.random.default_rng(3)
    heights = 0.017 + 4e-5 * rng.standard_normal(12)
    sizes = {
        block.name: (0.084, 0.0278, height)
        for block, height in zip(SMALL.blocks(), heights, strict=False)
    }
    found = survey(SMALL, BLOCKS, sizes=sizes, margins=False)
    loose = [block for block in found.blocks if block.loose]
    assert len(loose) > 3  # the top layer, and more
    for block in loose:
        on_table = block.name.startswith("R")
        mu = ContactParams().mu_table if on_table else MU
        assert block.pull_at_rest == pytest.approx(mu * WEIGHT, rel=1e-6)
        assert block.pull.low <= block.pull_at_rest * (1 + 1e-6)


def test_what_the_tightest_tolerance_cannot_tell_a_looser_one_does():
    """Of R4b HiGHS, at 1e-10, can say neither infeasible nor unbounded."""
    kit = KITS["uno"]
    sizes = match_sizes(kit.block_set, kit.blocks, 0, 1)
    tower = Game(2, block_set=kit.block_set, seed=0).tower
    found = survey(tower, kit.blocks, sizes=sizes, margins=False)
    pulls = {block.name: block.pull.verdict for block in found.blocks}
    assert Verdict.INDETERMINATE not in pulls.values()
    assert pulls["R4b"] is Verdict.UNSTABLE

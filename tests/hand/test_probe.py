"""A tap that feels how loose a block is, and the tremor of the hand that taps."""

import numpy as np
import pytest

from stacko.hand import named_hand
from stacko.hand.grip import FINGER
from stacko.hand.tremor import Tremor
from tests.hand.bench import SURE, WEIGHT, position, standing

TALL = " / ".join(f"{c}1 {c}2 {c}3 / {c}1b {c}2b {c}3b" for c in "RBYG")


def test_a_loose_block_gives_way_to_a_small_force():
    for name in ("Y1", "Y2", "Y3"):
        with standing() as bench:
            probe = bench.hand.probe(name)
        assert not probe.held
        assert not probe.toppled
        assert probe.block == name
        assert probe.peak_force == pytest.approx(0.35 * WEIGHT, abs=0.04)
        assert probe.moved > SURE.probe_distance / 2


def test_a_tight_block_holds():
    with standing(mu_block=30.0, mu_table=30.0) as bench:
        start = position(bench, "B2")
        probe = bench.hand.probe("B2")
        assert probe.held
        assert not probe.toppled
        assert probe.peak_force == pytest.approx(SURE.probe_force, rel=0.1)
        assert abs(probe.moved) < SURE.probe_distance / 2
        assert np.linalg.norm(position(bench, "B2") - start) < 0.5e-3


def test_what_carries_more_feels_tighter():
    forces = {}
    for text, name in (
        ("R1 R2 R3 / - B2 -", "B2"),
        ("R1 R2 R3 / - B2 - / Y1 Y2 Y3", "B2"),
        ("R1 R2 R3 / - B2 - / Y1 Y2 Y3 / G1 G2 G3", "B2"),
    ):
        with standing(text) as bench:
            forces[text] = bench.hand.probe(name).peak_force
    found = list(forces.values())
    assert found == sorted(found)
    assert found[1] - found[0] == pytest.approx(3 * 0.35 * WEIGHT, rel=0.3)


@pytest.mark.parametrize("hand", ["steady", "average"])
def test_a_probed_block_is_put_back(hand):
    for seed, name in enumerate(["Y1", "Y2", "Y3", "B1", "B3", "R1"]):
        with standing(hand=named_hand(hand), seed=seed, mover=name) as bench:
            start = position(bench, name)
            bench.hand.probe(name)
            bench.world.settle()
            assert np.linalg.norm(position(bench, name) - start) < 0.6e-3
            assert FINGER not in bench.engine.names
            assert not bench.watch.toppled


def test_a_probe_hardly_disturbs_the_tower():
    with standing(TALL, named_hand("steady"), mover="Y2") as bench:
        before = bench.world.poses().positions
        bench.hand.probe("Y2")
        bench.world.settle()
        moved = np.abs(bench.world.poses().positions - before).max()
    assert moved < 2e-3


def test_a_probe_that_topples_says_so():
    with standing() as bench:
        bench.hand.on_poll = lambda time, phase: phase == "probe" and time > 0.2
        probe = bench.hand.probe("Y2")
        assert probe.toppled
        assert FINGER not in bench.engine.names


def test_the_same_chances_give_the_same_probe():
    def probed(seed):
        with standing(hand=named_hand("shaky"), seed=seed) as bench:
            return bench.hand.probe("B2")

    assert probed(1) == probed(1)
    assert probed(1) != probed(2)


# -- tremor ---------------------------------------------------------------------------


def samples(amplitude, frequency, seed, seconds=40.0, timestep=1 / 960):
    tremor = Tremor(amplitude, frequency, timestep, np.random.default_rng(seed))
    return np.array([tremor.next() for _ in range(round(seconds / timestep))])


@pytest.mark.parametrize(("amplitude", "frequency"), [(1e-4, 9.0), (3.5e-4, 5.0)])
def test_tremor_has_its_strength_and_its_band(amplitude, frequency):
    motion = np.hstack([samples(amplitude, frequency, seed, 5.0) for seed in range(40)])
    # tones beat: over 5 s one axis strays by a fourth, 120 of them by 3 %
    assert np.sqrt((motion**2).mean()) == pytest.approx(amplitude, rel=0.08)
    assert np.abs(motion.mean(axis=0)).max() < 0.1 * amplitude
    power = np.abs(np.fft.rfft(motion, axis=0)) ** 2
    hertz = np.fft.rfftfreq(len(motion), 1 / 960)
    band = (hertz > 0.72 * frequency) & (hertz < 1.28 * frequency)
    assert power[band].sum() / power.sum() > 0.96


def test_tremor_begins_at_rest_and_has_no_jumps():
    motion = samples(1e-4, 9.0, 2, seconds=2.0)
    assert np.abs(motion[0]).max() == 0
    assert np.abs(motion[:10]).max() < 0.3e-4
    fastest = 2 * np.pi * 9 * 1.25 * 1e-4 * np.sqrt(2 * 4)
    assert np.abs(np.diff(motion, axis=0)).max() * 960 < 1.1 * fastest


def test_tremor_comes_from_its_own_chances():
    assert (samples(1e-4, 9.0, 3, 0.5) == samples(1e-4, 9.0, 3, 0.5)).all()
    assert not (samples(1e-4, 9.0, 3, 0.5) == samples(1e-4, 9.0, 4, 0.5)).all()
    assert not samples(0.0, 9.0, 3, 0.5).any()


def test_axes_tremble_apart():
    correlation = np.corrcoef(samples(1e-4, 9.0, 5).T)
    assert np.abs(correlation[np.triu_indices(3, 1)]).max() < 0.5

"""What a replay is said to have measured is what the exact geometry says."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from stacko.hand import named_hand
from stacko.match import MatchConfig, play_match
from stacko.polygons import signed_distance
from stacko.replay import EventKind, MatchRecorder, Track
from stacko.replay.measures import measure, sampled
from stacko.replay.standing import layers_by_ply, stretches
from stacko.stability import stability_margins, tower_tilt
from tests.match.bench import TWELVE
from tests.replay.recorded import recorded


@cache
def whole(name):
    replay = recorded(name)
    return replay, measure(replay)


def counting(replay, frame):
    """Return the layers that count at a frame."""
    topple = replay.event(EventKind.TOPPLE)
    return next(
        layers
        for begin, end, layers in stretches(replay, topple)
        if begin <= frame < end
    )


@pytest.mark.parametrize("name", ["topple", "one-turn"])
def test_every_frame_is_measured_once(name):
    replay, found = whole(name)
    topple = replay.event(EventKind.TOPPLE)
    covered = [f for a, b, _ in stretches(replay, topple) for f in range(a, b)]
    assert covered == list(range(replay.frames))
    assert found.frames.tolist() == covered
    assert len(found.supports) == len(found.margins) == replay.frames


@pytest.mark.parametrize("name", ["topple", "one-turn"])
def test_margin_and_tilt_are_those_of_the_exact_geometry(name):
    replay, found = whole(name)
    known = np.flatnonzero(np.isfinite(found.margins))
    assert len(known) > 20 or name == "one-turn"
    for row in known[:: max(1, len(known) // 40)]:
        frame = int(found.frames[row])
        layers, poses = counting(replay, frame), replay.poses(frame)
        exact = stability_margins(poses, layers, replay.sizes)
        # support polygons are kept while blocks move by less than 0.1 mm
        assert found.margins[row] == pytest.approx(exact.min(), abs=2e-4)
        assert found.tilts[row] == tower_tilt(poses, layers)


def twisted(replay, seed):
    """Return a match in which a tower is turned from some layer on, up to 45 degrees.

    Its layers shift a little, too, each in its own way.
    """
    rng = np.random.default_rng(seed)
    frames = np.arange(replay.frames)
    share = frames / frames[-1]
    tracks = dict(replay.tracks)
    first = rng.integers(2, 9)
    for layer in layers_by_ply(replay)[0][first:]:
        shift = rng.uniform(-3e-3, 3e-3, 2)
        angle = share * (0.8 + rng.uniform(-0.05, 0.05))
        turns = Rotation.from_rotvec(np.outer(angle, [0.0, 0.0, 1.0]))
        for name in layer:
            track = tracks[name]
            places = turns.apply(track.positions[0])
            places[:, :2] += share[:, None] * shift
            lying = turns * Rotation.from_quat(track.orientations[0])
            tracks[name] = Track(frames, places, lying.as_quat())
    return replace(replay, tracks=tracks)


@pytest.mark.parametrize("seed", [0, 3])
def test_the_weakest_interface_is_found_among_blocks_that_lie_askew(seed):
    replay = twisted(recorded("topple"), seed)
    frames = np.arange(0, replay.event(EventKind.TOPPLE).frame, 5)
    found = measure(replay, frames)
    exact = [
        stability_margins(replay.poses(f), counting(replay, f), replay.sizes).min()
        for f in frames.tolist()
    ]
    assert found.margins == pytest.approx(np.array(exact), abs=2e-4)


def test_the_center_lies_in_its_polygon_as_far_as_the_margin_says():
    _, found = whole("topple")
    known = np.flatnonzero(np.isfinite(found.margins))
    for row in known[::7]:
        inside = signed_distance(found.centers[row, :2], found.supports[row])
        assert inside == pytest.approx(found.margins[row], abs=1e-12)
        assert found.centers[row, 2] > found.heights[row]


def test_after_a_topple_there_is_no_margin_and_the_lean_ends_with_its_layer():
    replay, found = whole("topple")
    topple = replay.event(EventKind.TOPPLE)
    assert topple is not None
    after = found.frames >= topple.frame
    assert np.isfinite(found.margins[~after]).all()
    assert np.isnan(found.margins[after]).all()
    assert (found.interfaces[after] == -1).all()
    assert not any(len(support) for support in found.supports[topple.frame :])
    leans = found.tilts[after]
    gone = np.flatnonzero(np.isnan(leans))
    assert not len(gone) or np.isnan(leans[gone[0] :]).all()


def test_the_tower_leans_more_and_balances_less_before_it_falls():
    replay, found = whole("topple")
    topple = replay.event(EventKind.TOPPLE)
    assert topple is not None
    before = found.frames < topple.frame
    assert found.margins[before][-1] < found.margins[0]
    assert found.tilts[before].max() > 2 * found.tilts[0]


def test_layers_are_those_of_the_game():
    config = MatchConfig(
        engine="quasistatic",
        policies=("random",),
        hands=(named_hand("steady"),),
        block_set=TWELVE,
        max_turns=6,
    )
    recorder = MatchRecorder(config, 3, 0)
    record = play_match(config, 3, 0, recorder)
    layers = layers_by_ply(recorder.replay())
    assert len(layers) == len(record.turns) + 1
    assert len(layers[-1]) == record.game.layers
    assert len(layers[-1][-1]) == record.game.blocks_on_top
    for row, before, after in zip(record.turns, layers, layers[1:], strict=False):
        moved = row.verdict == "clean"
        assert (before != after) == moved
        if moved:
            assert row.block in after[int(row.target[:-1]) - 1]


def test_samples_hold_the_beginnings_of_turns_and_all_of_the_last():
    replay, _ = whole("topple")
    few = sampled(replay, 10)
    assert (np.diff(few) > 0).all()
    assert {ply.first for ply in replay.plies} <= set(few.tolist())
    last = range(replay.plies[-1].first, replay.frames)
    assert set(last) <= set(few.tolist())
    assert len(few) <= len(last) + 10 + len(replay.plies)
    part = measure(replay, few)
    assert part.margins.tolist() == pytest.approx(
        whole("topple")[1].margins[few].tolist(), nan_ok=True
    )


def test_a_last_move_of_hours_is_measured_now_and_then():
    replay = recorded("topple")
    times = np.arange(300_000) / 60
    begin = replay.plies[-1].first
    last = replace(replay.plies[-1], last=len(times))
    long = replace(replay, times=times, plies=(*replay.plies[:-1], last))
    assert 5_000 < np.sum(sampled(long, 2000) >= begin) < 15_000

"""Which part of a match is shown, where blocks are in between, and from where."""

from dataclasses import replace

import numpy as np
import pytest

from stacko.errors import ParameterError
from stacko.replay import EventKind, Track
from stacko.replay.between import poses_at
from stacko.replay.cameras import directed
from stacko.replay.rendering import Look
from stacko.replay.shots import Span, Views, span_of, time_named
from tests.replay.recorded import recorded, repeated


def test_a_topple_is_shown_from_a_little_before_to_the_end():
    replay = recorded("topple")
    first = replay.event(EventKind.FIRST_TO_LEAVE)
    span = span_of(replay)
    assert span.end == replay.times[-1]
    assert span.start == max(replay.times[0], replay.times[first.frame] - 3)
    late = replace(replay, times=replay.times + 10)
    late = replace(late, times=np.r_[late.times[:1] - 9, late.times[1:]])
    assert span_of(late).start == pytest.approx(late.times[first.frame] - 3)


def test_without_a_topple_the_last_turn_is_shown():
    replay = repeated(recorded("one-turn"), 300)
    span = span_of(replay)
    assert span == span_of(replay, turn=300)
    assert span.end == replay.times[-1]
    assert span.end - span.start == pytest.approx(recorded("one-turn").duration)


def test_a_turn_is_all_its_attempts():
    replay = recorded("topple")
    span = span_of(replay, turn=1)
    assert (span.start, span.end) == (replay.times[0], replay.times[-1])
    thirds = [
        replace(ply, row={**ply.row, "turn": turn})
        for turn, ply in enumerate(replay.plies, 1)
    ]
    apart = span_of(replace(replay, plies=tuple(thirds)), turn=2)
    middle = replay.plies[1]
    assert apart.start == replay.times[middle.first]
    assert apart.end == replay.times[middle.last - 1]


def test_times_are_cut_to_the_match():
    replay = recorded("topple")
    assert span_of(replay, -5.0, 1.0) == Span(float(replay.times[0]), 1.0)
    assert span_of(replay, 2.0) == Span(2.0, float(replay.times[-1]))


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"start": 2.0, "end": 1.0}, "shows nothing"),
        ({"start": 99.0}, r"goes from 0\.50 to 3\.64 s"),
        ({"end": float("nan")}, "shows nothing"),
        ({"turn": 0}, "has turns 1 to 1"),
        ({"turn": 1, "start": 0.0}, "drop one"),
    ],
)
def test_a_part_that_is_none_is_refused(asked, words):
    with pytest.raises(ParameterError, match=words):
        span_of(recorded("topple"), **asked)


def test_a_match_without_turns_is_shown_whole():
    replay = replace(recorded("one-turn"), plies=(), events=())
    assert span_of(replay) == Span(float(replay.times[0]), float(replay.times[-1]))
    with pytest.raises(ParameterError, match="has no turns"):
        span_of(replay, turn=1)


@pytest.mark.parametrize(
    ("span", "fps", "speed", "count"),
    [
        (Span(1.0, 2.0), 25.0, 1.0, 26),
        (Span(1.0, 2.0), 25.0, 0.05, 501),
        (Span(1.0, 2.0), 10.0, 4.0, 3),
        (Span(1.0, 1.0), 25.0, 1.0, 1),
    ],
)
def test_frames_come_at_their_times(span, fps, speed, count):
    times = span.times(fps, speed)
    assert len(times) == count
    assert times[0] == span.start
    assert times[-1] <= span.end
    assert np.allclose(np.diff(times), speed / fps)


@pytest.mark.parametrize("speed", [0.0, -1.0, float("nan"), 1e9])
def test_a_speed_that_is_none_is_refused(speed):
    with pytest.raises(ParameterError, match="speed is"):
        Span(0.0, 1.0).times(25.0, speed)


def test_a_movie_without_end_is_refused():
    with pytest.raises(ParameterError, match="too long"):
        Span(0.0, 100.0).times(50.0, 0.001)


def test_times_have_names():
    replay = recorded("topple")
    topple = replay.event(EventKind.TOPPLE)
    assert time_named(replay, "start") == replay.times[0]
    assert time_named(replay, "end") == replay.times[-1]
    assert time_named(replay, "topple") == replay.times[topple.frame]
    assert time_named(replay, "2.5") == 2.5
    assert time_named(replay, "3.64") == replay.times[-1]  # As it is shown.


@pytest.mark.parametrize("text", ["0.4", "99", "soon", "nan", "inf", "", "\x1b[0m"])
def test_what_is_no_time_is_refused(text):
    with pytest.raises(ParameterError, match=r"give 0\.50 to 3\.64 s, or start, end"):
        time_named(recorded("topple"), text)


def test_without_a_topple_it_has_no_time():
    with pytest.raises(ParameterError, match="there is no topple"):
        time_named(recorded("one-turn"), "topple")


def test_blocks_are_followed_between_frames():
    replay = recorded("topple")
    frame = replay.event(EventKind.TOPPLE).frame + 10
    here, there = replay.poses(frame), replay.poses(frame + 1)
    low, high = replay.times[frame : frame + 2]
    middle = poses_at(replay, float(low + high) / 2)
    expected = (here.positions + there.positions) / 2
    assert np.allclose(middle.positions, expected, atol=1e-9)
    assert (here.positions != there.positions).any()
    assert np.allclose(np.linalg.norm(middle.orientations, axis=1), 1)
    assert np.array_equal(poses_at(replay, float(low)).positions, here.positions)


@pytest.mark.parametrize(
    ("way", "turn", "jumps"),
    [
        ((0.01, 0, 0), (0, 0, 0, 1), False),
        ((0.2, 0, 0), (0, 0, 0, 1), True),
        ((0.01, 0, 0), (0, 0, 1, 0), True),
        ((0.01, 0, 0), (0, 0, 0, -1), False),  # The same rotation.
    ],
)
def test_what_was_carried_jumps(way, turn, jumps):
    replay = recorded("topple")
    start = replay.tracks["W"].positions[0]
    upright = np.array([0.0, 0.0, 0.0, 1.0])
    wild = Track(
        np.array([0, 10]),
        np.array([start, start + way]),
        np.array([upright, turn], float),
    )
    fixed = replace(replay, tracks={**replay.tracks, "W": wild})
    between = float(fixed.times[9] + fixed.times[10]) / 2
    poses = poses_at(fixed, between)
    share = 0.0 if jumps else 0.5
    assert np.allclose(poses.position("W"), start + share * np.array(way))
    assert np.abs(poses.orientation("W") @ upright) == pytest.approx(1)


def test_over_a_gap_in_time_nothing_moves():
    replay = recorded("one-turn")
    gaps = np.flatnonzero(np.diff(replay.times) > 0.3)
    assert len(gaps)
    frame = int(gaps[-1])
    between = float(replay.times[frame] + replay.times[frame + 1]) / 2
    here = replay.poses(frame)
    assert np.array_equal(poses_at(replay, between).positions, here.positions)


def test_a_block_about_to_vanish_stays_until_it_does():
    replay = recorded("topple")
    tracks = dict(replay.tracks)
    tracks["W"] = replace(tracks["W"], gone=10)
    less = replace(replay, tracks=tracks)
    between = float(less.times[9] + less.times[10]) / 2
    assert "W" in poses_at(less, between)
    assert "W" not in poses_at(less, float(less.times[10]))


@pytest.mark.parametrize("fall", range(0, 360, 30))
def test_a_fall_is_seen_from_aside_and_comes_nearer(fall):
    angle = np.radians(fall)
    debris = np.array([[np.cos(angle), np.sin(angle), 0.0]]) * 0.3
    azimuth, _ = directed("auto", debris)
    eye = azimuth + 180
    between = abs((eye - fall + 180) % 360 - 180)
    assert 10 <= between <= 100
    along = (azimuth - 140) % 90
    assert along in (0.0, 10.0)  # From a corner, so that ends are seen.


def test_a_camera_that_follows_keeps_the_pace_of_what_moves():
    replay = recorded("topple")
    span = span_of(replay)
    views = Views(replay, Look(camera="follow"), span)
    times = span.times(25.0)
    targets = np.array([view.target for view in views.along(times)])
    steps = np.linalg.norm(np.diff(targets, axis=0), axis=1)
    assert 0.01 < np.linalg.norm(targets[-1] - targets[0]) < 0.4
    assert steps.max() < 0.02


def test_a_camera_that_goes_round_comes_back():
    replay = recorded("one-turn")
    span = span_of(replay)
    views = Views(replay, Look(camera="orbit"), span)
    seen = [view.azimuth for view in views.along(span.times(25.0))]
    steps = np.diff(seen)
    assert np.allclose(steps, steps[0])
    assert steps[0] * len(seen) == pytest.approx(360)

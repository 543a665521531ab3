"""What is known of touches: of real games, against the rows and the slow functions."""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from sims.stacko_removals import bares_layer
from sims.touches import course_of, touches_of
from stacko.match import MatchConfig, play_match
from stacko.moves import Move
from stacko.records import MatchRecord
from stacko.replay import EventKind, MatchRecorder, Replay
from stacko.replay.standing import layers_by_ply
from stacko.stability import stability_margins, tower_tilt
from stacko.tower import Tower
from tests.replay.recorded import recorded

TOWER = "R1 R2 R3 / - B1 B2 / Y1 Y2 Y3 / - G1 - / RS - -"


@cache
def played(engine: str, policy: str, index: int) -> tuple[MatchRecord, Replay]:
    config = MatchConfig(engine=engine, policies=(policy,), players=2)
    recorder = MatchRecorder(config, 3, index)
    return play_match(config, 3, index, recorder), recorder.replay()


@pytest.mark.parametrize("policy", ["prober", "random"])
@pytest.mark.parametrize("index", range(3))
def test_rows_say_what_the_table_of_turns_says(policy: str, index: int) -> None:
    record, replay = played("quasistatic", policy, index)
    turns = [row for row in record.turns if row.verdict != "passed"]
    rows = touches_of(replay)
    assert [row.ply for row in rows] == [turn.ply for turn in turns]
    for row, turn in zip(rows, turns, strict=True):
        assert row.verdict == turn.verdict
        assert row.margin == turn.margin_before
        assert row.shift == turn.max_disturbance
        assert row.probe_force == turn.probe_force
        assert turn.slot is not None
        assert turn.slot.startswith(str(row.layer))
        assert row.least <= min(row.without, turn.margin or math.inf)
        assert row.most_tilt >= row.tilt - 2e-3  # a replay keeps turns to 1 mrad
    assert [row.phase for row in rows if row.phase] == [record.game.phase]
    assert rows[-1].layers == record.game.layers
    assert rows[-1].on_top == record.game.blocks_on_top
    assert rows[0].last_shift is None
    assert [row.last_force for row in rows[1:]] == [t.peak_force for t in turns[:-1]]


def test_a_clean_move_is_on_top_afterwards() -> None:
    _, replay = played("quasistatic", "prober", 0)
    rows = touches_of(replay)
    for row, after in pairwise(rows):
        full = row.layers, row.on_top
        if row.verdict != "clean":
            assert (after.layers, after.on_top) == full
        else:
            more = (full[0], full[1] + 1) if full[1] < 3 else (full[0] + 1, 1)
            assert (after.layers, after.on_top) == more


@pytest.mark.parametrize("name", ["quasistatic", "one-turn", "topple"])
def test_a_course_is_what_the_slow_functions_say(name: str) -> None:
    replay = played(name, "random", 1)[1] if name == "quasistatic" else recorded(name)
    for number, ply in enumerate(replay.plies):
        course = course_of(replay, number)
        assert course.times[0] == course.shifts[0] == 0
        assert (np.diff(course.times) >= 0).all()
        mover = Move.from_notation(ply.move).block
        layers = [
            [n for n in row if n != mover] for row in layers_by_ply(replay)[number]
        ]
        names = [n for row in layers for n in row]
        begin = begin_of(replay, number)
        start = replay.poses(begin).select(names).positions
        for k in range(0, len(course.times), 7):
            poses = replay.poses(begin + k).select(names)
            assert course.tilts[k] == pytest.approx(tower_tilt(poses, layers))
            shift = np.linalg.norm(poses.positions - start, axis=1).max()
            assert course.shifts[k] == pytest.approx(shift)


def begin_of(replay: Replay, number: int) -> int:
    return next(
        each.frame for each in replay.events
        if each.ply == number and each.kind is EventKind.CHOICE
    )  # fmt: skip


def test_margins_and_forces_of_an_engine() -> None:
    replay = recorded("topple")
    rows = touches_of(replay)
    for number, row in enumerate(rows):
        course = course_of(replay, number)
        # looks at the hand come 60 times a second, and may miss the peak
        assert course.forces.max() > 0.85 * row.force
        mover = Move.from_notation(replay.plies[number].move).block
        layers = [
            [n for n in each if n != mover] for each in layers_by_ply(replay)[number]
        ]
        poses = replay.poses(begin_of(replay, number))
        exact = stability_margins(poses, layers, replay.sizes).min()
        assert row.without == pytest.approx(exact, abs=1e-3)
    assert rows[-1].phase is not None


def test_the_last_course_ends_with_the_topple() -> None:
    _, replay = played("quasistatic", "random", 0)
    topple = replay.event(EventKind.TOPPLE)
    assert topple is not None
    course = course_of(replay, topple.ply)
    ply = replay.plies[topple.ply]
    begin = begin_of(replay, topple.ply)
    took = replay.times[topple.frame] - replay.times[begin]
    assert course.times[-1] == pytest.approx(took)
    assert len(course.times) == topple.frame - begin + 1 <= ply.last - ply.first
    assert course.shifts[-1] > 0.004


@pytest.mark.parametrize(
    ("block", "bares"),
    [("R1", False), ("R2", False), ("B1", True), ("B2", False), ("G1", True),
     ("RS", True)],
)  # fmt: skip
def test_the_layer_rule(block: str, bares: bool) -> None:
    assert bares_layer(Tower.from_notation(TOWER), block) is bares

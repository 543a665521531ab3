"""Hazards counted by hand, and what is said of turns nobody saw."""

import pytest

from gamebase.errors import ParameterError
from sims.hazards import hazards, needed, reaching
from sims.reports.intervals import rate


def test_turns_at_risk_by_hand():
    # turns begun: 1 1 | 2 2 2 | 5; falls after turn 1 (once), 2 (twice) and 5
    turns, fell = [1, 1, 2, 2, 2, 5], [True, False, True, True, False, True]
    one_by_one = hazards(turns, fell, [1, 2, 3, 4, 5])
    assert [(h.rate.n, h.fell) for h in one_by_one] == [
        (6, 1), (4, 2), (1, 0), (1, 0), (1, 1)
    ]  # fmt: skip
    grouped = hazards(turns, fell, [1, 3])
    assert [(h.first, h.last, h.middle) for h in grouped] == [(1, 2, 1.5), (3, 5, 4.0)]
    assert grouped[0].rate == rate(3, 10)
    assert grouped[1].rate == rate(1, 3)


def test_a_group_without_turns_is_left_out():
    assert hazards([], [], [1, 5]) == []
    assert [h.first for h in hazards([2], [True], [1, 5])] == [1]
    # no tower falls, all do at once
    assert hazards([3, 3], [False, False], [1])[0].rate == rate(0, 6)
    assert hazards([1, 1], [True, True], [1])[0].rate == rate(2, 2)


@pytest.mark.parametrize(
    ("turns", "starts", "says"),
    [
        ([1, 2], [1], "2 numbers of turns and 1 endings"),
        ([1], [], "rising turns"),
        ([1], [0], "rising turns"),
        ([1], [3, 3], "rising turns"),
    ],
)
def test_what_is_no_group_is_refused(turns, starts, says):
    with pytest.raises(ParameterError, match=says):
        hazards(turns, [True], starts)


def test_the_chance_beyond_what_was_seen():
    # 8 of 10 outlast turn 4; then 2 of 16 turns are falls
    turns = [4, 4, *[6] * 8]
    fell = [True, True, True, True, *[False] * 6]
    found = reaching(turns, fell, 4, 7)
    assert found.value == pytest.approx(0.8 * (14 / 16) ** 3)
    assert found.low < found.value < found.high
    at_once = reaching(turns, fell, 4, 4)
    assert at_once.value == pytest.approx(0.8)
    # wider than the interval of the share alone, since two of them have to hold
    assert at_once.low < rate(8, 10).low < rate(8, 10).high < at_once.high


def test_where_nothing_was_seen_nothing_is_said():
    assert reaching([4], [True], 4, 9).value is None
    assert reaching([], [], 4, 9).n == 0
    with pytest.raises(ParameterError, match="comes before 4 turns"):
        reaching([4], [True], 4, 3)


def test_how_sure_each_move_has_to_be():
    assert needed(1) == 0.5
    assert needed(80) ** 80 == pytest.approx(0.5)
    assert needed(2, 0.81) == pytest.approx(0.9)
    for moves, chance in ((0, 0.5), (3, 1.0)):
        with pytest.raises(ParameterError, match="give 1 or more"):
            needed(moves, chance)

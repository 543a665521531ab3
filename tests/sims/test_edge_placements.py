"""Placements near the edge, out of games."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from sims.edge_placements import moved, nearest, placements, strewn
from staccs.match import MatchConfig, play_match
from staccs.rules import Edge
from staccs.table import Hexagon, PlacedTable, Table

SMALL = PlacedTable(Table.parse("round:0.5"))
GREEDY = MatchConfig(players=2, table=SMALL)


def test_what_lies_and_what_was_forbidden_is_told_once() -> None:
    forbidden = 0
    for index in range(12):
        found = placements(GREEDY, 1, index)
        played = play_match(GREEDY, 1, index)
        laid = [each for each in found if each.laid]
        assert [each.cell for each in laid[1:]] == [
            (row.q, row.r) for row in played.plays if row.q is not None
        ]
        assert min(each.margin for each in laid) == played.game.min_margin
        others = [each for each in found if not each.laid]
        assert len({each.cell for each in others}) == len(others)
        assert bool(others) is (played.game.lost_to_edge > 0)
        assert all(each.margin <= 0 and each.overhangs for each in others)
        assert all(each.margin > 0 for each in laid)
        forbidden += len(others)
    assert forbidden > 5


def test_without_a_table_there_is_no_edge() -> None:
    assert placements(replace(GREEDY, table=None), 1, 0) == []


def test_a_strewn_table_begins_near_the_middle_and_is_the_same_again() -> None:
    table = Table.parse("rect:1x0.6")
    starts = [strewn(table, Edge.BALANCE, 3, index) for index in range(40)]
    assert starts[7] == strewn(table, Edge.BALANCE, 3, 7)
    assert len({each.angle for each in starts}) == 40
    for each in starts:
        assert max(map(abs, each.origin)) <= 0.044
        assert 0 <= each.angle < 1.0472
    assert strewn(table, Edge.INSIDE, 3, 7).edge is Edge.INSIDE


def test_the_nearest_margins_are_taken_from_both_sides() -> None:
    margins = [0.03, 0.001, -0.002, -0.5, 0.0, 0.01]
    assert nearest(margins, 2) == [1, 5, 4, 2]
    assert nearest(margins, 9) == [1, 5, 0, 4, 2, 3]
    assert nearest([0.1], 2) == [0]
    assert nearest([], 2) == []


def test_a_card_is_moved_square_to_the_edge() -> None:
    table = Table.parse("round:0.8")
    card = Hexagon((0.3, 0.24), 0.044, 0.2)
    for margin in (0.002, -0.002, 1e-6):
        found = moved(card, table, margin)
        assert found is not None
        there, has = found
        assert has == pytest.approx(margin, abs=1e-9)
        assert math.hypot(*there.center) == pytest.approx(0.4 - margin)
        assert there.angle == card.angle
    assert moved(Hexagon((0.0, 0.0), 0.044), table, 0.001) is None

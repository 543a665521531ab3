"""A card at a table's edge in MuJoCo: it stays or tips as statics says."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from sims.card_physics import let_go, table_pieces
from staccs.table import Hexagon, PlacedTable, Table

SIZE = 0.044
ROUND, RECTANGLE = Table.parse("round:0.8"), Table.parse("rect:1x0.8")
SLOT = Table.parse(
    "polygon:-0.4,-0.3 -0.02,-0.3 -0.02,0.1 0.02,0.1 "
    "0.02,-0.3 0.4,-0.3 0.4,0.3 -0.4,0.3"
)
HOLE = Table.parse("polygon:0,0 1,0 1,1 0,1 / 0.4,0.4 0.6,0.5 0.5,0.6")


def area(piece: tuple[tuple[float, float], ...]) -> float:
    ring = [*piece, piece[0]]
    return sum((a[0] * b[1] - a[1] * b[0]) / 2 for a, b in pairwise(ring))


def covered(table: Table, card: Hexagon) -> float:
    return sum(area(piece) for piece in table_pieces(table, card))


def test_the_pieces_of_a_table_cover_what_is_near_the_card() -> None:
    square = (2 * (SIZE + 0.01)) ** 2
    assert covered(RECTANGLE, Hexagon((0.1, 0.2), SIZE)) == pytest.approx(square)
    assert covered(ROUND, Hexagon((0.0, 0.1), SIZE)) == pytest.approx(square)
    assert covered(RECTANGLE, Hexagon((0.5, 0.0), SIZE)) == pytest.approx(square / 2)
    assert covered(RECTANGLE, Hexagon((0.5, 0.4), SIZE)) == pytest.approx(square / 4)
    # a slot 40 mm wide, from bottom to top of what is near
    slotted = square - 0.04 * math.sqrt(square)
    assert covered(SLOT, Hexagon((0.0, -0.1), SIZE)) == pytest.approx(slotted)
    large = Hexagon((0.5, 0.5), 0.5)
    assert covered(HOLE, large) == pytest.approx(1 - 0.015)
    assert not table_pieces(ROUND, Hexagon((0.5, 0.5), SIZE))


def test_every_piece_is_convex_and_counterclockwise() -> None:
    for table in (ROUND, RECTANGLE, SLOT, HOLE):
        for center in ((0.39, 0.02), (0.0, -0.1), (0.5, 0.5)):
            assert all(area(p) > 0 for p in table_pieces(table, Hexagon(center, SIZE)))


@pytest.mark.physics
@pytest.mark.parametrize("angle", [0.0, 0.3, math.pi / 6])
@pytest.mark.parametrize("margin", [1e-3, 1e-5, -1e-5, -1e-3])
def test_a_card_stays_if_its_center_is_on_the_table(
    margin: float, angle: float
) -> None:
    pytest.importorskip("mujoco")
    straight = Hexagon((0.5 - margin, 0.01), SIZE, angle)
    way = (math.cos(0.7), math.sin(0.7))
    curved = Hexagon(tuple((0.4 - margin) * each for each in way), SIZE, angle)
    for card, table in ((straight, RECTANGLE), (curved, ROUND)):
        fate = let_go(card, table)
        assert fate.stays is (margin > 0)
        assert fate.stays is (fate.time > 2.9)


@pytest.mark.physics
def test_the_time_to_tip_is_that_of_a_plate_turning_over_its_edge() -> None:
    """Its moment about the edge is m (5/24 a^2 + d^2), its torque m g d."""
    pytest.importorskip("mujoco")
    for past in (1e-4, 1e-3):
        fate = let_go(Hexagon((0.5 + past, 0.0), SIZE), RECTANGLE)
        speed_up = 9.81 * past / (5 / 24 * SIZE**2 + past**2)
        assert fate.time == pytest.approx(math.sqrt(2 * fate.tilt / speed_up), rel=0.03)


@pytest.mark.physics
def test_a_card_over_a_gap_is_held_on_both_sides() -> None:
    """By the hull of what lies under it: its center is not over the table."""
    pytest.importorskip("mujoco")
    placed = PlacedTable(SLOT, start=(0.0, -0.1), first=())
    assert placed.report((0, 0)).fits
    assert let_go(placed.hexagon((0, 0)), SLOT, duration=1.0).stays
    beyond = PlacedTable(SLOT, start=(0.0, -0.301), first=())
    assert not beyond.report((0, 0)).fits
    assert not let_go(beyond.hexagon((0, 0)), SLOT).stays


@pytest.mark.physics
def test_a_card_beside_the_table_falls_without_tipping() -> None:
    pytest.importorskip("mujoco")
    fate = let_go(Hexagon((0.7, 0.0), SIZE), RECTANGLE)
    assert not fate.stays
    assert fate.tilt < 1e-6

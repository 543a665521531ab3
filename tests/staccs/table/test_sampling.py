"""Reports against a witness that looks at points only."""

import math

import numpy as np
import pytest
from hypothesis import event, example, given
from hypothesis import strategies as st

from staccs.table import (
    Hexagon,
    PlacedTable,
    PolygonTable,
    RectangularTable,
    RoundTable,
)
from staccs.table.disc import SAGITTA
from tests.staccs.table.sampling import SPACING, Witness
from tests.staccs.table.strategies import cards_near, settings_for, tables, witness_of

EDGE = 0.044
SEARCH = EDGE / 1000
"""How exactly the farthest point past an edge that is not convex is found, in m."""

FLOATS = 1e-6
"""Allowance for the rounding of the witness itself, in m."""


@st.composite
def cases(draw):
    table = draw(tables)
    return table, *draw(cards_near(table))


def seen(table, center, angle):
    """Return the reports under both switches, and the witness."""
    both = {
        edge: PlacedTable(table, center, angle, edge=edge, first=()).report((0, 0))
        for edge in ("balance", "inside")
    }
    return both, Witness(witness_of(table), center, EDGE, angle)


@settings_for(400)
@given(cases())
@example((RectangularTable(0.4, 0.2), (0.2, 0.05), 0.0))
@example((RoundTable(0.03), (0.0, 0.0), 0.0))
def test_balance_agrees_with_the_points(case):
    both, witness = seen(*case)
    found = both["balance"]
    small, large = witness.margins()
    event(found.verdict)
    if small > FLOATS:
        assert found.fits
    if large < -SPACING:
        assert not found.fits
    if found.hull:
        assert small - FLOATS <= found.margin <= large + SPACING + FLOATS


@settings_for(400)
@given(cases())
def test_inside_agrees_with_the_points(case):
    both, witness = seen(*case)
    found, farthest = both["inside"], witness.farthest()
    event(found.verdict)
    if abs(found.margin) > SPACING:
        assert found.fits is bool(farthest <= FLOATS)
    if found.margin < 0:
        past = -found.margin
        assert farthest - FLOATS <= past + SEARCH
        assert past <= farthest + SPACING
    else:
        assert found.margin - FLOATS <= witness.gap() <= found.margin + SPACING


@settings_for(200)
@given(cases())
def test_the_area_agrees_with_the_points(case):
    both, witness = seen(*case)
    rim = len(witness.rim) + len(witness.edge)
    allowance = 2 * rim * SPACING * SPACING
    area = both["balance"].overhang_area
    assert area == pytest.approx(witness.overhang_area(), abs=allowance)
    assert both["inside"].overhang_area == area


@settings_for(200)
@given(cases())
def test_the_hull_is_that_of_the_points(case):
    both, witness = seen(*case)
    hull = np.array(both["balance"].hull)
    if len(hull) and len(witness.over):
        assert np.linalg.norm(hull - witness.center, axis=1).max() < EDGE + 1e-8
        ahead = np.roll(hull, -1, axis=0) - hull
        offset = witness.over[:, None] - hull
        cross = ahead[:, 0] * offset[..., 1] - ahead[:, 1] * offset[..., 0]
        assert (cross / np.linalg.norm(ahead, axis=1)).min() > -3e-6


@settings_for(200)
@given(cases())
def test_what_falls_tips_the_way_it_is_told(case):
    """All that holds the card lies behind the line it tips over."""
    both, witness = seen(*case)
    found = both["balance"]
    way = found.tipping_direction
    if way is not None:
        assert math.hypot(*way) == pytest.approx(1.0)
    if found.verdict == "falls":
        reach = (np.array(found.hull) - witness.center) @ np.array(way)
        assert reach.max() == pytest.approx(found.margin, abs=SAGITTA)


def corpus(count):
    """Return cards on rounded stars, some of them with a hole."""
    rng = np.random.default_rng(20)
    for _ in range(count):
        size = rng.integers(5, 10)
        turns = (np.arange(size) + rng.uniform(0, 0.8, size)) * 2 * np.pi / size
        radii = rng.uniform(0.03, 0.15, size)
        ring = np.stack([radii * np.cos(turns), radii * np.sin(turns)], axis=1)
        yield ring, rng.uniform(-0.12, 0.12, 2), rng.uniform(0, 1.05)


def test_the_verdict_is_that_of_the_points_wherever_they_can_tell():
    """Beyond one spacing the points contradict no verdict, and leave few open.

    Left open are supports thinner than the spacing, which the points may miss.
    """
    told = left = 0
    for ring, center, angle in corpus(300):
        table = PolygonTable([tuple(corner) for corner in ring.tolist()])
        both, witness = seen(table, tuple(center.tolist()), angle)
        small, large = witness.margins()
        found = both["balance"]
        if abs(found.margin) > SPACING:
            if (small > 0) == (large > -SPACING):
                assert found.fits is bool(small > 0)
                told += 1
            else:
                left += 1
    assert told > 250
    assert left <= told / 100


def test_the_witness_finds_a_planted_error():
    """A report for a card a millimeter farther out does not pass."""
    table, center = RectangularTable(0.4, 0.2), (0.1995, 0.0)
    both, _ = seen(table, (0.2011, 0.0), 0.0)
    small, _ = Witness(witness_of(table), center, EDGE, 0.0).margins()
    assert small > FLOATS
    assert not both["balance"].fits
    assert Hexagon(center, EDGE).depth(center) > 0

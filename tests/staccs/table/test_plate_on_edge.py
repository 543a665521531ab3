"""Reports against PyBullet: a plate laid over an edge tips or stays as they say."""

import math
from collections import Counter

import numpy as np
import pytest
import shapely

from staccs.table import PlacedTable, PolygonTable, RectangularTable, RoundTable

pytest.importorskip("pybullet", reason="PyBullet has no wheel for this Python")
from tests.staccs.table.plates import let_go

pytestmark = pytest.mark.physics

EDGE = 0.044
CLEAR = 0.5e-3
"""Verdicts are compared for margins beyond this, in m."""

FRAME = [(-0.3, -0.3), (0.3, -0.3), (0.3, 0.3), (-0.3, 0.3)]
NOTCH = [(0.02, 0.0), (0.0, 0.05), (-0.02, 0.0)]
TURNS = np.arange(10) * math.pi / 5
RADII = 0.03 + 0.06 * (np.arange(10) % 2)
TABLES = {
    "straight": RectangularTable(0.5, 0.3),
    "corner": RectangularTable(0.4, 0.4),
    "round": RoundTable(0.4),
    "notch": PolygonTable([*FRAME[:2], (0.3, 0.0), *NOTCH, (-0.03, 0.3), FRAME[3]]),
    "hole": PolygonTable(
        FRAME, [[(-0.06, -0.03), (0.05, -0.04), (0.07, 0.05), (-0.04, 0.06)]]
    ),
    "slot": PolygonTable(
        FRAME, [[(-0.2, -0.03), (0.2, -0.03), (0.2, 0.03), (-0.2, 0.03)]]
    ),
    "star": PolygonTable((RADII * [np.cos(TURNS), np.sin(TURNS)]).T.tolist()),
}
"""All but the first three are concave or have a hole that a card can bridge."""


def on_edge(name, rng):
    """Return a random point of the edge; of the corners if that is what is meant."""
    table = TABLES[name]
    rings = [table.outline, *table.holes]
    ring = np.array(rings[rng.integers(len(rings))])
    k = rng.integers(len(ring))
    share = 0.0 if name == "corner" else rng.uniform()
    return ring[k - 1] + share * (ring[k] - ring[k - 1])


def offsets(name, count):
    """Return reports of cards at random places and angles, 0 to 35 mm from the edge."""
    rng = np.random.default_rng([200, list(TABLES).index(name)])
    found = []
    while len(found) < count:
        away, turn = rng.uniform(0, 0.035), rng.uniform(0, 2 * math.pi)
        x, y = on_edge(name, rng) + away * np.array([math.cos(turn), math.sin(turn)])
        angle = rng.uniform(0, math.pi / 3)
        placed = PlacedTable(TABLES[name], (float(x), float(y)), angle, first=())
        report = placed.report((0, 0))
        if abs(report.margin) > CLEAR:
            found.append((report, angle))
    return found


def landing(name, report, angle):
    table = TABLES[name]
    polygon = shapely.Polygon(table.outline, table.holes)
    return let_go(polygon, report.center, EDGE, angle)


@pytest.mark.parametrize("name", TABLES)
def test_a_plate_tips_or_stays_as_the_report_says(name):
    """30 places on each of seven tables, 210 in all, and no exceptions."""
    seen = Counter()
    for report, angle in offsets(name, 30):
        found = landing(name, report, angle)
        assert found.fell is not report.fits, (report, angle)
        assert found.fell or found.stayed, (report, angle, found.tilt)
        if report.verdict == "falls":
            leaning = np.array(report.tipping_direction) @ found.way
            assert leaning > math.cos(math.radians(6)), (report, angle)
        seen[report.fits] += 1
    assert min(seen[True], seen[False]) >= 5


@pytest.mark.parametrize("margin", [-0.1e-3, 0.1e-3])
@pytest.mark.parametrize("angle", [0.0, 0.2, math.pi / 6, 0.9])
def test_a_plate_tells_a_tenth_of_a_millimeter_at_a_straight_edge(margin, angle):
    placed = PlacedTable(TABLES["straight"], (0.25 - margin, 0.0), angle, first=())
    report = placed.report((0, 0))
    assert report.margin == pytest.approx(margin, abs=2e-9)
    assert landing("straight", report, angle).fell is not report.fits


def test_a_plate_that_is_off_falls_without_tipping():
    placed = PlacedTable(TABLES["straight"], (0.3, 0.0), 0.0, first=())
    report = placed.report((0, 0))
    assert report.verdict == "off"
    found = landing("straight", report, 0.0)
    assert found.fell
    assert found.tilt < 1e-6

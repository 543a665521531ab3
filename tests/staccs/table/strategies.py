"""Hypothesis strategies for tables and for cards near their edges."""

import math

from hypothesis import HealthCheck, assume, settings
from hypothesis import strategies as st

from staccs.table import PolygonTable, RectangularTable, RoundTable
from tests.staccs.table.sampling import Tabletop

__all__ = ["cards_near", "polygons", "settings_for", "tables", "witness_of"]

MM = 1e-3


def settings_for(examples):
    """Return settings under which no test fails for being slow."""
    checks = list(HealthCheck)
    return settings(max_examples=examples, deadline=None, suppress_health_check=checks)


@st.composite
def stars(draw, low, high, most):
    """Draw corners, in whole mm, that are met in turn when looking all round."""
    count = draw(st.integers(3, most))
    turns = draw(
        st.lists(st.integers(0, 359), min_size=count, max_size=count, unique=True)
    )
    radii = draw(st.lists(st.integers(low, high), min_size=count, max_size=count))
    ring = []
    for turn, radius in zip(sorted(turns), radii, strict=True):
        t = math.radians(turn)
        corner = (round(radius * math.cos(t)), round(radius * math.sin(t)))
        if corner not in ring:
            ring.append(corner)
    assume(len(ring) >= 3)
    return ring


@st.composite
def polygons(draw):
    """Draw a table of 3 to 10 corners, most of them concave, with up to two holes."""
    outline = draw(stars(25, 160, 10))
    holes = []
    for _ in range(draw(st.sampled_from([0, 0, 1, 2]))):
        x, y = draw(st.integers(-60, 60)), draw(st.integers(-60, 60))
        holes.append([(x + u, y + v) for u, v in draw(stars(4, 45, 6))])
    try:
        return PolygonTable(*scaled(outline, holes))
    except ValueError:
        assume(False)


def scaled(outline, holes):
    rings = [[(x * MM, y * MM) for x, y in ring] for ring in (outline, *holes)]
    return rings[0], rings[1:]


def sizes(low, high):
    return st.integers(low, high).map(lambda size: size * MM)


tables = st.one_of(
    st.builds(RoundTable, sizes(10, 800)),
    st.builds(RectangularTable, sizes(10, 400), sizes(10, 400)),
    polygons(),
)


@st.composite
def cards_near(draw, table):
    """Draw center and angle of a card, its center at most 80 mm from the edge."""
    rings = (table.outline, *table.holes)
    ring = draw(st.sampled_from(rings))
    k = draw(st.integers(0, len(ring) - 1))
    share = draw(st.floats(0, 1))
    (ax, ay), (bx, by) = ring[k - 1], ring[k]
    away, turn = draw(st.floats(0, 0.08)), draw(st.floats(0, 7))
    x = ax + share * (bx - ax) + away * math.cos(turn)
    y = ay + share * (by - ay) + away * math.sin(turn)
    return (x, y), draw(st.one_of(st.just(0.0), st.floats(0, 1.05)))


def witness_of(table):
    """Return the same table for the slow witness."""
    if isinstance(table, RoundTable):
        return Tabletop(radius=table.diameter / 2)
    return Tabletop([table.outline, *table.holes])

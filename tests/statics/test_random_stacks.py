"""Random assemblies against closed forms and against themselves turned and scaled."""

import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from stacko.statics import (
    Assembly,
    Verdict,
    equilibrium,
    find_contacts,
    push_margin,
    tilt_margin,
)
from tests.statics.proofs import proven
from tests.statics.worlds import assembled, box, rotated, table, tower_bodies

FEW = settings(max_examples=15, deadline=None)
SIDE = st.floats(0.2, 1.0)
SHIFT = st.floats(-0.35, 0.35)


@st.composite
def columns(draw, most=7):
    """Draw boxes on top of each other, one a level, of any size and weight."""
    bodies, height = [table()], 0.0
    x = y = 0.0
    for level in range(draw(st.integers(1, most))):
        size = (draw(SIDE), draw(SIDE), draw(st.floats(0.05, 0.5)))
        x, y = x + draw(SHIFT), y + draw(SHIFT)
        mass = draw(st.floats(0.1, 10.0))
        place = (x, y, height + size[2] / 2)
        bodies.append(box(f"b{level}", size, place, mass=mass))
        height += size[2]
    return bodies


def balance(bodies):
    """Return the least distance of a center of mass from the edge of what holds it."""
    margins = []
    for level in range(2, len(bodies)):
        above = bodies[level:]
        mass = sum(body.mass for body in above)
        low, high = bodies[level - 1], bodies[level]
        for axis in (0, 1):
            center = sum(b.mass * b.position[axis] for b in above) / mass
            starts = [b.position[axis] - b.size[axis] / 2 for b in (low, high)]
            ends = [b.position[axis] + b.size[axis] / 2 for b in (low, high)]
            margins += [center - max(starts), min(ends) - center]
    return min(margins, default=math.inf)


@FEW
@given(columns(), st.sampled_from([0.0, 0.35]))
def test_a_column_stands_where_every_center_of_mass_is_held(bodies, mu):
    margin = balance(bodies)
    assume(abs(margin) > 1e-4)
    answer = proven(equilibrium(assembled(bodies, mu)))
    assert answer.verdict is (Verdict.STABLE if margin > 0 else Verdict.UNSTABLE)


@st.composite
def piles(draw):
    """Draw a short tower with gaps and shifted blocks, that may well fall."""
    bodies = tower_bodies(draw(st.integers(2, 4)))
    kept = bodies[:4]
    for body in bodies[4:]:
        if draw(st.integers(0, 3)):
            place = list(body.position)
            axis = 0 if int(body.name[0]) % 2 else 1  # along the block: none overlap
            place[axis] += draw(st.floats(-0.03, 0.03))
            kept.append(
                box(body.name, body.size, place, body.orientation, mass=body.mass)
            )
    return kept


def of(bodies):
    return Assembly(bodies, find_contacts(bodies, 0.35))


@FEW
@given(piles(), st.sampled_from([1, 2, 3]))
def test_a_quarter_turn_changes_nothing(bodies, quarters):
    before = proven(equilibrium(of(bodies)))
    turned = [rotated(body, "z", quarters * math.pi / 2) for body in bodies]
    after = proven(equilibrium(of(turned)))
    assert after.verdict is before.verdict
    if before.verdict is Verdict.STABLE:
        tilts = [tilt_margin(of(each)).degrees for each in (bodies, turned)]
        assert tilts[0] == pytest.approx(tilts[1], rel=1e-6)


@FEW
@given(piles(), st.floats(0.01, 100), st.floats(0.01, 100))
def test_scaling_lengths_and_masses_changes_nothing(bodies, length, mass):
    scaled = [
        box(
            body.name,
            np.array(body.size) * length,
            np.array(body.position) * length,
            body.orientation,
            mass=body.mass * mass,
            fixed=body.fixed,
        )
        for body in bodies
    ]
    one, two = proven(equilibrium(of(bodies))), proven(equilibrium(of(scaled)))
    assert one.verdict is two.verdict
    if one.verdict is Verdict.STABLE and len(bodies) > 1:
        tilts = [tilt_margin(of(each)).degrees for each in (bodies, scaled)]
        assert tilts[0] == pytest.approx(tilts[1], rel=1e-6, abs=1e-6)
        pushes = [push_margin(of(each)).newtons for each in (bodies, scaled)]
        assert pushes[1] == pytest.approx(mass * pushes[0], rel=1e-6, abs=1e-6)


@FEW
@given(piles())
def test_what_stands_tilted_stands_less_tilted(bodies):
    assembly = of(bodies)
    margin = tilt_margin(assembly)
    assume(margin.degrees > 0.1)
    for share, expected in ((0.99, Verdict.STABLE), (1.02, None)):
        tangent = share * margin.limit.factor
        turned = (
            9.81 * tangent * math.cos(margin.azimuth),
            9.81 * tangent * math.sin(margin.azimuth),
            -9.81,
        )
        answer = proven(equilibrium(assembly.with_gravity(turned)))
        if expected is not None:
            assert answer.verdict is expected

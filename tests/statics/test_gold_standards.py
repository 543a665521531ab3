"""Published and closed-form answers: stacks, corbels, arches, slopes, ladders."""

import math

import pytest

from sims.gold_standards import WIDE, tilt_of_tower
from stacko.statics import (
    Failure,
    Load,
    StaticsParams,
    Verdict,
    equilibrium,
    push_margin,
    tilt_by_bisection,
    tilt_margin,
)
from tests.statics.proofs import proven
from tests.statics.worlds import (
    about,
    arch,
    assembled,
    box,
    harmonic,
    ladder,
    rotated,
    table,
    tower_bodies,
    wide_stack,
)

STABLE, UNSTABLE = Verdict.STABLE, Verdict.UNSTABLE


def verdict(assembly, **settings):
    return proven(equilibrium(assembly, StaticsParams(**settings))).verdict


@pytest.mark.parametrize("mu", [0.0, 0.35])
@pytest.mark.parametrize("count", range(1, 11))
def test_harmonic_stacks_are_balanced_at_the_value_and_fall_beyond(count, mu):
    levels = harmonic(count)
    reach = sum(1 / k for k in range(1, count + 1)) / 2
    assert levels[-1][0] + 1 == pytest.approx(reach, abs=1e-12)
    assert verdict(wide_stack(levels, mu)) is STABLE
    falling = proven(equilibrium(wide_stack(levels, mu, shift=1e-4)))
    assert falling.verdict is UNSTABLE


@pytest.mark.parametrize("mu", [0.0, 0.35])
@pytest.mark.parametrize("count", WIDE)
def test_wide_stacks_stand_as_published_and_fall_when_shifted(count, mu):
    reach, levels = WIDE[count]
    assert max(max(row) for row in levels) + 1 == pytest.approx(reach, abs=1e-5)
    # Six published digits, hence a residual of a few of the last one.
    assert verdict(wide_stack(levels, mu), residual=5e-6) is STABLE
    assert verdict(wide_stack(levels, mu, shift=1e-3), residual=5e-6) is UNSTABLE


@pytest.mark.parametrize("count", [1, 2, 3, 7, 12])
def test_a_corbel_of_equal_steps_reaches_a_length_over_its_blocks(count):
    def corbel(step):
        levels = [[-1 + level * step] for level in range(count + 1)]
        return wide_stack(levels, 0.35)

    best = 1 / (count + 1)
    assert verdict(corbel(best)) is STABLE
    assert verdict(corbel(best + 1e-4)) is UNSTABLE


def test_a_semicircular_arch_has_the_least_thickness_of_milankovitch():
    """0.1075 of the radius; Makris and Alexakis 2013, Arch. Appl. Mech. 83, 1511."""
    assert verdict(arch(0.1085)) is STABLE
    fallen = proven(equilibrium(arch(0.1065)))
    assert fallen.verdict is UNSTABLE
    assert fallen.mechanism.failure is Failure.TIP
    low, high = 0.1065, 0.1085
    while high - low > 1e-5:
        middle = (low + high) / 2
        stands = verdict(arch(middle)) is STABLE
        low, high = (low, middle) if stands else (middle, high)
    assert high == pytest.approx(0.1075, abs=1e-4)


def test_an_arch_without_friction_falls():
    fallen = proven(equilibrium(arch(0.3, stones=12, mu=0.0)))
    assert fallen.verdict is UNSTABLE
    assert "frictionless" in fallen.reason


@pytest.mark.parametrize(
    ("floor", "wall"), [(0.3, 0.0), (0.5, 0.2), (0.35, 0.35), (1.0, 0.1)]
)
def test_a_ladder_slips_at_the_schoolbook_angle(floor, wall):
    limit = math.atan((1 - floor * wall) / (2 * floor))
    assert verdict(ladder(limit + 1e-4, floor, wall)) is STABLE
    assert verdict(ladder(limit - 1e-4, floor, wall)) is UNSTABLE


def leaning(degrees):
    """Return a plate, 5 by 100 cm, that leans with an edge on a smooth wall."""
    angle = math.radians(degrees)
    up = (-math.sin(angle), math.cos(angle))
    x = 0.5 * math.cos(angle) + 0.025 * up[0]
    z = 0.5 * math.sin(angle) + 0.025 * up[1]
    foot = (0.0, 0.0)
    head = (math.cos(angle), math.sin(angle))
    bodies = [
        box("floor", (9, 9, 1), (0, 0, -0.5), fixed=True),
        box("wall", (1, 9, 9), (head[0] + 0.5, 0, 4.6), fixed=True),
        box("plate", (1, 0.4, 0.05), (x, 0, z), about("y", -angle)),
    ]
    return bodies, (x - foot[0]) / head[1]


@pytest.mark.parametrize("degrees", [30, 45, 70])
def test_a_plate_that_leans_on_a_wall_is_found_by_its_edges(degrees):
    bodies, needed = leaning(degrees)

    def rough_floor(mu):
        return lambda a, b: mu if "floor" in (a.name, b.name) else 0.0

    assembly = assembled(bodies, rough_floor(needed + 1e-4))
    assert sorted(len(face.points) for face in assembly.interfaces) == [2, 2]
    assert verdict(assembly) is STABLE
    assert verdict(assembled(bodies, rough_floor(needed - 1e-4))) is UNSTABLE


@pytest.mark.parametrize("axis", ["x", "y"])
@pytest.mark.parametrize("mu", [0.2, 0.35, 0.6])
def test_a_block_on_a_slope_slides_at_mu(mu, axis):
    def slope(angle):
        bodies = [table(), box("block", (0.3, 0.3, 0.02), (1, 1, 0.01))]
        return assembled([rotated(body, axis, angle) for body in bodies], mu)

    assert verdict(slope(math.atan(mu) - 1e-4)) is STABLE
    gone = proven(equilibrium(slope(math.atan(mu) + 1e-4)))
    assert gone.verdict is UNSTABLE
    assert gone.mechanism.failure is Failure.SLIDE


def test_a_high_block_on_a_slope_tips_at_its_width_over_its_height():
    def slope(angle):
        bodies = [table(), box("block", (0.1, 0.3, 0.4), (0, 0, 0.2))]
        return assembled([rotated(body, "y", angle) for body in bodies], 0.9)

    assert verdict(slope(math.atan(0.25) - 1e-4)) is STABLE
    gone = proven(equilibrium(slope(math.atan(0.25) + 1e-4)))
    assert gone.mechanism.failure is Failure.TIP


@pytest.mark.parametrize("layers", [*range(1, 9), 12, 15, 16, 20, 25, 30])
def test_a_tilted_tower_slides_at_mu_or_tips_over_its_edge(layers):
    mu = 0.35 if layers > 8 else 1.0  # beyond 1.6 neighbors jam
    tower = assembled(tower_bodies(layers), mu)
    angles = {"x": 0.0, "y": math.pi / 2}
    for name, azimuth in angles.items():
        margin = tilt_margin(tower, azimuths=[azimuth])
        expected = tilt_of_tower(layers, mu, name)
        assert math.tan(math.radians(margin.degrees)) == pytest.approx(
            expected, rel=1e-6
        )
        bound = margin.limit.bound
        assert bound == math.inf or bound == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("levels", range(1, 31))
def test_a_column_tips_at_half_its_width_over_half_its_height_or_slides(levels):
    bodies = [table()]
    for level in range(levels):
        bodies.append(box(f"b{level}", (0.5, 0.3, 0.1), (0, 0, 0.1 * level + 0.05)))
    column = assembled(bodies, 0.35)
    for azimuth, width in ((0.0, 0.5), (math.pi / 2, 0.3), (math.pi, 0.5)):
        margin = tilt_margin(column, azimuths=[azimuth])
        expected = min(0.35, width / (0.1 * levels))
        assert margin.limit.factor == pytest.approx(expected, rel=1e-7)
        tips = width / (0.1 * levels) < 0.35
        assert margin.failure is (Failure.TIP if tips else Failure.SLIDE)


@pytest.mark.parametrize("azimuth", [0.0, 0.4, math.pi / 2, 4.0])
def test_the_tilt_is_the_one_found_by_bisection(azimuth):
    tower = assembled(tower_bodies(6).copy(), 0.5).without("3b", "5a")
    fine = StaticsParams(sides=32)
    margin = tilt_margin(tower, fine, azimuths=[azimuth])
    found = tilt_by_bisection(tower, azimuth, fine, accuracy=1e-3)
    assert margin.degrees == pytest.approx(found, abs=0.02 if azimuth % 1 else 2e-3)


def test_a_push_at_the_top_tips_or_slides_a_block():
    tall = assembled([table(), box("b", (0.1, 0.2, 0.4), (0, 0, 0.2))], 0.5)
    margin = push_margin(tall, azimuths=[0.0])
    assert margin.newtons == pytest.approx(9.81 * 0.05 / 0.4, rel=1e-7)
    assert (margin.failure, margin.body) == (Failure.TIP, "b")
    assert margin.point == pytest.approx((0, 0, 0.4))
    flat = assembled([table(), box("b", (0.4, 0.2, 0.1), (0, 0, 0.05))], 0.5)
    margin = push_margin(flat, azimuths=[0.0, math.pi / 4])
    assert margin.newtons == pytest.approx(9.81 * 0.5, rel=1e-7)
    assert margin.failure is Failure.SLIDE


def test_a_push_is_an_added_load():
    block = assembled([table(), box("b", (0.4, 0.2, 0.1), (0, 0, 0.05))], 0.5)
    for share, expected in ((0.999, STABLE), (1.001, UNSTABLE)):
        force = (0.0, share * 9.81 * 0.5, 0.0)
        assert verdict(block.with_loads(Load("b", force, (0, 0, 0)))) is expected


def test_stacked_loads_add_up():
    bodies = [table()]
    for level, mass in enumerate((3.0, 2.0, 0.5)):
        place = (0, 0, 0.1 * level + 0.05)
        bodies.append(box(f"b{level}", (0.4, 0.2, 0.1), place, mass=mass))
    answer = proven(equilibrium(assembled(bodies)))
    for (above, below), mass in (
        (("b2", "b1"), 0.5),
        (("b1", "b0"), 2.5),
        (("b0", "table"), 5.5),
    ):
        force = answer.force_between(above, below)
        assert force == pytest.approx((0, 0, 9.81 * mass), rel=1e-6, abs=1e-6)
        back = answer.force_between(below, above)
        assert back == pytest.approx(-force)
    assert answer.force_between("b2", "table") == pytest.approx((0, 0, 0))

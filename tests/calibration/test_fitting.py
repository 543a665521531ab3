"""Fits of made-up measurements: do they find what these were made from?"""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from stacko.calibration import (
    Campaign,
    Kind,
    LoadBank,
    Measurement,
    MeasurementError,
    Setup,
    Truth,
    calibrate,
    check_falls,
    coverage_of,
    draw_bank,
    fall_angle,
    make_measurements,
    pulls_of,
    slides_of,
)
from stacko.calibration.fitting import SCATTER
from stacko.calibration.loads import draw_loads, even_loads
from stacko.calibration.pulls import scatter_of
from stacko.errors import ParameterError
from stacko.kits import KITS
from stacko.slots import Slot

SMALL = Setup(layers=8)
TRUTH = Truth(mu_block=0.4, height_sigma=4e-5)


@pytest.fixture(scope="module")
def bank() -> LoadBank:
    """Return few towers of few layers, and every other tolerance."""
    return draw_bank(SMALL, 60, 5, np.geomspace(4e-6, 250e-6, 7))


def tilts(*degrees: float, kind: Kind = Kind.SLIDE_ANGLE, error: float | None = None):
    off = None if error is None else math.radians(error)
    return [
        Measurement(kind=kind, value=math.radians(each), error=off) for each in degrees
    ]


# -- tilts ----------------------------------------------------------------------------


def test_the_tangent_of_the_tilt_is_the_friction() -> None:
    found = calibrate(tilts(20, 21, 22, 20.5), None)
    mus = np.tan(np.radians([20, 21, 22, 20.5]))
    low, high = stats.t.interval(0.95, 3, mus.mean(), stats.sem(mus))
    best = found["contact.mu_block"]
    assert (best.value, best.low, best.high) == pytest.approx((mus.mean(), low, high))
    assert "no pull forces" in found.notes[0]
    assert "[contact]\nmu_block = 0.38" in found.toml()


def test_given_errors_are_weights() -> None:
    one, two = tilts(20, error=1.0)[0], tilts(30, error=0.1)[0]
    slides = slides_of([one, two], Kind.SLIDE_ANGLE)
    assert slides is not None
    assert slides.mu == pytest.approx(math.tan(math.radians(30)), rel=0.01)
    assert math.isinf(slides.freedom)
    low, high = slides.interval()
    assert (high - low) / 2 == pytest.approx(1.96 * slides.error, rel=1e-3)


def test_the_likelihood_of_tilts_bounds_the_interval_of_student() -> None:
    for readings in (tilts(20, 21), tilts(20, 21, 22), tilts(20, 23, error=0.5)):
        slides = slides_of(readings, Kind.SLIDE_ANGLE)
        assert slides is not None
        ends = np.array(slides.interval())
        logs = slides.log_likelihood(ends[ends > 0])
        assert logs == pytest.approx(-stats.chi2.ppf(0.95, 1) / 2, rel=1e-6)
        assert np.isfinite(slides.log_likelihood(np.array([1e-3, 50.0]))).all()


def test_the_table_is_apart() -> None:
    measured = [
        *tilts(20, 21, 22),
        *tilts(30, 31, kind=Kind.TABLE_SLIDE_ANGLE),
    ]
    found = calibrate(measured, None)
    assert found["contact.mu_table"].value == pytest.approx(0.589, abs=0.002)
    assert found["contact.mu_block"].value < 0.4


@pytest.mark.parametrize(
    ("measured", "message"),
    [
        ([], "nothing measured tells the friction of two blocks"),
        (tilts(17, kind=Kind.FALL_ANGLE), "nothing measured tells"),
        (tilts(20), "without scatter and without error"),
        (tilts(20, 20, 20), "without scatter and without error"),
        ([*tilts(20, 21), *tilts(22, error=1)], "for all of them, or for none"),
    ],
)
def test_too_little_is_refused(measured: list[Measurement], message: str) -> None:
    with pytest.raises(MeasurementError, match=message):
        calibrate(measured, None)


# -- loads ----------------------------------------------------------------------------


def test_even_loads_are_those_of_equal_blocks() -> None:
    loads, stands = draw_loads(SMALL, 1e-9, np.random.default_rng(0))
    even = even_loads(SMALL)
    assert stands
    assert np.isnan(loads[0]).all()
    assert loads[-1] == pytest.approx(np.full(3, SMALL.weight), rel=1e-3)
    # what one layer hands to the next is fixed, whoever bears it
    assert loads[1:].sum(axis=1) == pytest.approx(3 * even[1:], rel=0.02)


def test_draws_differ_by_the_tolerance_alone(bank: LoadBank) -> None:
    spread = np.log(bank.loads[:, :, 1:]).std(axis=(1, 2, 3))
    assert (np.diff(spread) > 0).all()
    again = draw_bank(SMALL, 20, 5, bank.tolerances[:2])
    assert np.array_equal(again.loads, bank.loads[:2, :20], equal_nan=True)


@pytest.mark.parametrize("layers", [1, 16, -1, 2.5, True])
def test_towers_that_the_set_does_not_build_are_refused(layers: object) -> None:
    with pytest.raises(ParameterError, match="give 2 to 15"):
        Setup(layers=layers)  # type: ignore[arg-type]


def test_too_few_draws_are_refused() -> None:
    with pytest.raises(ParameterError, match="from 20"):
        draw_bank(SMALL, 5)


# -- pulls ----------------------------------------------------------------------------


def test_known_values_are_found_again(bank: LoadBank) -> None:
    # of four intervals one misses in every fifth set of data; not in this one
    made = make_measurements(SMALL, TRUTH, Campaign(towers=3), seed=4)
    found = calibrate(made, bank)
    assert found["contact.mu_block"].holds(0.4)
    assert found["contact.mu_table"].holds(0.5)
    assert found["blocks.height_sigma"].holds(4e-5)
    assert found[SCATTER].holds(0.1)
    assert SCATTER not in found.toml()
    assert "height_sigma" in found.toml()


@pytest.mark.slow
def test_intervals_contain_the_truth_about_as_often_as_they_say(bank: LoadBank) -> None:
    *_, (_, counts) = coverage_of(bank, TRUTH, Campaign(falls=0), 20, seed=100)
    for each in counts:
        # 95 of 100 is not refuted; 20 trials cannot say more
        assert each.high > 0.95, each
        assert each.held >= 15, each


def test_forces_twice_as_large_are_twice_the_friction(bank: LoadBank) -> None:
    made = make_measurements(SMALL, TRUTH, Campaign(slides=0, falls=0), seed=3)
    pulls = [each for each in made if each.kind is Kind.PULL_FORCE]
    doubled = [
        Measurement(kind=each.kind, value=2 * each.value, slot=each.slot)
        for each in pulls
    ]
    one, two = (calibrate(each, bank) for each in (pulls, doubled))
    ratio = two["contact.mu_block"].value / one["contact.mu_block"].value
    assert ratio == pytest.approx(2, rel=0.05)
    sigma = [each["blocks.height_sigma"].value for each in (one, two)]
    assert sigma[1] == pytest.approx(sigma[0], rel=0.3)


def test_without_repeats_the_scatter_is_assumed_and_told(bank: LoadBank) -> None:
    made = make_measurements(SMALL, TRUTH, Campaign(repeats=0, falls=0), seed=4)
    found = calibrate(made, bank)
    assert any("assumed to scatter by 20%" in note for note in found.notes)
    with pytest.raises(KeyError):
        found[SCATTER]


def test_repeats_tell_the_scatter() -> None:
    made = make_measurements(SMALL, TRUTH, Campaign(repeats=21, towers=8), seed=1)
    scatter, freedom = scatter_of(pulls_of(made), SMALL.weight)
    assert freedom == 8 * 21 * 2
    assert scatter == pytest.approx(0.1, rel=0.1)


def test_a_gauge_that_reads_nothing_for_loose_blocks_is_borne(bank: LoadBank) -> None:
    made = [
        each
        if each.value > 0.05
        else Measurement(kind=each.kind, value=0.0, slot=each.slot)
        for each in make_measurements(SMALL, TRUTH, Campaign(falls=0), seed=6)
    ]
    found = calibrate(made, bank)
    assert found["contact.mu_block"].value == pytest.approx(0.4, rel=0.15)
    nothing = [Measurement(kind=Kind.PULL_FORCE, value=0.0, slot=Slot(k, "a"))
               for k in range(2, 9)]  # fmt: skip
    with pytest.raises(MeasurementError, match="all pull forces of a tower are 0"):
        calibrate(nothing, bank)


def test_the_lowest_layer_is_left_out(bank: LoadBank) -> None:
    made = make_measurements(SMALL, TRUTH, Campaign(falls=0), seed=7)
    low = Measurement(kind=Kind.PULL_FORCE, value=50.0, slot=Slot(1, "a"))
    with_low, without = calibrate([*made, low], bank), calibrate(made, bank)
    assert with_low.estimates == without.estimates
    assert any("1 pull force(s) of layer 1" in note for note in with_low.notes)


def test_a_tower_of_few_slots_is_refused(bank: LoadBank) -> None:
    few = [Measurement(kind=Kind.PULL_FORCE, value=0.3, slot=Slot(k, "a"), tower="x")
           for k in (1, 2, 3, 4, 5)]  # fmt: skip
    with pytest.raises(MeasurementError, match="tower 'x' has pull forces of 4 slots"):
        calibrate([*few, *tilts(20, 21)], bank)


def test_slides_and_pulls_that_contradict_each_other_are_told(bank: LoadBank) -> None:
    made = make_measurements(SMALL, TRUTH, Campaign(slides=0, falls=0), seed=8)
    found = calibrate([*made, *tilts(40, 40.3, 40.6)], bank)
    assert any("do not fit together" in note for note in found.notes)


def test_rough_towers_bound_the_tolerance_from_below_alone(bank: LoadBank) -> None:
    rough = Truth(mu_block=0.4, height_sigma=250e-6)
    found = calibrate(make_measurements(SMALL, rough, Campaign(falls=0), 9), bank)
    sigma = found["blocks.height_sigma"]
    assert math.isinf(sigma.high)
    assert sigma.low > 0
    assert any("up to the most tried" in note for note in found.notes)


# -- falls ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", KITS)
def test_a_tall_tower_tips_and_a_smooth_one_slides(name: str) -> None:
    setup = Setup(kit=KITS[name])
    angle, failure = fall_angle(setup, 0.2, 0.9)
    assert (math.tan(angle), failure) == (pytest.approx(0.2, rel=1e-4), "slides")
    blocks = setup.kit.blocks
    slender = blocks.length / (blocks.height * setup.layers)
    angle, failure = fall_angle(setup, 0.9, 0.9)
    assert failure == "tips"
    assert 0.9 * slender < math.tan(angle) <= slender * (1 + 1e-6)


def test_a_fall_is_held_against_statics() -> None:
    setup = Setup()
    at = math.degrees(fall_angle(setup, 0.4, 0.5)[0])
    for degrees, agrees in ((at, True), (0.95 * at, True), (0.6 * at, False)):
        check = check_falls(tilts(degrees, kind=Kind.FALL_ANGLE), setup, 0.4, 0.5)
        assert check is not None
        assert check.agrees is agrees
        assert check.least_mu == pytest.approx(math.tan(math.radians(degrees)))
    assert check_falls([], setup, 0.4, 0.5) is None


# -- made-up measurements -------------------------------------------------------------


@pytest.mark.parametrize(
    "wrong",
    [
        {"mu_block": 0.0},
        {"mu_table": math.nan},
        {"height_sigma": 1e-3},
        {"scatter": -1.0},
        {"angle_error": math.inf},
    ],
)
def test_truths_that_no_fit_looks_for_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ParameterError, match=next(iter(wrong))):
        Truth(**wrong)


def test_made_up_measurements_are_those_of_their_seed() -> None:
    one, two, three = (make_measurements(SMALL, TRUTH, seed=s) for s in (1, 1, 2))
    assert one == two != three
    kinds = [each.kind for each in one]
    assert kinds.count(Kind.PULL_FORCE) == 21 + 2 * 6
    assert kinds.count(Kind.FALL_ANGLE) == 3

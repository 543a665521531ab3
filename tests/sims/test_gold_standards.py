"""Known answers, as statics and the engines find them."""

import math

import pytest

from sims.gold_engines import by_engine, creeps
from sims.gold_standards import (
    by_statics,
    harmonic,
    harmonic_reach,
    limit_between,
    tilt_of_tower,
)
from stacko.engines import engine_names, is_installed


def test_a_limit_is_found_from_either_side():
    assert limit_between(lambda x: x < 0.3, 0.0, 1.0, 1e-4) == pytest.approx(
        0.3, abs=1e-4
    )
    assert limit_between(lambda x: x > 0.3, 1.0, 0.0, 1e-4) == pytest.approx(
        0.3, abs=1e-4
    )


@pytest.mark.parametrize("answer", [True, False])
def test_a_limit_out_of_reach_is_no_number(answer):
    assert math.isnan(limit_between(lambda _: answer, 0.0, 1.0, 1e-4))


def test_harmonic_stacks_reach_half_a_harmonic_number():
    assert [round(harmonic_reach(n), 5) for n in (1, 2, 3, 4, 5, 6)] == [
        0.5, 0.75, 0.91667, 1.04167, 1.14167, 1.225,
    ]  # fmt: skip
    assert harmonic(3)[-1][0] + 1 == pytest.approx(11 / 12)
    assert harmonic(3)[0][0] + 1 == pytest.approx(1 / 6)


def test_a_tower_tips_a_little_before_width_over_height_where_neighbors_stay():
    height = 20 * 0.017
    assert tilt_of_tower(20, 0.35, "x") == pytest.approx(0.084 / height)
    assert 0.9 < tilt_of_tower(20, 0.35, "y") / (0.084 / height) < 1
    assert tilt_of_tower(20, 0.1, "y") == 0.1


def test_statics_finds_what_is_known():
    found = list(by_statics(few=True))
    assert {row.group for row in found} >= {"harmonic stack", "semicircular arch"}
    for row in found:
        # An arch of few stones needs a little less, one of many what is published.
        assert row.found == pytest.approx(
            row.known, rel=0.03 if "arch" in row.group else 1e-5
        )


@pytest.mark.physics
@pytest.mark.parametrize("name", engine_names())
def test_engines_find_what_is_known_of_small_piles(name):
    if not is_installed(name):
        pytest.skip(f"{name} is not installed for this Python")
    found = list(by_engine(name, few=True))
    assert len({row.group for row in found}) == len(found) == 7
    for row in found:
        assert row.who == name
        assert row.found == pytest.approx(row.known, rel=0.06)
    (creep,) = creeps(name, few=True)
    assert (creep.layers, creep.load) == (2, 0.6)
    assert abs(creep.speed) < 1e-3

"""Screening: many parameters at once, each by all runs."""

import numpy as np
import pytest

from gamebase.errors import ParameterError
from sims.screening import MOST, effects, folded_design


def test_any_two_parameters_cancel_out():
    design = folded_design(MOST).astype(int)
    assert design.shape == (48, MOST)
    assert (design.T @ design == 48 * np.eye(MOST, dtype=int)).all()
    assert (design.sum(axis=0) == 0).all()


def test_the_first_run_is_the_published_one():
    row = "".join("+" if each > 0 else "-" for each in folded_design(MOST)[0])
    assert row == "+++++-+-++--++--+-+----"


def test_what_two_do_together_is_no_effect_of_a_third():
    design = folded_design(MOST).astype(int)
    for k in range(1, MOST):
        assert not (design.T @ (design[:, 0] * design[:, k])).any()


def test_effects_are_found_out_of_noise():
    design = folded_design(5)
    rng = np.random.default_rng(0)
    values = 16 + 2 * design[:, 1] - design[:, 3] + rng.normal(0, 5, (200, 48))
    found = effects(design, values, "abcde")
    for name, true in zip("abcde", (0, 4, 0, -2, 0), strict=True):
        assert found[name].low < true < found[name].high
        assert found[name].high - found[name].low < 0.5
        assert found[name].n == 200


def test_one_case_has_no_interval_and_equal_ones_an_empty_one():
    design = folded_design(2)
    one = effects(design, np.ones((1, 48)), ["a", "b"])["a"]
    assert (one.n, one.value, one.low) == (1, 0.0, None)
    alike = effects(design, np.ones((3, 48)), ["a", "b"])["b"]
    assert (alike.low, alike.high) == (0.0, 0.0)


@pytest.mark.parametrize("many", [0, MOST + 1])
def test_there_is_room_for_23(many):
    with pytest.raises(ParameterError, match="give 1 to 23"):
        folded_design(many)

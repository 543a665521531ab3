"""Three blocks of unlike heights under one load: by hand, and by whole statics."""

from itertools import permutations

import numpy as np
import pytest

from sims.three_heights import shares_of_three


@pytest.mark.parametrize(
    ("heights", "shares"),
    [
        ((0, 3, 1), (0, 1, 0)),  # the middle is the highest
        ((0, 2, 3), (0, 0.5, 0.5)),  # over the line between the others
        ((3, 2, 0), (0.5, 0.5, 0)),
        ((0, 1, 3), (0.25, 0, 0.75)),  # under it
        ((3, 1, 2), (0.75, 0, 0.25)),
        ((0, 0, 1), (0.25, 0, 0.75)),
    ],
)
def test_the_order_of_the_heights_decides(heights, shares):
    found = shares_of_three(np.array([heights], float))
    assert found.tolist() == [list(shares)]


@pytest.mark.parametrize("heights", [(1, 1, 1), (0, 1, 2), (1, 1, 0), (2, 1, 2)])
def test_what_balance_leaves_open_is_not_told(heights):
    assert np.isnan(shares_of_three(np.array([heights], float))).all()


def test_moments_about_the_middle_balance():
    # each block presses at that point of it which is nearest to or farthest from it
    for heights in permutations((0.0, 1.0, 2.5)):
        share = shares_of_three(np.array([heights]))[0]
        assert share.sum() == 1
        low, high = sorted((heights[0], heights[2]))
        arms = {(0.75, 0.25): (0.5, 1.5), (0.5, 0.5): (0.5, 0.5)}
        if share[1] < 1:
            one, other = sorted(share[share > 0], reverse=True)
            near, far = arms[one, other]
            assert one * near == other * far
        assert bool(share[1] == 1) is (heights[1] > high)
        assert bool(share[1] == 0) is (heights[1] < (low + high) / 2)


def test_no_layer_is_no_share():
    assert shares_of_three(np.empty((0, 3))).shape == (0, 3)


def test_by_chance_four_blocks_in_nine_carry_nothing():
    heights = np.random.default_rng(0).normal(size=(100_000, 3))
    shares = shares_of_three(heights)
    assert (shares == 0).mean(axis=0) == pytest.approx(
        [5 / 12, 1 / 2, 5 / 12], abs=5e-3
    )
    assert shares.mean(axis=0) == pytest.approx([7 / 24, 5 / 12, 7 / 24], abs=5e-3)

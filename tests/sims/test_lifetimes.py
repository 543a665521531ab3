"""Survival curves of towers against ones worked out by hand."""

import math

import pytest

from gamebase.errors import ParameterError
from sims.lifetimes import lifetimes

Z = 1.959963984540054  # of the normal distribution, 97.5 %


def test_steps_and_band_by_hand():
    # six towers: falls in turns 3, 5, 5 and 9; cut off in turns 5 and 7
    found = lifetimes([3, 5, 5, 5, 7, 9], [True, True, True, False, False, True])
    assert found.turns.tolist() == [3, 5, 7, 9]
    assert found.at_risk.tolist() == [6, 5, 2, 1]
    steps = [5 / 6, 5 / 6 * 3 / 5, 5 / 6 * 3 / 5, 0]
    assert found.share == pytest.approx(steps)
    assert (found.games, found.fell, found.median) == (6, 4, 5.0)
    # Greenwood's sum, and the log-log interval of it
    spread = math.sqrt(1 / (6 * 5) + 2 / (5 * 3))
    reach = math.exp(Z * spread / abs(math.log(0.5)))
    assert found.low[1] == pytest.approx(0.5**reach)
    assert found.high[1] == pytest.approx(0.5 ** (1 / reach))
    assert math.isnan(found.low[3])
    assert math.isnan(found.high[3])


def test_while_no_tower_has_fallen_the_band_is_the_exact_one():
    found = lifetimes([4, 6, 6], [False, False, False])
    assert found.share.tolist() == [1.0, 1.0]
    assert found.high.tolist() == [1.0, 1.0]
    # all of three stand: the lower end of Clopper and Pearson is 0.025^(1/3)
    assert found.low == pytest.approx([0.2924, 0.1581], abs=1e-4)
    assert found.median == math.inf


def test_of_one_game_there_is_a_curve_too():
    found = lifetimes([1], [True])
    assert (found.turns.tolist(), found.share.tolist()) == ([1.0], [0.0])
    assert found.median == 1.0


@pytest.mark.parametrize(("turns", "fell"), [([], []), ([1, 2], [True])])
def test_no_games_and_lists_of_other_lengths_are_refused(turns, fell):
    with pytest.raises(ParameterError, match="one of each for every game"):
        lifetimes(turns, fell)

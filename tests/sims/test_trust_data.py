"""What the notebook on trust varies."""

import pytest

from sims.notebook_data.trust import FACTORS, UNSCREENED, Factor, varied
from sims.screening import MOST
from stacko.errors import ParameterError
from stacko.hand import named_hand
from stacko.params import BlockParams, ContactParams


def test_the_usual_value_lies_between_low_and_high():
    factor = Factor(("hand.speed", "hand.push_speed"), 4.0)
    assert factor.at(1) == {"hand.speed": 2.0, "hand.push_speed": 2.0}
    assert factor.at(-1) == {"hand.speed": 0.5, "hand.push_speed": 0.5}


@pytest.mark.parametrize("sign", [-1, 1])
def test_all_factors_at_once_can_be_played(sign):
    factors = {}
    for factor in FACTORS.values():
        factors |= factor.at(sign)
    config = varied(factors)
    times = 2 ** (sign / 2)
    assert config.engine == "quasistatic"
    assert config.blocks.mass == pytest.approx(times * BlockParams().mass)
    assert config.contact.mu_block == pytest.approx(times * ContactParams().mu_block)
    usual = named_hand("average")
    assert config.hands[0].tremor == pytest.approx(times * usual.tremor)
    assert config.hands[0].aim_error == usual.aim_error


def test_nothing_varied_is_what_is_usual():
    config = varied({})
    assert config.blocks == BlockParams()
    assert config.hands == (named_hand("average"),)


def test_there_is_room_for_all_and_none_is_counted_twice():
    keys = [key for factor in FACTORS.values() for key in factor.keys]
    assert len(FACTORS) <= MOST
    assert len({*keys, *UNSCREENED}) == len(keys) + len(UNSCREENED)


@pytest.mark.parametrize("key", UNSCREENED)
def test_what_is_left_out_is_a_parameter(key):
    for factor in (0.7, 1.4):
        varied({key: factor})


def test_what_cannot_be_is_refused():
    with pytest.raises(ParameterError, match="give_up_force"):
        varied({"hand.give_up_force": 100.0})

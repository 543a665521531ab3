"""Rule sets of any game: switches and whole numbers."""

from dataclasses import dataclass
from enum import StrEnum

import pytest

from gamebase.errors import GameError, ParameterError
from gamebase.switches import RuleSet, whole


class Draw(StrEnum):
    NO = "no"
    YES = "yes"


@dataclass(frozen=True, slots=True, kw_only=True)
class ToyRules(RuleSet):
    draw: Draw = Draw.NO
    chances: int = whole(0, low=0, high=9)
    suits: tuple[str, ...] = ("H", "S")


def test_a_mapping_makes_the_same_rules_again():
    rules = ToyRules(draw="yes", chances=9)
    assert rules.draw is Draw.YES
    mapping = rules.to_mapping()
    assert mapping == {"draw": "yes", "chances": 9, "suits": ["H", "S"]}
    assert type(mapping["draw"]) is str
    mapping["suits"] = tuple(mapping["suits"])
    assert ToyRules.from_mapping(mapping) == rules


@pytest.mark.parametrize("value", ["x", "", None, 1, True, ["no"], "NO", "x" * 10**6])
def test_a_value_a_switch_does_not_have_is_refused(value):
    with pytest.raises(ParameterError, match=r"draw is .*give one of 'no', 'yes'"):
        ToyRules(draw=value)


@pytest.mark.parametrize("value", [-1, 10, 1.0, True, "1", None, float("nan")])
def test_bounds_of_whole_numbers_are_kept(value):
    with pytest.raises(ParameterError, match=r"chances is .*from 0 to 9"):
        ToyRules(chances=value)


def test_both_bounds_are_inside():
    assert [ToyRules(chances=n).chances for n in (0, 9)] == [0, 9]


def test_unknown_rules_are_refused_with_the_nearest():
    with pytest.raises(ParameterError, match="unknown rule 'drew'; did you mean"):
        ToyRules.from_mapping({"drew": "yes"})


def test_rules_are_values():
    assert hash(ToyRules(draw="yes")) == hash(ToyRules(draw=Draw.YES))
    with pytest.raises(AttributeError):
        ToyRules().draw = Draw.YES


def test_errors_of_a_game_are_caught_by_its_base():
    with pytest.raises(GameError):
        ToyRules(draw="x")

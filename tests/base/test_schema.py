"""Schemas that come from the classes which read the values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import pytest

from gamebase.errors import ParameterError
from gamebase.params import ParameterSet, quantity, toggle
from gamebase.schema import (
    PLAYER,
    configuration,
    dealt,
    meanings,
    parameters,
    switches,
)
from gamebase.switches import RuleSet, whole
from tests.base.toy import ToyConfig

jsonschema = pytest.importorskip("jsonschema")


def accepts(schema: object, value: object) -> bool:
    return bool(jsonschema.Draft202012Validator(schema).is_valid(value))


@dataclass(frozen=True, slots=True, kw_only=True)
class Card(ParameterSet):
    """A card of paper.

    Parameters
    ----------
    edge : float
        Its side, where ``x`` is none.
    """

    name: str = "card"
    edge: float = quantity(0.04, "m", "a ruler", "identified", open_low=True)
    angle: float = quantity(0.0, "rad", "ours", low=-1.0, high=1.0)
    layers: int = quantity(2, "-", "ours", low=1)
    glossy: bool = toggle(True, "looks better")


class Draw(StrEnum):
    NO = "no"
    YES = "yes"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules(RuleSet):
    """How it is played.

    Parameters
    ----------
    draw : Draw
        Whether one draws.
    hand, most : int
        Cards.
    """

    draw: Draw = Draw.NO
    hand: int = whole(7, low=1, high=20)
    most: int = whole(9, low=1, high=20)
    faces: tuple[str, ...] = ("a", "b")


def test_parameters_say_unit_source_default_and_bounds() -> None:
    schema = parameters(Card)
    assert schema["description"] == "A card of paper."
    assert schema["additionalProperties"] is False
    assert schema["properties"]["edge"] == {
        "description": "Its side, where x is none. In m. A ruler (identified).",
        "default": 0.04,
        "x-unit": "m",
        "x-grade": "identified",
        "type": "number",
        "exclusiveMinimum": 0.0,
        "maximum": 1e9,
    }
    assert list(schema["properties"]) == ["edge", "angle", "layers", "glossy"]


@pytest.mark.parametrize("name", ["edge", "angle", "layers", "glossy", "color"])
@pytest.mark.parametrize(
    "value",
    [0, 1, -1, 1.5, -1.0001, 999_999_999.5, 2e9, 1e-9, True, False, "a", [1], 10**400],
)
def test_a_schema_of_parameters_accepts_what_the_class_does(
    name: str, value: object
) -> None:
    try:
        Card.from_mapping({name: value})
    except ParameterError:
        fits = False
    else:
        fits = True
    assert accepts(parameters(Card), {name: value}) is fits


@pytest.mark.parametrize(
    "value",
    [
        *({}, {"draw": "yes"}, {"draw": "y"}, {"draw": True}, {"draw": ["yes"]}),
        *({"hand": 20}, {"hand": 21}, {"hand": "7"}, {"hand": True}, {"most": 0}),
        {"more": 1},
    ],
)
def test_a_schema_of_rules_accepts_what_the_class_does(value: dict) -> None:
    schema = switches(Rules, {"faces": {"type": "array"}})
    try:
        Rules.from_mapping(value)
    except ParameterError:
        assert not accepts(schema, value)
    else:
        assert accepts(schema, value)


def test_a_schema_of_rules_says_meanings_and_defaults() -> None:
    fields = switches(Rules, {"faces": {"type": "array"}})["properties"]
    assert fields["draw"] == {
        "description": "Whether one draws.",
        "enum": ["no", "yes"],
        "default": "no",
    }
    assert fields["most"]["description"] == "Cards."
    assert fields["faces"]["default"] == ["a", "b"]


def test_a_field_that_does_not_say_all_needs_a_schema() -> None:
    with pytest.raises(TypeError, match="'faces' needs a schema"):
        switches(Rules)


def test_a_configuration_has_its_limits_and_the_meanings_of_its_base() -> None:
    fields = configuration(ToyConfig, {"policy": dealt(["least"], 6, PLAYER)})
    assert fields["rounds"]["maximum"] == 9
    assert fields["seed"]["maximum"] == 2**63 - 1
    assert fields["games"]["default"] == 20
    assert "default" not in fields["workers"]  # it is another on every machine
    assert "policy" not in configuration(ToyConfig, {"policy": {}})
    assert fields["policy"]["default"] == ["least"]


def test_names_are_a_text_or_a_list() -> None:
    schema = dealt(["least", "most"], 3, PLAYER)
    for fits in ("least", "least, most", ["most"], "my.own:Player", " least ,most"):
        assert accepts(schema, fits), fits
    for wrong in ("lest", "", "least,", [], ["lest"], 3, ["least"] * 4, "my.own:"):
        assert not accepts(schema, wrong), wrong
    assert not accepts(schema, "least,least,least,least")
    assert not accepts(dealt(["a"], 3), "my.own:Player")


def test_meanings_of_several_names_and_no_docstring() -> None:
    assert meanings(Draw) == {}
    assert meanings(Rules)["hand"] == meanings(Rules)["most"] == "Cards."

"""The rules object, and the page that explains it."""

import re
from dataclasses import fields
from enum import StrEnum

import pytest

from stacko import NoMatch, ParameterError, Reach, Rules, rule_page

ENUMS = {
    each.name: type(each.default)
    for each in fields(Rules)
    if isinstance(each.default, StrEnum)
}


def test_defaults_are_those_of_the_rulings():
    assert Rules().to_mapping() == {
        "reach": "below_complete",
        "two_player_reverse": "pass",
        "after_action": "color",
        "no_match": "any",
        "topple": "any_block",
        "retry_limit": 3,
        "starter": "builder",
        "edition": "blocks",
        "cube_faces": ["R1", "Y2", "G3", "B4", "reverse", "draw_two"],
    }


def test_switches_take_texts_and_members_alike():
    assert Rules(no_match="pass") == Rules(no_match=NoMatch.PASS)
    assert Rules(reach="below_top_three").reach is Reach.BELOW_TOP_THREE
    assert hash(Rules(cube_faces=["R1"])) == hash(Rules(cube_faces=("R1",)))


@pytest.mark.parametrize("name", ENUMS)
@pytest.mark.parametrize("value", ["x", "", None, 1, True, ["any"], "ANY", "x" * 10**6])
def test_unknown_values_name_those_allowed(name, value):
    with pytest.raises(ParameterError) as error:
        Rules(**{name: value})
    message = str(error.value)
    assert message.startswith(f"{name} is ")
    assert all(repr(each.value) in message for each in ENUMS[name])
    assert len(message) < 300


def test_a_near_miss_is_suggested():
    with pytest.raises(ParameterError, match="did you mean 'below_top_three'"):
        Rules(reach="below_top_tree")


@pytest.mark.parametrize(
    "limit",
    [
        0,
        -1,
        3.0,
        True,
        "3",
        None,
        float("nan"),
        float("inf"),
        1001,
        pytest.param(10**5000, id="huge"),
    ],
)
def test_retry_limit_is_a_whole_number_from_one(limit):
    with pytest.raises(ParameterError, match=r"retry_limit is .*from 1 to 1000"):
        Rules(retry_limit=limit)


def test_unknown_keys_are_refused_by_name_with_a_near_match():
    with pytest.raises(
        ParameterError, match="unknown rule 'retrylimit'; did you mean 'retry_limit'"
    ):
        Rules.from_mapping({"retrylimit": 3})
    with pytest.raises(ParameterError, match=r"unknown rule 7; the rules are reach, "):
        Rules.from_mapping({7: 3})


@pytest.mark.parametrize("mapping", [None, "reach", 3, [("reach", "x")]])
def test_rules_are_read_from_mappings_only(mapping):
    with pytest.raises(ParameterError, match="give a table"):
        Rules.from_mapping(mapping)


def test_rules_are_frozen_and_by_keyword():
    with pytest.raises(AttributeError):
        Rules().reach = Reach.BELOW_TOP_THREE
    with pytest.raises(TypeError):
        Rules("below_complete")


def test_rule_page_has_every_ruling_once_as_a_heading():
    found = re.findall(r"^\*\*(S\d+),", rule_page(), flags=re.MULTILINE)
    assert sorted(found, key=lambda each: int(each[1:])) == [
        f"S{number}" for number in range(1, 15)
    ]


def test_rule_page_names_every_switch_with_its_default_and_values():
    page = rule_page()
    for each in fields(Rules):
        assert f"**switch** `{each.name}`" in page
    for name, kind in ENUMS.items():
        part = page.split(f"**switch** `{name}`")[1].split("**switch**")[0]
        default = getattr(Rules(), name).value
        assert f"`{default}` (default)" in part
        assert all(f"`{member.value}`" in part for member in kind)

"""The rules object of STACCS, and the page that explains it."""

import re
from dataclasses import fields
from enum import StrEnum

import pytest

from staccs.errors import ParameterError
from staccs.rules import DrawAnyway, Edge, Rules, rule_page

ENUMS = {
    each.name: type(each.default)
    for each in fields(Rules)
    if isinstance(each.default, StrEnum)
}


def test_defaults_are_those_of_the_rulings():
    assert Rules().to_mapping() == {
        "partial_overlap": "allow",
        "wild_rotation": "60",
        "draw_anyway": "no",
        "second_chances_limit": 0,
        "solo_discard": "unfit",
        "edge": "balance",
    }


def test_switches_take_texts_and_members_alike():
    assert Rules(draw_anyway="yes") == Rules(draw_anyway=DrawAnyway.YES)
    assert Rules(edge="inside").edge is Edge.INSIDE
    assert Rules.from_mapping(Rules(edge="inside").to_mapping()).edge is Edge.INSIDE


@pytest.mark.parametrize("name", ENUMS)
@pytest.mark.parametrize("value", ["x", "", None, 1, True, ["no"], "NO", "x" * 10**6])
def test_unknown_values_name_those_allowed(name, value):
    with pytest.raises(ParameterError) as error:
        Rules(**{name: value})
    message = str(error.value)
    assert message.startswith(f"{name} is ")
    assert all(repr(each.value) in message for each in ENUMS[name])
    assert len(message) < 300


@pytest.mark.parametrize("limit", [-1, 1.0, True, "1", None, 1001, 10**4000])
def test_second_chances_limit_is_a_whole_number(limit):
    with pytest.raises(ParameterError, match=r"second_chances_limit is .*from 0 to"):
        Rules(second_chances_limit=limit)


def test_an_unknown_switch_is_refused_with_a_near_match():
    with pytest.raises(
        ParameterError,
        match="unknown rule 'partial_overlaps'; did you mean 'partial_overlap'",
    ):
        Rules.from_mapping({"partial_overlaps": "allow"})


def test_rule_page_has_every_ruling_once_as_a_heading():
    found = re.findall(r"^\*\*(T\d+),", rule_page(), flags=re.MULTILINE)
    assert sorted(found, key=lambda each: int(each[1:])) == [
        f"T{number}" for number in range(1, 22)
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


def test_rule_page_names_starts_and_variations():
    from staccs.modes import STARTS, Variation

    page = rule_page()
    assert all(f"`{name}`" in page for name in [*STARTS, *Variation])

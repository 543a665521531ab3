"""JSON from outside: what Python's own reader would let pass is refused."""

from __future__ import annotations

import pytest

from gamebase.errors import ParameterError
from gamebase.json_reading import read_json, read_saved


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"a": 1, "a": 1}', "the key 'a' is there twice"),
        ('{"a": [{"b": 1, "c": 2, "b": 3}]}', "the key 'b' is there twice"),
        ('{"a": NaN}', "NaN is no number of JSON"),
        ("[-Infinity]", "-Infinity is no number of JSON"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a": 1', "Expecting ',' delimiter"),
    ],
)
def test_what_is_not_strictly_json_is_refused(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        read_json(text)


def test_equal_keys_of_different_objects_are_no_harm() -> None:
    assert read_json('[{"a": 1}, {"a": {"a": 2}}]') == [{"a": 1}, {"a": {"a": 2}}]


def test_a_hostile_key_makes_one_short_line() -> None:
    key = "\\n" + "x" * 5000
    with pytest.raises(ValueError, match="twice") as caught:
        read_json(f'{{"{key}": 1, "{key}": 2}}')
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 150


def test_a_saved_game_is_known_by_its_header() -> None:
    keys = ("format", "version", "moves")
    text = '{"format": "toy", "version": 1, "moves": []}'
    assert read_saved(text, "toy", 1, keys)["moves"] == []
    for other, why in (
        (text.replace("toy", "joy"), "a game in JSON has 'toy'"),
        (text.replace("1", "true"), "version is True"),
        (text.replace("1", "2"), "a later release"),
        (text.replace("moves", "move"), "it has the keys format, version, moves"),
        (text.replace("[]", '[], "version": 1'), "'version' is there twice"),
    ):
        with pytest.raises(ParameterError, match=why):
            read_saved(other, "toy", 1, keys)

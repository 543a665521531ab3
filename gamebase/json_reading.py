"""JSON that comes from outside: read strictly, and known by its header."""

from __future__ import annotations

import json
from typing import Any

from gamebase.errors import ParameterError, shown

__all__ = ["check_keys", "read_json", "read_saved"]


def read_json(text: str) -> Any:
    """Return what a text in JSON holds.

    Python's own reader takes the last of several values of a key, and numbers such as
    NaN, which no JSON has: a document that was edited would be read as half of what it
    says.

    Raises
    ------
    ValueError
        If it is no JSON, or nested too deeply, or a key of an object is there twice.

    Examples
    --------
    >>> read_json('{"games": 1, "games": 2}')
    Traceback (most recent call last):
    ValueError: the key 'games' is there twice
    """
    try:
        return json.loads(text, parse_constant=_no_constant, object_pairs_hook=_once)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no number of JSON")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"the key {shown(key)} is there twice")
        found[key] = value
    return found


def read_saved(
    text: object, name: str, version: int, keys: tuple[str, ...]
) -> dict[str, Any]:
    """Return the object that a saved game is, its header and keys checked.

    Parameters
    ----------
    text : str
        The game in JSON.
    name : str
        What the key ``format`` holds.
    version : int
        The version written, and the last one read.
    keys : tuple of str
        All keys, ``format`` and ``version`` among them.

    Raises
    ------
    ParameterError
        If the text is no such object.
    """
    data = _parsed(text)
    if data.get("format") != name:
        raise ParameterError(
            f"format is {shown(data.get('format'))}: a game in JSON has {name!r}"
        )
    found = data.get("version")
    if type(found) is not int or found < 1:
        raise ParameterError(
            f"version is {shown(found)}: give a whole number from 1 to {version}"
        )
    if found > version:
        raise ParameterError(
            f"version is {shown(found)}, and this program reads up to {version}: "
            "it was written by a later release, install that"
        )
    check_keys(data, keys, "the game")
    return data


def check_keys(data: object, keys: tuple[str, ...], what: str) -> None:
    """Refuse what is no object with just these keys; raises `ParameterError`."""
    if not isinstance(data, dict) or set(data) != set(keys):
        raise ParameterError(
            f"{what} in JSON is {shown(data)}: it has the keys {', '.join(keys)}"
        )


def _parsed(text: object) -> dict[str, Any]:
    if not isinstance(text, str):
        raise ParameterError(f"a game in JSON is a text, not {shown(text)}")
    try:
        data = read_json(text)
    except ValueError as error:
        raise ParameterError(
            f"{shown(text)} is not JSON ({error}): give what to_json returned, uncut"
        ) from error
    if not isinstance(data, dict):
        raise ParameterError(
            f"{shown(text)} is JSON but no game: give what to_json returned"
        )
    return data

"""Pieces of a configuration, read from plain values; each refuses what is wrong."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from gamebase.files import read_regular
from stacko.blocks import BlockSet
from stacko.errors import ParameterError, StackoError, close_match, shown
from stacko.hand.skill import HandParams, hand_names, named_hand
from stacko.params import (
    BlockParams,
    ContactParams,
    SettleParams,
    SolverParams,
    ToppleParams,
)
from stacko.rules import Rules

__all__ = [
    "SECTIONS",
    "block_set",
    "check_count",
    "names_of",
    "numbers_as_floats",
    "one_of",
    "own_hands",
    "read_toml",
    "refuse_unknown",
    "section",
]

SECTIONS: dict[str, Callable[[Mapping[str, Any]], Any]] = {
    "rules": Rules.from_mapping,
    "blocks": BlockParams.from_mapping,
    "contact": ContactParams.from_mapping,
    "solver": SolverParams.from_mapping,
    "settle": SettleParams.from_mapping,
    "topple": ToppleParams.from_mapping,
}
"""Section of the file -> what reads it."""


def check_count(name: str, value: object, low: int, high: int) -> None:
    """Refuse anything but a whole number within the bounds."""
    if type(value) is not int or not low <= value <= high:
        raise ParameterError(
            f"{name} is {shown(value)}: give a whole number from {low} to {high}"
        )


def names_of(name: str, value: object, example: str) -> tuple[str, ...]:
    """Return names given as ``"a,b"`` or as a list."""
    given = value.split(",") if isinstance(value, str) else value
    if not isinstance(given, list | tuple) or not given:
        raise ParameterError(
            f"{name} is {shown(value)}: give names like {example!r}, one or more"
        )
    for each in given:
        if not isinstance(each, str) or not each.strip():
            raise ParameterError(
                f"{name} has {shown(each)}: give names like {example!r}"
            )
    return tuple(each.strip() for each in given)


def one_of(name: str, value: object, known: Iterable[str]) -> str:
    """Return a known name; refuse any other with the nearest one."""
    if isinstance(value, str) and value in known:
        return value
    raise ParameterError(
        f"{name} {shown(value)} is unknown: give one of {', '.join(known)}"
        f"{close_match(value, known)}"
    )


def refuse_unknown(values: Mapping[str, Any], known: list[str], prefix: str) -> None:
    """Refuse keys that are not known, by their dotted name."""
    for key in values:
        if key not in known:
            raise ParameterError(
                f"unknown key {shown(prefix + key)}{close_match(key, known)}; "
                f"known: {', '.join(prefix + each for each in known)}"
            )


def _table(name: str, value: object) -> Mapping[str, Any]:
    if isinstance(value, Mapping):
        return value
    raise ParameterError(f"{name} is {shown(value)}: write a section [{name}]")


def section(name: str, value: object) -> Any:
    """Read one of the parameter sections."""
    table = _table(name, value)
    make = SECTIONS[name]
    known = list(make({}).to_mapping())
    refuse_unknown(table, known, f"{name}.")
    try:
        return make(table)
    except StackoError as error:
        raise ParameterError(f"[{name}] {error}") from error


def own_hands(value: object) -> tuple[HandParams, ...]:
    """Read ``[hands.NAME]`` sections; ``base`` names the skill they start from."""
    return tuple(_own_hand(*item) for item in _table("hands", value).items())


def _own_hand(name: str, value: object) -> HandParams:
    if "," in name or not name.strip() or not name.isprintable():
        raise ParameterError(
            f"hand name {shown(name)}: give letters and digits, without commas"
        )
    changes = dict(_table(f"hands.{name}", value))
    base = changes.pop("base", name if name in hand_names() else "average")
    start = named_hand(one_of(f"hands.{name}.base", base, hand_names()))
    known = [key for key in start.to_mapping() if key != "name"]
    refuse_unknown(changes, [*known, "base"], f"hands.{name}.")
    try:
        return start.replace(name=name, **changes)
    except StackoError as error:
        raise ParameterError(f"[hands.{name}] {error}") from error


def block_set(value: object, folder: Path) -> BlockSet:
    """Read ``[set]``: a file, or the names of the blocks."""
    table = _table("set", value)
    refuse_unknown(table, ["file", "blocks", "name"], "set.")
    if ("file" in table) == ("blocks" in table):
        raise ParameterError('[set] needs either file = "PATH" or blocks = [NAMES]')
    if "blocks" in table:
        names = table["blocks"]
        if not isinstance(names, list | tuple):
            raise ParameterError(f"set.blocks is {shown(names)}: give a list of names")
        return BlockSet.from_names(names, str(table.get("name", "blocks")))
    if not isinstance(table["file"], str):
        raise ParameterError(f"set.file is {shown(table['file'])}: give a path as text")
    try:
        return BlockSet.from_toml(folder / table["file"])
    except StackoError as error:
        raise ParameterError(f"set.file {shown(table['file'])}: {error}") from error


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file; whatever hinders it is a `ParameterError`."""
    try:
        return tomllib.loads(read_regular(path))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ParameterError(
            f"{shown(str(path), 200)} is not TOML ({error}): write lines like "
            "games = 20 and sections like [rules]"
        ) from error
    except (OSError, ValueError) as error:
        raise ParameterError(
            f"configuration {shown(str(path), 200)} cannot be read "
            f"({getattr(error, 'strerror', None) or error}): "
            "give the path of a TOML file"
        ) from error


def numbers_as_floats(value: Any) -> Any:
    """Make 1 and 1.0 the same, however a file writes them."""
    if isinstance(value, Mapping):
        return {key: numbers_as_floats(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [numbers_as_floats(each) for each in value]
    return float(value) if type(value) is int else value

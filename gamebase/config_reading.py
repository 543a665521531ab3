"""Pieces of a configuration, read from plain values; each refuses what is wrong."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any, Protocol, TypeVar

from gamebase.errors import GameError, ParameterError, close_match, shown
from gamebase.files import read_regular

__all__ = [
    "check_count",
    "mapping_of",
    "names_of",
    "numbers_as_floats",
    "one_of",
    "read_toml",
    "refuse_unknown",
    "section",
]


class Mapped(Protocol):
    """A value that can be told as a mapping."""

    def to_mapping(self) -> dict[str, Any]:
        """Return plain values by name."""


Read = TypeVar("Read", bound=Mapped)


def check_count(name: str, value: object, low: int, high: int) -> None:
    """Refuse anything but a whole number within the bounds.

    Parameters
    ----------
    name : str
        What the value is called in the message.
    value : object
        What was given.
    low, high : int
        Inclusive bounds.

    Raises
    ------
    ParameterError
    """
    if type(value) is not int or not low <= value <= high:
        raise ParameterError(
            f"{name} is {shown(value)}: give a whole number from {low} to {high}"
        )


def names_of(name: str, value: object, example: str) -> tuple[str, ...]:
    """Return names given as ``"a,b"`` or as a list.

    Parameters
    ----------
    name : str
        What the value is called in the message.
    value : object
        What was given.
    example : str
        A name that would do, for the message.

    Raises
    ------
    ParameterError
        If it is neither, or holds what is no name.
    """
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


def one_of(name: str, value: object, known: Collection[str]) -> str:
    """Return a known name; refuse any other with the nearest one.

    Parameters
    ----------
    name : str
        What the value is called in the message.
    value : object
        What was given.
    known : collection of str
        What is accepted.

    Raises
    ------
    ParameterError
    """
    if isinstance(value, str) and value in known:
        return value
    raise ParameterError(
        f"{name} {shown(value)} is unknown: give one of {', '.join(known)}"
        f"{close_match(value, known)}"
    )


def refuse_unknown(
    values: Mapping[str, Any], known: Collection[str], prefix: str = ""
) -> None:
    """Refuse keys that are not known, by their dotted name.

    Parameters
    ----------
    values : mapping
        What was given.
    known : collection of str
        The keys accepted.
    prefix : str
        What stands before a key in the message, such as ``"rules."``.

    Raises
    ------
    ParameterError
    """
    for key in values:
        if key not in known:
            raise ParameterError(
                f"unknown key {shown(prefix + key)}{close_match(key, known)}; "
                f"known: {', '.join(prefix + each for each in known)}"
            )


def mapping_of(name: str, value: object) -> Mapping[str, Any]:
    """Return a section of a file; refuse what is no mapping.

    Raises
    ------
    ParameterError
    """
    if isinstance(value, Mapping):
        return value
    raise ParameterError(f"{name} is {shown(value)}: write a section [{name}]")


def section(
    name: str, value: object, make: Callable[[Mapping[str, Any]], Read]
) -> Read:
    """Read a section whose keys are the fields of one value, each with a default.

    Parameters
    ----------
    name : str
        Name of the section.
    value : object
        What was given.
    make : callable
        The ``from_mapping`` of a `gamebase.params.ParameterSet` or a
        `gamebase.switches.RuleSet`.

    Raises
    ------
    ParameterError
        If a key is unknown, by its dotted name, or a value is not accepted, after the
        section's name.
    """
    given = mapping_of(name, value)
    refuse_unknown(given, list(make({}).to_mapping()), f"{name}.")
    try:
        return make(given)
    except GameError as error:
        raise ParameterError(f"[{name}] {error}") from error


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file; whatever hinders it is a `ParameterError`.

    Raises
    ------
    ParameterError
        If the file cannot be read, or is no TOML.
    """
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
    """Make 1 and 1.0 the same, however a file writes them.

    Examples
    --------
    >>> numbers_as_floats({"a": [1, True, "x"]})
    {'a': [1.0, True, 'x']}
    """
    if isinstance(value, Mapping):
        return {key: numbers_as_floats(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [numbers_as_floats(each) for each in value]
    return float(value) if type(value) is int else value

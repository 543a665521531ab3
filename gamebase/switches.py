"""Rules as a value: switches that are checked when made, and come from mappings."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any, Self

from gamebase.errors import ParameterError, close_match, shown

__all__ = ["RuleSet", "whole"]


def whole(default: int, *, low: int, high: int) -> Any:
    """Declare a checked whole-numbered field of a `RuleSet`.

    Parameters
    ----------
    default : int
        Value if none is given.
    low, high : int
        Inclusive bounds.
    """
    return field(default=default, metadata={"low": low, "high": high})


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """Base of the rules of a game: frozen, and checked when made.

    A field whose default is a member of a `StrEnum` is a switch: it takes the members
    of that enumeration and their texts, and holds a member. A field declared with
    `whole` holds a whole number. A class with fields of other kinds checks them in
    its own ``__post_init__``, after this one's.

    Raises
    ------
    ParameterError
        If a switch has no such value (the message names those it has), or a number
        lies outside its bounds.

    Examples
    --------
    >>> class Draw(StrEnum):
    ...     NO = "no"
    ...     YES = "yes"
    >>> @dataclass(frozen=True, slots=True, kw_only=True)
    ... class Rules(RuleSet):
    ...     draw: Draw = Draw.NO
    ...     hand: int = whole(7, low=1, high=20)
    >>> Rules(draw="yes").to_mapping()
    {'draw': 'yes', 'hand': 7}
    >>> Rules(hand=0)
    Traceback (most recent call last):
    gamebase.errors.ParameterError: hand is 0: give a whole number from 1 to 20
    """

    def __post_init__(self) -> None:
        for each in fields(self):
            value = getattr(self, each.name)
            if isinstance(each.default, StrEnum):
                member = _switch(each.name, type(each.default), value)
                object.__setattr__(self, each.name, member)
            elif "low" in each.metadata:
                _check_whole(each, value)

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, object]) -> Self:
        """Make rules from names and values, such as a table of a TOML file.

        Parameters
        ----------
        mapping : mapping
            Some or all of the fields; those left out keep their defaults.

        Returns
        -------
        RuleSet
            Of the class this is called on.

        Raises
        ------
        ParameterError
            If a key is unknown (the nearest known one is named) or a value is.
        """
        if not isinstance(mapping, Mapping):
            raise ParameterError(
                f"rules are {shown(mapping)}: give a table of switches and values"
            )
        known = [each.name for each in fields(cls)]
        for key in mapping:
            if key not in known:
                raise ParameterError(
                    f"unknown rule {shown(key)}{close_match(key, known)}; the rules "
                    f"are {', '.join(known)}"
                )
        return cls(**dict(mapping))

    def to_mapping(self) -> dict[str, object]:
        """Return all fields as plain values that JSON and TOML can hold."""
        return {each.name: _plain(getattr(self, each.name)) for each in fields(self)}


def _switch(name: str, kind: type[StrEnum], value: object) -> StrEnum:
    allowed = [each.value for each in kind]
    if isinstance(value, str) and value in allowed:
        return kind(value)
    raise ParameterError(
        f"{name} is {shown(value)}: give one of {', '.join(map(repr, allowed))}"
        f"{close_match(value, allowed)}"
    )


def _check_whole(declared: dataclasses.Field[Any], value: object) -> None:
    low, high = declared.metadata["low"], declared.metadata["high"]
    if type(value) is not int or not low <= value <= high:
        raise ParameterError(
            f"{declared.name} is {shown(value)}: give a whole number from {low} to "
            f"{high}"
        )


def _plain(value: object) -> object:
    if isinstance(value, StrEnum):
        return str(value)
    return list(value) if isinstance(value, tuple) else value

"""What a study varies: its grid and its list of variations, as they were written."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from gamebase.config_reading import mapping_of
from gamebase.errors import ParameterError, shown
from gamebase.printable import printable
from sims.design.merging import DEEPEST, Key, dotted, flat, merged, nested

__all__ = [
    "FIXED",
    "Axis",
    "Change",
    "changed",
    "grid_axes",
    "refuse_clashes",
    "variation_axis",
]

FIXED = {
    "games": "every cell plays as many; write it at the top, or let [stop] end cells",
    "workers": "it decides no result; write it at the top",
    "seed": "the games of a cell differ by their index; ask for more games instead",
}
"""Keys that no study may vary, and why."""

LONGEST_NAME = 60
"""Longest name of a variation, and of a value; they fill lines of reports."""


@dataclass(frozen=True, slots=True)
class Change:
    """One value of an axis: what a cell has that the base has not.

    Parameters
    ----------
    where : str
        Where it is written, such as ``grid.contact.mu_block[2]``, for messages.
    values : tuple of (key, value)
        What it sets, each key as its parts.
    label : str
        What people call it.
    """

    where: str
    values: tuple[tuple[Key, Any], ...]
    label: str


Axis = Sequence[Change]
"""Changes of which every cell has one."""


def changed(
    base: Mapping[str, Any], changes: Sequence[Change], whole: Collection[str]
) -> dict[str, Any]:
    """Return the base with changes made to it."""
    made = dict(base)
    for change in changes:
        # Put together first, so that tables replaced as one are those of the change.
        over: dict[str, Any] = {}
        for key, value in change.values:
            over = merged(over, nested(key, value))
        made = merged(made, over, whole)
    return made


def grid_axes(value: object, whole: Collection[str] = ()) -> list[Axis]:
    """Read the section ``[grid]``: an axis for every list in it.

    Parameters
    ----------
    value : mapping
        The section.
    whole : collection of str
        Top-level keys that may be tables as one value.

    Raises
    ------
    gamebase.errors.ParameterError
        If a value is no list, or an empty one, or may not vary.
    """
    return [_axis(key, each, whole) for key, each in flat(mapping_of("grid", value))]


def _axis(key: Key, values: object, whole: Collection[str]) -> Axis:
    name = printable(dotted(key))
    _refuse_fixed("grid", key)
    if not isinstance(values, list | tuple) or not values:
        raise ParameterError(
            f"grid.{name} is {shown(values)}: give a list of one or more values, such "
            f"as {name} = [...]"
        )
    for at, each in enumerate(values):
        if isinstance(each, Mapping) and key[0] not in whole:
            raise ParameterError(
                f"grid.{name}[{at}] is {shown(each)}: vary single values, as in "
                f"{name}.KEY = [...], or write [[variations]]"
            )
    return [
        Change(f"grid.{name}[{at}]", ((key, each),), f"{name}={_text(each)}")
        for at, each in enumerate(values)
    ]


def variation_axis(value: object) -> Axis:
    """Read the tables ``[[variations]]``: one axis.

    Raises
    ------
    gamebase.errors.ParameterError
        If they are no tables, or one has no name or a key that may not vary.
    """
    if not isinstance(value, list | tuple) or not value:
        raise ParameterError(
            f"variations is {shown(value)}: write tables [[variations]], each with a "
            "name"
        )
    made = [_variation(f"variations[{at}]", each) for at, each in enumerate(value)]
    first: dict[str, str] = {}
    for change in made:
        if change.label in first:
            raise ParameterError(
                f"{first[change.label]}.name and {change.where}.name are both "
                f"{shown(change.label)}: give each variation its own name"
            )
        first[change.label] = change.where
    return made


def _variation(where: str, value: object) -> Change:
    if not isinstance(value, Mapping):
        raise ParameterError(
            f"{where} is {shown(value)}: write a table [[variations]] with a name"
        )
    values = {key: each for key, each in value.items() if key != "name"}
    name = value.get("name")
    short = isinstance(name, str) and 0 < len(name.strip()) <= len(name) <= LONGEST_NAME
    if not isinstance(name, str) or not short or not name.isprintable():
        raise ParameterError(
            f"{where}.name is {shown(name)}: give each variation a name of 1 to "
            f"{LONGEST_NAME} printable characters"
        )
    given = tuple(flat(values))
    for key, _ in given:
        _refuse_fixed(where, key)
    return Change(where, given, name.strip())


def _refuse_fixed(where: str, key: Key) -> None:
    if key[0] in FIXED:
        raise ParameterError(
            f"{where}.{printable(dotted(key))}: {key[0]} cannot vary: {FIXED[key[0]]}"
        )


def _text(value: object, depth: int = 0) -> str:
    """Return a value as a label shows it."""
    if depth > DEEPEST:
        return "..."  # the configuration refuses it
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return ",".join(_text(each, depth + 1) for each in value)
    if isinstance(value, Mapping):
        inside = [f"{dotted(k)}={_text(each, depth + 1)}" for k, each in flat(value)]
        return f"{{{', '.join(inside)}}}"
    text = value if isinstance(value, str) else shown(value)
    return text if len(text) <= LONGEST_NAME else f"{text[: LONGEST_NAME - 3]}..."


def refuse_clashes(axes: Sequence[Axis], whole: Collection[str]) -> None:
    """Refuse axes of which one would undo what another sets.

    Raises
    ------
    gamebase.errors.ParameterError
    """
    sets = [
        {key: change.where for change in reversed(axis) for key, _ in change.values}
        for axis in axes
    ]
    for one, other in combinations(sets, 2):
        for key, where in one.items():
            for second, there in other.items():
                if _clash(key, second, whole):
                    raise ParameterError(
                        f"{_place(where, key)} and {_place(there, second)} vary the "
                        f"same value: keep one of them"
                    )


def _place(where: str, key: Key) -> str:
    """Return the place of a key, without the number of a value in a list."""
    if where.startswith("grid."):
        return where.rpartition("[")[0]
    return f"{where}.{printable(dotted(key))}"


def _clash(one: Key, other: Key, whole: Collection[str]) -> bool:
    short = min(len(one), len(other))
    return one[:short] == other[:short] or (one[0] == other[0] and one[0] in whole)

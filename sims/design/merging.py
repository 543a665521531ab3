"""Tables of plain values, as TOML files hold them: long keys, and merging."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from gamebase.errors import ParameterError, shown

__all__ = ["Key", "dotted", "flat", "merged", "nested"]

Key = tuple[str, ...]
"""A key as its parts."""

DEEPEST = 8
"""Most tables in each other."""

LONGEST = 200
"""Longest name of a key, in characters; messages tell keys whole."""


def dotted(key: Key) -> str:
    """Return a key as a file writes it.

    Examples
    --------
    >>> dotted(("contact", "mu_block"))
    'contact.mu_block'
    """
    return ".".join(key)


def flat(values: Mapping[str, Any], above: Key = ()) -> Iterator[tuple[Key, Any]]:
    """Yield the values of nested tables, each with its key.

    Raises
    ------
    gamebase.errors.ParameterError
        If they are nested deeper, or a key is longer, than any of a configuration.

    Examples
    --------
    >>> dict(flat({"a": 1, "b": {"c": 2}}))
    {('a',): 1, ('b', 'c'): 2}
    """
    if len(above) > DEEPEST:
        raise ParameterError(
            f"tables are nested deeper than {DEEPEST}, in {shown(dotted(above))}: no "
            "key has so many parts"
        )
    for name, value in values.items():
        if len(name) > LONGEST:
            raise ParameterError(
                f"the key {shown(name)} is longer than {LONGEST} characters: no "
                "configuration has such a key"
            )
        key = (*above, name)
        if isinstance(value, Mapping) and value:
            yield from flat(value, key)
        else:
            yield key, value


def merged(
    base: Mapping[str, Any], over: Mapping[str, Any], whole: Collection[str] = ()
) -> dict[str, Any]:
    """Return values with others put over them, table by table.

    Parameters
    ----------
    base, over : mapping
        As a TOML file holds them.
    whole : collection of str
        Top-level keys whose tables are replaced as one.

    Examples
    --------
    >>> merged({"a": {"b": 1, "c": 2}}, {"a": {"b": 3}})
    {'a': {'b': 3, 'c': 2}}
    """
    made = dict(base)
    for name, value in over.items():
        there = made.get(name)
        tables = isinstance(there, Mapping) and isinstance(value, Mapping)
        if isinstance(there, Mapping) and tables and name not in whole:
            made[name] = merged(there, value)
        else:
            made[name] = value
    return made


def nested(key: Key, value: Any) -> dict[str, Any]:
    """Return a value in the tables that its key names.

    Examples
    --------
    >>> nested(("a", "b"), 1)
    {'a': {'b': 1}}
    """
    for name in reversed(key):
        value = {name: value}
    return dict(value)

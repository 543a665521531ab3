"""Keys that a study may vary: an unknown one is told with the key that may be meant."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gamebase.batch_config import BatchConfig
from gamebase.errors import GameError, ParameterError, close_match, shown
from gamebase.printable import printable
from sims.design.merging import Key, dotted, flat
from sims.design.varying import FIXED, Axis

__all__ = ["refuse_unknown_keys"]

MOST_NAMED = 3
"""Most keys that are named as what may be meant."""


def refuse_unknown_keys(axes: Sequence[Axis], config: type[BatchConfig]) -> None:
    """Refuse what varies a key that no configuration has.

    Parameters
    ----------
    axes : sequence of Axis
        What varies.
    config : type
        The game's configuration.

    Raises
    ------
    ParameterError
        The message has the dotted key of that name, if there is one.
    """
    known = {*(field.name for field in dataclasses.fields(config)), *config.FLAGS}
    for change in (change for axis in axes for change in axis):
        for key, _ in change.values:
            if key[0] not in known:
                grid = change.where.startswith("grid")
                inside = "" if grid else f".{printable(dotted(key))}"
                raise ParameterError(f"{change.where}{inside}: {_told(key, config)}")


def _told(key: Key, config: type[BatchConfig]) -> str:
    values = {name: each for name, each in _values(config).items() if name not in FIXED}
    names = [dotted(each) for each, _ in flat(values)]
    same = [name for name in names if name.rpartition(".")[2] == key[-1]]
    meant = " or ".join(map(repr, same[:MOST_NAMED]))
    near = f"; did you mean {meant}?" if meant else close_match(dotted(key), names)
    return (
        f"unknown key {shown(key[0])}{near or close_match(key[0], values)}; keys that "
        f"can vary: {', '.join(values)}"
    )


def _values(config: type[BatchConfig]) -> Mapping[str, Any]:
    """Return the keys of a configuration, those of all its sections among them."""
    default = config.from_mapping({})
    return {**default.to_mapping(), **dict(_sections(default))}


def _sections(default: BatchConfig) -> Iterator[tuple[str, Any]]:
    """Yield the sections that a configuration may have, also where it needs none."""
    for field in dataclasses.fields(default):
        value = getattr(default, field.name)
        if hasattr(value, "to_mapping"):
            try:
                type(default).from_mapping({field.name: {}})
            except GameError:
                continue
            yield field.name, value.to_mapping()

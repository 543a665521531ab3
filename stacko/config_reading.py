"""The sections of a configuration that are of this game; each refuses what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from gamebase.config_reading import mapping_of, one_of, refuse_unknown
from stacko.blocks import BlockSet
from stacko.errors import ParameterError, StackoError, shown
from stacko.hand.skill import HandParams, hand_names, named_hand
from stacko.kits import Kit, read_set
from stacko.params import (
    BlockParams,
    ContactParams,
    MujocoParams,
    SettleParams,
    SolverParams,
    ToppleParams,
)
from stacko.quasistatic.params import QuasistaticParams
from stacko.rules import Rules

__all__ = ["SECTIONS", "block_set", "own_hands", "sections_for"]

SECTIONS: dict[str, Callable[[Mapping[str, Any]], Any]] = {
    "rules": Rules.from_mapping,
    "blocks": BlockParams.from_mapping,
    "contact": ContactParams.from_mapping,
    "solver": SolverParams.from_mapping,
    "mujoco": MujocoParams.from_mapping,
    "quasistatic": QuasistaticParams.from_mapping,
    "settle": SettleParams.from_mapping,
    "topple": ToppleParams.from_mapping,
}
"""Section of the file -> what reads it."""


def sections_for(kit: Kit) -> dict[str, Callable[[Mapping[str, Any]], Any]]:
    """Return what reads each section where these blocks are played with."""
    blocks, contact = type(kit.blocks), type(kit.contact)
    return {
        **SECTIONS,
        "blocks": blocks.from_mapping,
        "contact": contact.from_mapping,
    }


def own_hands(value: object) -> tuple[HandParams, ...]:
    """Read ``[hands.NAME]`` sections; ``base`` names the skill they start from."""
    return tuple(_own_hand(*item) for item in mapping_of("hands", value).items())


def _own_hand(name: str, value: object) -> HandParams:
    if "," in name or not name.strip() or not name.isprintable():
        raise ParameterError(
            f"hand name {shown(name)}: give letters and digits, without commas"
        )
    changes = dict(mapping_of(f"hands.{name}", value))
    base = changes.pop("base", name if name in hand_names() else "average")
    start = named_hand(one_of(f"hands.{name}.base", base, hand_names()))
    known = [key for key in start.to_mapping() if key != "name"]
    refuse_unknown(changes, [*known, "base"], f"hands.{name}.")
    try:
        return start.replace(name=name, **changes)
    except StackoError as error:
        raise ParameterError(f"[hands.{name}] {error}") from error


def block_set(value: object, folder: Path) -> BlockSet:
    """Read ``set = "NAME"``, or ``[set]``: a file, or the names of the blocks."""
    if isinstance(value, str):
        return read_set(value, folder)
    table = mapping_of("set", value)
    refuse_unknown(table, ["file", "blocks", "name"], "set.")
    if ("file" in table) == ("blocks" in table):
        raise ParameterError(
            '[set] needs either file = "PATH" or blocks = [NAMES]; a set that comes '
            'with the package is set = "wood"'
        )
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

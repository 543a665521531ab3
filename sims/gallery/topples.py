"""Where in the tower blocks were taken, and where topples began."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

import pyarrow as pa

from stacko.blocks import BlockSet
from stacko.slots import POSITIONS, Slot
from stacko.tower import Tower

__all__ = ["Places", "places"]

Row = Mapping[str, Any]

_COLUMNS = ["game", "ply", "block", "slot", "target", "verdict", "first_block"]


@dataclass(frozen=True, slots=True)
class Places:
    """Counts by slot over all games of a batch.

    Parameters
    ----------
    taken : Counter of Slot
        Blocks that came out and went on top.
    touched : Counter of Slot
        Blocks that the hand was moving when the tower fell.
    first : Counter of Slot
        Blocks that were the first to leave the tower when it fell; where they lay
        when that move began.
    there : set of Slot
        Slots in which a block ever lay.
    """

    taken: Counter[Slot] = field(default_factory=Counter)
    touched: Counter[Slot] = field(default_factory=Counter)
    first: Counter[Slot] = field(default_factory=Counter)
    there: set[Slot] = field(default_factory=set)

    def map_of(self, counts: Counter[Slot]) -> dict[Slot, float]:
        """Return counts for every slot in which a block ever lay, also those of 0."""
        return {slot: counts[slot] for slot in sorted(self.there)}


def places(games: Iterable[Row], turns: pa.Table, block_set: BlockSet) -> Places:
    """Count over games, moving blocks of towers as the table of turns says.

    Parameters
    ----------
    games : iterable of mapping
        Rows with ``game`` and ``tower``, in the order of their games.
    turns : pyarrow.Table
        Their turns, sorted by game.
    block_set : BlockSet
        The set of blocks.
    """
    found = Places()
    towers = {row["game"]: row["tower"] for row in games}
    rows = turns.select(_COLUMNS).to_pylist()
    for game, own in groupby(rows, key=lambda row: row["game"]):
        if game in towers:
            _count(found, Tower.from_notation(towers[game], block_set), own)
    return found


def _count(found: Places, tower: Tower, turns: Iterator[Row]) -> None:
    found.there.update(
        Slot(number, position)
        for number, layer in enumerate(tower.layers, 1)
        for position, name in zip(POSITIONS, layer, strict=True)
        if name
    )
    for row in turns:
        if row["verdict"] == "clean" and row["block"] and row["target"]:
            target = Slot.from_notation(row["target"])
            found.taken[tower.slot_of(row["block"])] += 1
            tower = tower.take(row["block"])
            fallen = tower.block_at(target)
            if fallen is not None:  # under the rule collapse; tables do not name it
                tower = tower.take(fallen)
            tower = tower.place(row["block"], target)
            found.there.add(target)
        elif row["verdict"] == "toppled":
            if row["block"]:
                found.touched[tower.slot_of(row["block"])] += 1
            if row["first_block"]:
                found.first[tower.slot_of(row["first_block"])] += 1

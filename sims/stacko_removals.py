"""What kind of removal each touch of a block was, from the table of touches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from stacko.slots import POSITIONS, Slot
from stacko.tower import Tower

__all__ = ["KINDS", "Removal", "bares_layer", "removals"]

KINDS = (
    "middle of three",
    "outer of three",
    "outer, middle stays",
    "bares its layer",
)
"""Kinds of removal by what the layer holds before and after; the last one leaves it
empty or on one block at its edge."""

_CLEAN = "clean"
_TOP = 3


@dataclass(frozen=True, slots=True)
class Removal:
    """A touch, by the tower before it.

    Parameters
    ----------
    kind : str
        One of `KINDS`; empty for a pass.
    layer, layers : int
        Layer of the block, from 1, and layers of the tower.
    above : int
        Blocks above that layer.
    firm : int
        Blocks in reach that could leave without baring a layer, whatever the demand.
    """

    kind: str
    layer: int
    layers: int
    above: int
    firm: int


def bares_layer(tower: Tower, block: str) -> bool:
    """Tell whether a layer is left empty, or on a single block at its edge.

    Examples
    --------
    >>> tower = Tower.from_notation("R1 R2 R3 / - B1 B2 / Y1 Y2 Y3 / G1 G2 G3")
    >>> [bares_layer(tower, name) for name in ("R1", "R2", "B1", "B2")]
    [False, False, True, False]
    """
    slot = tower.slot_of(block)
    places = zip(POSITIONS, tower.layers[slot.layer - 1], strict=True)
    row = "".join(place for place, name in places if name is not None)
    return _kind(row, slot.position) == KINDS[3]


def removals(
    games: Iterable[object],
    slots: Sequence[str | None],
    targets: Sequence[str | None],
    verdicts: Sequence[str],
    layers: int,
) -> list[Removal]:
    """Return what each touch was, in the order given.

    Parameters
    ----------
    games : iterable
        Which game a touch is of; those of a game stand together, in their order.
    slots, targets, verdicts : sequence of str or None
        As in the table of touches.
    layers : int
        Layers of the whole tower.

    Examples
    --------
    >>> of = ("1b", "1a", "1c"), ("4a", "4b", "4c"), ("clean", "given_up", "toppled")
    >>> [each.kind for each in removals([0, 0, 0], *of, layers=3)]
    ['middle of three', 'bares its layer', 'bares its layer']
    """
    found: list[Removal] = []
    now: object = None
    tower: list[str] = []
    rows = zip(games, slots, targets, verdicts, strict=True)
    for number, (game, slot, target, verdict) in enumerate(rows):
        if not number or game != now:
            now, tower = game, ["abc"] * layers
        if not slot:
            found.append(Removal("", 0, len(tower), 0, _firm(tower)))
            continue
        taken = Slot.from_notation(slot)
        found.append(_removal(tower, taken))
        if verdict == _CLEAN and target:
            _move(tower, taken, Slot.from_notation(target))
    return found


def _removal(tower: list[str], taken: Slot) -> Removal:
    row = tower[taken.layer - 1]
    above = sum(map(len, tower[taken.layer :]))
    kind = _kind(row, taken.position)
    return Removal(kind, taken.layer, len(tower), above, _firm(tower))


def _kind(row: str, position: str) -> str:
    left = row.replace(position, "")
    if left in ("", "a", "c"):
        return KINDS[3]
    if left == "b":
        return KINDS[2]
    return KINDS[0] if left == "ac" else KINDS[1]


def _firm(tower: list[str]) -> int:
    """Count what may leave the layers under the highest complete one."""
    complete = max(k for k, row in enumerate(tower) if len(row) == _TOP)
    return sum(
        _kind(row, position) != KINDS[3] for row in tower[:complete] for position in row
    )


def _move(tower: list[str], taken: Slot, target: Slot) -> None:
    tower[taken.layer - 1] = tower[taken.layer - 1].replace(taken.position, "")
    if target.layer > len(tower):
        tower.append("")
    row = tower[target.layer - 1] + target.position
    tower[target.layer - 1] = "".join(sorted(row))

"""A player who looks at the tower and avoids what can be seen to be risky."""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from stacko.moves import Move
from stacko.players.base import Table
from stacko.players.registry import register
from stacko.slots import Slot

__all__ = ["CautiousPlayer", "by_risk", "is_safe", "settle_move"]

TILT_STEP = 0.01
"""Tilts that differ by less, in rad, are taken for equal: no eye sees more."""

SAFE_MARGIN = 5e-3
"""Least margin of a removal that counts as safe, in m."""


def is_safe(table: Table, block: str) -> bool:
    """Return whether a removal looks safe.

    It does not if it leaves a layer empty or on a single block at the edge, or a
    margin under 5 mm anywhere.
    """
    if table.margin_after(block) < SAFE_MARGIN:
        return False
    return not _bares_layer(table, block, table.tower.slot_of(block))


def _bares_layer(table: Table, block: str, slot: Slot) -> bool:
    """Whether the layer would be left empty or on a single block at the edge."""
    layer = table.tower.layers[slot.layer - 1]
    left = [i for i, name in enumerate(layer) if name not in (None, block)]
    return left in ([], [0], [2])


def by_risk(table: Table) -> list[str]:
    """Return the blocks that may be taken, the least risky first.

    Compared are, in this order: whether the layer keeps its footing, the tilt that
    the tower without the block still stands, the same for what rests on the block's
    layer, the layer (higher ones carry less), and whether it is in the middle.
    """
    names = [block.name for block in table.legal_moves.blocks]
    if not names:
        return names
    tilts = _tilts(table, np.stack([table.margins_without(name) for name in names]))
    risks = {
        name: _risk(table, name, own)
        for name, own in zip(names, tilts.tolist(), strict=True)
    }
    return sorted(names, key=risks.__getitem__)


def _risk(
    table: Table, block: str, tilts: list[float]
) -> tuple[bool, float, float, int, int]:
    slot = table.tower.slot_of(block)
    return (
        _bares_layer(table, block, slot),
        -min(tilts),
        -tilts[slot.layer] if slot.layer < len(tilts) else 0.0,
        -slot.layer,
        abs(slot.index - 1),
    )


def _tilts(table: Table, margins: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the tilt each interface stands, in steps; one or more towers' margins.

    The same margin is worth less under more layers: what matters is the margin over
    the height of the center of mass above the interface, here half of what lies on
    it.
    """
    above = np.arange(margins.shape[-1], 0, -1) * table.blocks.height / 2
    return np.asarray(np.floor(np.arctan2(margins, above) / TILT_STEP))


def settle_move(table: Table, block: str) -> Move:
    """Return the best legal move of a block: where it goes, and the color called.

    It goes where the tower stands the most tilt, then where the center of mass ends
    nearest to the middle. With a Wild the color is called that leaves the
    next player the fewest safe blocks, then the fewest blocks.
    """
    moves = table.moves_of(block)
    targets = {move.slot: move for move in moves}
    slot = moves[0].slot
    if len(targets) > 1:
        slot = min(targets, key=lambda slot: _sway(table, targets[slot]))
    colored = [move for move in moves if move.slot == slot]
    if len(colored) == 1:
        return colored[0]
    return min(colored, key=lambda move: _offers(table, move))


def _sway(table: Table, move: Move) -> tuple[float, float]:
    """Return how easily a tower sways with a block in its new place."""
    tilts = _tilts(table, table.margins_placed(move))
    return -float(tilts.min()), round(table.offset_placed(move), 6)


def _offers(table: Table, move: Move) -> tuple[int, int]:
    """Return how many safe blocks, and blocks, a move leaves the next player."""
    if move.color is None or table.tower.empties_layer(move.block):
        return (0, 0)
    game = table.game.copy()
    game.push(move)
    names = [each.name for each in game.eligible_blocks()]
    table.expect(names)
    safe = Counter(is_safe(table, name) for name in names if name != move.block)
    return (safe[True], len(names))


@register("cautious")
class CautiousPlayer:
    """Takes the block without which the tower stands the most tilt.

    All by what can be seen: it never touches a block before it chose.
    """

    name = "cautious"

    def choose(self, table: Table) -> Move:
        """Return a legal move; does not use chance."""
        forced = table.only_move()
        return settle_move(table, by_risk(table)[0]) if forced is None else forced

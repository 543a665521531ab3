"""A player who knows the rules and nothing else."""

from __future__ import annotations

from stacko.moves import Move
from stacko.players.base import Table
from stacko.players.registry import register

__all__ = ["RandomPlayer"]


@register("random")
class RandomPlayer:
    """Takes any legal block, all alike, then any slot and color for it."""

    name = "random"

    def choose(self, table: Table) -> Move:
        """Return a legal move; never looks at the tower."""
        forced = table.only_move()
        if forced is not None:
            return forced
        blocks = table.legal_moves.blocks
        block = blocks[int(table.rng.integers(len(blocks)))]
        moves = table.moves_of(block.name)
        return moves[int(table.rng.integers(len(moves)))]

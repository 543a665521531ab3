"""A player of Stacko that builds as high as it can, for studies."""

from __future__ import annotations

from stacko.moves import Move
from stacko.players.base import Table
from stacko.players.cautious import by_risk, is_safe, settle_move
from stacko.players.prober import ProberPlayer

__all__ = ["Climber", "keeps_middle"]


def keeps_middle(table: Table, block: str) -> bool:
    """Return whether a block is an outer one of a layer whose middle block is there.

    A layer that gives those two away stands on its middle block; one that has lost its
    middle block can give no other.
    """
    slot = table.tower.slot_of(block)
    middle = table.tower.layers[slot.layer - 1][1]
    return middle is not None and middle != block


class Climber(ProberPlayer):
    """Takes the two outer blocks of a layer and leaves the middle one.

    It feels for loose blocks as the prober does, but among outer ones first; only where
    none of them is loose, it does what the prober does. To be named by its class,
    ``sims.stacko_climber:Climber``.
    """

    name = "climber"

    def choose(self, table: Table) -> Move:
        """Return a legal move; probes through the table."""
        if table.only_move() is None and table.can_probe:
            self._remember_one_turn(table)
            outer = [name for name in by_risk(table) if keeps_middle(table, name)]
            safe = [name for name in outer if is_safe(table, name)]
            felt = self._feel(table, safe)
            loose = [each for each in felt if self._is_loose(table, each)]
            best = self._loosest(table, loose)
            if best is not None:
                return settle_move(table, best)
        return super().choose(table)

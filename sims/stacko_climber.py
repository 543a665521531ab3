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

    It probes as the prober does, but as long as outer blocks look safe, only those. To
    be named by its class, ``sims.stacko_climber:Climber``.
    """

    name = "climber"

    def choose(self, table: Table) -> Move:
        """Return a legal move; probes through the table."""
        ordered = by_risk(table)
        outer = [name for name in ordered if keeps_middle(table, name)]
        safe = [name for name in outer if is_safe(table, name)]
        if not safe:
            return super().choose(table)
        self._remember_one_turn(table)
        felt = self._feel(table, safe) if table.can_probe and len(safe) > 1 else []
        return settle_move(table, self._loosest(table, felt) or safe[0])

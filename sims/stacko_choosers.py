"""Probers of Stacko that may take only a few blocks each turn, for studies to name.

Whatever the demand, a hand of chance leaves them so many of the blocks they may take,
all alike. Under free choice this says how much the number of choices alone is worth.
A study names a player by its class, made without arguments, so each number is a class
of its own::

    policy = "sims.stacko_choosers:Four"
"""

from __future__ import annotations

from stacko.legal import LegalMoves
from stacko.moves import Move
from stacko.players import ProberPlayer, Table

__all__ = ["Four", "Twelve"]


class _Few(ProberPlayer):
    """Chooses as the prober does, among some of its blocks."""

    choices: int

    def __init__(self) -> None:
        super().__init__()
        self.name = f"prober-of-{self.choices}"

    def choose(self, table: Table) -> Move:
        """Return a legal move of a block that chance has left over."""
        legal = table.legal_moves
        blocks = legal.blocks
        if len(blocks) > self.choices:
            picked = table.rng.permutation(len(blocks))[: self.choices]
            left = tuple(blocks[k] for k in sorted(picked.tolist()))
            table.legal_moves = LegalMoves(table.game.position, left, passes=False)
        return super().choose(table)


class Four(_Few):
    """Has four blocks to choose from."""

    choices = 4


class Twelve(_Few):
    """Has twelve blocks to choose from."""

    choices = 12

"""Probers of Stacko that may take only a few blocks each turn, for studies to name.

Whatever the demand, chance leaves them so many of the blocks they may take, all alike,
and for a whole turn: who gives up on one of them tries another of these, as blocks that
a demand forbids are forbidden at every try. Under free choice this says how much the
number of choices alone is worth.
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
        self._begun: tuple[int, str] | None = None
        self._left: frozenset[str] = frozenset()

    def choose(self, table: Table) -> Move:
        """Return a legal move of a block that chance has left over.

        Chance chooses anew when a turn begins, after each block placed, and where all
        that it left was tried.
        """
        blocks = table.legal_moves.blocks
        begun = (table.game.turn_number, str(table.tower))
        left = [block for block in blocks if block.name in self._left]
        if begun != self._begun or not left:
            picked = table.rng.permutation(len(blocks))[: self.choices]
            left = [blocks[k] for k in sorted(picked.tolist())]
            self._begun, self._left = begun, frozenset(block.name for block in left)
        if len(left) < len(blocks):
            position = table.game.position
            table.legal_moves = LegalMoves(position, tuple(left), passes=False)
        return super().choose(table)


class Four(_Few):
    """Has four blocks to choose from."""

    choices = 4


class Twelve(_Few):
    """Has twelve blocks to choose from."""

    choices = 12

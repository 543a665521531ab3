"""Playing on, card by card, with a pile one has only imagined."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from staccs.board import Board
from staccs.cards import KINDS
from staccs.players.coverage import coverage

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Imagination"]

WILD = KINDS[-1].index

_BURIED = 1.5
"""What each discard costs that is left at the end."""

_STUCK = 3.0
"""What each card costs that can no longer be laid since nothing fits anywhere."""

_DONE = 10.0
"""Worth of a STACC on which everything stands."""

_PLACES = 0.1
"""Worth of the places there are at the end, for each kind."""


@dataclass(frozen=True, slots=True)
class Imagination:
    """How a pile is played on: greedily, for some cards, then judged.

    Parameters
    ----------
    depth : int
        Cards of the pile.
    fan : int
        Places tried for each card.
    wanted : int
        The kinds that are still to be laid, as bits.
    rng : numpy.random.Generator
        Chooses among places that are not tried.
    """

    depth: int
    fan: int
    wanted: int
    rng: np.random.Generator

    def worth(
        self, board: Board, pile: Sequence[int], discards: Sequence[int] | None
    ) -> float:
        """Return what it is worth to play on from a board, which is left as it was.

        Parameters
        ----------
        board : Board
        pile : sequence of int
            Kinds of the cards to come, the next one first.
        discards : sequence of int or None
            The discard pile, its top last; None where every card not laid is held
            and may be laid whenever it fits (WILD OUT).
        """
        before = len(board)
        found = self._played(board, pile, discards)
        while len(board) > before:
            board.undo()
        return found

    def _played(
        self, board: Board, pile: Sequence[int], discards: Sequence[int] | None
    ) -> float:
        kept = list(discards or ())
        before = len(board)
        for seen, kind in enumerate(pile[: self.depth]):
            if not self._lay(board, kind):
                kept.append(kind)
            self._lay_kept(board, kept, any_of_them=discards is None)
            if not any(board.open_cells(stacc) for stacc in board.staccs):
                left = len(pile) - seen - 1
                return len(board) - before - _BURIED * len(kept) - _STUCK * left
        worth = len(board) - before - _BURIED * len(kept)
        if not kept and len(pile) <= self.depth:
            worth += _DONE
        return worth + _PLACES * coverage(board, self.wanted)

    def _lay_kept(self, board: Board, kept: list[int], *, any_of_them: bool) -> None:
        """Lay what was kept: from the top for as long as it fits, or all that fits."""
        if any_of_them:
            kept[:] = [kind for kind in kept if not self._lay(board, kind)]
        else:
            while kept and self._lay(board, kept[-1]):
                kept.pop()

    def _lay(self, board: Board, kind: int) -> bool:
        """Lay a card where it leaves most places; return False if it fits nowhere."""
        places = [
            (cell, stacc)
            for stacc in board.staccs
            for cell, fit in board.open_cells(stacc).items()
            if fit >> kind & 1
        ]
        if not places:
            return False
        if kind == WILD:
            cell, stacc = places[self._any(len(places))]
            ways = board.rotations(stacc)
            board.put(kind, cell, ways[self._any(len(ways))], -1, stacc)
            return True
        if len(places) > self.fan:
            first = self._any(len(places))
            places = (places[first:] + places[:first])[: self.fan]
        cell, stacc = places[0]
        if len(places) > 1:
            cell, stacc = max(places, key=lambda each: self._places(board, kind, each))
        board.put(kind, cell, board.orientation(stacc), -1, stacc)
        return True

    def _places(self, board: Board, kind: int, place: tuple[int, int]) -> float:
        cell, stacc = place
        board.put(kind, cell, board.orientation(stacc), -1, stacc)
        found = coverage(board, self.wanted)
        board.undo()
        return found

    def _any(self, many: int) -> int:
        return int(self.rng.random() * many)

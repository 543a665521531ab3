"""Games that are finished before others of their shard, by cell and index."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterator
from dataclasses import dataclass, replace

from sims.dataset.chunks import Chunk
from sims.dataset.spans import Span

__all__ = ["Held", "Piece"]


@dataclass(frozen=True, slots=True)
class Piece:
    """Some games of a chunk.

    Parameters
    ----------
    span : Span
        Which of its games.
    chunk : Chunk
        The chunk.
    source : int
        Where they are kept until their shard is written.
    """

    span: Span
    chunk: Chunk
    source: int


class Held:
    """Pieces that have no game in common."""

    def __init__(self) -> None:
        self._firsts: dict[int, list[int]] = {}
        self._pieces: dict[tuple[int, int], Piece] = {}

    def add(self, piece: Piece) -> None:
        """Put a piece there."""
        span = piece.span
        insort(self._firsts.setdefault(span.cell, []), span.first)
        self._pieces[span.cell, span.first] = piece

    def at(self, cell: int, game: int) -> Piece | None:
        """Return the piece that has a game, None if there is none."""
        firsts = self._firsts.get(cell, [])
        index = bisect_right(firsts, game) - 1
        if index < 0:
            return None
        piece = self._pieces[cell, firsts[index]]
        return piece if game < piece.span.stop else None

    def remove(self, span: Span) -> None:
        """Take games away, which must all be in one piece."""
        piece = self.at(span.cell, span.first)
        if piece is None or not piece.span.covers(span):
            raise KeyError(f"games {span} are in no one piece")
        whole = piece.span
        firsts = self._firsts[span.cell]
        del firsts[bisect_right(firsts, whole.first) - 1]
        del self._pieces[span.cell, whole.first]
        for first, stop in ((whole.first, span.first), (span.stop, whole.stop)):
            if first < stop:
                self.add(replace(piece, span=Span.between(span.cell, first, stop)))
        if not firsts:
            del self._firsts[span.cell]

    def overlap(self, span: Span) -> int:
        """Return how many games of a span are there."""
        firsts = self._firsts.get(span.cell, [])
        count = 0
        for first in firsts[max(0, bisect_right(firsts, span.first) - 1) :]:
            piece = self._pieces[span.cell, first].span
            if piece.first >= span.stop:
                break
            count += max(0, min(piece.stop, span.stop) - max(piece.first, span.first))
        return count

    def first_within(self, span: Span) -> int | None:
        """Return the first game of a span that is there and begins a piece."""
        firsts = self._firsts.get(span.cell, [])
        index = bisect_left(firsts, span.first)
        if index < len(firsts) and firsts[index] < span.stop:
            return firsts[index]
        return None

    def __iter__(self) -> Iterator[Piece]:
        """Yield the pieces in order of cell and game."""
        for cell in sorted(self._firsts):
            for first in list(self._firsts[cell]):
                yield self._pieces[cell, first]

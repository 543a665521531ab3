"""The order of games in the dataset, which is that of the plan.

Games finish in any order. Here they wait for those before them, so that the shards
are the same whatever the number of workers was, and however often a run was killed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping

import pyarrow as pa

from sims.dataset.chunks import Chunk, tables_of
from sims.dataset.done import Done
from sims.dataset.filling import Filling, Limits
from sims.dataset.held import Held, Piece
from sims.dataset.spans import Span

__all__ = ["Order"]


class Order:
    """Games in their order, and those that are finished among them.

    Parameters
    ----------
    tables : mapping of str to type
        Row classes by the name of their table.
    placed : iterable of Span
        Games that have their place already.
    limits : Limits
        How large shards are.
    """

    def __init__(
        self, tables: Mapping[str, type], placed: Iterable[Span], limits: Limits
    ) -> None:
        self._tables = tables
        self._placed = Done(placed)
        self._queue: deque[Span] = deque()
        self._held = Held()
        self._last: tuple[Chunk, dict[str, pa.Table]] | None = None
        self.filling = Filling(tables, limits)
        self.waiting = 0

    def enqueue(self, span: Span) -> None:
        """Give the games of a span the next places; those with a place keep it."""
        for part in self._placed.missing(span):
            self._queue.append(part)
            self._placed.add(part)
            self.waiting += self._held.overlap(part)

    def hold(self, piece: Piece, tables: dict[str, pa.Table] | None = None) -> None:
        """Take finished games, which are not there yet, and their tables if known."""
        self._held.add(piece)
        if tables is not None:
            self._last = piece.chunk, tables
        self.waiting += self._placed.overlap(piece.span)

    def fill(self) -> None:
        """Move what is next in order into the shard, until it is full or one lacks."""
        while self._queue and not self.filling.full:
            head = self._queue.popleft()
            rest = self._move(head)
            if rest is not None:
                self._queue.appendleft(rest)
                if rest == head:
                    return

    def drain(self) -> Iterator[None]:
        """Move all that is finished into shards, whatever lacks between.

        Games without a place come last: a run that asked for others left them. Yields
        whenever the shard is full, and goes on when it is empty again.
        """
        for piece in list(self._held):
            self.enqueue(piece.span)
        lacking = []
        for span in self._queue:
            rest: Span | None = span
            while rest is not None:
                if self.filling.full:
                    yield
                before, rest = rest, self._move(rest)
                if rest == before:
                    gap, rest = self._until_held(before)
                    lacking.append(gap)
        if self.filling.full:
            yield
        self._queue = deque(lacking)

    def _until_held(self, span: Span) -> tuple[Span, Span | None]:
        """Split a span whose first game lacks, where the next one does not."""
        following = self._held.first_within(span)
        if following is None:
            return span, None
        lacking = Span.between(span.cell, span.first, following)
        return lacking, Span.between(span.cell, following, span.stop)

    def _move(self, span: Span) -> Span | None:
        """Move the first games of a span into the shard; return what is left of it."""
        piece = self._held.at(span.cell, span.first)
        if piece is None:
            return span
        stop = min(span.stop, piece.span.stop)
        ready = Span.between(span.cell, span.first, stop)
        taken = self.filling.take(ready, self._opened(piece.chunk), piece.source)
        self._held.remove(Span(span.cell, span.first, taken))
        self.waiting -= taken
        if taken == span.count:
            return None
        return Span.between(span.cell, span.first + taken, span.stop)

    def _opened(self, chunk: Chunk) -> dict[str, pa.Table]:
        # A chunk is often needed twice in a row, where a shard or group ends in it.
        if self._last is None or self._last[0] is not chunk:
            self._last = chunk, tables_of(chunk, self._tables)
        return self._last[1]

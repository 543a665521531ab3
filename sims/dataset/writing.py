"""Games on their way from the journal into shards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from sims.dataset.chunks import Chunk, tables_of
from sims.dataset.cutting import cut
from sims.dataset.filling import Limits
from sims.dataset.held import Piece
from sims.dataset.index import append_line
from sims.dataset.opening import TAIL, look
from sims.dataset.order import Order
from sims.dataset.shard_lines import dropped_line
from sims.dataset.shards import remove_shard, sync_folder, write_shard
from sims.dataset.spans import Span

__all__ = ["Writing"]


class Writing:
    """The writing side of a dataset; see `sims.dataset.store.Store`.

    Parameters
    ----------
    folder : Path
        A folder whose lock is held.
    tables : mapping of str to type
        Row classes by the name of their table.
    limits : Limits
        How large shards are.
    """

    def __init__(
        self, folder: Path, tables: Mapping[str, type], limits: Limits
    ) -> None:
        self._folder, self._tables = folder, tables
        found = look(folder, tables)
        self._shards, self._journals = found.shards, found.journals
        self._tails = [shard.number for shard in found.tails]
        self._tail_chunks = [
            piece.chunk for piece in found.pieces if piece.source == TAIL
        ]
        self._tail_source = TAIL
        self._next = 0
        self.done, self.damaged = found.done, found.damaged
        full = (shard for shard in found.shards.values() if not shard.tail)
        placed = (span for shard in full for span in shard.spans)
        self._order = Order(tables, placed, limits)
        for piece in found.pieces:
            self._order.hold(piece)

    @property
    def waiting(self) -> int:
        """How many games wait for one before them."""
        return self._order.waiting

    def enqueue(self, span: Span) -> list[Span]:
        """Give games the next places; return those that are still to be played."""
        self._order.enqueue(span)
        self._advance()
        return self.done.missing(span)

    def put(self, chunk: Chunk) -> None:
        """Keep finished games, but for those that are done already."""
        fresh = self.done.missing(chunk.span)
        if not fresh:
            return
        tables = tables_of(chunk, self._tables)  # what cannot be read is not kept
        self._take_up_tails()
        for span in fresh:
            whole = span == chunk.span
            part = chunk if whole else cut(chunk, span, self._tables)
            source = self._journals.append(part)
            self.done.add(span)
            self._order.hold(Piece(span, part, source), tables if whole else None)
        self._advance()

    def sync(self) -> None:
        """See that all games are on the disk."""
        self._journals.sync()

    def seal(self) -> None:
        """Put all that waits into last short shards."""
        self._journals.sync()
        if self._journals.games or not self._tails:
            for _ in self._order.drain():
                self._write(tail=True)
            if self._order.filling.games:
                self._write(tail=True)
        self._journals.close()
        self._journals.tidy()

    def close(self) -> None:
        """Close the journal."""
        self._journals.close()

    # --- shards ----------------------------------------------------------------------

    def _advance(self) -> None:
        self._order.fill()
        while self._order.filling.full:
            self._write(tail=False)
            self._order.fill()

    def _write(self, *, tail: bool) -> None:
        """Write the shard that is being filled; only then its journals may go."""
        self._take_up_tails()
        filling = self._order.filling
        head = self._free_number(), filling.spans, tail
        shard = write_shard(self._folder, head, filling.groups(), self._tables)
        append_line(self._folder, shard.line())
        sync_folder(self._folder)
        self._shards[shard.number] = shard
        sources = filling.sources
        filling.empty()
        self._journals.release(self._named(sources))

    def _free_number(self) -> int:
        while self._next in self._shards:
            self._next += 1
        return self._next

    def _named(self, sources: Counter[int]) -> Counter[int]:
        """Return the sources with the file of the journal that took up the tails."""
        named: Counter[int] = Counter()
        for source, games in sources.items():
            named[self._tail_source if source == TAIL else source] += games
        return named

    def _take_up_tails(self) -> None:
        """Move the games of short shards into the journal, and drop these shards."""
        if not self._tails:
            return
        if self._tail_source == TAIL:
            self._tail_source = self._journals.add_file(self._tail_chunks)
            self._tail_chunks = []
        for number in list(self._tails):
            append_line(self._folder, dropped_line(number))
            self._tails.remove(number)
            del self._shards[number]
            remove_shard(self._folder, number, self._tables)
        self._next = 0

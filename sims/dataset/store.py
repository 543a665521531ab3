"""A folder of results that is written to, and survives being killed at any moment."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from sims.dataset.chunks import Chunk
from sims.dataset.claim import claim
from sims.dataset.done import Done
from sims.dataset.filling import Limits
from sims.dataset.spans import Span
from sims.dataset.writing import Writing
from sims.errors import BatchError
from sims.folder import (
    JOURNAL,
    PARTS,
    PROBE,
    SHARDS,
    own_journals,
    own_parts,
    own_replays,
    own_shards,
)

__all__ = ["Store"]


class Store:
    """The dataset of one study in one folder, for the one process that writes it.

    Each finished game goes into the journal, and from there in the order of the plan
    into shards; on the way it is in at least one of them. What is there is looked at
    when it is first asked for, so `open` and `clear` can begin anew whatever it was.

    Parameters
    ----------
    folder : Path
        The folder of results.
    tables : mapping of str to type
        Row classes by the name of their table, each with a column ``game``; the first
        has one row a game.
    limits : Limits
        How large shards are.
    """

    def __init__(
        self,
        folder: Path,
        tables: Mapping[str, type],
        limits: Limits | None = None,
    ) -> None:
        self.folder = folder
        self._tables = dict(tables)
        self._limits = limits or Limits()
        self._lock: int | None = None
        self._looked: Writing | None = None

    # --- the folder ----------------------------------------------------------------

    def open(self) -> None:
        """Make the folder, see that it can be written to, and claim it.

        Raises
        ------
        BatchError
            If it cannot be written to, or another run is writing to it.
        """
        self._lock = claim(self.folder)

    def close(self) -> None:
        """Give the folder up; safe to call twice."""
        try:
            self._forget()
        finally:
            if self._lock is not None:
                with suppress(OSError):  # it may hold what is not ours, or games
                    (self.folder / JOURNAL).rmdir()
                os.close(self._lock)
                self._lock = None

    def _forget(self) -> None:
        if self._looked is not None:
            looked, self._looked = self._looked, None
            looked.close()

    def clear(self) -> None:
        """Remove the results and replays, and nothing else in the folder.

        Raises
        ------
        BatchError
            If one of them cannot be removed.
        """
        self._forget()
        path = self.folder / SHARDS
        try:
            # The index first: without it, what is left belongs to no results.
            path.unlink(missing_ok=True)
            for path in self._own():
                path.unlink(missing_ok=True)
        except OSError as error:
            raise BatchError(
                f"cannot remove {str(path)!r} ({error.strerror or error}), so old "
                "results would mix with new ones; choose another folder with --out"
            ) from error
        with suppress(OSError):
            (self.folder / PARTS).rmdir()

    def _own(self) -> Iterable[Path]:
        yield from own_shards(self.folder, self._tables)
        # The claim may be on the one that is no journal.
        yield from (p for p in own_journals(self.folder) if p.name != PROBE)
        yield from own_replays(self.folder)
        # What earlier versions wrote.
        yield from own_parts(self.folder, self._tables)
        yield from (self.folder / f"{table}.parquet" for table in self._tables)

    # --- games ---------------------------------------------------------------------

    @property
    def _writing(self) -> Writing:
        if self._lock is None:
            raise BatchError(f"{str(self.folder)!r} was not opened to be written to")
        if self._looked is None:
            self._looked = Writing(self.folder, self._tables, self._limits)
        return self._looked

    @property
    def done(self) -> Done:
        """Which games are finished; only to be looked at."""
        return self._writing.done

    @property
    def damaged(self) -> list[str]:
        """What was found damaged, in words; its games are not done."""
        return self._writing.damaged

    @property
    def waiting(self) -> int:
        """How many finished games wait in memory for one before them in the order.

        That one was handed out: so new spans may wait until there are fewer.
        """
        return self._writing.waiting

    def enqueue(self, span: Span) -> list[Span]:
        """Give games the next places in the order of the dataset.

        Called in the order of the plan, also for games that are done: what has a place
        keeps it.

        Parameters
        ----------
        span : Span
            The games.

        Returns
        -------
        list of Span
            Those of them that are still to be played.

        Raises
        ------
        OSError
            If a shard that is full now cannot be written.
        """
        return self._writing.enqueue(span)

    def put(self, chunk: Chunk) -> None:
        """Keep finished games; those that are done already are left out.

        They survive the process from now on, and the machine after `sync`.

        Parameters
        ----------
        chunk : Chunk
            The games, which need not be in order.

        Raises
        ------
        TableError
            If it is of another version.
        OSError
            If they cannot be written; what was there before is safe.
        """
        self._writing.put(chunk)

    def sync(self) -> None:
        """See that all games are on the disk; to be called about once a second."""
        self._writing.sync()

    def seal(self) -> None:
        """End a session: put all that waits into last short shards.

        The next session takes these up again, so that only the last shard of a whole
        run is short.

        Raises
        ------
        OSError
            If they cannot be written; all games stay in the journal.
        """
        self._writing.seal()

"""What is in a folder of results at one moment, also while a run writes to it.

A game moves from the journal into a shard, and back when a short shard is taken up
again. So the journal is read first, then the index, and both once more if the index
changed meanwhile: then no game can have slipped through.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from gamebase.errors import shown
from sims.dataset.chunks import Chunk
from sims.dataset.done import Done
from sims.dataset.index import read_index
from sims.dataset.journal import read_journal
from sims.dataset.shard_lines import Shard
from sims.dataset.spans import Span
from sims.errors import BatchError
from sims.folder import SHARDS, own_journals

__all__ = ["Loose", "Snapshot", "snapshot_of"]

TRIES = 10


@dataclass(frozen=True, slots=True)
class Loose:
    """Games of the journal that are in no shard."""

    span: Span
    chunk: Chunk


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All games of a folder, each once.

    Parameters
    ----------
    shards : tuple of Shard
        In order of their numbers.
    loose : tuple of Loose
        What the journal has beyond them.
    done : Done
        Which games these are.
    """

    shards: tuple[Shard, ...]
    loose: tuple[Loose, ...]
    done: Done


def snapshot_of(folder: Path, tables: Collection[str] | None = None) -> Snapshot:
    """See what is in a folder; needs no lock.

    Parameters
    ----------
    folder : Path
        The folder of results.
    tables : collection of str, optional
        Names of its tables, the one with a row a game first; any if left out.

    Raises
    ------
    BatchError
        If its index is damaged, or it cannot be read.
    """
    try:
        for _ in range(TRIES):
            before = _mark(folder)
            chunks = _journal(folder)
            shards = read_index(folder, tables).shards
            if chunks is not None and _mark(folder) == before:
                return _snapshot(shards, chunks)
    except OSError as error:
        raise BatchError(
            f"cannot read {shown(str(folder), 200)} ({error.strerror or error})"
        ) from error
    raise BatchError(
        f"{shown(str(folder), 200)} changed while it was read: try again, or when the "
        "run that writes to it is done"
    )


def _mark(folder: Path) -> object:
    try:
        found = (folder / SHARDS).stat()
    except FileNotFoundError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


def _journal(folder: Path) -> list[Chunk] | None:
    """Return what the journal has; None if a file went while it was read."""
    chunks: list[Chunk] = []
    for path in own_journals(folder):
        if path.suffix == ".journal":
            try:
                chunks += read_journal(path).chunks
            except FileNotFoundError:
                return None
    return chunks


def _snapshot(shards: dict[int, Shard], chunks: list[Chunk]) -> Snapshot:
    done = Done(span for shard in shards.values() for span in shard.spans)
    loose = []
    for chunk in chunks:
        for span in done.missing(chunk.span):
            loose.append(Loose(span, chunk))
            done.add(span)
    ordered = tuple(shards[number] for number in sorted(shards))
    return Snapshot(ordered, tuple(loose), done)

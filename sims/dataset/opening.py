"""What a folder of results holds, looked at and mended before it is written to."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pyarrow as pa

from gamebase.counting import counted
from gamebase.errors import shown
from sims.dataset.chunks import Chunk, tables_of
from sims.dataset.cutting import packed
from sims.dataset.done import Done
from sims.dataset.held import Piece
from sims.dataset.index import append_line, read_index
from sims.dataset.journals import Journals
from sims.dataset.reading import holds, read_file, segments
from sims.dataset.shard_lines import Shard, dropped_line
from sims.dataset.shards import fault_of, remove_shard, shard_path
from sims.errors import BatchError, DamagedError, TableError
from sims.folder import SHARDS, own_parts, own_shards, shard_number

__all__ = ["TAIL", "Found", "look", "refuse_earlier"]

SPARE = 2
"""Most shards without a line: one of a kill, one whose line was damaged and deleted."""

TAIL = -1
"""Source of games that lie in a shard which is written again."""


@dataclass(slots=True)
class Found:
    """What is in a folder.

    Parameters
    ----------
    shards : dict of int to Shard
        The whole shards by number, tails among them.
    journals : Journals
        The journal.
    done : Done
        All games there are.
    pieces : list of Piece
        Those that are not in a full shard.
    damaged : list of str
        What was lost, in words.
    """

    shards: dict[int, Shard]
    journals: Journals
    done: Done = field(default_factory=Done)
    pieces: list[Piece] = field(default_factory=list)
    damaged: list[str] = field(default_factory=list)

    @property
    def tails(self) -> list[Shard]:
        """The shards that are written again."""
        return [shard for shard in self.shards.values() if shard.tail]


def refuse_earlier(folder: Path, tables: Mapping[str, type]) -> None:
    """Refuse a folder that an earlier version wrote, with one file a table.

    Raises
    ------
    BatchError
    """
    old = any((folder / f"{table}.parquet").exists() for table in tables)
    if not (folder / SHARDS).exists() and (old or any(own_parts(folder, tables))):
        raise BatchError(
            f"{shown(str(folder), 200)} was written by an earlier version: play it "
            "anew in another folder, or with --overwrite"
        )


def look(folder: Path, tables: Mapping[str, type]) -> Found:
    """See what is there, and remove what is damaged; the caller has the folder's lock.

    Parameters
    ----------
    folder : Path
        The folder of results.
    tables : mapping of str to type
        Row classes by the name of their table.

    Raises
    ------
    BatchError
        If it is of another version, or its index is damaged or missing.
    """
    refuse_earlier(folder, tables)
    index = read_index(folder, tuple(tables))
    _refuse_unlisted(folder, index.named, tables)
    found = Found(index.shards, Journals(folder))
    _drop_damaged(folder, found, tables)
    for path in own_shards(folder, tables):
        if shard_number(path.name) not in found.shards:
            path.unlink()
    for shard in found.shards.values():
        for span in shard.spans:
            found.done.add(span)
    for shard in found.tails:
        found.pieces += (
            Piece(chunk.span, chunk, TAIL) for chunk in _chunks(folder, shard, tables)
        )
    _read_journals(found, tables)
    found.journals.tidy()
    return found


def _refuse_unlisted(
    folder: Path, named: Collection[int], tables: Mapping[str, type]
) -> None:
    """Refuse to remove what no kill leaves: that is one shard without its line."""
    numbers = {shard_number(path.name) for path in own_shards(folder, tables)}
    unlisted = numbers - set(named) - {None}
    if len(unlisted) > SPARE:
        raise DamagedError(
            f"{shown(str(folder), 200)} has {len(unlisted)} shards that {SHARDS} does "
            "not know: put the right one back, or start anew with --overwrite"
        )


def _drop_damaged(folder: Path, found: Found, tables: Mapping[str, type]) -> None:
    for number, shard in list(found.shards.items()):
        fault = fault_of(folder, shard) or _misfit(folder, shard, tables)
        if fault is not None:
            append_line(folder, dropped_line(number))
            remove_shard(folder, number, tables)
            del found.shards[number]
            are = "is" if shard.games == 1 else "are"
            told = f"its {counted(shard.games, 'game')} {are} played again"
            found.damaged.append(f"{fault}: {told}")


def _misfit(folder: Path, shard: Shard, tables: Mapping[str, type]) -> str | None:
    """Return which whole file holds other games than its line says, None if none."""
    for number, (name, row_type) in enumerate(tables.items()):
        path, told = shard_path(folder, name, shard.number), shard.tables[name]
        if not holds(path, told, row_type, shard.spans, single=number == 0):
            return f"{name}/{path.name} is not what {SHARDS} says"
    return None


def _chunks(folder: Path, shard: Shard, tables: Mapping[str, type]) -> Iterator[Chunk]:
    """Yield the games of a shard as chunks, one a span."""
    whole = {}
    for name, row_type in tables.items():
        path = shard_path(folder, name, shard.number)
        whole[name] = read_file(path, shard.tables[name], row_type)
    parts = {name: segments(table, shard.spans) for name, table in whole.items()}
    for index, span in enumerate(shard.spans):
        rows: dict[str, pa.Table] = {}
        for name, table in whole.items():
            low, high = parts[name][index]
            rows[name] = table.slice(low, high - low)
        yield packed(span, rows, tables)


def _read_journals(found: Found, tables: Mapping[str, type]) -> None:
    for number, path, chunks, torn in found.journals.read():
        if torn is not None:
            found.damaged.append(
                f"journal/{path.name} is torn at byte {torn}: what is missing is "
                "played again"
            )
        for chunk in chunks:
            _take(found, number, path, chunk, tables)


def _take(
    found: Found, number: int, path: Path, chunk: Chunk, tables: Mapping[str, type]
) -> None:
    fresh = found.done.missing(chunk.span)
    if not fresh:
        return
    try:
        tables_of(chunk, tables)
    except TableError as error:
        raise TableError(f"journal/{path.name}: {error}") from error
    for span in fresh:
        found.done.add(span)
        found.pieces.append(Piece(span, chunk, number))
        found.journals.need(number, span.count)

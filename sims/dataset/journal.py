"""The journal: finished games on disk at once, before they are in a shard.

A file of the journal begins with a line that names its format. Each frame after it
holds one chunk: the length of its body and a checksum, then the games and an Arrow
stream of each table. A file is only added to, and never again once its session is
over; so what a crash tore is the end of one.
"""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from gamebase.files import check_regular
from sims.dataset.chunks import Chunk
from sims.dataset.spans import Span

__all__ = ["JournalFile", "JournalRead", "read_journal"]

MAGIC = b"games in a journal, format 1\n"
_HEAD = struct.Struct("<QI")  # length of the body, checksum of that and the body
_GAMES = struct.Struct("<QQQQQ")  # cell, first, count, failed, number of tables
_TABLE = struct.Struct("<QQ")  # length of the name, length of the stream


class JournalFile:
    """A file of the journal that is written to.

    Parameters
    ----------
    path : Path
        Where it begins; there must be no such file.

    Raises
    ------
    OSError
        If it cannot be made.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._handle = path.open("xb", buffering=0)
        self._size = 0
        self._synced = False
        try:
            self._write([MAGIC])
        except OSError:
            self.close()
            path.unlink(missing_ok=True)
            raise

    @property
    def size(self) -> int:
        """Number of bytes."""
        return self._size

    def append(self, chunk: Chunk) -> None:
        """Add a chunk; it is safe from a crash of the machine after `sync`.

        Raises
        ------
        OSError
            If it cannot be written; what was before it stays whole.
        """
        parts = _body(chunk)
        length = sum(map(len, parts))
        checksum = zlib.crc32(length.to_bytes(8, "little"))
        for part in parts:
            checksum = zlib.crc32(part, checksum)
        self._write([_HEAD.pack(length, checksum), *parts])

    def _write(self, parts: Sequence[bytes]) -> None:
        self._synced = False
        size = sum(map(len, parts))
        try:
            # Not joined before: that would take as long as writing them.
            written = os.writev(self._handle.fileno(), parts)
            if written < size:
                self._write_rest(memoryview(b"".join(parts))[written:])
        except BaseException:
            # Half a frame would hide what is added later. Removing it needs no room.
            self._handle.truncate(self._size)
            self._handle.seek(self._size)
            raise
        self._size += size

    def _write_rest(self, rest: memoryview) -> None:
        while rest:
            rest = rest[self._handle.write(rest) :]

    def sync(self) -> None:
        """See that what was added is on the disk."""
        if not self._synced:
            os.fsync(self._handle.fileno())
            self._synced = True

    def close(self) -> None:
        """Close it; safe to call twice."""
        self._handle.close()


def _body(chunk: Chunk) -> list[bytes]:
    span = chunk.span
    numbers = (span.cell, span.first, span.count, chunk.failed, len(chunk.tables))
    parts = [_GAMES.pack(*numbers)]
    for name, stream in chunk.tables.items():
        raw = name.encode()
        parts += [_TABLE.pack(len(raw), len(stream)), raw, stream]
    return parts


@dataclass(frozen=True, slots=True)
class JournalRead:
    """What a file of the journal holds.

    Parameters
    ----------
    chunks : tuple of Chunk
        The frames that are whole, in order.
    torn : int or None
        Where in the file the first one begins that is not.
    """

    chunks: tuple[Chunk, ...]
    torn: int | None


def read_journal(path: Path) -> JournalRead:
    """Read a file of the journal as far as it is whole; it may still be added to.

    Raises
    ------
    OSError
        If it is gone or cannot be read.
    """
    check_regular(path)
    chunks: list[Chunk] = []
    with path.open("rb") as handle:
        size = os.fstat(handle.fileno()).st_size
        at = len(MAGIC)
        if handle.read(at) != MAGIC:
            return JournalRead((), 0)
        for chunk in _frames(handle, size - at):
            if chunk is None:
                return JournalRead(tuple(chunks), at)
            chunks.append(chunk)
            at = handle.tell()
    return JournalRead(tuple(chunks), None)


def _frames(handle: BinaryIO, left: int) -> Iterator[Chunk | None]:
    """Yield the chunks, and None for the first frame that is not whole."""
    while head := handle.read(_HEAD.size):
        left -= len(head)
        if len(head) < _HEAD.size:
            yield None
            return
        length, checksum = _HEAD.unpack(head)
        if length > left:
            yield None
            return
        body = handle.read(length)
        left -= length
        whole = zlib.crc32(body, zlib.crc32(head[:8])) == checksum
        yield _chunk(body) if whole else None


def _chunk(body: bytes) -> Chunk | None:
    """Return the chunk that a body is; None if it is none, for all its checksum."""
    try:
        cell, first, count, failed, tables = _GAMES.unpack_from(body)
        span = Span(cell, first, count)
        if failed > count:
            return None
        return Chunk(span, _tables(body, tables), failed)
    except (struct.error, ValueError):
        return None


def _tables(body: bytes, count: int) -> Mapping[str, bytes]:
    found = {}
    at = _GAMES.size
    for _ in range(count):
        name_length, length = _TABLE.unpack_from(body, at)
        begin = at + _TABLE.size + name_length
        name = body[at + _TABLE.size : begin].decode()
        at = begin + length
        if at > len(body) or name in found:
            raise ValueError("a table is longer than the frame, or there twice")
        found[name] = body[begin:at]
    if at != len(body):
        raise ValueError("there is more in the frame than its tables")
    return found

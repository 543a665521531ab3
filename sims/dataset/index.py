"""``shards.jsonl``: which games are in which shard, a line a shard.

Lines are only added. A later line about a shard takes the place of an earlier one, and
says either what is in its files now or that it was dropped. Whoever reads the file may
have been given it by a stranger, so that every number is looked at.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gamebase.errors import shown
from gamebase.files import check_regular
from gamebase.json_reading import read_json
from sims.dataset.done import Done
from sims.dataset.spans import LARGEST, Span
from sims.errors import BatchError, DamagedError
from sims.folder import SHARDS

__all__ = ["Shard", "TableFile", "append_line", "dropped_line", "read_index"]

MOST_SHARDS = 10**9
MOST_GAMES = 10**6
LONGEST_LINE = 64 * 1024 * 1024
_NAME = re.compile(r"[a-z][a-z0-9_]{0,40}")
_HASH = re.compile(r"[0-9a-f]{64}")
_KEYS = {"shard", "spans", "games", "tail", "tables"}


@dataclass(frozen=True, slots=True)
class TableFile:
    """One file of a shard: number of rows and bytes, and its hash in hexadecimal."""

    rows: int
    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Shard:
    """What one shard holds.

    Parameters
    ----------
    number : int
        Its number, which names its files.
    spans : tuple of Span
        Its games, in the order of their rows.
    tables : mapping of str to TableFile
        Its files by the name of their table.
    tail : bool
        Whether it was closed before it was full, so that the next session writes its
        games again.
    """

    number: int
    spans: tuple[Span, ...]
    tables: Mapping[str, TableFile]
    tail: bool = False

    @property
    def games(self) -> int:
        """Number of games."""
        return sum(span.count for span in self.spans)

    def line(self) -> str:
        """Return its line."""
        content = {
            "shard": self.number,
            "spans": [[span.cell, span.first, span.count] for span in self.spans],
            "games": self.games,
            "tail": self.tail,
            "tables": {
                name: {"rows": file.rows, "bytes": file.bytes, "sha256": file.sha256}
                for name, file in self.tables.items()
            },
        }
        return json.dumps(content)


def dropped_line(number: int) -> str:
    """Return the line that says that a shard is no more."""
    return json.dumps({"shard": number, "dropped": True})


def append_line(folder: Path, line: str) -> None:
    """Add a line to ``shards.jsonl``, on the disk when the call returns.

    A last line that a crash tore goes before it is added to.

    Raises
    ------
    OSError
        If it cannot be written; the lines before it stay whole.
    """
    path = folder / SHARDS
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
    with open(descriptor, "r+b", buffering=0) as handle:
        whole = _whole_bytes(path)
        handle.truncate(whole)
        rest = memoryview(line.encode("ascii") + b"\n")
        try:
            while rest:
                rest = rest[handle.write(rest) :]
            os.fsync(handle.fileno())
        except BaseException:
            handle.truncate(whole)
            raise


def _whole_bytes(path: Path) -> int:
    """Return how much of the file is whole lines."""
    with path.open("rb") as handle:
        size = at = handle.seek(0, os.SEEK_END)
        while at > 0:
            before = max(0, at - 65536)
            handle.seek(before)
            found = handle.read(at - before).rfind(b"\n")
            if found >= 0:
                return before + found + 1
            at = before
    return 0 if size else size


def read_index(folder: Path, tables: Collection[str] | None) -> dict[int, Shard]:
    """Return the shards that there are, by number; none without the file.

    Parameters
    ----------
    folder : Path
        The folder of results.
    tables : collection of str, optional
        Names of the tables that each has, the one with a row a game first; any if left
        out.

    Raises
    ------
    DamagedError
        If a line is damaged, or says what cannot be.
    OSError
        If the file cannot be read.
    """
    path = folder / SHARDS
    found: dict[int, Shard] = {}
    try:
        check_regular(path)
    except FileNotFoundError:
        return found
    for number, line in _lines(path):
        try:
            content = read_json(line.decode("ascii"))
            shard = _shard(content, tables)
        except ValueError as error:
            raise _damaged(path, number, str(error)) from error
        if isinstance(shard, Shard):
            found[shard.number] = shard
        else:
            found.pop(shard, None)
    _refuse_overlaps(path, found)
    return found


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Yield the lines and their numbers, but for a last one without an end."""
    with path.open("rb") as handle:
        number = 0
        while (line := handle.readline(LONGEST_LINE)).endswith(b"\n"):
            number += 1
            yield number, line
        if handle.read(1):
            raise _damaged(path, number + 1, "it has no end")


def _damaged(path: Path, number: int, why: str) -> DamagedError:
    return DamagedError(
        f"line {number} of {shown(str(path), 200)} is damaged ({why}): delete that "
        "line, and --resume plays its games again; or start anew with --overwrite"
    )


def _shard(content: Any, tables: Collection[str] | None) -> Shard | int:
    """Return the shard that a line tells of, or the number of a dropped one."""
    if not isinstance(content, dict):
        raise ValueError("it is no object")
    number = _whole(content.get("shard"), "shard", MOST_SHARDS)
    if content == {"shard": number, "dropped": True}:
        return number
    if set(content) != _KEYS:
        raise ValueError(f"its keys are not {', '.join(sorted(_KEYS))}")
    spans = _spans(content["spans"])
    files = _files(content["tables"], tables)
    if type(content["tail"]) is not bool:
        raise ValueError("tail is neither true nor false")
    shard = Shard(number, spans, files, content["tail"])
    if _whole(content["games"], "games", MOST_GAMES) != shard.games:
        raise ValueError("games is not the number of games in its spans")
    key = next(iter(tables or files))
    if files[key].rows != shard.games:
        raise ValueError(f"the table {key!r} has not one row a game")
    return shard


def _spans(content: Any) -> tuple[Span, ...]:
    if not isinstance(content, list) or not 1 <= len(content) <= MOST_GAMES:
        raise ValueError("spans is no list of spans")
    if any(not isinstance(each, list) or len(each) != 3 for each in content):
        raise ValueError("a span is no list of cell, first game and number of games")
    return tuple(Span(*each) for each in content)


def _files(content: Any, tables: Collection[str] | None) -> dict[str, TableFile]:
    if not isinstance(content, dict) or not content:
        raise ValueError("tables is no object with tables")
    if tables is not None and set(content) != set(tables):
        raise ValueError(
            f"it has the tables {shown(sorted(content))}, not {sorted(tables)}"
        )
    found = {}
    for name, file in content.items():
        if _NAME.fullmatch(name) is None:
            raise ValueError(f"{shown(name)} is no name of a table")
        if not isinstance(file, dict) or set(file) != {"rows", "bytes", "sha256"}:
            raise ValueError(f"table {name!r} has not the keys rows, bytes, sha256")
        rows, size = (_whole(file[key], key, LARGEST) for key in ("rows", "bytes"))
        if not isinstance(file["sha256"], str) or not _HASH.fullmatch(file["sha256"]):
            raise ValueError(f"the sha256 of table {name!r} is none")
        found[name] = TableFile(rows, size, file["sha256"])
    return found


def _whole(value: Any, name: str, limit: int) -> int:
    if type(value) is not int or not 0 <= value <= limit:
        raise ValueError(
            f"{name} is {shown(value)}, not a whole number from 0 to {limit}"
        )
    return value


def _refuse_overlaps(path: Path, shards: Mapping[int, Shard]) -> None:
    seen = Done()
    for number in sorted(shards):
        for span in shards[number].spans:
            if seen.overlap(span):
                raise BatchError(
                    f"{shown(str(path), 200)} has games of {span} in two places, the "
                    f"second in shard {number}: put the file back that was written, or "
                    "start anew with --overwrite"
                )
            seen.add(span)

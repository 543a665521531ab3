"""``shards.jsonl``: which games are in which shard, a line a shard.

Lines are only added. A later line about a shard takes the place of an earlier one, and
says either what is in its files now or that it was dropped. Whoever reads the file may
have been given it by a stranger, so that every number is looked at.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from gamebase.errors import shown
from gamebase.files import check_regular
from sims.dataset.done import Done
from sims.dataset.shard_lines import Shard, parse_line
from sims.errors import BatchError, DamagedError
from sims.folder import SHARDS

__all__ = ["Index", "append_line", "read_index"]

LONGEST_LINE = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Index:
    """What ``shards.jsonl`` says.

    Parameters
    ----------
    shards : dict of int to Shard
        The shards that there are, by number.
    named : set of int
        Numbers of all that there ever were.
    """

    shards: dict[int, Shard] = field(default_factory=dict)
    named: set[int] = field(default_factory=set)


def append_line(folder: Path, line: str) -> None:
    """Add a line to ``shards.jsonl``, on the disk when the call returns.

    A last line that a crash or a full disk tore goes before it is added to.

    Raises
    ------
    OSError
        If it cannot be written; what there is of it counts for nothing.
    """
    path = folder / SHARDS
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
    with open(descriptor, "r+b", buffering=0) as handle:
        handle.truncate(_whole_bytes(path))
        rest = memoryview(line.encode("ascii") + b"\n")
        while rest:
            rest = rest[handle.write(rest) :]
        os.fsync(handle.fileno())


def _whole_bytes(path: Path) -> int:
    """Return how much of the file is whole lines."""
    with path.open("rb") as handle:
        at = handle.seek(0, os.SEEK_END)
        while at > 0:
            before = max(0, at - 65536)
            handle.seek(before)
            found = handle.read(at - before).rfind(b"\n")
            if found >= 0:
                return before + found + 1
            at = before
    return 0


def read_index(folder: Path, tables: Collection[str] | None) -> Index:
    """Return the shards that there are; none without the file.

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
    found = Index()
    try:
        check_regular(path)
    except FileNotFoundError:
        return found
    for number, line in _lines(path):
        try:
            shard = parse_line(line.decode("ascii"), tables)
        except ValueError as error:
            raise _damaged(path, number, str(error)) from error
        if isinstance(shard, Shard):
            found.named.add(shard.number)
            found.shards[shard.number] = shard
        else:
            found.shards.pop(shard, None)
    _refuse_overlaps(path, found.shards)
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

"""A line of ``shards.jsonl``: what one shard holds, written and read strictly."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from gamebase.errors import shown
from gamebase.json_reading import read_json
from sims.dataset.spans import LARGEST, Span

__all__ = ["Shard", "TableFile", "dropped_line", "parse_line"]

MOST_SHARDS = 10**9 - 1
MOST_GAMES = 10**6
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


def parse_line(line: str, tables: Collection[str] | None) -> Shard | int:
    """Return the shard that a line tells of, or the number of a dropped one.

    Parameters
    ----------
    line : str
    tables : collection of str, optional
        Names of the tables that it must have, the one with a row a game first; any if
        left out.

    Raises
    ------
    ValueError
        If the line is damaged, or says what cannot be.
    """
    content = read_json(line)
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

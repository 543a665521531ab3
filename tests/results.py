"""Folders of results, as tests read, compare and spoil them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from gamebase.columns import columns
from sims.dataset.results import Results
from sims.folder import SHARDS, shard_name
from sims.staccs_games import STACCS
from sims.stacko_games import STACKO

KINDS: Mapping[str, Any] = {"stacko": STACKO, "staccs": STACCS}
ONE = shard_name(0)
"""Name of the one file of a table that a small batch has."""


def run_json(out: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((out / "run.json").read_text())
    return content


def configuration(out: Path, cell: int = 0) -> dict[str, Any]:
    """Return what a cell was played with, as its record has it."""
    found: dict[str, Any] = run_json(out)["cells"][cell]["configuration"]
    return found


def tables(out: Path) -> tuple[pa.Table, ...]:
    """Return all tables, without what depends on the machine's speed."""
    kind = KINDS[run_json(out)["game"]]
    results = Results(out, kind.tables)
    return tuple(
        results.tables(name).drop_columns([c.name for c in columns(row) if c.wall])
        for name, row in kind.tables.items()
    )


def kept(out: Path) -> int:
    """Return how many games are there by now; none before it has begun."""
    if not (out / "run.json").exists():
        return 0
    return Results(out, KINDS[run_json(out)["game"]].tables).done.total


def rows(out: Path, name: str = "games") -> list[dict[str, Any]]:
    """Return the rows of a table."""
    kind = KINDS[run_json(out)["game"]]
    found: list[dict[str, Any]] = Results(out, kind.tables).tables(name).to_pylist()
    return found


def shards(out: Path) -> dict[str, bytes]:
    """Return the files that are the same whoever played the games, by name."""
    kind = KINDS[run_json(out)["game"]]
    timeless = [
        name
        for name, row in kind.tables.items()
        if not any(column.wall for column in columns(row))
    ]
    return {
        f"{name}/{path.name}": path.read_bytes()
        for name in timeless
        for path in (out / name).iterdir()
    }


def contents(folder: Path) -> dict[str, bytes]:
    """Return all that is in a folder, by its name there."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else b""
        for path in folder.rglob("*")
    }


def replace(
    out: Path, name: str, change: Callable[[pa.Table], pa.Table], honest: bool = False
) -> None:
    """Put another table in the place of a shard's, and have the index vouch for it.

    Parameters
    ----------
    out : Path
        A folder of results with one shard.
    name : str
        Name of the table.
    change : callable
        Makes the other table.
    honest : bool
        Whether the index also tells of the number of its rows.
    """
    path = out / name / ONE
    table = change(pq.read_table(path, use_threads=False))
    pq.write_table(table, path)
    line = json.loads((out / SHARDS).read_text().splitlines()[-1])
    told = line["tables"][name]
    told["bytes"] = path.stat().st_size
    told["sha256"] = hashlib.sha256(path.read_bytes()).hexdigest()
    if honest:
        told["rows"] = table.num_rows
    with (out / SHARDS).open("a") as index:
        index.write(json.dumps(line) + "\n")


def with_column(table: pa.Table, name: str, values: list[Any]) -> pa.Table:
    """Return a table with other values in a column."""
    at = table.schema.get_field_index(name)
    field = table.schema.field(at)
    field = field.with_nullable(field.nullable or None in values)
    return table.set_column(at, field, pa.array(values, field.type))

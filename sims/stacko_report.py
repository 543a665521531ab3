"""The result table of a batch of Stacko games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa

from sims.report import FAILURES, Line, counted, share, speed, spread

__all__ = ["summarize"]


def summarize(
    games: pa.Table, turns: pa.Table, *, played: int, seconds: float
) -> Iterator[Line]:
    """Yield the lines of the result table.

    Parameters
    ----------
    games, turns : pyarrow.Table
        All finished games and their turns.
    played : int
        Games played in this session.
    seconds : float
        Wall time of this session, in s.
    """
    rows = games.to_pylist()
    good = [row for row in rows if row["termination"] not in FAILURES]
    yield Line("games", str(len(rows)))
    for name, count in counted(row["termination"] for row in rows):
        yield Line(f"  {name}", share(count, len(rows)))
    if good:
        yield from _losers(good)
        yield from _lengths(good)
        yield from _topples(good)
        yield from _touches(turns)
    yield from speed(played, seconds)
    yield from _pace(good)


def _losers(rows: list[dict[str, Any]]) -> Iterator[Line]:
    lost = [row["loser"] for row in rows if row["loser"] is not None]
    if not lost:
        return
    yield Line("loser by seat", f"of {len(lost)} games with a loser; 0 is the builder")
    for seat in range(max(row["players"] for row in rows)):
        yield Line(f"  seat {seat}", share(lost.count(seat), len(lost)))


def _lengths(rows: list[dict[str, Any]]) -> Iterator[Line]:
    for label, name in (
        ("turns", "turns"),
        ("blocks moved", "moves"),
        ("layers at the end", "layers"),
    ):
        yield Line(label, spread([row[name] for row in rows]))


def _topples(rows: list[dict[str, Any]]) -> Iterator[Line]:
    phases = [row["phase"] for row in rows if row["phase"] is not None]
    if phases:
        found = ", ".join(f"{name} {count}" for name, count in counted(phases))
        yield Line("toppled during", found)


def _touches(turns: pa.Table) -> Iterator[Line]:
    forces = [f for f in turns.column("peak_force").to_pylist() if f is not None]
    if turns.num_rows:
        found = ", ".join(
            f"{name} {count}" for name, count in counted(turns["verdict"].to_pylist())
        )
        yield Line("touches", found)
    if forces:
        low, median, high = np.quantile(forces, [0.1, 0.5, 0.9])
        yield Line(
            "peak force",
            f"median {median:.2f} N, 10 to 90 %: {low:.2f} to {high:.2f} N",
        )


def _pace(rows: list[dict[str, Any]]) -> Iterator[Line]:
    wall = sum(row["wall_time"] for row in rows)
    if wall > 0:
        ratio = sum(row["sim_time"] for row in rows) / wall
        yield Line("simulated/wall", f"{ratio:.2f} s per s of one core")

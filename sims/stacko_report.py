"""The result table of a batch of Stacko games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from gamebase.printable import printable

__all__ = ["FAILURES", "Line", "failures", "print_report", "summarize"]

FAILURES = ("failed", "timeout")
"""Terminations of games that were not played to an end."""


NARROWEST = 40
"""Width below which lines rather run on than lose their values, in characters."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the result table."""

    label: str
    value: str


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
    for name, count in _counted(row["termination"] for row in rows):
        yield Line(f"  {name}", _share(count, len(rows)))
    if good:
        yield from _losers(good)
        yield from _lengths(good)
        yield from _topples(good)
        yield from _touches(turns)
    yield from _speed(good, played, seconds)


def failures(games: pa.Table, most: int = 3) -> Iterator[str]:
    """Yield a line for each of the first games that failed."""
    rows = [row for row in games.to_pylist() if row["termination"] in FAILURES]
    for row in rows[:most]:
        yield printable(f"game {row['game']} {row['termination']}: {row['error']}")
    if len(rows) > most:
        yield f"and {len(rows) - most} more: column error of games.parquet"


def _counted(values: Iterable[str]) -> list[tuple[str, int]]:
    """Return values with their counts, most frequent first, ties by name."""
    return sorted(Counter(values).items(), key=lambda item: (-item[1], item[0]))


def _share(count: int, of: int) -> str:
    """Return a count with its share and the Wilson interval of that."""
    # Slow to load, and nothing that refuses bad input should wait for it.
    from scipy.stats import binomtest

    if not of:
        return str(count)
    interval = binomtest(count, of).proportion_ci(0.95, method="wilson")
    return (
        f"{count}  ({100 * count / of:.0f} %, 95 % interval "
        f"{100 * interval.low:.0f} to {100 * interval.high:.0f} %)"
    )


def _losers(rows: list[dict[str, Any]]) -> Iterator[Line]:
    lost = [row["loser"] for row in rows if row["loser"] is not None]
    if not lost:
        return
    yield Line("loser by seat", f"of {len(lost)} games with a loser; 0 is the builder")
    for seat in range(max(row["players"] for row in rows)):
        yield Line(f"  seat {seat}", _share(lost.count(seat), len(lost)))


def _lengths(rows: list[dict[str, Any]]) -> Iterator[Line]:
    for label, name in (
        ("turns", "turns"),
        ("blocks moved", "moves"),
        ("layers at the end", "layers"),
    ):
        values = np.array([row[name] for row in rows], float)
        low, median, high = np.quantile(values, [0.1, 0.5, 0.9])
        yield Line(
            label,
            f"mean {values.mean():.1f}, median {median:.0f}, "
            f"10 to 90 %: {low:.0f} to {high:.0f}",
        )


def _topples(rows: list[dict[str, Any]]) -> Iterator[Line]:
    phases = [row["phase"] for row in rows if row["phase"] is not None]
    if phases:
        found = ", ".join(f"{name} {count}" for name, count in _counted(phases))
        yield Line("toppled during", found)


def _touches(turns: pa.Table) -> Iterator[Line]:
    forces = [f for f in turns.column("peak_force").to_pylist() if f is not None]
    if turns.num_rows:
        found = ", ".join(
            f"{name} {count}" for name, count in _counted(turns["verdict"].to_pylist())
        )
        yield Line("touches", found)
    if forces:
        low, median, high = np.quantile(forces, [0.1, 0.5, 0.9])
        yield Line(
            "peak force",
            f"median {median:.2f} N, 10 to 90 %: {low:.2f} to {high:.2f} N",
        )


def _speed(rows: list[dict[str, Any]], played: int, seconds: float) -> Iterator[Line]:
    if played and seconds > 0:
        yield Line("speed", f"{3600 * played / seconds:.0f} games/h in this session")
    wall = sum(row["wall_time"] for row in rows)
    if wall > 0:
        ratio = sum(row["sim_time"] for row in rows) / wall
        yield Line("simulated/wall", f"{ratio:.2f} s per s of one core")


def print_report(
    console: Console, title: str, lines: Iterable[Line], notes: Iterable[str]
) -> None:
    """Print the result table, and notes such as where the files are."""
    console.width = max(console.width, NARROWEST)
    table = Table(title=title, title_justify="left", show_header=False, box=None)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for line in lines:
        table.add_row(Text(line.label), Text(line.value))
    parts: list[RenderableType] = [Text(), table, Text()]
    console.print(Group(*parts, *(Text(note) for note in notes)), soft_wrap=False)

"""The result table of a batch of games: its lines, and what every game counts alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from gamebase.printable import printable
from sims.design.interval_ends import wilson

__all__ = [
    "FAILURES",
    "Line",
    "counted",
    "failures",
    "print_report",
    "share",
    "speed",
    "spread",
]

FAILURES = ("failed", "timeout")
"""Terminations of games that were not played to an end."""

NARROWEST = 40
"""Width below which lines rather run on than lose their values, in characters."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the result table."""

    label: str
    value: str


def counted(values: Iterable[str]) -> list[tuple[str, int]]:
    """Return values with their counts, most frequent first, ties by name.

    Examples
    --------
    >>> counted(["b", "a", "b", "c"])
    [('b', 2), ('a', 1), ('c', 1)]
    """
    return sorted(Counter(values).items(), key=lambda item: (-item[1], item[0]))


def share(count: int, of: int) -> str:
    """Return a count with its share and the Wilson interval of that.

    Examples
    --------
    >>> share(81, 263)
    '81  (31 %, 95 % interval 26 to 37 %)'
    """
    if not of:
        return str(count)
    low, high = wilson(count, of, 0.95)
    return (
        f"{count}  ({100 * count / of:.0f} %, 95 % interval "
        f"{100 * low:.0f} to {100 * high:.0f} %)"
    )


def spread(values: Sequence[float]) -> str:
    """Return mean, median and the middle four fifths of one or more counts.

    Examples
    --------
    >>> spread([2, 4, 9])
    'mean 5.0, median 4, 10 to 90 %: 2 to 8'
    """
    low, median, high = np.quantile(np.array(values, float), [0.1, 0.5, 0.9])
    return (
        f"mean {np.mean(values):.1f}, median {median:.0f}, "
        f"10 to 90 %: {low:.0f} to {high:.0f}"
    )


def speed(played: int, seconds: float) -> Iterator[Line]:
    """Yield the line that tells the speed of a session, if any game was played.

    Parameters
    ----------
    played : int
        Games played in this session.
    seconds : float
        Wall time of this session, in s.
    """
    if played and seconds > 0:
        yield Line("speed", f"{3600 * played / seconds:.0f} games/h in this session")


def failures(
    games: pa.Table, most: int = 3, kinds: Collection[str] = FAILURES
) -> Iterator[str]:
    """Yield a line for each of the first games that failed.

    Parameters
    ----------
    games : pyarrow.Table
        With the columns ``game``, ``termination`` and ``error``.
    most : int
        How many to name.
    kinds : collection of str
        Terminations that count as failures.
    """
    rows = [row for row in games.to_pylist() if row["termination"] in kinds]
    for row in rows[:most]:
        yield printable(f"game {row['game']} {row['termination']}: {row['error']}")
    if len(rows) > most:
        yield f"and {len(rows) - most} more: column error of games/"


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

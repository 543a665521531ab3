"""What a study would do, told: its cells, its games, and how long they would take."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from gamebase.counting import counted
from gamebase.printable import printable
from sims.design.design import Design
from sims.design.estimating import Estimate, lasting, sized

__all__ = ["print_outlook"]

MOST_ROWS = 24
"""Most cells that are listed."""

Left = Sequence[tuple[int, int]]

NARROWEST = 60
"""Width below which lines rather run on than lose their values, in characters."""


def print_outlook(
    console: Console,
    design: Design[Any],
    found: Estimate,
    errors: Sequence[str],
    left: Left | None = None,
    only: tuple[int, int] | None = None,
) -> None:
    """Print the cells of a study, its games, and the time and room they would take.

    Parameters
    ----------
    console : rich.console.Console
        Where to.
    design : Design
        The study.
    found : Estimate
        What a game takes.
    errors : sequence of str
        Why games of the trial failed.
    left : sequence of (int, int), optional
        How many games of each cell are still to be played, at least and at most;
        without it, all of them.
    only : (int, int), optional
        Cell and index of the one game that is asked for; then of that alone.
    """
    console.width = max(console.width, NARROWEST)
    console.print(_cells(design, found, only))
    if only is None and len(design.cells) > MOST_ROWS:
        more = counted(len(design.cells) - MOST_ROWS, "more cell")
        console.print(Text(f"and {more}"))
    lines = Table(show_header=False, box=None, pad_edge=False)
    lines.add_column(no_wrap=True)
    lines.add_column(overflow="fold")
    for label, value in _lines(design, found, errors, left, only):
        lines.add_row(Text(label), Text(value))
    console.print(Text())
    console.print(lines)


def _cells(design: Design[Any], found: Estimate, only: tuple[int, int] | None) -> Table:
    title = Text(printable(design.name) or f"one batch of {design.game}")
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    table.add_column("cell", justify="right")
    table.add_column("what it has", overflow="fold")
    table.add_column("seed", justify="right", overflow="fold")
    table.add_column("a game", justify="right", no_wrap=True)
    first = 0 if only is None else only[0]
    rows = MOST_ROWS if only is None else 1
    for number, cell in list(enumerate(design.cells))[first : first + rows]:
        tried = number in found.cells
        table.add_row(
            Text(str(number)),
            Text(printable(cell.label) or "the base alone"),
            Text(str(cell.configuration.seed)),
            Text(lasting(found.seconds(number)) if tried else ""),
        )
    return table


def _lines(
    design: Design[Any],
    found: Estimate,
    errors: Sequence[str],
    left: Left | None,
    only: tuple[int, int] | None,
) -> Iterator[tuple[str, str]]:
    if design.question:
        yield "question", printable(design.question)
    yield from _whole(design, found, left) if only is None else _alone(only, found)
    tried = counted(found.games, "game")
    yield "tried", f"{tried} of {counted(len(found.cells), 'cell')}"
    yield "", found.roughness()
    for error in errors[:3]:
        yield "failed", printable(error)


def _alone(only: tuple[int, int], found: Estimate) -> Iterator[tuple[str, str]]:
    yield "games", f"only game {only[1]} of cell {only[0]}"
    yield "on one core", lasting(found.seconds())
    yield "on disk", sized(found.size)


def _whole(
    design: Design[Any], found: Estimate, left: Left | None
) -> Iterator[tuple[str, str]]:
    cells, plan = len(design.cells), design.plan()
    workers = design.cells[0].configuration.workers
    yield "cells", f"{cells}, {_shared(design)}" if cells > 1 else "1"
    yield "games", _games(design)
    played = left or [plan.bounds(cell) for cell in range(cells)]
    ways = list(zip(*played, strict=True))  # at least, and at most
    amounts = [sum(each) for each in ways]
    if left is not None:
        yield "still to play", _between([str(each) for each in amounts])
    hours = [found.total(each) for each in ways]
    yield "on one core", _between([lasting(each) for each in hours])
    many = [lasting(each / workers) for each in hours]
    yield f"with {counted(workers, 'worker')}", _between(many)
    yield "on disk", _between([sized(found.size * games) for games in amounts])


def _shared(design: Design[Any]) -> str:
    if design.paired:
        return "paired: game i of each has the same seed"
    return "each with a seed of its own"


def _games(design: Design[Any]) -> str:
    plan, rule, cells = design.plan(), design.stop, len(design.cells)
    each = f", {design.games} a cell" if cells > 1 else ""
    if rule is None:
        return f"{plan.total}{each}"
    if rule.at_least > design.games:
        return f"{plan.total}{each}; too few for the stop rule to end a cell"
    return (
        f"{plan.certain} to {plan.total}: a cell ends once the 95 % interval of "
        f"{rule.metric.name} is at most {rule.width:g} wide, after {rule.fewest} to "
        f"{counted(design.games, 'game')}"
    )


def _between(values: list[str]) -> str:
    """Return a value, or the range of two."""
    return " to ".join(dict.fromkeys(values))

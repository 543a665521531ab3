"""What a study would do: cells, games, and how long they take by a short trial."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Protocol, TypeVar
from uuid import uuid4

import pyarrow as pa
import pyarrow.parquet as pq
from rich.console import Console
from rich.table import Table
from rich.text import Text

from gamebase.batch_config import BatchConfig
from gamebase.printable import printable
from sims.dataset.chunks import Chunk, tables_of
from sims.dataset.spans import Span
from sims.design.design import Design
from sims.design.estimating import (
    Estimate,
    Tried,
    lasting,
    longest_of,
    sized,
    trial_order,
)
from sims.running.jobs import TIMEOUT, Games, Job
from sims.running.playing import end_minders, play_task
from sims.running.tasks import Task

__all__ = ["TRIAL_TIME", "Playable", "dry_run", "trial"]

TRIAL_TIME = 20.0
"""How long a trial takes at most, in s, but for the start of a process."""

ENOUGH = 400
"""Games after which a trial ends."""

MOST_ROWS = 24
"""Most cells that are listed."""

NARROWEST = 60
"""Width below which lines rather run on than lose their values, in characters."""

Config_contra = TypeVar("Config_contra", bound=BatchConfig, contravariant=True)
Config = TypeVar("Config", bound=BatchConfig)


class Playable(Protocol[Config_contra]):
    """What a trial has to know of a game."""

    @property
    def tables(self) -> Mapping[str, type]:
        """Row classes by the name of their table."""

    @property
    def failures(self) -> Collection[str]:
        """Terminations of games that were not played to an end."""

    @property
    def job(self) -> Callable[[Config_contra], Job]:
        """Makes the games of a configuration."""


class _Trial:
    """Games of a few cells, played one after another in a process of their own."""

    def __init__(
        self, kind: Playable[Config], design: Design[Config], limit: float
    ) -> None:
        self._kind, self._design = kind, design
        self._end = time.monotonic() + limit
        self._run = f"trial-{uuid4().hex}"
        self._rows: dict[str, list[pa.Table]] = {name: [] for name in kind.tables}
        self.tried: list[Tried] = []
        self.errors: list[str] = []

    def play(self) -> None:
        try:
            for cell, games in trial_order(len(self._design.cells), self._design.games):
                left = self._end - time.monotonic()
                # A game that could not end any more would say nothing.
                enough = sum(each.games for each in self.tried) >= ENOUGH
                if left <= longest_of(self.tried) or enough:
                    return
                self._play(cell, games, left)
        finally:
            end_minders(self._run)

    def _play(self, cell: int, games: range, left: float) -> None:
        kind = self._kind
        job = kind.job(self._design.cells[cell].configuration)
        task = Task(
            Span(cell, games.start, len(games)),
            Games(job, kind.tables, kind.failures).pickled(),
            self._run,
            time_limit=left,
            budget=left / 4,
        )
        began = time.monotonic()
        played = play_task(task)
        ends = set().union(*map(self._ends, played.chunks))
        took, ended = played.seconds, TIMEOUT not in ends
        if not ended:
            took = time.monotonic() - began
        done = sum(chunk.span.count for chunk in played.chunks)
        self.tried.append(Tried(cell, done, max(took, 1e-6), ended))

    def _ends(self, chunk: Chunk) -> set[str]:
        """Keep rows of games; return how those ended that were not played to an end."""
        tables = tables_of(chunk, self._kind.tables)
        for name, table in tables.items():
            self._rows[name].append(table)
        if not chunk.failed:
            return set()
        games = next(iter(tables.values())).select(["termination", "error"])
        rows = [
            row
            for row in games.to_pylist()
            if row["termination"] in self._kind.failures
        ]
        self.errors += [
            f"{row['termination']}: {row['error']}"
            for row in rows
            if row["termination"] != TIMEOUT
        ]
        return {row["termination"] for row in rows}

    def size(self) -> float:
        """Return what a game leaves in the files, in bytes."""
        tables = [pa.concat_tables(each) for each in self._rows.values()]
        whole = sum(_written(each) - _written(each.slice(0, 0)) for each in tables)
        games: int = tables[0].num_rows
        return whole / max(games, 1)


def _written(table: pa.Table) -> int:
    """Return how large a table is in a file, in bytes."""
    buffer = io.BytesIO()
    pq.write_table(table, buffer, compression="zstd")
    return buffer.tell()


def trial(
    kind: Playable[Config], design: Design[Config], limit: float = TRIAL_TIME
) -> tuple[Estimate, list[str]]:
    """Play some games of a study, and throw them away.

    Parameters
    ----------
    kind : Playable
        The game.
    design : Design
        The study.
    limit : float
        How long this takes, in s; a game that is not over by then is ended.

    Returns
    -------
    (Estimate, list of str)
        What a game takes, and why games failed.
    """
    playing = _Trial(kind, design, limit)
    playing.play()
    return Estimate.of(playing.tried, playing.size()), playing.errors


def dry_run(
    kind: Playable[Config],
    design: Design[Config],
    console: Console,
    limit: float = TRIAL_TIME,
) -> None:
    """Print what a study would do: cells, games, time and room, after a short trial.

    Parameters
    ----------
    kind : Playable
        The game.
    design : Design
        The study.
    console : rich.console.Console
        Where to.
    limit : float
        As of `trial`.
    """
    found, errors = trial(kind, design, limit)
    console.width = max(console.width, NARROWEST)
    console.print(_cells(design, found))
    if len(design.cells) > MOST_ROWS:
        console.print(Text(f"and {len(design.cells) - MOST_ROWS} more cells"))
    lines = Table(show_header=False, box=None, pad_edge=False)
    lines.add_column(no_wrap=True)
    lines.add_column(overflow="fold")
    for label, value in _lines(design, found, errors):
        lines.add_row(Text(label), Text(value))
    console.print(Text())
    console.print(lines)


def _cells(design: Design[Any], found: Estimate) -> Table:
    title = Text(printable(design.name) or f"one batch of {design.game}")
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    table.add_column("cell", justify="right")
    table.add_column("what it has", overflow="fold")
    table.add_column("seed", justify="right", overflow="fold")
    table.add_column("a game", justify="right", no_wrap=True)
    for number, cell in list(enumerate(design.cells))[:MOST_ROWS]:
        tried = number in found.cells
        table.add_row(
            Text(str(number)),
            Text(printable(cell.label) or "the base alone"),
            Text(str(cell.configuration.seed)),
            Text(lasting(found.seconds(number)) if tried else ""),
        )
    return table


def _lines(
    design: Design[Any], found: Estimate, errors: list[str]
) -> Iterator[tuple[str, str]]:
    cells, plan = len(design.cells), design.plan()
    workers = design.cells[0].configuration.workers
    if design.question:
        yield "question", printable(design.question)
    yield "cells", f"{cells}, {_shared(design)}" if cells > 1 else "1"
    yield "games", _games(design)
    amounts = sorted({plan.certain, plan.total})
    hours = [found.total(cells, 1) / cells * games for games in amounts]
    yield "on one core", _between([lasting(each) for each in hours])
    many = [lasting(each / workers) for each in hours]
    yield f"with {_counted(workers, 'worker')}", _between(many)
    yield "on disk", _between([sized(found.size * games) for games in amounts])
    tried = _counted(found.games, "game")
    yield "tried", f"{tried} of {_counted(len(found.cells), 'cell')}"
    yield "", found.roughness()
    for error in errors[:3]:
        yield "failed", printable(error)


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
        f"{design.games} games"
    )


def _between(values: list[str]) -> str:
    """Return a value, or the range of two."""
    return " to ".join(dict.fromkeys(values))


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"

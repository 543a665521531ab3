"""What a study would do: cells, games, and how long they take by a short trial."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Protocol, TypeVar
from uuid import uuid4

import pyarrow as pa
import pyarrow.parquet as pq
from rich.console import Console

from gamebase.batch_config import BatchConfig
from sims.dataset.chunks import Chunk, tables_of
from sims.dataset.spans import Span
from sims.design.design import Design
from sims.design.estimating import (
    Estimate,
    Tried,
    longest_of,
    trial_order,
)
from sims.design.outlook import print_outlook
from sims.running.jobs import TIMEOUT, Games, Job
from sims.running.playing import end_minders, play_task
from sims.running.tasks import Task

__all__ = ["TRIAL_TIME", "Playable", "dry_run", "trial"]

TRIAL_TIME = 20.0
"""How long a trial takes at most, in s, but for the start of a process."""

ENOUGH = 400
"""Games after which a trial ends."""

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
        self,
        kind: Playable[Config],
        design: Design[Config],
        limit: float,
        only: tuple[int, int] | None,
    ) -> None:
        self._kind, self._design, self._only = kind, design, only
        self._end = time.monotonic() + limit
        self._run = f"trial-{uuid4().hex}"
        self._rows: dict[str, list[pa.Table]] = {name: [] for name in kind.tables}
        self.tried: list[Tried] = []
        self.errors: list[str] = []

    def play(self) -> None:
        try:
            for cell, games in self._order():
                left = self._end - time.monotonic()
                # A game that could not end any more would say nothing.
                enough = sum(each.games for each in self.tried) >= ENOUGH
                if left <= longest_of(self.tried) or enough:
                    return
                self._play(cell, games, left)
        finally:
            end_minders(self._run)

    def _order(self) -> Iterable[tuple[int, range]]:
        if self._only is not None:
            cell, game = self._only
            return [(cell, range(game, game + 1))]
        return trial_order(len(self._design.cells), self._design.games)

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
    kind: Playable[Config],
    design: Design[Config],
    limit: float = TRIAL_TIME,
    only: tuple[int, int] | None = None,
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
    only : (int, int), optional
        Cell and index of the one game that is asked for.

    Returns
    -------
    (Estimate, list of str)
        What a game takes, and why games failed.
    """
    playing = _Trial(kind, design, limit, only)
    playing.play()
    return Estimate.of(playing.tried, playing.size()), playing.errors


def dry_run(
    kind: Playable[Config],
    design: Design[Config],
    console: Console,
    limit: float = TRIAL_TIME,
    left: Sequence[tuple[int, int]] | None = None,
    only: tuple[int, int] | None = None,
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
    left : sequence of (int, int), optional
        As of `sims.design.outlook.print_outlook`.
    only : (int, int), optional
        As of `trial`.
    """
    found, errors = trial(kind, design, limit, only)
    print_outlook(console, design, found, errors, left, only)

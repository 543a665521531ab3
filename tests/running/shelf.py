"""A store in memory, and a plan without rules: what a coordinator needs, no more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import pyarrow as pa

from sims.dataset.chunks import Chunk, tables_of
from sims.dataset.spans import Span
from sims.progress import Silent
from sims.running.coordinator import Outcome, Settings, play_study
from sims.running.executors import open_executor
from sims.running.jobs import Games, Job
from tests.running.oddjob import TABLES

Tables = dict[str, pa.Table]


class MemoryShelf:
    """Keeps chunks; games that are ``done`` already are not asked for."""

    def __init__(self, done: Iterable[Span] = ()) -> None:
        self.chunks: list[Chunk] = []
        self.waiting = 0
        self.synced = 0
        self._done = set(done)

    def enqueue(self, span: Span) -> list[Span]:
        done = {(each.cell, game) for each in self._done for game in each.games}
        games = [game for game in span.games if (span.cell, game) not in done]
        return [Span(span.cell, game, 1) for game in games]

    def put(self, chunk: Chunk) -> None:
        self.chunks.append(chunk)

    def sync(self) -> None:
        self.synced = self.games

    @property
    def games(self) -> int:
        return sum(chunk.span.count for chunk in self.chunks)

    def tables(self) -> Tables:
        return tables_from(self.chunks)


class ListWork:
    """The games of some spans, in order."""

    def __init__(self, jobs: Sequence[Job], spans: Iterable[Span]) -> None:
        self._jobs = jobs
        self._spans = iter(spans)
        self.read = 0
        self.heard: list[Chunk] = []
        self.there: list[Span] = []

    def ready(self) -> Span | None:
        span = next(self._spans, None)
        self.read += span is not None
        return span

    def job(self, cell: int) -> Job:
        return self._jobs[cell]

    def found(self, span: Span) -> None:
        self.there.append(span)

    def played(self, chunk: Chunk) -> None:
        self.heard.append(chunk)

    def note(self) -> str:
        return f"{len(self.heard)} chunks"

    def total(self) -> int:
        return 10**6


def rounds(cells: int, games: int, batch: int) -> Iterator[Span]:
    """Yield the games of all cells, some of each at a time."""
    for first in range(0, games, batch):
        for cell in range(cells):
            yield Span(cell, first, min(batch, games - first))


def tables_from(chunks: Iterable[Chunk]) -> Tables:
    """Return the rows of chunks in the order of cells and games."""
    ordered = sorted(chunks, key=lambda chunk: chunk.span)
    pieces = [tables_of(chunk, TABLES) for chunk in ordered]
    return {
        name: pa.concat_tables([each[name] for each in pieces]).combine_chunks()
        for name in TABLES
    }


def expected(jobs: Sequence[Job], games: int) -> Tables:
    """Return the tables of games played here, one after the other."""
    chunks = []
    for cell, job in enumerate(jobs):
        rows = [job.play(index) for index in range(games)]
        chunks.append(Games(job, TABLES).chunk(Span(cell, 0, games), rows))
    return tables_from(chunks)


def played(
    jobs: Sequence[Job],
    games: int,
    *,
    executor: str = "process",
    workers: int = 2,
    address: str | None = None,
    batch: int = 50,
    shelf: MemoryShelf | None = None,
    **more: Any,
) -> tuple[Outcome, MemoryShelf]:
    """Play games of each job; return what came of it."""
    shelf = MemoryShelf() if shelf is None else shelf
    settings = Settings(tables=TABLES, time_limit=more.pop("time_limit", None))
    work = more.pop("work", None) or ListWork(jobs, rounds(len(jobs), games, batch))
    more.setdefault("reporter", Silent())
    with open_executor(executor, workers, address) as opened:
        return play_study(work, shelf, opened, settings, **more), shelf

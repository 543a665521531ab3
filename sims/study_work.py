"""The games of a design as a session plays them: plan, jobs and running estimates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from sims.dataset.chunks import Chunk, tables_of
from sims.dataset.spans import Span
from sims.design.metrics import Metric, Tally, tallied, told
from sims.design.plan import Plan
from sims.running.jobs import Job

__all__ = ["Earlier", "StudyWork"]


class Earlier:
    """Games of earlier sessions, as far as metrics look at them.

    Parameters
    ----------
    pieces : iterable of pyarrow.Table
        The columns ``cell``, ``game`` and those that the metrics read; each game once.
    metrics : sequence of Metric
    """

    def __init__(self, pieces: Iterable[pa.Table], metrics: Sequence[Metric]) -> None:
        self._metrics = {metric.name: metric for metric in metrics}
        names = sorted({name for metric in metrics for name in metric.columns})
        found: dict[int, list[tuple[int, list[Any]]]] = {}
        for piece in pieces:
            columns = [piece.column(name).to_pylist() for name in names]
            cells, games = (piece.column(n).to_pylist() for n in ("cell", "game"))
            for cell, game, *row in zip(cells, games, *columns, strict=True):
                seen = dict(zip(names, row, strict=True))
                values = [metric.value(seen) for metric in metrics]
                found.setdefault(cell, []).append((game, values))
        self._games: dict[int, np.ndarray[Any, Any]] = {}
        self._values: dict[int, list[list[Any]]] = {}
        for cell, rows in found.items():
            rows.sort(key=lambda row: row[0])
            self._games[cell] = np.array([game for game, _ in rows], np.int64)
            self._values[cell] = [values for _, values in rows]

    def tallies(self, span: Span) -> dict[str, Tally]:
        """Return the metrics over the games of a span that are known."""
        games = self._games.get(span.cell)
        if games is None:
            return {name: Tally() for name in self._metrics}
        low, high = np.searchsorted(games, [span.first, span.stop])
        rows = self._values[span.cell][low:high]
        return {
            name: Tally.of(row[column] for row in rows)
            for column, name in enumerate(self._metrics)
        }


class StudyWork:
    """What a session plays, as `sims.running.coordinator.Work` wants it.

    Parameters
    ----------
    plan : Plan
        The order of the games.
    job : callable
        Makes the games of a cell.
    tables : mapping of str to type
        Row classes by the name of their table.
    metrics : sequence of Metric
        What is counted while games come in, that of the stop rule among them; the
        first one is told of.
    earlier : Earlier
        The games of earlier sessions.
    cells : int
        Number of cells.
    """

    def __init__(
        self,
        plan: Plan,
        job: Callable[[int], Job],
        tables: Mapping[str, type],
        metrics: Sequence[Metric],
        earlier: Earlier,
        cells: int,
    ) -> None:
        self._plan, self._job = plan, job
        self._key = next(iter(tables))
        self._tables = {self._key: tables[self._key]}
        self._metrics, self._earlier, self._cells = metrics, earlier, cells
        self._sums = {metric.name: Tally() for metric in metrics}

    def ready(self) -> Span | None:
        """Return the next games; None if there are none, or none before others end."""
        return self._plan.ready()

    def job(self, cell: int) -> Job:
        """Return what plays the games of a cell."""
        return self._job(cell)

    def found(self, span: Span) -> None:
        """Hear of games that an earlier session has played."""
        self._hear(span, self._earlier.tallies(span))

    def played(self, chunk: Chunk) -> None:
        """Hear of games that have just been played."""
        table = tables_of(
            Chunk(chunk.span, {self._key: chunk.tables[self._key]}, chunk.failed),
            self._tables,
        )[self._key]
        self._hear(chunk.span, tallied(table, self._metrics))

    def _hear(self, span: Span, tallies: Mapping[str, Tally]) -> None:
        self._plan.finished(span, tallies)
        for name, tally in tallies.items():
            self._sums[name] += tally

    def note(self) -> str:
        """Return the running estimate of the first metric, over all cells."""
        if not self._metrics:
            return ""
        main = self._metrics[0]
        estimate = told(main, self._sums[main.name])
        closed = len(self._plan.closed)
        return (
            f"{estimate}, {closed} of {self._cells} cells done" if closed else estimate
        )

    def total(self) -> int:
        """Return how many games there will be at most, as far as is known by now."""
        return self._plan.total

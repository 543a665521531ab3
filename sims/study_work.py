"""The games of a design as a session plays them: plan, jobs and running estimates."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from gamebase.counting import counted
from sims.dataset.chunks import Chunk, tables_of
from sims.dataset.spans import Span
from sims.dataset.streams import numbers_of
from sims.design.metrics import Metric, Tally, tallied, told
from sims.design.plan import Plan
from sims.running.jobs import Job

__all__ = ["Earlier", "StudyWork"]


Array = NDArray[np.float64]


class Earlier:
    """Games of earlier sessions, as far as metrics look at them.

    Parameters
    ----------
    pieces : iterable of pyarrow.Table
        The columns ``cell``, ``game`` and those that the metrics read; each game once.
    metrics : sequence of Metric
    """

    def __init__(self, pieces: Iterable[pa.Table], metrics: Sequence[Metric]) -> None:
        self._names = [metric.name for metric in metrics]
        parts: dict[int, list[Array]] = {}
        for piece in pieces:
            cells, table = _measured(piece, metrics)
            for cell in np.unique(cells).tolist():
                parts.setdefault(cell, []).append(table[:, cells == cell])
        self._cells = {cell: _by_game(found) for cell, found in parts.items()}

    def tallies(self, span: Span) -> dict[str, Tally]:
        """Return the metrics over the games of a span that are known."""
        found = self._cells.get(span.cell)
        if found is None:
            return {name: Tally() for name in self._names}
        low, high = np.searchsorted(found[0], [span.first, span.stop])
        return {
            name: Tally.of(map(_exact, values[low:high].tolist()))
            for name, values in zip(self._names, found[1:], strict=True)
        }


def _measured(piece: pa.Table, metrics: Sequence[Metric]) -> tuple[Array, Array]:
    """Return the cells of games; and the games and each metric as rows of numbers.

    Where a metric does not apply is NaN.
    """
    names = sorted({name for metric in metrics for name in metric.columns})
    columns = [piece.column(name).to_pylist() for name in names]
    rows = [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]
    measured = [
        [math.nan if (value := metric.value(row)) is None else value for row in rows]
        for metric in metrics
    ]
    games = numbers_of(piece, "game")
    cells = numbers_of(piece, "cell").astype(float)
    return cells, np.array([games, *measured], float)


def _by_game(parts: Sequence[Array]) -> Array:
    whole = np.concatenate(parts, axis=1)
    return whole[:, np.argsort(whole[0], kind="stable")]


def _exact(value: float) -> int | float:
    """Return a whole number as one: sums of those are exact, and quick."""
    return int(value) if value.is_integer() else value


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
            f"{estimate}, {closed} of {counted(self._cells, 'cell')} done"
            if closed
            else estimate
        )

    def total(self) -> int:
        """Return how many games there will be at most, as far as is known by now."""
        return self._plan.total

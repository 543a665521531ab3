"""Make a report of a folder of results, finished or not."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa

from gamebase.errors import ParameterError, close_match, shown
from sims.dataset.results import Results
from sims.design.metrics import Metric, of_another
from sims.design.stopping import StopRule
from sims.errors import BatchError
from sims.reports.cautions import cautions
from sims.reports.columns import Columns, gather, needed_columns
from sims.reports.estimating import compare, holm, summed
from sims.reports.kinds import Kind, Lifetime
from sims.reports.model import Comparison, Report, Run
from sims.reports.run_record import read_run
from sims.reports.stopped import rule_of, stops

__all__ = ["build", "report_of"]

_TRIES, _PAUSE = 3, 0.2


def build(
    kind: Kind,
    folder: Path,
    metrics: Sequence[str] = (),
    reference: str = "0",
    most: int | None = None,
) -> Report:
    """Return the report of a folder.

    Parameters
    ----------
    kind : Kind
        The game.
    folder : Path
        A folder of results; the run may be going on.
    metrics : sequence of str
        Names of what to tell; all if there is none.
    reference : str
        Number or label of the cell that others are compared with.
    most : int, optional
        Tell at most so many of the metrics, of those that apply to some game.

    Raises
    ------
    ParameterError
        If there are no results, they are damaged, or a name is of nothing.
    """
    run = read_run(folder, kind.game)
    chosen = _chosen(kind, metrics)
    number = _reference(run, reference)
    rule = rule_of(run.stop, kind.metrics)
    needed = chosen if rule is None else tuple(dict.fromkeys((*chosen, rule.metric)))
    columns = _read(kind, folder, needed, len(run.settings))
    asked = metrics and most is None
    told = chosen if asked else _applying(chosen, columns)[:most]
    return report_of(run, columns, told, kind.lifetime, number, rule)


def report_of(
    run: Run,
    columns: Sequence[Columns],
    metrics: Sequence[Metric],
    lifetime: Lifetime | None,
    reference: int,
    rule: StopRule | None = None,
) -> Report:
    """Return the report of columns, one set a cell."""
    cells = [
        summed(setting, each, metrics, lifetime)
        for setting, each in zip(run.settings, columns, strict=True)
    ]
    if rule is not None:
        found = stops(rule, run.games, columns)
        cells = [
            replace(cell, stop=each) for cell, each in zip(cells, found, strict=True)
        ]
    comparisons = tuple(
        adjusted
        for metric in metrics
        for adjusted in _adjusted(
            [
                compare(number, metric, each, columns[reference], run.paired)
                for number, each in enumerate(columns)
                if number != reference
            ]
        )
    )
    return Report(
        run,
        tuple(metrics),
        lifetime,
        tuple(cells),
        reference,
        comparisons,
        cautions(run, cells, metrics, comparisons, lifetime),
    )


def _read(
    kind: Kind, folder: Path, metrics: Sequence[Metric], cells: int
) -> list[Columns]:
    """Read the games, anew if a run has just replaced a file that was to be read."""
    for tries_left in reversed(range(_TRIES)):
        try:
            pieces = _pieces(kind, folder, metrics)
            return gather(pieces, cells, metrics, kind.lifetime)
        except BatchError as error:
            if not tries_left:
                raise ParameterError(str(error)) from error
            time.sleep(_PAUSE)
    raise AssertionError("the last try returns or raises")


def _pieces(kind: Kind, folder: Path, metrics: Sequence[Metric]) -> Iterator[pa.Table]:
    results = Results(folder, kind.tables)
    yield from results.pieces("games", needed_columns(metrics, kind.lifetime))


def _chosen(kind: Kind, names: Sequence[str]) -> tuple[Metric, ...]:
    known = {metric.name: metric for metric in kind.metrics}
    for name in names:
        if name not in known:
            raise ParameterError(
                f"{kind.game} has no metric {shown(name)}: choose from "
                f"{', '.join(known)}{_meant(name, known, kind.elsewhere)}"
            )
    return tuple(known[name] for name in dict.fromkeys(names or known))


def _meant(name: str, known: Iterable[str], elsewhere: Mapping[str, str]) -> str:
    of = of_another(name, elsewhere)
    return f"; {of}" if of else close_match(name, known)


def _applying(
    metrics: Sequence[Metric], columns: Sequence[Columns]
) -> tuple[Metric, ...]:
    """Return the metrics that apply to some game; all if there is no game yet."""
    found = [
        metric
        for metric in metrics
        if any(not np.isnan(each.values[metric.name]).all() for each in columns)
    ]
    return tuple(found or metrics)


def _reference(run: Run, text: str) -> int:
    labels = [setting.label for setting in run.settings]
    if text in labels:
        return labels.index(text)
    if (
        text.isascii()
        and text.isdecimal()
        and len(text) < 10
        and int(text) < len(labels)
    ):
        return int(text)
    raise ParameterError(
        f"there is no cell {shown(text)}: give a number from 0 to {len(labels) - 1}, "
        f"or a label{close_match(text, labels)}"
    )


def _adjusted(comparisons: Sequence[Comparison]) -> Iterator[Comparison]:
    """Adjust the p values of one metric, whatever others are told beside it."""
    adjusted = holm([each.apart.p for each in comparisons])
    for each, p in zip(comparisons, adjusted, strict=True):
        yield replace(each, adjusted=p)

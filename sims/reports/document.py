"""A report as headings, paragraphs and tables, for whoever writes them out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gamebase.counting import counted
from sims.design.metrics import Metric
from sims.reports import words
from sims.reports.model import Caution, Cell, Comparison, Report
from sims.reports.stopped import STOPS

__all__ = ["Document", "Grid", "METHODS", "document_of", "overview"]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table.

    Parameters
    ----------
    title : str
    heads : tuple of str
    rows : tuple of tuple of str
    left : frozenset of int
        Columns of words; the others are of numbers.
    note : str
        A line under the title.
    spare : int or None
        A column that may be left out where there is no room for it.
    metric : str
        The metric that it is about; empty if it is about more.
    cautions : tuple of str
        What to know before its numbers are believed.
    """

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    left: frozenset[int]
    note: str = ""
    spare: int | None = None
    metric: str = ""
    cautions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """All that is written of a report, but for pictures."""

    title: str
    facts: tuple[tuple[str, str], ...]
    cautions: tuple[str, ...]
    comparisons: tuple[Grid, ...]
    cells: tuple[Grid, ...]
    methods: tuple[str, ...]


SINGLE = (
    "All intervals are 95 %.",
    "Rates: Wilson's interval (1927). Means: Student's.",
    "Lengths: the curve of Kaplan and Meier with its log-log band, which holds turn by "
    "turn, and the median with the interval of Brookmeyer and Crowley (1982); games "
    "that were cut off are censored.",
)
COMPARED = (
    "Differences of paired games: Tango's score interval (1998) and McNemar's test for "
    "rates, the paired t for means; they are of the games that both cells have, so "
    "they need not be the one estimate less the other.",
    "Differences of games that are not paired: Newcombe's hybrid score interval (1998, "
    "method 10) and the score test for rates, Welch's t for means.",
    "p is the chance of a difference as large if there were none, adjusted by Holm's "
    "method (1979) for the number of cells compared in the metric; not for the number "
    "of metrics, so it is the same whichever of them are told.",
    "Games that a difference takes: by normal approximations, with the variances and "
    "the shares of games that were seen.",
)
METHODS = (*SINGLE, *COMPARED)
"""How it was counted, in sentences."""


def document_of(report: Report) -> Document:
    """Return what is written of a report."""
    several = len(report.cells) > 1
    return Document(
        _title(report),
        tuple((label, text) for label, text in _facts(report) if text),
        tuple(each.text for each in report.cautions if not _is_of_one(report, each)),
        (overview(report), *_compared(report)) if several else (),
        tuple(_cell(report, cell) for cell in report.cells),
        METHODS if several else SINGLE,
    )


def _is_of_one(report: Report, caution: Caution) -> bool:
    """Tell whether a caution stands beside the table of its metric."""
    return len(report.cells) > 1 and len(caution.metrics or ()) == 1


def overview(report: Report) -> Grid:
    """Return the table that says what cells there are."""
    heads = ["cell", "what", "games", "failed", "timeout"]
    if report.lifetime:
        heads.append(f"median {report.lifetime.column}")
    ruled = any(cell.stop for cell in report.cells)
    if ruled:
        heads.append("stop rule")
    rows = tuple(
        (
            *_counts(cell),
            *([_median(cell)] if report.lifetime else []),
            *([cell.stop or words.NOTHING] if ruled else []),
        )
        for cell in report.cells
    )
    return Grid("Cells", tuple(heads), rows, frozenset({1}))


def _counts(cell: Cell) -> tuple[str, ...]:
    setting = cell.setting
    return (
        str(setting.number),
        setting.name,
        f"{cell.games:,}",
        f"{cell.failed:,}",
        f"{cell.timeouts:,}",
    )


def _median(cell: Cell) -> str:
    return words.median(cell.length.median) if cell.length else words.NOTHING


def _title(report: Report) -> str:
    name = report.run.name
    return f"{report.run.game}: {name}" if name else f"Games of {report.run.game}"


def _facts(report: Report) -> Iterator[tuple[str, str]]:
    run = report.run
    games = sum(cell.games for cell in report.cells)
    most = run.games * len(report.cells)
    yield "question", run.question
    many = len(report.cells)
    asked = f" of {'at most ' if run.stop else ''}{most:,}" if most else ""
    cells = f" in {many:,} cells" if many > 1 else ""
    yield "games", f"{games:,}{asked}{cells}, {run.status}"
    yield "seed", "" if run.seed is None else str(run.seed)
    if many > 1:
        yield "reference", _named(report, report.reference)
        yield (
            "paired",
            (
                "yes: game i has the same luck in every cell"
                if run.paired
                else "no: every cell has luck of its own"
            ),
        )
    yield "played", words.when(run.sessions)
    yield "with", words.versions(run.sessions[-1]) if run.sessions else ""


def _named(report: Report, number: int) -> str:
    return f"cell {number}, {report.cells[number].setting.name}"


def _compared(report: Report) -> Iterator[Grid]:
    for metric in report.metrics:
        found = {
            each.cell: each for each in report.comparisons if each.metric == metric.name
        }
        places = words.digits(
            metric, [cell.found[metric.name] for cell in report.cells]
        )
        rows = tuple(
            _against(metric, cell, found.get(cell.setting.number), places)
            for cell in report.cells
        )
        unit = words.apart_unit(metric)
        heads = (
            "cell",
            "what",
            _headed(metric),
            f"difference{f', {unit}' if unit != '-' else ''}",
            "p",
        )
        note = f"{metric.meaning}; differences are from cell {report.reference}"
        yield Grid(
            f"Compared: {metric.name}",
            heads,
            rows,
            frozenset({1}),
            note,
            1,
            metric.name,
            tuple(
                each.text
                for each in report.cautions
                if _is_of_one(report, each) and each.metrics == (metric.name,)
            ),
        )


def _headed(metric: Metric) -> str:
    if metric.kind == "rate":
        return "rate"
    return f"mean, {metric.unit}" if metric.unit != "-" else "mean"


def _against(
    metric: Metric, cell: Cell, found: Comparison | None, places: int
) -> tuple[str, ...]:
    value = words.estimate(metric, cell.found[metric.name], places)
    start = (str(cell.setting.number), cell.setting.name, value)
    if found is None:
        return (*start, "reference", "")
    apart = words.apart(metric, found.apart, places)
    return (*start, apart, words.chance(found.adjusted))


def _cell(report: Report, cell: Cell) -> Grid:
    setting = cell.setting
    rows = [
        (metric.name, words.estimate(metric, found), _of(metric, cell), metric.meaning)
        for metric in report.metrics
        for found in [cell.found[metric.name]]
    ]
    if report.lifetime and cell.length:
        curve = cell.length.curve
        ended = f"{curve.fell:,} of {curve.games:,} ended" if curve else "0"
        name = f"median {report.lifetime.column}"
        rows.insert(0, (name, _median(cell), ended, report.lifetime.meaning))
    several = len(report.cells) > 1
    played = cell.games - cell.failed - cell.timeouts
    note = (
        f"{counted(cell.games, 'game', ',')}: {played:,} played, "
        f"{cell.failed:,} failed, {cell.timeouts:,} timed out"
    )
    if cell.stop:
        note += f"; {STOPS[cell.stop]}"
    told = words.varied(setting.varied)
    if told and told.replace(" = ", "=") != setting.label:
        note = f"{told}; {note}"
    return Grid(
        f"Cell {setting.number}: {setting.name}" if several else "All games",
        ("metric", "estimate (95 %)", "of games", "meaning"),
        tuple(rows),
        frozenset({0, 3}),
        note,
    )


def _of(metric: Metric, cell: Cell) -> str:
    n = cell.found[metric.name].n
    if metric.kind == "rate":
        return f"{cell.counts[metric.name]:,} of {n:,}"
    return f"{n:,}"

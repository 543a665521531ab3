"""The plots of a report: lengths of games, and every metric cell by cell."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from sims.design.metrics import Metric
from sims.plots import Plot, interval_plot, survival_plot
from sims.plots.intervals import Bar
from sims.reports.intervals import Estimate
from sims.reports.model import Cell, Report

__all__ = ["MOST_CELLS", "pictures"]

MOST_CELLS = 120
"""Cells up to which there are pictures: of more, nobody could tell them apart."""
_CURVES = 6
"""Curves in one picture."""


def pictures(report: Report) -> Mapping[str, Sequence[Plot]]:
    """Return the plots by the name of their metric, those of lengths under no name.

    There are none for very many cells.
    """
    if len(report.cells) > MOST_CELLS:
        return {}
    several = len(report.cells) > 1
    medians = [_medians(report)] if several and report.lifetime else []
    found: dict[str, Sequence[Plot]] = {"": [*medians, *_curves(report)]}
    if several:
        found |= {each.name: [_metric(report, each)] for each in report.metrics}
    return found


def _metric(report: Report, metric: Metric) -> Plot:
    apart = {
        _name(report.cells[each.cell]): _bar(each.apart)
        for each in report.comparisons
        if each.metric == metric.name
    }
    rate = metric.kind == "rate"
    unit = "" if rate or metric.unit == "-" else f", {metric.unit}"
    return interval_plot(
        {_name(cell): _bar(cell.found[metric.name]) for cell in report.cells},
        label=f"{'rate' if rate else 'mean'}{unit}, 95 % intervals",
        title=f"{metric.name}: {metric.meaning}",
        apart=apart,
        apart_label=f"difference from cell {report.reference}",
        shares=rate,
    )


def _medians(report: Report) -> Plot:
    lifetime = report.lifetime
    unit = lifetime.unit if lifetime else ""
    return interval_plot(
        {_name(cell): _bar(cell.length.median) for cell in report.cells if cell.length},
        label=f"median, {unit}, 95 % intervals",
        title=f"Median {lifetime.meaning if lifetime else ''}",
    )


def _curves(report: Report) -> Iterator[Plot]:
    lifetime = report.lifetime
    drawn = [cell for cell in report.cells if cell.length and cell.length.curve]
    if lifetime is None:
        return
    for start in range(0, len(drawn), _CURVES):
        curves = {
            _name(cell): cell.length.curve
            for cell in drawn[start : start + _CURVES]
            if cell.length and cell.length.curve
        }
        yield survival_plot(
            curves,
            title=f"How long games last: {lifetime.meaning}",
            unit=lifetime.unit,
            left=lifetime.left,
            cut="games that were cut off",
            ending=lifetime.ending,
        )


def _name(cell: Cell) -> str:
    setting = cell.setting
    return f"{setting.number}  {setting.label}" if setting.label else setting.name


def _bar(found: Estimate) -> Bar:
    value = found.value
    return (
        None if value is None or not math.isfinite(value) else value,
        found.low,
        found.high,
    )

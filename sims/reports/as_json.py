"""A report for programs: numbers in full, null for what does not apply."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sims.reports.document import METHODS
from sims.reports.intervals import LEVEL, Estimate
from sims.reports.model import Cell, Comparison, Length, Report, Run

__all__ = ["FORMAT", "KEYS", "json_of", "plain"]

FORMAT = 1
"""Raised when a key changes its meaning or goes away."""

KEYS: Mapping[str, str] = {
    "format": "version of these keys: 1",
    "game": "stacko or staccs",
    "status": "running, interrupted or finished",
    "study": "name, question, paired, games (at most, a cell), seed, stop",
    "sessions": (
        "started, ended, status, workers, python, machine, packages and commit of each"
    ),
    "level": "of every interval: 0.95",
    "reference": "number of the cell that the others are compared with",
    "metrics": "what is told: name, kind (rate or mean), meaning, unit; the main first",
    "lifetime": "what a length is: column, unit, meaning, ended (terminations)",
    "cells": "what was found in each cell",
    "cells[].cell": "number of the cell",
    "cells[].label": "its name; empty in a plain batch",
    "cells[].varied": "what is set otherwise than in the base, by dotted key",
    "cells[].seed": "seed of its games",
    "cells[].games": "games that there are, failed ones and timeouts included",
    "cells[].failed": "games that could not be played; nothing below counts them",
    "cells[].timeouts": "games that took too much time; intervals count them both ways",
    "cells[].cut": "games that the turn limit cut off",
    "cells[].stop": (
        "how its stop rule stands: met, ran out (of games) or open; null without one"
    ),
    "cells[].metrics.NAME": (
        "n, value, low, high; of a rate also successes. value is null without games, "
        "low and high where there are too few"
    ),
    "cells[].lifetime": (
        "games, ended, median, low, high; a median or an end that is not reached is "
        "null"
    ),
    "cells[].lifetime.curve": (
        "arrays time, share, low, high, at_risk: the share of games that last longer "
        "than a time, and its band at that time, null where there is none"
    ),
    "comparisons": "each other cell against the reference, in each metric",
    "comparisons[]": (
        "cell, metric, paired, n (games, or pairs), differing (pairs), value (the cell "
        "less the reference), low, high, p, p_holm (adjusted for all comparisons in "
        "the metric), "
        "needed (games a cell to show a difference as large, if it is real, with a "
        "chance of 80 %; null if it is shown, or more games alone would not do)"
    ),
    "cautions": "what to know first: code, text, cells and metrics (none: all)",
    "methods": "how it was counted, in sentences",
}
"""Every key with its meaning, for the documentation."""

_SESSION = (
    "started", "ended", "status", "workers", "python", "machine", "packages", "commit",
)  # fmt: skip


def json_of(report: Report) -> str:
    """Return the report as JSON, in ASCII; keys are those of `KEYS`."""
    return json.dumps(plain(report), indent=2, allow_nan=False) + "\n"


def plain(report: Report) -> dict[str, Any]:
    """Return the report as plain values."""
    lifetime = report.lifetime
    return {
        "format": FORMAT,
        "game": report.run.game,
        "status": report.run.status,
        "study": _study(report.run),
        "sessions": [
            {key: session.get(key) for key in _SESSION}
            for session in report.run.sessions
        ],
        "level": LEVEL,
        "reference": report.reference,
        "metrics": [
            {"name": m.name, "kind": m.kind, "meaning": m.meaning, "unit": m.unit}
            for m in report.metrics
        ],
        "lifetime": lifetime
        and {
            "column": lifetime.column,
            "unit": lifetime.unit,
            "meaning": lifetime.meaning,
            "ended": list(lifetime.ended),
        },
        "cells": [_cell(cell) for cell in report.cells],
        "comparisons": [_comparison(each) for each in report.comparisons],
        "cautions": [
            {
                "code": each.code,
                "text": each.text,
                "cells": list(each.cells),
                "metrics": list(each.metrics),
            }
            for each in report.cautions
        ],
        "methods": list(METHODS),
    }


def _study(run: Run) -> dict[str, Any]:
    return {
        "name": run.name,
        "question": run.question,
        "paired": run.paired,
        "games": run.games,
        "seed": run.seed,
        "stop": None if run.stop is None else _safe(run.stop),
    }


def _cell(cell: Cell) -> dict[str, Any]:
    setting = cell.setting
    return {
        "cell": setting.number,
        "label": setting.label,
        "varied": _safe(setting.varied),
        "seed": setting.seed,
        "games": cell.games,
        "failed": cell.failed,
        "timeouts": cell.timeouts,
        "cut": cell.cut,
        "stop": cell.stop,
        "metrics": {
            name: {
                "n": found.n,
                **({"successes": cell.counts[name]} if name in cell.counts else {}),
                **_ends(found),
            }
            for name, found in cell.found.items()
        },
        "lifetime": None if cell.length is None else _length(cell.length),
    }


def _length(length: Length) -> dict[str, Any]:
    median, curve = length.median, length.curve
    return {
        "games": median.n,
        "ended": curve.fell if curve else 0,
        "median": _number(median.value),
        "low": _number(median.low),
        "high": _number(median.high),
        "curve": curve
        and {
            "time": _numbers(curve.turns),
            "share": _numbers(curve.share),
            "low": _numbers(curve.low),
            "high": _numbers(curve.high),
            "at_risk": [int(each) for each in curve.at_risk],
        },
    }


def _comparison(each: Comparison) -> dict[str, Any]:
    return {
        "cell": each.cell,
        "metric": each.metric,
        "paired": each.paired,
        "n": each.apart.n,
        "differing": each.differing,
        **_ends(each.apart),
        "p": _number(each.apart.p),
        "p_holm": _number(each.adjusted),
        "needed": each.needed,
    }


def _ends(found: Estimate) -> dict[str, float | None]:
    return {
        "value": _number(found.value),
        "low": _number(found.low),
        "high": _number(found.high),
    }


def _numbers(values: NDArray[np.float64]) -> list[float | None]:
    return [_number(float(each)) for each in values]


def _number(value: float | None) -> float | None:
    return None if value is None or not math.isfinite(value) else value


def _safe(value: Any) -> Any:
    """Return a value of run.json without the numbers that JSON does not have."""
    if isinstance(value, Mapping):
        return {str(key): _safe(each) for key, each in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_safe(each) for each in value]
    return _number(value) if isinstance(value, float) else value

"""The columns of games that a report needs, cell by cell, a piece at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from gamebase.counting import counted
from gamebase.errors import ParameterError, shown
from sims.design.metrics import Metric
from sims.reports.kinds import Lifetime

__all__ = ["FAILED", "TIMEOUT", "Columns", "gather", "needed_columns"]

FAILED, TIMEOUT = "failed", "timeout"
"""Terminations of games that were not played to an end."""

_VALUE = "value of "
_PLAYED, _FAILED, _TIMED_OUT = 0, 1, 2


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """What is kept of the games of a cell: a few numbers each, sorted by game.

    Parameters
    ----------
    games : ndarray of int
        Indices of the games, rising.
    failed, timed_out : ndarray of bool
    values : mapping of str to ndarray of float
        By the name of the metric; NaN where it does not apply.
    length : ndarray of float
        How long each game was; empty if nobody asks.
    ended : ndarray of bool
        Whether it came to its own end; empty if nobody asks.
    cut : ndarray of bool
        Whether a limit of its length cut it off; empty if nobody asks.
    """

    games: NDArray[np.int64]
    failed: NDArray[np.bool_]
    timed_out: NDArray[np.bool_]
    values: Mapping[str, NDArray[np.float64]]
    length: NDArray[np.float64]
    ended: NDArray[np.bool_]
    cut: NDArray[np.bool_]


def needed_columns(metrics: Iterable[Metric], lifetime: Lifetime | None) -> list[str]:
    """Return the names of the columns to read, ``cell``, ``game`` first."""
    names = ["cell", "game", "termination"]
    names += [name for metric in metrics for name in metric.columns]
    names += [lifetime.column] if lifetime else []
    return list(dict.fromkeys(names))


def gather(
    pieces: Iterable[pa.Table],
    cells: int,
    metrics: Sequence[Metric],
    lifetime: Lifetime | None,
) -> list[Columns]:
    """Collect the columns of all games.

    Parameters
    ----------
    pieces : iterable of pyarrow.Table
        Parts of the table of games, in any order, each game once, with the columns of
        `needed_columns`.
    cells : int
        How many cells there are.
    metrics, lifetime
        What is asked for.

    Returns
    -------
    list of Columns
        One a cell, also where it has no games.

    Raises
    ------
    ParameterError
        If a game is of no cell, or a metric is no number.
    """
    parts: list[list[dict[str, Any]]] = [[] for _ in range(cells)]
    for piece in pieces:
        if piece.num_rows:
            for cell, part in _by_cell(_read(piece, metrics, lifetime), cells):
                parts[cell].append(part)
    for each in parts:
        each.append(_read(None, metrics, lifetime))
    return [_joined(each) for each in parts]


def _read(
    piece: pa.Table | None, metrics: Sequence[Metric], lifetime: Lifetime | None
) -> dict[str, Any]:
    """Return a piece as arrays by name, those of metrics with a prefix."""
    rows = [] if piece is None else _rows(piece, needed_columns(metrics, lifetime))
    ends = [row["termination"] for row in rows]
    states = [{FAILED: _FAILED, TIMEOUT: _TIMED_OUT}.get(end, _PLAYED) for end in ends]
    found: dict[str, Any] = {
        "cell": np.array([row["cell"] for row in rows], np.int64),
        "game": np.array([row["game"] for row in rows], np.int64),
        "state": np.array(states, np.int8),
    }
    for metric in metrics:
        found[_VALUE + metric.name] = _values(metric, rows, states)
    if lifetime:
        found["length"] = np.array([row[lifetime.column] for row in rows], float)
        found["ended"] = np.array([end in lifetime.ended for end in ends], bool)
        found["cut"] = np.array([end in lifetime.limits for end in ends], bool)
    return found


def _rows(piece: pa.Table, names: Sequence[str]) -> list[dict[str, Any]]:
    columns = [piece.column(name).to_pylist() for name in names]
    return [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]


def _values(
    metric: Metric, rows: Sequence[Mapping[str, Any]], states: Sequence[int]
) -> NDArray[np.float64]:
    """Return a metric of every game, NaN where it was not played or does not apply."""
    found = [
        metric.value(row) if state == _PLAYED else None
        for row, state in zip(rows, states, strict=True)
    ]
    values = np.array([np.nan if each is None else each for each in found], float)
    values[np.isinf(values)] = np.nan
    if metric.kind == "rate" and not np.isin(values[~np.isnan(values)], (0, 1)).all():
        raise ParameterError(
            f"the rate {metric.name!r} is neither true nor false in some game: its "
            "value should be a bool"
        )
    return values


def _by_cell(
    found: Mapping[str, Any], cells: int
) -> Iterator[tuple[int, dict[str, Any]]]:
    order = np.argsort(found["cell"], kind="stable")
    in_order = {name: each[order] for name, each in found.items()}
    numbers, starts = np.unique(in_order["cell"], return_index=True)
    for cell, start, stop in zip(numbers, starts, [*starts[1:], None], strict=True):
        if not 0 <= cell < cells:
            raise ParameterError(
                f"a game is of cell {shown(int(cell))}, but run.json has "
                f"{counted(cells, 'cell')}: the tables and run.json are not of one run"
            )
        # Copied, so that a piece of many cells is not kept for one of them.
        yield int(cell), {k: each[start:stop].copy() for k, each in in_order.items()}


def _joined(parts: list[dict[str, Any]]) -> Columns:
    """Return parts as one, sorted by game; they are emptied, for they may be large."""
    del parts[0]["cell"]
    order = np.argsort(np.concatenate([part["game"] for part in parts]), kind="stable")
    sorted_ones = {
        name: np.concatenate([part.pop(name) for part in parts])[order]
        for name in list(parts[0])
    }
    return Columns(
        sorted_ones["game"],
        sorted_ones["state"] == _FAILED,
        sorted_ones["state"] == _TIMED_OUT,
        {
            name.removeprefix(_VALUE): each
            for name, each in sorted_ones.items()
            if name.startswith(_VALUE)
        },
        sorted_ones.get("length", np.zeros(0)),
        sorted_ones.get("ended", np.zeros(0, bool)),
        sorted_ones.get("cut", np.zeros(0, bool)),
    )

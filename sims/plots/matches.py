"""One match of Stacko: how near to falling the tower was, turn by turn."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.ticker import MaxNLocator

from gamebase.errors import ParameterError
from sims.plots.style import BLUE, GREEN, INK, ORANGE, Plot, new_plot, styled

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["match_plot"]

Row = Mapping[str, Any]

_MARKS = {
    "given_up": ("given up", "v", "#e69f00"),
    "stuck": ("stuck", "s", "#cc79a7"),
    "toppled": ("toppled", "X", ORANGE),
}
"""Touches that brought no block out: name, mark and color."""


@styled
def match_plot(turns: Sequence[Row], *, title: str = "") -> Plot:
    """Draw margin and tilt of the tower over a match.

    Parameters
    ----------
    turns : sequence of mapping
        Rows of the table of turns of one game (`stacko.records.TurnRow`), in order.
    title : str

    Raises
    ------
    ParameterError
        If no row has a margin, or they are of several games.
    """
    touched = [row for row in turns if row["margin_before"] is not None]
    if not touched or len({row["game"] for row in turns}) > 1:
        raise ParameterError(
            f"{len(turns)} rows of turns, {len(touched)} with a margin: give those of "
            "one game in which a block was touched"
        )
    figure = new_plot(7.2, 5.0)
    upper, lower = figure.subplots(2, 1, sharex=True, height_ratios=(3, 2))
    _margins(upper, touched)
    _tilts(lower, touched)
    for axis in (upper, lower):
        axis.axhline(0, color=INK, linewidth=0.8)
    upper.set_title(
        title or f"Game {touched[0]['game']}: how near the tower was to falling"
    )
    lower.set_xlabel("touch of a block, from 1 (several in one turn if tries fail)")
    lower.xaxis.set_major_locator(MaxNLocator(integer=True))
    margins = _column(touched, "margin", 1e3)
    figure.description = (
        f"{len(touched)} touches; the smallest margin is {np.nanmin(margins):.1f} mm, "
        f"the largest tilt {np.nanmax(_column(touched, 'tilt_before', 57.29578)):.2f} "
        f"degrees; the last touch ended {touched[-1]['verdict']}"
    )
    return figure


def _margins(axis: Axes, rows: Sequence[Row]) -> None:
    at = np.arange(1, len(rows) + 1)
    rest, least = _column(rows, "margin_before", 1e3), _column(rows, "margin", 1e3)
    axis.vlines(at, least, rest, color=BLUE, alpha=0.35, linewidth=3)
    axis.plot(
        at, rest, "o-", color=BLUE, markersize=4, label="at rest before the touch"
    )
    axis.plot(at, least, "_", color=BLUE, markersize=9, label="smallest during it")
    for verdict, (name, mark, color) in _MARKS.items():
        some = np.array([row["verdict"] == verdict for row in rows])
        if some.any():
            heights = np.where(np.isnan(least), rest, least)[some]
            axis.plot(
                at[some], heights, mark, color=color, markersize=8, label=name,
                markeredgecolor="white", zorder=3,
            )  # fmt: skip
    axis.set_ylabel("stability margin, mm\n(below 0: out of balance)")
    axis.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))


def _tilts(axis: Axes, rows: Sequence[Row]) -> None:
    at = np.arange(1, len(rows) + 1)
    tilts = _column(rows, "tilt_before", math.degrees(1))
    axis.plot(at, tilts, "o-", color=GREEN, markersize=4)
    axis.set_ylabel("tilt at rest, degrees")


def _column(
    rows: Sequence[Row], name: str, scale: float
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    values = [row[name] for row in rows]
    return np.array([math.nan if v is None else scale * v for v in values])

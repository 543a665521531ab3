"""How long towers stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator, PercentFormatter

from gamebase.counting import counted
from gamebase.errors import ParameterError
from sims.lifetimes import Lifetimes
from sims.plots.style import COLORS, INK, MODELS, Plot, new_plot, short, styled

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

__all__ = ["survival_plot"]

_MOST_INSIDE = 3
"""Curves of which the legend has room within the plot."""


@styled
def survival_plot(
    curves: Mapping[str, Lifetimes],
    *,
    title: str = "How long towers stand",
    bands: bool | None = None,
    unit: str = "turn",
    left: str = "towers still standing",
    cut: str = "games that ended with the tower standing",
    ending: str = "fell",
) -> Plot:
    """Draw the share of towers that stand after so many turns, with 95 % bands.

    Parameters
    ----------
    curves : mapping of str to Lifetimes
        By the name of whatever was played. Names of models have colors of their own.
    title : str
    bands : bool, optional
        Whether to draw the bands; if left out, up to three curves have theirs.
    unit, left, cut, ending : str
        What is counted, what is left over, what the marks are, and what becomes of a
        game at its end: for games without a tower.

    Raises
    ------
    ParameterError
        If there is no curve.
    """
    if not curves:
        raise ParameterError("there is no curve to draw: give one")
    banded = len(curves) <= _MOST_INSIDE if bands is None else bands
    beside = 0.2 * len(curves) if len(curves) > _MOST_INSIDE else 0.0
    figure = new_plot(6.4, 4.0 + beside)
    axis = figure.subplots()
    for k, (name, curve) in enumerate(curves.items()):
        color = MODELS.get(name, COLORS[k % len(COLORS)])
        _curve(axis, f"{short(name)} ({_counted(curve, ending)})", curve, color, cut)
        if banded:
            _band(axis, curve, color)
    axis.set(xlabel=unit, ylabel=left, ylim=(0, 1.02))
    axis.set_xlim(0, max(float(curve.turns[-1]) for curve in curves.values()) * 1.02)
    axis.yaxis.set_major_formatter(PercentFormatter(1.0, symbol=" %"))
    axis.xaxis.set_major_locator(MaxNLocator(integer=True))
    axis.set_title(title)
    band = Patch(color="0.85", label="95 % band, point by point")
    handles = [*_once(axis), *([band] if banded else [])]
    stand = min(float(curve.share[-1]) for curve in curves.values()) > 0.5
    if len(curves) > _MOST_INSIDE:
        figure.legend(handles=handles, loc="outside lower center")
    else:
        axis.legend(handles=handles, loc="lower left" if stand else "upper right")
    figure.description = "; ".join(
        _described(name, curve, unit, ending) for name, curve in curves.items()
    )
    return figure


def _curve(axis: Axes, label: str, curve: Lifetimes, color: str, cut: str) -> None:
    turns = np.array([0.0, *curve.turns])
    share = np.array([1.0, *curve.share])
    axis.step(turns, share, where="post", color=color, label=label)
    off = curve.at_risk - _fallen(curve) > np.append(curve.at_risk[1:], 0)
    if off.any():
        axis.plot(
            curve.turns[off], curve.share[off], "|", color=INK, markersize=8, label=cut
        )


def _band(axis: Axes, curve: Lifetimes, color: str) -> None:
    turns = np.array([0.0, *curve.turns])
    low, high = np.array([1.0, *curve.low]), np.array([1.0, *curve.high])
    axis.fill_between(
        turns, low, high, step="post", color=color, alpha=0.2, linewidth=0
    )


def _once(axis: Axes) -> list[Artist]:
    """Return what the legend names, each name once."""
    handles, labels = axis.get_legend_handles_labels()
    return list(dict(zip(labels, handles, strict=True)).values())


def _fallen(curve: Lifetimes) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Return how many fell in each of the turns, from the steps of the curve."""
    before = np.array([1.0, *curve.share[:-1]])
    with np.errstate(invalid="ignore"):
        part = np.where(before > 0, 1 - curve.share / before, 0.0)
    return np.rint(part * curve.at_risk).astype(np.int64)


def _counted(curve: Lifetimes, ending: str) -> str:
    return f"{counted(curve.games, 'game')}, {curve.fell} {ending}"


def _described(name: str, curve: Lifetimes, unit: str, ending: str) -> str:
    fell = ending == "fell"
    half = (
        f"half have {'fallen' if fell else ending} by {unit} {curve.median:g}"
        if np.isfinite(curve.median)
        else f"more than half never {ending}"
    )
    return f"{name}: {_counted(curve, ending)}; {half}"

"""Tables of agreement: who says what, and how often another says the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import matplotlib
import numpy as np
from matplotlib.ticker import FuncFormatter

from gamebase.counting import counted
from gamebase.errors import ParameterError
from sims.plots.style import INK, MODELS, Plot, new_plot, percent, short, styled

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["agreement_table", "force_plot"]

_SHADES = "Blues"


@styled
def agreement_table(
    counts: Mapping[tuple[str, str], int],
    *,
    first: str,
    second: str,
    words: Sequence[str] = (),
    title: str = "",
) -> Plot:
    """Draw how often one said one thing and another said another.

    Parameters
    ----------
    counts : mapping of (str, str) to int
        What the first and the second said, and how often; see
        `sims.agreement.confusion.counts`.
    first, second : str
        Who they are.
    words : sequence of str
        What can be said, in order; as it comes if left out.
    title : str
        How often they agree, if left out.

    Raises
    ------
    ParameterError
        If nothing was said.
    """
    whole = sum(counts.values())
    if not whole:
        raise ParameterError("nothing was said by both: give a count above 0")
    words = words or list(dict.fromkeys(word for pair in counts for word in pair))
    told = np.array([[counts.get((a, b), 0) for b in words] for a in words])
    rows = told.sum(axis=1, keepdims=True)
    shares = np.divide(told, rows, out=np.zeros(told.shape), where=rows > 0)
    figure = new_plot(2.4 + 1.15 * len(words), 1.9 + 0.7 * len(words))
    axis = figure.subplots()
    axis.imshow(shares, cmap=matplotlib.colormaps[_SHADES], vmin=0, vmax=1.25)
    for y, x in np.ndindex(told.shape):
        ink = "white" if shares[y, x] > 0.75 else INK
        same = "bold" if x == y else "normal"
        part = f"\n{percent(shares[y, x])}" if rows[y, 0] else ""
        text = f"{told[y, x]}{part}"
        axis.text(x, y, text, ha="center", va="center", color=ink, weight=same)
    names = [short(word, 16) for word in words]
    axis.set_xticks(range(len(words)), names)
    axis.set_yticks(
        range(len(words)),
        [f"{name}\n({n})" for name, n in zip(names, rows[:, 0], strict=True)],
    )
    axis.grid(False)
    axis.tick_params(length=0)
    axis.spines[:].set_visible(False)
    axis.set(
        xlabel=f"verdict of {short(second)}",
        ylabel=f"verdict of {short(first)}",
        aspect="auto",
    )
    agreed = int(np.trace(told))
    axis.set_title(
        title or f"Same verdict: {agreed} of {whole} ({percent(agreed / whole)})"
    )
    figure.description = (
        f"{first} and {second} say the same of {agreed} of {whole}; shares are of what "
        f"{first} says"
    )
    return figure


@styled
def force_plot(
    low: Sequence[float],
    high: Sequence[float],
    forces: Mapping[str, Sequence[tuple[int, float]]],
    *,
    title: str = "Pull forces of the engines against the range of statics",
) -> Plot:
    """Draw peak forces of pulls against what statics allows, a panel a model.

    Parameters
    ----------
    low, high : sequence of float
        Range of statics of each pull, N; sorted as it is to be drawn.
    forces : mapping of str to sequence of (int, float)
        For each model, the place of each pull it made among these, and its peak
        force, N.
    title : str
    """
    figure = new_plot(5.6 * max(len(forces), 1), 4.6)
    panels = figure.subplots(1, max(len(forces), 1), sharey=True, squeeze=False)[0]
    for axis, (model, pulls) in zip(panels, forces.items(), strict=False):
        _forces(axis, low, high, model, pulls)
    panels[0].set_ylabel("force, N")
    figure.suptitle(title, x=0.01, ha="left", size=11)
    figure.description = ", ".join(
        f"{model}: {counted(len(pulls), 'pull')}" for model, pulls in forces.items()
    )
    return figure


def _forces(
    axis: Axes,
    low: Sequence[float],
    high: Sequence[float],
    model: str,
    pulls: Sequence[tuple[int, float]],
) -> None:
    if pulls:
        at = range(len(low))
        axis.fill_between(
            at, low, high, color="0.82", linewidth=0, label="statics allows"
        )
        axis.scatter(
            [place for place, _ in pulls], [force for _, force in pulls], s=5,
            color=MODELS.get(model, INK), label="peak force",
        )  # fmt: skip
        axis.set_yscale("log")
        axis.yaxis.set_major_formatter(FuncFormatter(lambda y, _: f"{y:g}"))
        axis.yaxis.set_minor_formatter(FuncFormatter(lambda y, _: ""))
        axis.legend(loc="upper left")
    axis.set_title(short(model))
    axis.set_xlabel("pull, sorted by the largest force of statics")

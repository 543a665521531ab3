"""Towers as maps: any number for each slot, or for each block of a tower."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import matplotlib
from matplotlib.cm import ScalarMappable
from matplotlib.colors import LogNorm, Normalize
from matplotlib.patches import Patch, Rectangle
from matplotlib.ticker import FuncFormatter, MaxNLocator

from gamebase.errors import ParameterError, shown
from sims.plots.style import INK, MAP, Plot, new_plot, short, styled
from stacko.slots import POSITIONS, Slot
from stacko.tower import Tower

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["by_slot", "tower_map"]

_ROW = 0.25  # height of a layer, in inches
_EMPTY: dict[str, Any] = {"facecolor": "white", "edgecolor": "#999999", "hatch": "////"}
_UNKNOWN = "#e4e4e4"


def by_slot(values: Mapping[str, float], tower: Tower) -> dict[Slot, float]:
    """Return values of blocks as values of the slots in which they lie.

    Raises
    ------
    ParameterError
        If a block is not in the tower.
    """
    strange = [name for name in values if name not in tower]
    if strange:
        raise ParameterError(
            f"{shown(strange[0])} is not in the tower: give values of its blocks only"
        )
    return {tower.slot_of(name): float(value) for name, value in values.items()}


@styled
def tower_map(
    values: Mapping[Any, float],
    *,
    label: str,
    title: str = "",
    tower: Tower | None = None,
    layers: int | None = None,
    log: bool = False,
    digits: int | None = None,
    low: float | None = None,
    high: float | None = None,
    missing: str = "no block there",
) -> Plot:
    """Draw a tower unrolled, layers by positions, colored by a number.

    Parameters
    ----------
    values : mapping
        Numbers by `Slot` or its notation; by name of block if `tower` is given. NaN
        for one that is not known. Slots without a number are hatched.
    label : str
        What the number is, with its unit, such as ``"load, N"``.
    title : str
    tower : Tower, optional
        Whose blocks the numbers are of; their names are written into the map.
    layers : int, optional
        How many to show; as many as have numbers or blocks if left out.
    log : bool
        Whether colors follow the logarithm. Numbers have to be positive, then.
    digits : int, optional
        Decimals written into the map; whole numbers have none.
    low, high : float, optional
        Ends of the colors; those of the numbers if left out.
    missing : str
        What it means that a slot has no number.

    Raises
    ------
    ParameterError
        If there is no number, a block is not in the tower, or a number is not
        positive where its logarithm is wanted.
    InvalidNotationError
        If a slot is none.
    """
    slots = by_slot(values, tower) if tower else _slots(values)
    known = [value for value in slots.values() if math.isfinite(value)]
    if not known:
        raise ParameterError("there is no number to draw: give one slot a value")
    if log and min(known) <= 0:
        raise ParameterError(
            f"{min(known):g} has no logarithm: leave log out, or give positive numbers"
        )
    count = max(slot.layer for slot in slots)
    count = max(layers or 0, tower.layer_count if tower else 0, count)
    norm = _norm(known, low, high, log)
    figure = new_plot(5.0, 2.1 + _ROW * count)
    main, key = figure.subplots(2, 1, height_ratios=(_ROW * count + 0.6, 1.0))
    places = (
        0 if digits is None and _whole(known) else (2 if digits is None else digits)
    )
    for slot in (Slot(n, p) for n in range(1, count + 1) for p in POSITIONS):
        block = tower.block_at(slot) if tower else None
        name = block.name if block else ""
        _cell(main, slot, slots.get(slot), norm, places, name)
    _frame(main, count, title)
    bar = figure.colorbar(
        ScalarMappable(norm, MAP), ax=main, label=label, fraction=0.08, pad=0.04
    )
    if log:
        bar.ax.yaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:g}"))
        bar.ax.yaxis.set_minor_formatter(FuncFormatter(lambda x, _: ""))
    elif _whole(known):
        bar.ax.yaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
    bar.ax.grid(False)
    _key(key, missing, any(not math.isfinite(value) for value in slots.values()))
    figure.description = _described(slots, label)
    return figure


def _slots(values: Mapping[Any, float]) -> dict[Slot, float]:
    return {
        key if isinstance(key, Slot) else Slot.from_notation(key): float(value)
        for key, value in values.items()
    }


def _whole(known: list[float]) -> bool:
    return all(value == int(value) for value in known)


def _norm(
    known: list[float], low: float | None, high: float | None, log: bool
) -> Normalize:
    least = min(known) if low is None else low
    most = max(known) if high is None else high
    if not least < most:  # one color for all, in the middle of the map
        least, most = (least / 2, least * 2) if log else (least - 0.5, least + 0.5)
    return LogNorm(least, most) if log else Normalize(least, most)


def _cell(
    axis: Axes,
    slot: Slot,
    value: float | None,
    norm: Normalize,
    places: int,
    name: str,
) -> None:
    at, size = (slot.index, slot.layer - 0.5), (1.0, 1.0)
    if value is None:
        axis.add_patch(Rectangle(at, *size, **_EMPTY, linewidth=0.6))
        return
    known = math.isfinite(value)
    color = matplotlib.colormaps[MAP](norm(value)) if known else _UNKNOWN
    axis.add_patch(
        Rectangle(at, *size, facecolor=color, edgecolor="white", linewidth=1.2)
    )
    ink = "white" if known and _dark(color) else INK
    text = f"{value:.{places}f}" if known else "?"
    middle = slot.index + (0.68 if name else 0.5)
    axis.text(middle, slot.layer, text, ha="center", va="center", color=ink, size=8)
    if name:
        axis.text(
            slot.index + 0.1, slot.layer, short(name, 6), va="center", color=ink, size=7
        )


def _dark(color: Any) -> bool:
    """Tell whether white can be read better than black on a color (WCAG 2.1)."""
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in color[:3]
    )
    luminance: float = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return luminance < 0.179


def _frame(axis: Axes, layers: int, title: str) -> None:
    axis.set(xlim=(0, 3), ylim=(0.5, layers + 0.5))
    axis.set_xticks([0.5, 1.5, 2.5], POSITIONS)
    axis.set_yticks(
        range(1, layers + 1),
        [f"{n}  {Slot(n, 'a').axis}" for n in range(1, layers + 1)],
        size=8,
    )
    axis.tick_params(length=0)
    axis.grid(False)
    axis.spines[:].set_visible(False)
    axis.set(xlabel="position", ylabel="layer, and the axis its blocks lie along")
    if title:
        axis.set_title(title)


def _key(axis: Axes, missing: str, unknown: bool) -> None:
    """Show how layers lie on the table, seen from above, and what hatching means."""
    axis.set(xlim=(0, 9.6), ylim=(-0.9, 4.9), aspect="equal", anchor="W")
    axis.axis("off")
    for left, along in ((0.9, "x"), (5.4, "y")):
        for k, name in enumerate(POSITIONS):
            at, size = ((left, k), (3, 1)) if along == "x" else ((left + k, 0), (1, 3))
            axis.add_patch(
                Rectangle(
                    at, *size, facecolor="#d9d9d9", edgecolor="white", linewidth=1
                )
            )
            x, y = at[0] + size[0] / 2, at[1] + size[1] / 2
            axis.text(x, y, name, ha="center", va="center", size=7)
        words = "odd layers" if along == "x" else "even layers"
        axis.text(left + 1.5, 3.25, words, ha="center", va="bottom", size=7)
    axis.text(0, 4.3, "seen from above:", va="bottom", size=7)
    arrow = {"arrowstyle": "->", "color": INK, "linewidth": 0.9}
    for tip, name in (((2.0, -0.5), "x"), ((0.4, 1.1), "y")):
        axis.annotate("", tip, (0.4, -0.5), arrowprops=arrow, annotation_clip=False)
        axis.text(tip[0] + 0.12, tip[1], name, size=7, va="center")
    marks = [Patch(label=missing, linewidth=0.6, **_EMPTY)]
    if unknown:
        marks.append(Patch(label="not known", facecolor=_UNKNOWN))
    axis.legend(
        handles=marks, loc="center left", bbox_to_anchor=(1.02, 0.5), fontsize=7
    )


def _described(slots: Mapping[Slot, float], label: str) -> str:
    known = {slot: v for slot, v in slots.items() if math.isfinite(v)}
    least, most = min(known, key=known.__getitem__), max(known, key=known.__getitem__)
    return (
        f"{label}, for {len(known)} slots: from {known[least]:g} at {least} "
        f"to {known[most]:g} at {most}"
    )

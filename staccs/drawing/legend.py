"""The lines under a picture that say what its marks mean."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from staccs.drawing.layout import scale_of
from staccs.drawing.marks import COULD, NOT_NOW, TAKES
from staccs.drawing.outlines import Affine, polygon
from staccs.drawing.palette import INK, OPEN, PAPER, REFUSED, SUITS, WHITE
from staccs.drawing.picture import Shape, Text

__all__ = ["LEAST_WIDTH", "Entry", "legend", "legend_height"]

LEAST_WIDTH = 420.0
"""Pixels that a picture has at least, so that its legend can be read."""

_LINE = 24.0
_LEFT = 16.0
_SAMPLE = 30.0
_SIZE = 13.0
_LETTER = 0.58  # width of a letter as a share of its size, generously
_GAP = 26.0


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a legend.

    Attributes
    ----------
    sample : str
        ``open``, ``could``, ``not_now``, ``closed``, ``takes``, ``refused``, or empty
        for a text alone.
    text : str
        What it means.
    """

    sample: str
    text: str

    @property
    def width(self) -> float:
        """How much room it takes, in pixels of a small picture."""
        bold = 1.0 if self.sample else 1.15
        room = len(self.text) * _SIZE * _LETTER * bold
        return (_SAMPLE if self.sample else 0.0) + room


def legend_height(entries: Sequence[Entry], width: float) -> float:
    """Return the height of a legend under a picture of a width, in pixels."""
    scale = scale_of(width)
    lines = 1 + _places(entries, width / scale)[-1][1]
    return math.ceil(scale * (_LINE * lines + 16))


def legend(
    entries: Sequence[Entry], width: float, top: float
) -> Iterator[Shape | Text]:
    """Yield a legend.

    Parameters
    ----------
    entries : sequence of Entry
        What to explain, at least one.
    width : float
        Of the picture, in pixels; large pictures have larger letters.
    top : float
        Where the legend begins, in pixels from above.
    """
    height, scale = legend_height(entries, width), scale_of(width)
    low, high = top + height, top
    yield Shape(polygon([(0, high), (width, high), (width, low), (0, low)]), fill=WHITE)
    yield Shape((("M", (0, top)), ("L", (width, top))), stroke=INK, width=1.2)
    for entry, (x, line) in zip(entries, _places(entries, width / scale), strict=True):
        at = Affine(
            scale, 0, 0, scale, x * scale, top + scale * (8 + _LINE * (line + 0.5))
        )
        yield from _sample(entry.sample, at)
        start = at.after(Affine(e=_SAMPLE if entry.sample else 0.0))
        yield Text(entry.text, start, _SIZE, INK, bold=not entry.sample, anchor="start")


def _places(entries: Sequence[Entry], width: float) -> list[tuple[float, int]]:
    """Return for each entry where it begins and on which line."""
    places: list[tuple[float, int]] = []
    x, line = _LEFT, 0
    for entry in entries:
        if places and x + entry.width > width - _LEFT:
            x, line = _LEFT, line + 1
        places.append((x, line))
        x += entry.width + _GAP
    return places


def _sample(kind: str, at: Affine) -> Iterator[Shape]:
    box = at.outline(polygon([(0, 0), (11, -7), (22, 0), (11, 7)]))
    tint = next(iter(SUITS.values()))
    if kind == "open":
        yield Shape(box, fill=tint.top, stroke=INK, width=6.0)
        yield Shape(box, **TAKES)  # type: ignore[arg-type]
    elif kind in ("could", "not_now"):
        yield Shape(box, fill=tint.top)
        yield Shape(box, **(COULD if kind == "could" else NOT_NOW))  # type: ignore[arg-type]
    elif kind == "closed":
        yield Shape(box, fill=tint.washed(0.62).side, stroke=PAPER)
    elif kind in ("takes", "refused"):
        takes = kind == "takes"
        yield Shape(box, fill=OPEN if takes else REFUSED, opacity=0.2)
        yield Shape(box, stroke=INK if takes else REFUSED, width=2.2, dash=(5.0, 3.0))

"""A picture as PNG, by matplotlib, which the project needs anyway.

matplotlib brings the font that is drawn with, so a picture is the same everywhere.
"""

from __future__ import annotations

import warnings
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gamebase.printable import printable
from staccs.drawing.outlines import Affine, Outline
from staccs.drawing.palette import PAPER
from staccs.drawing.picture import Picture, Shape, Text
from staccs.drawing.svg import CAP_HEIGHT

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path as Curve
    from numpy.typing import NDArray

__all__ = ["MOST_PIXELS", "pixels", "write_png"]

MOST_PIXELS = 4000
"""Longest side of a PNG; larger pictures are scaled down."""

_DPI = 100


def write_png(picture: Picture, path: Path, width: int | None = None) -> None:
    """Write a picture as PNG.

    Parameters
    ----------
    picture : Picture
        What to draw.
    path : Path
        Where; a file there is written over.
    width : int, optional
        Of the PNG, in pixels; that of the picture if left out. What would be too large
        is made smaller.
    """
    canvas = _drawn(picture, width)
    with path.open("wb") as handle:
        canvas.figure.savefig(
            handle, format="png", dpi=_DPI, metadata={"Software": None}
        )


def pixels(picture: Picture, width: int | None = None) -> NDArray[np.uint8]:
    """Return the pixels of a picture.

    Parameters
    ----------
    picture, width
        As of `write_png`.

    Returns
    -------
    ndarray of uint8, shape (height, width, 3)
        Red, green and blue.
    """
    import numpy as np

    canvas = _drawn(picture, width)
    canvas.draw()  # type: ignore[no-untyped-call]
    return np.array(canvas.buffer_rgba())[..., :3]  # type: ignore[no-untyped-call]


def _drawn(picture: Picture, width: int | None) -> FigureCanvasAgg:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    asked = 1.0 if width is None else width / picture.width
    scale = min(asked, MOST_PIXELS / max(picture.width, picture.height))
    size = (picture.width * scale / _DPI, picture.height * scale / _DPI)
    figure = Figure(figsize=size, dpi=_DPI, facecolor=PAPER)
    canvas = FigureCanvasAgg(figure)
    flipped = Affine(scale, 0.0, 0.0, -scale, 0.0, picture.height * scale)
    for item in picture.flat():
        figure.add_artist(_patch(item, flipped, scale), clip=False)
    return canvas


def _patch(item: Shape | Text, flipped: Affine, scale: float) -> PathPatch:
    from matplotlib.patches import PathPatch
    from matplotlib.transforms import IdentityTransform

    if isinstance(item, Text):
        style: dict[str, Any] = {"facecolor": item.color, "edgecolor": "none"}
        curve = _letters(item, flipped)
    else:
        style = _style(item, scale)
        curve = _curve(flipped.outline(item.outline))
    return PathPatch(curve, transform=IdentityTransform(), **style)


def _style(shape: Shape, scale: float) -> dict[str, Any]:
    width = shape.width * scale * 72 / _DPI
    style = {
        "facecolor": shape.fill or "none",
        "edgecolor": shape.stroke or "none",
        "linewidth": width if shape.stroke else 0.0,
        "joinstyle": "round",
        "capstyle": "butt",
        "alpha": shape.opacity if shape.opacity < 1 else None,
    }
    if shape.dash:
        # matplotlib counts dashes in widths of the line.
        style["linestyle"] = (0, [each / shape.width for each in shape.dash])
    return style


def _curve(outline: Outline) -> Curve:
    from matplotlib.path import Path as Curve

    kinds = {"M": Curve.MOVETO, "L": Curve.LINETO, "C": Curve.CURVE4}
    points: list[tuple[float, float]] = []
    codes: list[Any] = []
    for step, values in outline:
        pairs = list(zip(values[::2], values[1::2], strict=True)) or [(0.0, 0.0)]
        points += pairs
        codes += [kinds.get(step, Curve.CLOSEPOLY)] * len(pairs)
    return Curve(points, codes)


def _letters(text: Text, flipped: Affine) -> Curve:
    from matplotlib.transforms import Affine2D

    letters = _curves(text.text, text.bold)
    left = letters.get_extents().width / 2 if text.anchor == "middle" else 0.0
    small = text.size / 100
    own = Affine(small, 0.0, 0.0, -small, -left * small, text.size * CAP_HEIGHT / 2)
    return letters.transformed(Affine2D.from_values(*flipped.after(text.at).after(own)))


@lru_cache(maxsize=512)  # films show the same words again and again
def _curves(text: str, bold: bool) -> Curve:
    """Return the letters of a text, 100 high."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextPath

    font = FontProperties(family="DejaVu Sans", weight="bold" if bold else "normal")
    # A dollar sign would begin a formula.
    words = printable(text).replace("$", r"\$")
    with warnings.catch_warnings():
        # A character the font does not have is drawn as a box.
        warnings.simplefilter("ignore", UserWarning)
        return TextPath((0, 0), words, size=100, prop=font)

"""What is printed on blocks, as pictures of their faces.

Letters are of the font DejaVu Sans, which matplotlib brings along, so a picture is the
same on every machine. Timber gets a grain, drawn by numbers of a fixed seed.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stacko.blocks import Block, Color, Face
from stacko.engines.base import Vector
from stacko.replay.palette import MARKS, Dye, channels

__all__ = ["block_faces", "end_face", "font", "look_of", "side_face"]

Image = NDArray[np.uint8]

_EDGE = 0.0007
"""Width of the darker rim of a face, m: it tells neighbors of one color apart."""
_RIM = 0.74
"""Brightness of the rim."""
_UNDERLINED = (Face.SIX, Face.NINE)


@cache
def font(size: int, weight: str = "-Bold") -> Any:
    """Return the letters of a size in pixels, as Pillow takes them; bold ones."""
    from matplotlib import get_data_path
    from PIL import ImageFont

    path = Path(get_data_path()) / "fonts" / "ttf" / f"DejaVuSans{weight}.ttf"
    return ImageFont.truetype(str(path), size)


def look_of(name: str) -> str:
    """Return the name of the look of a block: what tells copies apart is not seen.

    Examples
    --------
    >>> look_of("R3b"), look_of("T17")
    ('R3', 'T')
    """
    return Block(name).kind


def block_faces(
    name: str, size: Vector, palette: Mapping[Color, Dye], pixels: int
) -> list[Image]:
    """Return the six faces of a block, each square: +x, -x, +y, -y, +z, -z.

    Parameters
    ----------
    name : str
        Of the block.
    size : tuple of float
        Its edges, m: rims are as wide along each of them.
    palette : mapping of Color to Dye
    pixels : int
        Edge of the pictures, which are to be stretched over the faces.

    Returns
    -------
    list of ndarray of uint8, shape (pixels, pixels, 3)
        Upright as seen from outside, the block lying on its bottom.
    """
    length, width, height = size
    end = end_face(name, (width, height), palette, pixels)
    side = side_face(name, (length, height), palette, pixels)
    top = side_face(name, (length, width), palette, pixels)
    return [end, end, side, side, top, top]


def end_face(
    name: str, size: tuple[float, float], palette: Mapping[Color, Dye], pixels: int
) -> Image:
    """Return the small face of a block, with its number or symbol."""
    from PIL import Image as Pillow

    face = side_face(name, size, palette, pixels)
    block = Block(name)
    mark = MARKS[block.face]
    if not mark:
        return face
    # Drawn four times as large, in the proportions of the face, and then pressed.
    tall = 4 * pixels
    wide = round(tall * size[0] / size[1])
    ink = _ink(mark, (wide, tall), underlined=block.face in _UNDERLINED)
    cover = np.asarray(ink.resize((pixels, pixels), Pillow.Resampling.LANCZOS)) / 255
    color = np.array(channels(palette[block.color].ink)) * 255
    mixed = face + cover[..., None] * (color - face)
    return mixed.round().astype(np.uint8)


def side_face(
    name: str, size: tuple[float, float], palette: Mapping[Color, Dye], pixels: int
) -> Image:
    """Return a face on which nothing is printed, with a darker rim."""
    block = Block(name)
    color = np.array(channels(palette[block.color].body))
    face = np.full((pixels, pixels, 3), color)
    if block.is_plain:
        face = face * _grain(pixels)[..., None]
    across = (np.arange(pixels) + 0.5) / pixels
    near = [np.minimum(across, 1 - across) * edge / _EDGE for edge in size]
    depth = np.minimum(near[0][None, :], near[1][:, None])
    shade = _RIM + (1 - _RIM) * np.clip(depth, 0.0, 1.0)
    return (face * shade[..., None] * 255).round().clip(0, 255).astype(np.uint8)


def _ink(mark: str, size: tuple[int, int], *, underlined: bool) -> Any:
    """Return a mark in the middle of a picture, white on black."""
    from PIL import Image as Pillow
    from PIL import ImageDraw

    wide, tall = size
    image = Pillow.new("L", size)
    pen = ImageDraw.Draw(image)
    middle = (wide / 2, tall * (0.46 if underlined else 0.5))
    letters = font(round(tall * 0.74))
    left, top, right, bottom = pen.textbbox((0, 0), mark, font=letters)
    spot = (middle[0] - (left + right) / 2, middle[1] - (top + bottom) / 2)
    pen.text(spot, mark, fill=255, font=letters)
    if underlined:
        half, low = (right - left) * 0.5, tall * 0.79
        pen.rectangle(
            (middle[0] - half, low, middle[0] + half, low + tall * 0.07), fill=255
        )
    return image


@cache
def _grain(pixels: int) -> NDArray[np.float64]:
    """Return the brightness of timber along its grain, shape (pixels, pixels)."""
    rng = np.random.default_rng(20)
    rows = rng.normal(size=pixels)
    smooth = np.convolve(np.r_[rows, rows, rows], np.ones(5) / 5, "same")
    lines = smooth[pixels : 2 * pixels, None] * 0.5 + rows[:, None] * 0.3
    waves = np.sin(np.linspace(0, 3 * np.pi, pixels))[None, :] * 0.15
    return 1.0 + 0.06 * np.clip(lines + waves, -2.0, 2.0)

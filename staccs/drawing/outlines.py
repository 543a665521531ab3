"""Outlines of lines and curves, and what moves, turns and stretches them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

__all__ = ["Affine", "Outline", "Point", "circle", "polygon", "rounded"]

Point = tuple[float, float]

Outline = tuple[tuple[str, tuple[float, ...]], ...]
"""Steps as SVG has them, all absolute: M and L to a point, C along a curve, Z back."""

_ARC = 0.5522847498307936  # handles of a quarter of a circle of radius 1


class Affine(NamedTuple):
    """A map of the plane: (x, y) -> (a x + c y + e, b x + d y + f), as SVG has it.

    Examples
    --------
    >>> Affine(2, 0, 0, -2, 10, 10).point((1, 3))
    (12, 4)
    """

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def point(self, point: Point) -> Point:
        """Return where a point goes."""
        x, y = point
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def outline(self, outline: Outline) -> Outline:
        """Return where an outline goes."""
        return tuple(
            (step, tuple(v for pair in _pairs(values) for v in self.point(pair)))
            for step, values in outline
        )

    def after(self, first: Affine) -> Affine:
        """Return the map that does `first` and then this one."""
        origin = self.point((first.e, first.f))
        a, b = self._turned(first.a, first.b)
        c, d = self._turned(first.c, first.d)
        return Affine(a, b, c, d, *origin)

    def _turned(self, x: float, y: float) -> Point:
        return self.a * x + self.c * y, self.b * x + self.d * y

    @classmethod
    def turn(cls, angle: float) -> Affine:
        """Return the turn around (0, 0) by an angle in rad, from x towards y."""
        c, s = math.cos(angle), math.sin(angle)
        return cls(c, s, -s, c, 0.0, 0.0)

    @classmethod
    def placed(cls, center: Point, scale: float = 1.0) -> Affine:
        """Return the map that scales around (0, 0), and puts that at a point."""
        return cls(scale, 0.0, 0.0, scale, *center)


def polygon(corners: Iterable[Point]) -> Outline:
    """Return the outline with these corners, closed."""
    steps: list[tuple[str, tuple[float, ...]]] = [("L", corner) for corner in corners]
    steps[0] = ("M", steps[0][1])
    return (*steps, ("Z", ()))


def circle(center: Point, radius: float) -> Outline:
    """Return a circle, as four curves."""
    x, y = center
    return rounded((x - radius, y - radius), (x + radius, y + radius), radius)


def rounded(low: Point, high: Point, radius: float) -> Outline:
    """Return a rectangle with rounded corners, from its low corner to its high one."""
    (x0, y0), (x1, y1) = low, high
    r, h = radius, radius * (1 - _ARC)
    return (
        ("M", (x0 + r, y0)),
        ("L", (x1 - r, y0)),
        ("C", (x1 - h, y0, x1, y0 + h, x1, y0 + r)),
        ("L", (x1, y1 - r)),
        ("C", (x1, y1 - h, x1 - h, y1, x1 - r, y1)),
        ("L", (x0 + r, y1)),
        ("C", (x0 + h, y1, x0, y1 - h, x0, y1 - r)),
        ("L", (x0, y0 + r)),
        ("C", (x0, y0 + h, x0 + h, y0, x0 + r, y0)),
        ("Z", ()),
    )


def _pairs(values: Sequence[float]) -> Iterable[Point]:
    return zip(values[::2], values[1::2], strict=True)

"""Rigid bodies, contacts between them, and loads: what statics is asked about.

Nothing here knows of blocks or boxes. A body is its center of mass and its weight;
where it touches others is given by interfaces, made by hand (the stones of an arch)
or found for boxes by `stacko.statics.contacts`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from stacko.errors import ParameterError, shown

__all__ = ["Interface", "Load", "Quaternion", "StaticBody", "Vector"]

Array = NDArray[np.float64]
Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]

MOST_FRICTION = 100.0
"""Largest coefficient accepted; beyond it are only slips of the unit."""

_UNIT = 1e-6
"""How far the length of a unit vector or quaternion may be from 1."""


@dataclass(frozen=True, slots=True)
class StaticBody:
    """A rigid body at rest.

    Parameters
    ----------
    name : str
        Unique name.
    size : tuple of float
        Length, width and height in m, along the body's own axes. The contacts of
        boxes follow from it; for bodies of any other shape, whose interfaces are
        made by hand, only its largest side counts, as the length by which moments
        are measured.
    mass : float
        In kg. The mass of a fixed body does not matter.
    position : tuple of float
        Center of mass, in m.
    orientation : tuple of float
        Unit quaternion (x, y, z, w), body to world.
    fixed : bool
        Whether it holds still whatever happens, such as a table.

    Raises
    ------
    ParameterError
        If a number is not finite, a side is not positive, the quaternion is no
        unit one, or a body that is not fixed has no mass.
    """

    name: str
    size: Vector
    mass: float
    position: Vector
    orientation: Quaternion = (0.0, 0.0, 0.0, 1.0)
    fixed: bool = False

    def __post_init__(self) -> None:
        name: object = self.name
        if not (isinstance(name, str) and name):
            raise ParameterError(
                f"name of a body: give a text with a character, got {shown(self.name)}"
            )
        size = self._numbers("size", self.size, 3, "m")
        self._numbers("position", self.position, 3, "m")
        turn = self._numbers("orientation", self.orientation, 4, "quaternion")
        (mass,) = self._numbers("mass", (self.mass,), 1, "kg")
        if min(size) <= 0:
            raise self._wrong("size", self.size, "three sides above 0, in m")
        if abs(math.hypot(*turn) - 1) > _UNIT:
            raise self._wrong(
                "orientation", self.orientation, "a unit quaternion (x, y, z, w)"
            )
        if mass < 0 or (mass == 0 and not self.fixed):
            raise self._wrong(
                "mass", self.mass, "more than 0 kg, or fixed=True for what never moves"
            )

    def _numbers(
        self, what: str, values: Sequence[float], count: int, unit: str
    ) -> list[float]:
        try:
            numbers = [float(value) for value in values]
        except (TypeError, ValueError):
            numbers = []
        if len(numbers) != count or not all(map(math.isfinite, numbers)):
            number = "a finite number" if count == 1 else f"{count} finite numbers"
            given = values[0] if count == 1 else values
            raise self._wrong(what, given, f"{number} ({unit})")
        return numbers

    def _wrong(self, what: str, value: object, wanted: str) -> ParameterError:
        return ParameterError(
            f"{what} of body {shown(self.name)} is {shown(value)}: give {wanted}"
        )


@dataclass(frozen=True, slots=True, eq=False)
class Interface:
    """Where two bodies touch: points of one plane that press on each other.

    Parameters
    ----------
    a, b : str
        Names of the bodies.
    points : array_like, shape (k, 3)
        Contact points, in m. Where bodies touch in an area, its corners are enough:
        any pressure on it is the sum of forces there (Whiting et al. 2009,
        DOI 10.1145/1618452.1618458).
    normal : array_like, shape (3,)
        Unit vector from `b` to `a`.
    mu : float
        Coefficient of friction of the pair; 0 is frictionless.
    gaps : array_like, shape (k,), optional
        Distance of the two surfaces at each point, in m, negative where they
        overlap; zeros by default. Equilibrium ignores it; see
        `stacko.statics.settling`.

    Raises
    ------
    ParameterError
        If a number is not finite, a shape is wrong, the normal is no unit vector,
        `mu` is negative, or a body would touch itself.
    """

    a: str
    b: str
    points: Array
    normal: Array
    mu: float
    gaps: Array | None = None

    def __post_init__(self) -> None:
        if self.a == self.b:
            raise ParameterError(f"body {shown(self.a)} cannot touch itself")
        points = self._array("points", self.points, (-1, 3))
        normal = self._array("normal", self.normal, (3,))
        gaps = self._array(
            "gaps", np.zeros(len(points)) if self.gaps is None else self.gaps, (-1,)
        )
        if not len(points) or len(gaps) != len(points):
            raise self._wrong("points", self.points, "a point or more, a gap for each")
        if abs(math.hypot(*normal) - 1) > _UNIT:
            raise self._wrong("normal", self.normal, "a unit vector")
        mu = self.mu
        if isinstance(mu, bool) or not isinstance(mu, int | float | np.floating):
            raise self._wrong("mu", mu, "a number")
        if not 0 <= mu <= MOST_FRICTION:
            raise self._wrong("mu", mu, f"0 (frictionless) to {MOST_FRICTION:g}")
        for name, value in (("points", points), ("normal", normal), ("gaps", gaps)):
            object.__setattr__(self, name, value)

    def _array(self, what: str, values: ArrayLike, shape: tuple[int, ...]) -> Array:
        try:
            array = np.asarray(values, dtype=float)
            array = array.reshape(shape) if array.ndim == len(shape) else array[()]
        except (TypeError, ValueError):
            array = np.array(math.nan)
        if array.ndim != len(shape) or not np.isfinite(array).all():
            text = " x ".join("k" if n < 0 else str(n) for n in shape)
            raise self._wrong(what, values, f"{text} finite numbers")
        return array

    def _wrong(self, what: str, value: object, wanted: str) -> ParameterError:
        return ParameterError(
            f"{what} of the interface of {shown(self.a)} and {shown(self.b)} is "
            f"{shown(value)}: give {wanted}"
        )


@dataclass(frozen=True, slots=True)
class Load:
    """A force on a body, beside gravity.

    Parameters
    ----------
    body : str
        Name of the body.
    force : tuple of float
        In N, world axes.
    point : tuple of float
        Where it acts, in m.

    Raises
    ------
    ParameterError
        If a number is not finite.
    """

    body: str
    force: Vector
    point: Vector

    def __post_init__(self) -> None:
        for what, value in (("force", self.force), ("point", self.point)):
            try:
                fine = np.isfinite(np.asarray(value, dtype=float).reshape(3)).all()
            except (TypeError, ValueError):
                fine = False
            if not fine:
                raise ParameterError(
                    f"{what} of the load on body {shown(self.body)} is "
                    f"{shown(value)}: give three finite numbers"
                )

"""Margins that mean something: how far it may be tilted, how hard it may be pushed.

Tilting the table by an angle turns gravity the other way. Only the direction of
gravity counts, and that is vertical plus ``tan(angle)`` horizontal: linear in the
tangent. So the largest tilt in one direction is one linear program
(`stacko.statics.limits`); `tilt_by_bisection` gets the same from verdicts alone.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from stacko.errors import ParameterError, shown
from stacko.poses import rotation_matrices
from stacko.statics.assembly import Assembly, wrench
from stacko.statics.bodies import Vector
from stacko.statics.equilibrium import equilibrium
from stacko.statics.limits import Limit, LimitFinder
from stacko.statics.solver import Deadline
from stacko.statics.verdicts import Failure, Verdict
from stacko.statics_params import StaticsParams

__all__ = [
    "PushMargin",
    "TiltMargin",
    "highest_point",
    "push_margin",
    "tilt_by_bisection",
    "tilt_margin",
]

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class _Margin:
    """The weakest of several directions.

    Parameters
    ----------
    azimuths : ndarray, shape (k,)
        Directions tried, in rad from x towards y.
    limits : tuple of Limit
        What limits each of them.
    """

    azimuths: Array
    limits: tuple[Limit, ...]

    @property
    def weakest(self) -> int:
        """Row of the direction with the least limit; an undecided one comes first."""
        factors = [limit.factor for limit in self.limits]
        undecided = np.isnan(factors)
        return int(undecided.argmax() if undecided.any() else np.argmin(factors))

    @property
    def limit(self) -> Limit:
        """The least limit."""
        return self.limits[self.weakest]

    @property
    def azimuth(self) -> float:
        """Direction of the least limit, in rad from x towards y."""
        return float(self.azimuths[self.weakest])

    @property
    def verdict(self) -> Verdict:
        """Verdict of the least limit; see `Limit`."""
        return self.limit.verdict

    @property
    def failure(self) -> Failure:
        """Whether it slides or tips beyond the margin."""
        mechanism = self.limit.mechanism
        return Failure.NONE if mechanism is None else mechanism.failure


@dataclass(frozen=True, slots=True, eq=False)
class TiltMargin(_Margin):
    """Largest tilt of the table; ``limits`` hold tangents of angles."""

    @property
    def degrees(self) -> float:
        """Largest tilt that it stands in every direction tried.

        In degrees; 0 if it falls on a level table, NaN if undecided.
        """
        return math.degrees(math.atan(self.limit.factor))

    def __str__(self) -> str:
        where = f"towards {math.degrees(self.azimuth):.0f} degrees"
        return f"tilt {self.degrees:.4g} degrees {where}; {self.limit.reason}"


@dataclass(frozen=True, slots=True, eq=False)
class PushMargin(_Margin):
    """Largest push at a point; ``limits`` hold forces in N.

    Parameters
    ----------
    body : str
        What is pushed.
    point : tuple of float
        Where, in m.
    """

    body: str
    point: Vector

    @property
    def newtons(self) -> float:
        """Largest push that it stands in every direction tried.

        In N; 0 if it falls without, ``inf`` if it jams, NaN if undecided.
        """
        return self.limit.factor

    def __str__(self) -> str:
        where = f"towards {math.degrees(self.azimuth):.0f} degrees"
        return f"push {self.newtons:.4g} N at {self.body} {where}; {self.limit.reason}"


def tilt_margin(
    assembly: Assembly,
    params: StaticsParams | None = None,
    *,
    azimuths: Sequence[float] | None = None,
    quick: bool = False,
) -> TiltMargin:
    """Return how far the table may be tilted before something falls.

    Parameters
    ----------
    assembly : Assembly
        Without loads but gravity: they would not turn with it.
    params : StaticsParams, optional
    azimuths : sequence of float, optional
        Directions in which the low side lies, in rad from x towards y;
        ``params.azimuths`` even ones by default.
    quick : bool
        Whether friction along the tilt is enough; see `LimitFinder`.

    Raises
    ------
    ParameterError
        If there are loads, no gravity, or no azimuths.
    """
    if assembly.loads:
        raise ParameterError(
            f"the tilt of an assembly with {len(assembly.loads)} loads: only gravity "
            "turns with the table, so ask without loads"
        )
    settings = params or StaticsParams()
    angles = _azimuths(azimuths, settings)
    finder = LimitFinder(assembly, settings, quick=quick)
    deadline = Deadline(settings.time_limit)
    limits = []
    for angle in angles:
        load = np.zeros((len(assembly), 6))
        load[:, :3] = assembly.masses[:, None] * _sideways(assembly, angle)
        limits.append(finder.largest(load, deadline))
    return TiltMargin(angles, tuple(limits))


def tilt_by_bisection(
    assembly: Assembly,
    azimuth: float,
    params: StaticsParams | None = None,
    *,
    accuracy: float = 1e-4,
) -> float:
    """Return the largest tilt in one direction from verdicts alone, in degrees.

    Slower than `tilt_margin` and independent of its program; verdicts are of the
    round cone, so the two differ where the pyramid does.

    Parameters
    ----------
    assembly : Assembly
    azimuth : float
        In rad from x towards y.
    params : StaticsParams, optional
    accuracy : float
        Width of the last interval, in degrees.

    Returns
    -------
    float
        Largest tilt seen to stand; 0 if none does.
    """
    sideways = _sideways(assembly, azimuth)
    down = np.array(assembly.gravity)

    def stands(degrees: float) -> bool:
        angle = math.radians(degrees)
        turned = math.cos(angle) * down + math.sin(angle) * sideways
        return equilibrium(assembly.with_gravity(turned.tolist()), params).stable

    low, high = 0.0, 90.0
    while high - low > accuracy:
        middle = (low + high) / 2
        low, high = (middle, high) if stands(middle) else (low, middle)
    return low


def push_margin(
    assembly: Assembly,
    params: StaticsParams | None = None,
    *,
    body: str | None = None,
    point: Sequence[float] | None = None,
    azimuths: Sequence[float] | None = None,
    quick: bool = False,
) -> PushMargin:
    """Return how hard a body may be pushed sideways before something falls.

    Parameters
    ----------
    assembly : Assembly
    params : StaticsParams, optional
    body : str, optional
        What is pushed; by default the free body that reaches highest.
    point : sequence of float, optional
        Where, in m; by default the middle of the body's uppermost face.
    azimuths : sequence of float, optional
        Directions of the push, in rad from x towards y; ``params.azimuths`` even ones
        by default.
    quick : bool
        Whether friction along the push is enough; see `LimitFinder`.

    Raises
    ------
    ParameterError
        If there is no such body, it is fixed, or there are no azimuths.
    """
    settings = params or StaticsParams()
    name, top = highest_point(assembly, body)
    x, y, z = top if point is None else point
    angles = _azimuths(azimuths, settings)
    finder = LimitFinder(assembly, settings, quick=quick)
    deadline = Deadline(settings.time_limit)
    row = assembly.row(name)
    limits = []
    for angle in angles:
        load = np.zeros((len(assembly), 6))
        force = (math.cos(angle), math.sin(angle), 0.0)
        load[row] = wrench(force, (x, y, z), assembly.centers[row])
        limits.append(finder.largest(load, deadline))
    return PushMargin(angles, tuple(limits), name, (x, y, z))


def highest_point(assembly: Assembly, body: str | None = None) -> tuple[str, Vector]:
    """Return a body and the middle of its uppermost face, in m.

    Parameters
    ----------
    assembly : Assembly
    body : str, optional
        By default the free body whose uppermost face is highest.

    Raises
    ------
    ParameterError
        If there is no such body, or it is fixed.
    """
    names = [n for n, free in zip(assembly.names, assembly.free, strict=True) if free]
    if not names:
        raise ParameterError("every body is fixed: there is nothing to push")
    if body is not None:
        assembly.row(body)
        if body not in names:
            raise ParameterError(f"body {shown(body)} is fixed: push another one")
        names = [body]
    tops = [_top(assembly, name) for name in names]
    highest = max(range(len(tops)), key=lambda row: tops[row][2])
    return names[highest], tops[highest]


def _top(assembly: Assembly, name: str) -> Vector:
    body = assembly.body(name)
    axes = rotation_matrices(np.array([body.orientation]))[0]
    steepest = int(np.abs(axes[2]).argmax())
    up = axes[:, steepest] * math.copysign(body.size[steepest] / 2, axes[2, steepest])
    x, y, z = (np.array(body.position) + up).tolist()
    return (x, y, z)


def _azimuths(given: Sequence[float] | None, params: StaticsParams) -> Array:
    if given is None:
        return 2 * np.pi * np.arange(params.azimuths) / params.azimuths
    angles = np.asarray(given, dtype=float).reshape(-1)
    if not len(angles) or not np.isfinite(angles).all():
        raise ParameterError(
            f"azimuths {shown(given)}: give one finite angle or more, in rad"
        )
    return angles


def _sideways(assembly: Assembly, azimuth: float) -> Array:
    """Return gravity turned by a right angle, so that it pulls towards an azimuth."""
    down = np.array(assembly.gravity)
    size = float(np.linalg.norm(down))
    if size == 0.0:
        raise ParameterError("gravity is 0: there is no tilt without a weight")
    up = -down / size
    axis = np.array([1.0, 0.0, 0.0]) if abs(up[0]) < 0.9 else np.array([0.0, 1.0, 0.0])
    first = axis - (axis @ up) * up
    first /= np.linalg.norm(first)
    second = np.cross(up, first)
    return np.asarray(size * (math.cos(azimuth) * first + math.sin(azimuth) * second))

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

from stacko.errors import ParameterError
from stacko.statics.assembly import Assembly, wrench
from stacko.statics.bodies import Vector
from stacko.statics.certificates import proves_fall
from stacko.statics.directions import azimuths_of, highest_point, sideways
from stacko.statics.equilibrium import equilibrium
from stacko.statics.limits import Limit, LimitFinder
from stacko.statics.solver import Deadline
from stacko.statics.verdicts import Failure, Verdict
from stacko.statics_params import StaticsParams

__all__ = [
    "PushMargin",
    "TiltMargin",
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
    finder: LimitFinder | None = None,
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
    finder : LimitFinder, optional
        Of this assembly, used instead of a new one.

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
    angles = azimuths_of(azimuths, settings)
    finder = finder or LimitFinder(assembly, settings, quick=quick)
    deadline = Deadline(settings.time_limit)
    limits = []
    for angle in angles:
        load = np.zeros((len(assembly), 6))
        load[:, :3] = assembly.masses[:, None] * sideways(assembly, angle)
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
    aside = sideways(assembly, azimuth)
    down = np.array(assembly.gravity)

    ways: list[Array] = []  # mechanisms seen, which may prove other tilts to fall

    def stands(degrees: float) -> bool:
        angle = math.radians(degrees)
        turned = math.cos(angle) * down + math.sin(angle) * aside
        tilted = assembly.with_gravity(turned.tolist())
        if any(proves_fall(tilted, velocities) for velocities in ways):
            return False
        answer = equilibrium(tilted, params)
        if answer.mechanism is not None:
            way = answer.mechanism
            ways.append(np.hstack([way.translations, way.rotations]))
        return answer.stable

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
    finder: LimitFinder | None = None,
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
    finder : LimitFinder, optional
        Of this assembly, used instead of a new one.

    Raises
    ------
    ParameterError
        If there is no such body, it is fixed, or there are no azimuths.
    """
    settings = params or StaticsParams()
    name, top = highest_point(assembly, body)
    x, y, z = top if point is None else point
    angles = azimuths_of(azimuths, settings)
    finder = finder or LimitFinder(assembly, settings, quick=quick)
    deadline = Deadline(settings.time_limit)
    row = assembly.row(name)
    limits = []
    for angle in angles:
        load = np.zeros((len(assembly), 6))
        force = (math.cos(angle), math.sin(angle), 0.0)
        load[row] = wrench(force, (x, y, z), assembly.centers[row])
        limits.append(finder.largest(load, deadline))
    return PushMargin(angles, tuple(limits), name, (x, y, z))

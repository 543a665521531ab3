"""Slide or tip: how a mechanism gives way."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from stacko.statics.assembly import Assembly
from stacko.statics.certificates import approach, relative_velocity
from stacko.statics.verdicts import Failure

__all__ = ["failure_of"]

Array = NDArray[np.float64]

_RESTS = 1e-6
"""Part of the largest speed that counts as none."""


def failure_of(assembly: Assembly, velocities: Array, forces: Array | None) -> Failure:
    """Return whether bodies slide, tip, or both.

    It slides where surfaces that press move along each other; it tips where a body
    turns. Bodies that fall freely count as tipping.

    Parameters
    ----------
    assembly : Assembly
    velocities : ndarray, shape (n, 6)
        Of the centers, and angular.
    forces : ndarray, shape (p, 3), or None
        Contact forces when it starts to move, in N. Where they are not known,
        surfaces press unless they open faster than friction makes them.
    """
    speed = float(np.abs(velocities).max(initial=0.0))
    if speed == 0.0:
        return Failure.NONE
    _, sliding = relative_velocity(assembly, velocities)
    if forces is None:
        loaded = approach(assembly, velocities) >= -_RESTS * speed
    else:
        size = np.linalg.norm(forces, axis=1)
        loaded = size > _RESTS * size.max(initial=0.0)
    slides = bool((loaded & (sliding > _RESTS * speed)).any())
    turns = float(np.abs(velocities[:, 3:]).max()) > _RESTS * speed
    if slides:
        return Failure.BOTH if turns else Failure.SLIDE
    return Failure.TIP

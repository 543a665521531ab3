"""The tilt at which a tower falls: a check of friction rather than a way to it.

A tower that is tilted slides where friction ends, or tips over an edge, whichever comes
first. Towers as tall as those of the two sets mostly tip, and then the tilt tells
nothing of friction but that it is not less.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from stacko.calibration.loads import Setup
from stacko.calibration.measurements import Kind, Measurement
from stacko.statics import (
    Assembly,
    Failure,
    StaticsParams,
    bodies_of,
    find_contacts,
    pair_friction,
    tilt_margin,
)

__all__ = ["FallCheck", "check_falls", "fall_angle"]

_AGREES = 0.1
"""Share by which a tower of real blocks may fall earlier than one of perfect ones."""


@dataclass(frozen=True, slots=True)
class FallCheck:
    """Measured tilts beside the one that statics gives.

    Parameters
    ----------
    measured : float
        Mean of the readings, in rad.
    count : int
        Number of readings.
    expected : float
        Tilt at which a tower of perfect blocks falls, in rad.
    failure : Failure
        Whether it then slides or tips.
    least_mu : float
        Friction that there must be, since the tower stood until then.
    """

    measured: float
    count: int
    expected: float
    failure: Failure
    least_mu: float

    @property
    def agrees(self) -> bool:
        """Whether the tower fell where statics says, or a tenth earlier."""
        return (1 - _AGREES) <= self.measured / self.expected <= 1 + _AGREES / 2


def fall_angle(setup: Setup, mu_block: float, mu_table: float) -> tuple[float, Failure]:
    """Return the tilt at which a tower of perfect blocks falls, in rad, and how.

    Parameters
    ----------
    setup : Setup
    mu_block, mu_table : float
        Coefficients of friction.

    Returns
    -------
    angle : float
        The least over tilts along both sides; statics, so an upper bound.
    failure : Failure
    """
    contact = setup.kit.contact.replace(mu_block=mu_block, mu_table=mu_table)
    bodies = tuple(bodies_of(setup.tower, setup.kit.blocks.perfect()))
    faces = find_contacts(bodies, pair_friction(contact))
    margin = tilt_margin(
        Assembly(bodies, tuple(faces)),
        StaticsParams(sides=4),
        azimuths=(0.0, math.pi / 2),
        quick=True,
    )
    return math.radians(margin.degrees), margin.failure


def check_falls(
    measured: Sequence[Measurement], setup: Setup, mu_block: float, mu_table: float
) -> FallCheck | None:
    """Compare measured tilts of falling towers with statics; None if there are none."""
    mine = [each.value for each in measured if each.kind is Kind.FALL_ANGLE]
    if not mine:
        return None
    expected, failure = fall_angle(setup, mu_block, mu_table)
    mean = float(np.mean(mine))
    return FallCheck(mean, len(mine), expected, failure, math.tan(mean))

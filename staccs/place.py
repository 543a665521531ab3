"""Where on the table a STACC begins."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi

from gamebase.params import ParameterSet, quantity

__all__ = ["Place"]

_SOURCE = "ours; the rulebook leaves it to the players"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place(ParameterSet):
    """Where on the table a STACC begins, and how it is turned.

    Parameters
    ----------
    x, y : float
        From the middle of the table to the cell 0,0, in m.
    angle : float
        Turn of the lattice, counterclockwise, in rad.

    Examples
    --------
    >>> Place(x=0.1).to_mapping()
    {'x': 0.1, 'y': 0.0, 'angle': 0.0}
    """

    x: float = quantity(0.0, "m", _SOURCE, low=-100.0, high=100.0)
    y: float = quantity(0.0, "m", _SOURCE, low=-100.0, high=100.0)
    angle: float = quantity(0.0, "rad", _SOURCE, low=-2 * pi, high=2 * pi)

"""Settings of the statics: how contacts are found and how equilibrium is judged.

Beside the package `stacko.statics`, not inside it, so that listing the parameters
does not load scipy.
"""

from __future__ import annotations

from dataclasses import dataclass

from gamebase.params import ParameterSet, quantity

__all__ = ["StaticsParams"]


@dataclass(frozen=True, slots=True, kw_only=True)
class StaticsParams(ParameterSet):
    """Numerical settings of `stacko.statics`."""

    sides: int = quantity(
        8, "-", "sides of the friction pyramid", "numerical", low=3, high=64
    )
    contact_tolerance: float = quantity(
        1e-4,
        "smallest side",
        "gap that still touches; 2 micrometers for a block",
        "numerical",
        high=0.1,
    )
    overlap_tolerance: float = quantity(
        0.01,
        "smallest side",
        "overlap let pass as inaccuracy; engines leave less",
        "numerical",
        high=0.1,
    )
    bedding: float = quantity(
        0.03,
        "smallest side",
        "gap that closes when a tower rocks: 12 sigma of the height, 0.5 mm",
        "numerical",
        high=0.2,
    )
    residual: float = quantity(
        1e-6,
        "body's weight",
        "force that may be missing to equilibrium",
        "numerical",
        low=1e-9,
        high=1e-2,
    )
    azimuths: int = quantity(
        8, "-", "directions tried for tilt and push", "numerical", low=1, high=720
    )
    time_limit: float = quantity(
        30.0, "s", "for one verdict or margin", "numerical", open_low=True
    )

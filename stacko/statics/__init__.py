"""Statics of blocks: does it stand, how firmly, and what carries what."""

from stacko.statics.assembly import Assembly, Contacts
from stacko.statics.bodies import Interface, Load, StaticBody
from stacko.statics.contacts import find_contacts
from stacko.statics.equilibrium import equilibrium
from stacko.statics.errors import OverlapError, SolverError
from stacko.statics.limits import Limit, LimitFinder
from stacko.statics.margins import (
    PushMargin,
    TiltMargin,
    push_margin,
    tilt_by_bisection,
    tilt_margin,
)
from stacko.statics.verdicts import Equilibrium, Failure, Mechanism, Verdict
from stacko.statics_params import StaticsParams

__all__ = [
    "Assembly",
    "Contacts",
    "Equilibrium",
    "Failure",
    "Interface",
    "Limit",
    "LimitFinder",
    "Load",
    "Mechanism",
    "OverlapError",
    "PushMargin",
    "SolverError",
    "StaticBody",
    "StaticsParams",
    "TiltMargin",
    "Verdict",
    "equilibrium",
    "find_contacts",
    "push_margin",
    "tilt_by_bisection",
    "tilt_margin",
]

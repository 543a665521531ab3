"""Statics of blocks: does it stand, how firmly, and what carries what."""

from stacko.statics.assembly import Assembly, Contacts
from stacko.statics.bodies import Interface, Load, StaticBody
from stacko.statics.contacts import find_contacts
from stacko.statics.equilibrium import equilibrium
from stacko.statics.errors import OverlapError
from stacko.statics.limits import Limit, LimitFinder
from stacko.statics.margins import (
    PushMargin,
    TiltMargin,
    push_margin,
    tilt_by_bisection,
    tilt_margin,
)
from stacko.statics.pulls import PullFinder, PullForce, pull_force
from stacko.statics.settled import Settled
from stacko.statics.settling import settle
from stacko.statics.survey import BlockSurvey, Remainder, Survey, survey
from stacko.statics.towers import bodies_of, pair_friction, table_body
from stacko.statics.verdicts import Equilibrium, Failure, Mechanism, Verdict
from stacko.statics_params import StaticsParams

__all__ = [
    "Assembly",
    "BlockSurvey",
    "Contacts",
    "Equilibrium",
    "Failure",
    "Interface",
    "Limit",
    "LimitFinder",
    "Load",
    "Mechanism",
    "OverlapError",
    "PullFinder",
    "PullForce",
    "PushMargin",
    "Remainder",
    "Settled",
    "StaticBody",
    "StaticsParams",
    "Survey",
    "TiltMargin",
    "Verdict",
    "bodies_of",
    "equilibrium",
    "find_contacts",
    "pair_friction",
    "pull_force",
    "push_margin",
    "settle",
    "survey",
    "table_body",
    "tilt_by_bisection",
    "tilt_margin",
]

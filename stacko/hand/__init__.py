"""A hand that moves blocks: pull, push, probe, place."""

from stacko.hand.feel import Probe, Taken
from stacko.hand.hand import Hand
from stacko.hand.skill import SKILLS, HandParams, hand_names, named_hand
from stacko.hand.stroke import Motion, Touch

__all__ = [
    "SKILLS",
    "Hand",
    "HandParams",
    "Motion",
    "Probe",
    "Taken",
    "Touch",
    "hand_names",
    "named_hand",
]

"""What the hand reports: how a tap felt, and how a try to take a block went."""

from __future__ import annotations

from dataclasses import dataclass

from stacko.engines.base import Vector
from stacko.hand.stroke import Touch

__all__ = ["Grasp", "Probe", "Taken"]


@dataclass(frozen=True, slots=True)
class Probe:
    """What a tap told: peak force (N) and how far the block moved (m).

    `held`: the tap met its force limit before it had made its way.
    """

    block: str
    peak_force: float
    moved: float
    toppled: bool = False
    held: bool = False


@dataclass(frozen=True, slots=True)
class Taken:
    """A try to take a block: technique (pull, push), and what the hand felt."""

    technique: str
    touch: Touch


@dataclass(frozen=True, slots=True)
class Grasp:
    """How a hand touches a block.

    Attributes
    ----------
    finger : bool
        True for a fingertip that pushes, False for a pinch that holds.
    position : tuple of float
        Center of the fingertip, or the point held, m.
    force : float
        What the hand feels along its motion, N.
    """

    finger: bool
    position: Vector
    force: float

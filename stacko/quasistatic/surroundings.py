"""What does not change from touch to touch, and the rests that follow from it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from stacko.errors import ParameterError
from stacko.params import ContactParams
from stacko.quasistatic.pile import Pile
from stacko.quasistatic.resting import Rest, rest

__all__ = ["Surroundings"]

Array = NDArray[np.float64]

_HOLD = 100.0
"""How stiffly the hand holds what it has pulled out a little, N/m."""

_MOST_PRESSED = 1e-4
"""Most a block's weight may press one contact point together, m: a twentieth of the
height of a tower is lost where it does so."""

_LEAST_PRESSED = 1e-10
"""Least, m: numbers tell no less from nothing."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What does not change from touch to touch: friction, weight, stiffness.

    Parameters
    ----------
    contact : ContactParams
    mass : float
        Of a block, kg.
    stiffness : float
        Of a contact point, N/m.
    steps : int
        Looks at the tower while a block is on its way out.
    sag : float
        How far a sliding block sinks; see `QuasistaticParams`.

    Raises
    ------
    ParameterError
        If a block's weight would press its contacts by too much, or by nothing.
    """

    contact: ContactParams
    mass: float
    stiffness: float
    steps: int
    sag: float = 0.0

    def __post_init__(self) -> None:
        weight = self.mass * self.contact.gravity
        softest, stiffest = weight / _MOST_PRESSED, weight / _LEAST_PRESSED
        if weight and not softest <= self.stiffness <= stiffest:
            raise ParameterError(
                f"quasistatic.contact_stiffness must be {softest:.3g} to "
                f"{stiffest:.3g} N/m for blocks that weigh {weight:.3g} N "
                f"(blocks.mass, contact.gravity), got {self.stiffness!r}"
            )

    def rest(self, pile: Pile) -> Rest:
        """Return where a tower comes to rest."""
        return rest(pile, self._weights(pile), self.stiffness)

    def rest_held(self, pile: Pile, row: int, carried: float) -> Rest:
        """Return where it does while a hand holds a block and part of its weight."""
        weights, held = self._weights(pile), np.zeros(len(pile))
        weights[row] *= 1 - carried
        held[row] = _HOLD
        return rest(pile, weights, self.stiffness, held)

    def _weights(self, pile: Pile) -> Array:
        return np.full(len(pile), self.mass * self.contact.gravity)

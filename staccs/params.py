"""Physical parameters of the cards, each with its unit, its source and a grade."""

from __future__ import annotations

from dataclasses import dataclass

from gamebase.params import ParameterSet, quantity

__all__ = ["CardParams"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardParams(ParameterSet):
    """Size of the cards, regular hexagons.

    Parameters
    ----------
    edge : float
        Side of the hexagon in m, which is also the distance from its center to a
        corner, and between the centers of two cards that are stacked.

    Examples
    --------
    >>> CardParams().edge
    0.044
    """

    edge: float = quantity(
        0.044,
        "m",
        "no size is published; a hexagon about as large as a playing card",
        low=1e-4,
        high=10.0,
    )

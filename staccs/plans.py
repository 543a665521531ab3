"""Tables worked out once: what each kind of card shows, in each orientation.

A surface of a card that lies is a number, its code: three times one more than the index
of the card, plus the `Surface`. Triangles hold the code of what is on top there. When
the other half of a surface is covered, the code on the half left gets flags (`TORN`):
one bit for each of the two places from which it can be seen that the surface may no
longer be used, so that a single AND with `KILL` finds it.
"""

from typing import Final, NamedTuple

from staccs.cards import KINDS, SUITS
from staccs.cells import STEPS, TRIANGLES
from staccs.rules import WildRotation
from staccs.surfaces import SURFACES, WILD_BIT, direction, fitting

__all__ = [
    "CODES",
    "KILL",
    "LIVE",
    "OUTER",
    "PLANS",
    "TORN",
    "TURNS",
    "WILD_KIND",
    "Plan",
    "Sextet",
]

Sextet = tuple[int, int, int, int, int, int]

WILD_KIND: Final = KINDS[-1].index
"""Index of a WILD."""

LIVE: Final = WILD_BIT << 1
"""A bit in the set of every surface on which a card may lie, even if none fits."""

CODES: Final = (1 << 24) - 1
"""The bits of a code that are no flags."""

OUTER: Final = tuple(STEPS[j] + TRIANGLES[j - 5] for j in range(6))
"""From a cell to the triangles across the outer edges of its own six."""

TORN: Final = tuple(1 << 24 + (j + 1) % 6 | 1 << 24 + (j + 5) % 6 for j in range(6))
"""Flags for the codes on the `OUTER` triangles, where their other halves are covered.

Triangle j + 1 of one cell and triangle j + 5 of the other are what the two cells, at
which a card would cover the surface, call the half left.
"""

KILL: Final[tuple[tuple[int, ...], ...]] = tuple(
    (1 << 24 + (j + 4) % 6, 1 << 24 + (j + 5) % 6, 1 << 24 + j, 1 << 24 + (j + 1) % 6)
    for j in range(6)
)
"""For neighbor j of a cell, flags that count on its four triangles outside the cell."""

TURNS: Final = {
    WildRotation.SIXTY: (1, 2, 3, 4, 5),
    WildRotation.HUNDRED_TWENTY: (2, 4),
}
"""By how many sixths a WILD may turn (T4)."""


class Plan(NamedTuple):
    """What a kind of card brings, in one orientation.

    Attributes
    ----------
    sets : tuple of int
        What fits on TOP, SIDE and FACE, each with the bit `LIVE`.
    toward : tuple of int
        What fits on the surface that points in each direction; 0 where none does.
    layout : tuple of int
        The surface that each of the six triangles belongs to.
    """

    sets: tuple[int, ...]
    toward: tuple[int, ...]
    layout: Sextet


def _plan(sets: tuple[int, ...], orientation: int, mirror: bool) -> Plan:
    toward, layout = [0] * 6, [0] * 6
    for surface in SURFACES:
        j = direction(surface, orientation, mirror)
        toward[j] = sets[surface]
        layout[j - 1] = layout[j] = surface
    u, v, w, x, y, z = layout
    return Plan(sets, tuple(toward), (u, v, w, x, y, z))


_LOOKS = [(card, None) for card in KINDS] + [(KINDS[-1], suit) for suit in SUITS]
_SETS = [
    tuple(LIVE | fitting(card, surface, call) for surface in SURFACES)
    for card, call in _LOOKS
]


def _plans(mirror: bool) -> tuple[tuple[Plan, ...], ...]:
    return tuple(
        tuple(_plan(sets, orientation, mirror) for orientation in range(6))
        for sets in _SETS
    )


PLANS: Final = {mirror: _plans(mirror) for mirror in (False, True)}
"""By mirror, kind (a WILD with a called suit after all kinds), and orientation."""

"""The three surfaces of a card: where they point and what fits on them.

A card is drawn as a cube. Its TOP, SIDE and FACE are rhombi, each two triangles of the
lattice. What fits on a surface is a set of card kinds, held as the bits of an integer.
"""

from enum import IntEnum, StrEnum
from typing import Final

from staccs.cards import KINDS, SUITS, Card, Suit, mask_of

__all__ = [
    "ALL_SUITED",
    "SURFACES",
    "WILD_BIT",
    "Surface",
    "SurfaceState",
    "direction",
    "fitting",
    "mark",
    "words_of",
]


class Surface(IntEnum):
    """A surface of a card."""

    TOP = 0
    SIDE = 1
    FACE = 2


class SurfaceState(StrEnum):
    """What a surface of a placed card is good for."""

    OPEN = "open"
    PARTLY_COVERED = "partly_covered"
    COVERED = "covered"
    LOCKED = "locked"
    BARRED = "barred"


SURFACES: Final = tuple(Surface)
"""TOP, SIDE and FACE."""

WILD_BIT: Final = 1 << KINDS[-1].index
"""The WILD, as a set of kinds."""

ALL_SUITED: Final = WILD_BIT - 1
"""Every kind but the WILD, as a set of kinds."""


def direction(surface: Surface, orientation: int, mirror: bool = False) -> int:
    """Return the direction in which a surface points.

    Parameters
    ----------
    surface : Surface
        The surface.
    orientation : int
        Orientation of the card: by how many sixths of a turn it is turned clockwise.
    mirror : bool
        Whether the card is seen in a mirror, where SIDE and FACE swap.

    Returns
    -------
    int
        Index into `staccs.lattice.DIRECTIONS`.

    Examples
    --------
    >>> [direction(surface, 0) for surface in SURFACES]
    [0, 2, 4]
    """
    return (orientation + (-2 if mirror else 2) * surface) % 6


def fitting(card: Card, surface: Surface, call: Suit | None = None) -> int:
    """Return the kinds of cards that match a surface (T1, T6).

    A WILD is among them on a TOP alone (T3).

    Parameters
    ----------
    card : Card
        The card the surface belongs to.
    surface : Surface
        Which of its surfaces.
    call : Suit, optional
        The suit called with a WILD; None if its TOP takes any.

    Returns
    -------
    int
        Bit i is set if cards of index i fit.

    Examples
    --------
    >>> words_of(fitting(Card.parse("KH"), Surface.FACE))
    'a KING'
    """
    if surface is Surface.TOP:
        return WILD_BIT | _of_suit(call if card.is_wild else card.suit)
    if card.is_wild or card.is_number != (surface is Surface.SIDE):
        return 0
    return mask_of(each for each in KINDS if each.rank is card.rank)


def mark(card: Card, surface: Surface, call: Suit | None = None) -> str:
    """Return what a surface shows, in words; empty if it shows nothing to match.

    Examples
    --------
    >>> mark(Card.parse("7D"), Surface.TOP), mark(Card.parse("7D"), Surface.FACE)
    ('diamonds', '')
    """
    if surface is Surface.TOP:
        suit = call if card.is_wild else card.suit
        return suit.word if suit else "any suit"
    if card.rank is None or card.is_number != (surface is Surface.SIDE):
        return ""
    return card.rank.word


def words_of(mask: int) -> str:
    """Return a set of kinds in words, as short as they can be put.

    Parameters
    ----------
    mask : int
        Bit i is set if cards of index i are in the set.

    Returns
    -------
    str
        Such as ``"any hearts or a WILD"``, ``"a 7"``, ``"the 5 of clubs"``, or
        ``"nothing"``.

    Examples
    --------
    >>> words_of(fitting(Card.parse("7H"), Surface.TOP))
    'any hearts or a WILD'
    """
    parts = []
    rest = mask & ALL_SUITED
    if rest == ALL_SUITED:
        parts, rest = ["any suit"], 0
    for mask_of_group, words in _GROUPS:
        if mask_of_group & mask == mask_of_group and mask_of_group & rest:
            parts.append(words)
            rest &= ~mask_of_group
    parts += [f"the {card.word}" for card in KINDS[:-1] if rest >> card.index & 1]
    parts += ["a WILD"] * bool(mask & WILD_BIT)
    return _either(parts)


def _either(parts: list[str]) -> str:
    if len(parts) < 2:
        return parts[0] if parts else "nothing"
    return f"{', '.join(parts[:-1])} or {parts[-1]}"


def _of_suit(suit: Suit | None) -> int:
    if suit is None:
        return ALL_SUITED
    return mask_of(card for card in KINDS if card.suit is suit)


def _groups() -> list[tuple[int, str]]:
    groups = [(_of_suit(suit), f"any {suit.word}") for suit in SUITS]
    for card in KINDS[: len(KINDS) // len(SUITS)]:
        if card.rank is not None:
            article = "an" if card.rank.word in {"8", "ACE"} else "a"
            same = mask_of(each for each in KINDS if each.rank is card.rank)
            groups.append((same, f"{article} {card.rank.word}"))
    return groups


_GROUPS = _groups()

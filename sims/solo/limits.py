"""How many cards one STACC can have at most where half-covered surfaces count (T2).

Where covering half of a surface must match, or is forbidden, a card stands like a cube
in a corner: the cells one edge to the upper right of a host, and to its upper left, can
only be reached together with the two surfaces beside them.
"""

from __future__ import annotations

from staccs.rules import PartialOverlap, WildRotation

__all__ = ["most_cards", "runs"]


def most_cards(
    suits: int,
    numbers: int,
    letters: int,
    wilds: int,
    overlap: PartialOverlap,
    rotation: WildRotation = WildRotation.SIXTY,
) -> int:
    """Return how many cards a STACC has at most, their order free, the table endless.

    Parameters
    ----------
    suits, numbers, letters : int
        A DECC with each number and each letter once in each suit; 1 or more suits.
    wilds : int
        And so many WILDs.
    overlap : PartialOverlap
        What is asked of a surface that is covered by half (T2).
    rotation : WildRotation
        How far a WILD turns (T4).

    Returns
    -------
    int
        With `PartialOverlap.ALLOW`, or with WILDs, no STACC is larger; without WILDs
        there is one as large, and for the DECC of the game there is one in any case.

    Notes
    -----
    Say the first card has a number. A card with a number never takes anything on its
    FACE, so nothing may ever cover half of that, and the same holds for the SIDE of a
    letter. Numbers fill a grid: suits up, numbers sideways, every corner being met from
    two sides. A letter can only continue the column of the first card, upwards: beside
    any other column it would cover half of a TOP of another suit, and it closes the
    grid above it. So all numbers, and the letters of one suit, can stand. The other way
    round, if the first card has a letter: all letters, and the numbers of one suit.

    SIDE and FACE of a WILD match nothing. So what follows a WILD is one straight run of
    a single suit, up to the next WILD; `runs` says how many runs there can be.

    Examples
    --------
    >>> most_cards(4, 10, 4, 0, PartialOverlap.FORBID)
    44
    >>> most_cards(4, 10, 4, 4, PartialOverlap.FORBID, WildRotation.HUNDRED_TWENTY)
    56
    """
    whole = suits * (numbers + letters) + wilds
    if overlap is PartialOverlap.ALLOW:
        return whole
    columns = min(suits, 1 + runs(wilds, overlap, rotation))
    grids = (
        suits * numbers + columns * letters if numbers else 0,
        suits * letters + columns * numbers if letters else 0,
    )
    return max(grids) + wilds


def runs(wilds: int, overlap: PartialOverlap, rotation: WildRotation) -> int:
    """Return how many runs of cards can follow WILDs, where half-covered ones count.

    With turns of 60 degrees a run can follow each WILD. A WILD turned by 120 degrees
    on the TOP of a card sends the next card over half of another surface of that card.
    This is forbidden, or has to match. Where it is forbidden, a second WILD has to turn
    the first one back, squarely on it, so that a run costs two; but once one is enough,
    laid squarely on a card with nothing beside it. (Two such WILDs do not help: before
    the second one lies a run, and all cards of a run lie on the TOP of another.)

    Parameters
    ----------
    wilds : int
        How many there are.
    overlap : PartialOverlap
        What is asked of a surface that is covered by half.
    rotation : WildRotation
        How far a WILD turns.

    Examples
    --------
    >>> runs(4, PartialOverlap.FORBID, WildRotation.HUNDRED_TWENTY)
    2
    """
    if overlap is PartialOverlap.FORBID and rotation is WildRotation.HUNDRED_TWENTY:
        return (wilds + 1) // 2
    return wilds

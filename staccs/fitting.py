"""What fits at a cell, from the surfaces on top of its six triangles."""

from collections.abc import Sequence

from staccs.plans import CODES, LIVE
from staccs.rules import PartialOverlap
from staccs.surfaces import ALL_SUITED, WILD_BIT

__all__ = ["fitting_at", "fitting_beside"]


def fitting_at(
    codes: Sequence[int],
    live: Sequence[int],
    marks: Sequence[int],
    overlap: PartialOverlap,
) -> int:
    """Return what fits at a cell.

    Two equal codes side by side are a surface that is seen whole and would be covered
    wholly. A code without its like beside it is one half of a surface: of one that
    would be covered wholly, and is flagged because its other half is covered; or of
    one that would be covered by half (T2).

    Parameters
    ----------
    codes : sequence of int
        Codes on the six triangles of the cell, clockwise; 0 where nothing lies.
    live : sequence of int
        What fits on each surface, by its code; 0 if it is closed to all cards.
    marks : sequence of int
        What matches each surface, closed or not.
    overlap : PartialOverlap
        What is asked of a surface that would be covered by half.

    Returns
    -------
    int
        Set of card kinds.
    """
    fits, wild, halves = -1, 0, ALL_SUITED
    for j, code in enumerate(codes):
        if not code or code == codes[j - 1]:
            continue
        if code == codes[j - 5]:
            fits &= live[code]
            wild |= live[code]
        elif code >> 24 + j & 1 or overlap is PartialOverlap.FORBID:
            return 0
        elif overlap is PartialOverlap.MUST_MATCH:
            halves &= marks[code & CODES]
    # Without contact the set is still -1; with a closed contact LIVE is gone.
    return fits & halves | wild & WILD_BIT if fits >= LIVE else 0


def fitting_beside(
    fits: int,
    a: int,
    b: int,
    c: int,
    d: int,
    kill: tuple[int, ...],
    live: list[int],
) -> int:
    """Return what fits at a neighbor of a card just laid, halves being no matter.

    Parameters
    ----------
    fits : int
        What fits on the surface of the card that points to the neighbor; 0 if none
        does.
    a, b, c, d : int
        Codes on the four triangles of the neighbor that the card does not cover,
        clockwise; 0 where nothing lies.
    kill : tuple of int
        The flag that makes each of them close the neighbor.
    live : list of int
        What fits on each surface, by its code; 0 if it is closed to all cards.

    Returns
    -------
    int
        Set of card kinds.
    """
    if a | b | c | d > CODES and (
        a & kill[0] or b & kill[1] or c & kill[2] or d & kill[3]
    ):
        return 0
    wild = fits
    fits = fits or -1
    if a and a == b:
        on = live[a]
        fits &= on
        wild |= on
    elif b and b == c:
        on = live[b]
        fits &= on
        wild |= on
    if c and c == d:
        on = live[c]
        fits &= on
        wild |= on
    return fits & ALL_SUITED | wild & WILD_BIT if fits >= LIVE else 0

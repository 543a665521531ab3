"""The largest STACCs that are known, under every reading of T2 and T4."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from staccs.board import Board
from staccs.cards import RANKS, SUITS, Suit
from staccs.lattice import DIRECTIONS
from staccs.rules import PartialOverlap, Rules, WildRotation

__all__ = ["largest"]

_NUMBERS = [rank.value for rank in RANKS if rank.is_number]
_LETTERS = [rank.value for rank in RANKS if not rank.is_number]
_UP, _RIGHT, _LOWER_RIGHT, _LEFT = 0, 1, 2, 4
"""Ways in which the STACC goes on, as orientations: straight up, to the upper right,
to the lower right, and to the lower left."""


def largest(
    overlap: PartialOverlap | str, rotation: WildRotation | str, *, wilds: bool = True
) -> Board:
    """Return the largest STACC that is known, laid card by card by the rules.

    Numbers lie in a grid, suits upwards, numbers to the lower right; the letters of the
    first suit are on top of its column. After a WILD comes a run of the letters of
    another suit.

    Parameters
    ----------
    overlap : PartialOverlap or str
        What is asked of a surface that is covered by half (T2). Under ``allow`` players
        lay all cards without WILDs; what is returned stands under it, too, but is then
        not the largest without WILDs.
    rotation : WildRotation or str
        How far a WILD turns (T4).
    wilds : bool
        Whether the four WILDs are played with.

    Examples
    --------
    >>> len(largest("forbid", "60")), len(largest("forbid", "120"))
    (60, 56)
    >>> len(largest("must_match", "120", wilds=False))
    44
    """
    rules = Rules(
        partial_overlap=PartialOverlap(overlap), wild_rotation=WildRotation(rotation)
    )
    if not wilds:
        tokens = [*_grid(len(_NUMBERS))]
    elif rules.wild_rotation is WildRotation.SIXTY:
        tokens = [*_grid(len(_NUMBERS)), *_turning()]
    elif rules.partial_overlap is PartialOverlap.FORBID:
        tokens = [*_grid(len(_NUMBERS)), *_straight()]
    else:
        tokens = [*_grid(len(_NUMBERS) - 1), *_zigzag()]
    return Board.from_text(" ".join(tokens), rules)


def _grid(rows: int) -> Iterator[str]:
    """Yield numbers by suit, the first suit with all and with its letters on top."""
    for column, suit in enumerate(SUITS):
        ranks = _NUMBERS[:rows] if column else [*_NUMBERS, *_LETTERS]
        for row, rank in enumerate(ranks):
            yield f"{rank}{suit}@{column},{row - column}"


class _End:
    """The end of a STACC, where cards go on in one way or a WILD turns."""

    def __init__(self) -> None:
        self._q, self._r = 0, len(_NUMBERS) + len(_LETTERS) - 1
        self._way = _UP

    def wild(self, way: int, *, squarely: bool = False) -> str:
        """Return a WILD that turns to a way, on the last card's TOP or on all of it."""
        if not squarely:
            self._step()
        self._way = way
        return f"W@{self._q},{self._r}/{way}"

    def run(self, ranks: Iterable[str], suit: Suit) -> Iterator[str]:
        """Yield cards of one suit, each on the TOP of the one before."""
        for rank in ranks:
            self._step()
            yield f"{rank}{suit}@{self._q},{self._r}"

    def _step(self) -> None:
        q, r = DIRECTIONS[self._way]
        self._q, self._r = self._q + q, self._r + r


def _turning() -> Iterator[str]:
    """Yield runs that turn by 60 degrees, and so cover nothing of what lies."""
    end = _End()
    for suit, way in zip(SUITS[1:], (_RIGHT, _UP, _RIGHT), strict=True):
        yield end.wild(way)
        yield from end.run(_LETTERS, suit)
    yield end.wild(_UP)


def _straight() -> Iterator[str]:
    """Yield runs straight on, since of two WILDs the second one turns back."""
    end = _End()
    for suit in SUITS[1:3]:
        yield end.wild(_LOWER_RIGHT)
        yield end.wild(_UP, squarely=True)
        yield from end.run(_LETTERS, suit)


def _zigzag() -> Iterator[str]:
    """Yield runs whose first card matches what it covers half of, by 120 degrees.

    Turned to the left it lies over half of a FACE, turned to the right of a SIDE.
    """
    end = _End()
    *others, ace = _LETTERS
    one, two, three = SUITS[1:]
    yield end.wild(_LEFT)
    yield from end.run((ace, *others, _NUMBERS[-1]), one)
    yield end.wild(_UP)
    yield from end.run((_NUMBERS[-1], *_LETTERS), two)
    yield end.wild(_LEFT)
    yield from end.run((ace, *others, _NUMBERS[-1]), three)
    yield end.wild(_UP)

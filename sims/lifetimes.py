"""How long towers stand: the share that is left after so many turns, with its band."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import CensoredData, ecdf

from gamebase.errors import ParameterError

__all__ = ["Lifetimes", "censored", "lifetimes"]

Array = NDArray[np.float64]

_TAIL = 0.025


@dataclass(frozen=True, slots=True, eq=False)
class Lifetimes:
    """The survival curve of towers, by Kaplan and Meier.

    Parameters
    ----------
    games, fell : int
        How many towers there were, and how many of them fell.
    turns : ndarray, shape (k,)
        Turns after which a game ended, rising.
    share, low, high : ndarray, shape (k,)
        Share of towers that stand after so many turns, and its 95 % band: log-log,
        and where no tower has fallen yet the exact one (Clopper and Pearson) of those
        still watched. NaN where none stands, for which there is no band.
    at_risk : ndarray of int, shape (k,)
        Towers that stood and were watched when that turn began.

    Notes
    -----
    The band holds for one turn, not for the whole curve at once. Games that were cut
    off count as standing up to then: right if what cut them off says nothing of how
    soon the tower would have fallen, as a limit of turns does. Kaplan & Meier (1958),
    doi:10.1080/01621459.1958.10501452; for the band Kalbfleisch & Prentice (2002),
    doi:10.1002/9781118032985, section 1.4.
    """

    games: int
    fell: int
    turns: Array
    share: Array
    low: Array
    high: Array
    at_risk: NDArray[np.int64]

    @property
    def median(self) -> float:
        """Turns after which half have fallen; infinity if they do not."""
        below = np.flatnonzero(self.share <= 0.5)
        return float(self.turns[below[0]]) if len(below) else float("inf")


def lifetimes(turns: Sequence[int], fell: Sequence[bool]) -> Lifetimes:
    """Return the survival curve of some games.

    Parameters
    ----------
    turns : sequence of int
        Turns of each game, at least one game.
    fell : sequence of bool
        Whether its tower fell in the last of them; if not, the game was cut off.

    Raises
    ------
    ParameterError
        If there is no game, or the two are not of one length.

    Examples
    --------
    >>> found = lifetimes([2, 4, 4, 8], [True, True, False, True])
    >>> [float(share) for share in found.share]
    [0.75, 0.5, 0.0]
    >>> found.median
    4.0
    """
    if not len(turns) or len(turns) != len(fell):
        raise ParameterError(
            f"{len(turns)} numbers of turns and {len(fell)} endings: give one of each "
            "for every game, and at least one game"
        )
    curve = ecdf(censored(turns, fell)).sf
    with warnings.catch_warnings():  # no band where no tower stands, or all do
        warnings.simplefilter("ignore", RuntimeWarning)
        band: Any = curve.confidence_interval(method="log-log")
    share = np.asarray(curve.probabilities, float)
    all_turns = np.asarray(turns)
    at_risk = np.array([int((all_turns >= t).sum()) for t in curve.quantiles])
    whole = share == 1.0
    return Lifetimes(
        len(turns),
        int(sum(fell)),
        np.asarray(curve.quantiles, float),
        share,
        np.where(whole, _TAIL ** (1 / at_risk), band.low.probabilities),
        np.where(whole, 1.0, band.high.probabilities),
        at_risk,
    )


def censored(turns: Sequence[int], fell: Sequence[bool]) -> CensoredData:
    """Return games as scipy's tests of lifetimes take them; see `lifetimes`."""
    pairs = list(zip(turns, fell, strict=True))
    return CensoredData(
        uncensored=[t for t, down in pairs if down],
        right=[t for t, down in pairs if not down],
    )

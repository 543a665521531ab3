"""How long games last, such as until a tower falls: the share that is left, and a band.

The games of which it is not known when they would have ended count with what is known:
that they lasted so long at least.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import CensoredData, ecdf

from gamebase.errors import ParameterError

__all__ = ["Lifetimes", "censored", "lifetimes", "widened"]

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]

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
        return self._first(self.share <= 0.5)

    @property
    def median_interval(self) -> tuple[float, float]:
        """The 95 % interval of the median: the turns at which the band holds one half.

        Brookmeyer & Crowley (1982), doi:10.2307/2530286. Its upper end is infinity
        where the band never falls below one half.
        """
        low = self._first(~(self.low > 0.5))
        return low, self._first(self.high <= 0.5)

    def _first(self, reached: NDArray[np.bool_]) -> float:
        below = np.flatnonzero(reached)
        return float(self.turns[below[0]]) if len(below) else float("inf")


def lifetimes(turns: Sequence[int] | Array, fell: Sequence[bool] | Flags) -> Lifetimes:
    """Return the survival curve of some games.

    Parameters
    ----------
    turns : sequence of int or ndarray
        Turns of each game, at least one game.
    fell : sequence of bool or ndarray
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
    earlier = np.searchsorted(np.sort(np.asarray(turns)), curve.quantiles)
    at_risk = (len(turns) - earlier).astype(np.int64)
    whole = share == 1.0
    return Lifetimes(
        len(turns),
        int(np.sum(fell)),
        np.asarray(curve.quantiles, float),
        share,
        np.where(whole, _TAIL ** (1 / at_risk), band.low.probabilities),
        np.where(whole, 1.0, band.high.probabilities),
        at_risk,
    )


def widened(
    turns: Sequence[int] | Array, fell: Sequence[bool] | Flags, unknown: int
) -> Lifetimes:
    """Return the curve of some games, its band widened for others that tell nothing.

    Parameters
    ----------
    turns, fell
        As of `lifetimes`.
    unknown : int
        Games of which nothing is known, such as those that took too much time. At the
        low end of the band they ended before the first turn, at the high end never.

    Examples
    --------
    >>> known = range(1, 21), [True] * 20
    >>> lifetimes(*known).median_interval
    (5.0, 15.0)
    >>> widened(*known, 2).median_interval
    (4.0, 16.0)
    """
    known = lifetimes(turns, fell)
    if not unknown:
        return known
    more = np.full(unknown, 0.0)
    never = more + np.max(turns) + 1
    soon = lifetimes(np.append(more, turns), np.append(more == 0, fell))
    late = lifetimes(np.append(never, turns), np.append(more != 0, fell))
    grid = np.union1d([0.0], known.turns)
    return Lifetimes(
        known.games,
        known.fell,
        grid,
        _at(grid, known, known.share),
        np.nan_to_num(_at(grid, soon, soon.low)),
        np.nan_to_num(_at(grid, late, late.high), nan=1.0),
        (known.games - np.searchsorted(np.sort(np.asarray(turns)), grid)).astype(int),
    )


def _at(grid: Array, curve: Lifetimes, values: Array) -> Array:
    """Return what a step function of a curve is at some turns, 1 before its first."""
    return np.append(1.0, values)[np.searchsorted(curve.turns, grid, side="right")]


def censored(
    turns: Sequence[int] | Array, fell: Sequence[bool] | Flags
) -> CensoredData:
    """Return games as scipy's tests of lifetimes take them; see `lifetimes`."""
    times, ended = np.asarray(turns), np.asarray(fell, bool)
    return CensoredData(uncensored=times[ended], right=times[~ended])

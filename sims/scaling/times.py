"""How long games take, as the model plays them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sims.dataset.spans import Span
from sims.running import tasks

__all__ = ["Ended", "Times"]

Floats = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True, slots=True)
class Ended:
    """What came of a task.

    Parameters
    ----------
    played : Span
        The games that were played.
    rest : tuple of Span
        Those that go back.
    seconds : float
        How long the task took, in s.
    """

    played: Span
    rest: tuple[Span, ...]
    seconds: float


class Times:
    """The time of every game by its index, over and over the same ones.

    Parameters
    ----------
    seconds : sequence of float
        Times of games, in s; game ``i`` takes the one at ``i`` modulo their number.
    hangs : int or None
        One game in so many never ends, the one in the middle of them.
    limit : float
        After which time a game that does not end is ended, in s.
    restart : float
        What a new child takes until it plays, in s.

    Raises
    ------
    ValueError
        If there are no times, or one is not above 0.
    """

    def __init__(
        self,
        seconds: Sequence[float],
        hangs: int | None = None,
        limit: float = 0.0,
        restart: float = 0.0,
    ) -> None:
        if not seconds or min(seconds) <= 0:
            raise ValueError(f"{len(seconds)} times of games: give some above 0")
        self._period = len(seconds)
        self._most = tasks.MOST
        again = 2 + self._most // self._period
        ends = np.cumsum(np.tile(np.asarray(seconds, np.float64), again))
        self._ends: Floats = np.concatenate([[0.0], ends])
        self._hangs, self._lost = hangs, limit + restart

    @classmethod
    def drawn(
        cls, seconds: Sequence[float], seed: int = 0, count: int = 50_000, **more: Any
    ) -> Times:
        """Return times that are drawn from measured ones.

        Parameters
        ----------
        seconds : sequence of float
            Measured times, in s.
        seed : int
            Of the draw.
        count : int
            After how many games they come again.
        **more : object
            As of the class.
        """
        rng = np.random.default_rng(seed)
        return cls(rng.choice(np.asarray(seconds), count).tolist(), **more)

    @property
    def mean(self) -> float:
        """Mean time of a game that ends, in s."""
        return float(self._ends[self._period]) / self._period

    def play(self, span: Span, budget: float) -> Ended:
        """Return what comes of a task, as `sims.running.playing.play` does it.

        Parameters
        ----------
        span : Span
            Its games.
        budget : float
            After this time (s) what was not begun goes back.
        """
        first = span.first % self._period
        count, hung = min(span.count, self._most), self._first_hung(span)
        ends = self._ends[first + 1 : first + 1 + count] - self._ends[first]
        played = min(int(np.searchsorted(ends, budget, side="right")) + 1, count)
        if hung is None or hung >= span.first + played:
            stop = span.first + played
            rest = (
                Span.between(span.cell, stop, span.stop) if stop < span.stop else None
            )
            part = Span.between(span.cell, span.first, stop)
            return Ended(part, (rest,) if rest else (), float(ends[played - 1]))
        # The child is killed, and with it go the games that it played before.
        at = hung - span.first
        lost = float(ends[at - 1]) if at else 0.0
        sides = ((span.first, hung), (hung + 1, span.stop))
        rest_two = tuple(Span.between(span.cell, a, b) for a, b in sides if a < b)
        return Ended(Span(span.cell, hung, 1), rest_two, lost + self._lost)

    def _first_hung(self, span: Span) -> int | None:
        if self._hangs is None:
            return None
        middle = self._hangs // 2
        game = span.first + (middle - span.first) % self._hangs
        return game if game < span.stop else None

"""In which order the games of a study are handed out, and which cells go on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Self

from gamebase.config_reading import check_count
from sims.dataset.spans import Span
from sims.design.metrics import Tally
from sims.design.stopping import StopRule

__all__ = ["Plan"]

BATCH = 100
"""Games of a round, where several cells take turns and no rule says otherwise."""

ALONE = 5_000
"""Games of a round of a single cell, which nobody waits for: those of a shard."""


class Plan:
    """The spans of a study, round by round: a round is a batch of every open cell.

    Without a stop rule every cell plays all its games, and nothing is waited for. With
    one, a round begins once the one before is finished; then cells close, by all games
    so far, so that the order in which they finished does not matter. A plan made anew
    for a run that goes on hands out the same spans again, and closes the same cells.

    Parameters
    ----------
    cells : int
        Number of cells.
    games : int
        Games that a cell plays at most.
    stop : StopRule, optional
        When a cell is closed before that.
    batch : int, optional
        Games of a cell in a round, without a stop rule, which has its own.

    Examples
    --------
    >>> plan = Plan(cells=2, games=3, batch=2)
    >>> [plan.ready() for _ in range(2)]
    [Span(cell=0, first=0, count=2), Span(cell=1, first=0, count=2)]
    >>> [plan.ready() for _ in range(3)]
    [Span(cell=0, first=2, count=1), Span(cell=1, first=2, count=1), None]
    """

    def __init__(
        self,
        cells: int,
        games: int,
        stop: StopRule | None = None,
        batch: int | None = None,
    ) -> None:
        usual = BATCH if cells > 1 else ALONE
        self._stop = stop
        self._batch = stop.batch if stop is not None else batch or usual
        self._begin(range(cells), 0, games)

    def _begin(self, cells: Sequence[int], first: int, games: int) -> None:
        self._open: Sequence[int] = cells
        self._start = self._first = first
        self._games = games
        self._at = self._out = 0
        self._tallies: dict[int, Tally] = {}
        self._closed: dict[int, int] = {}

    @classmethod
    def only(cls, cell: int, index: int, cells: int, games: int) -> Self:
        """Return the plan of a single game.

        Parameters
        ----------
        cell, index : int
            Which game.
        cells, games : int
            As for the whole plan.

        Raises
        ------
        gamebase.errors.ParameterError
            If the study has no such game.
        """
        check_count("cell", cell, 0, cells - 1)
        check_count("game", index, 0, games - 1)
        plan = cls(cells, games, batch=1)
        plan._begin((cell,), index, index + 1)
        return plan

    def ready(self) -> Span | None:
        """Return the next span to play; None while a round is played, or at the end."""
        if self._at == len(self._open) and not self._next_round():
            return None
        span = Span(self._open[self._at], self._first, self._size())
        self._at += 1
        self._out += span.count
        return span

    def finished(self, span: Span, tallies: Mapping[str, Tally]) -> None:
        """Tell that games were played, also a part of a span that was handed out.

        Parameters
        ----------
        span : Span
            Which games; each is told of once, also those of an earlier session.
        tallies : mapping of str to Tally
            By metric, of just these games; only that of the stop rule is looked at.
        """
        self._out -= span.count
        if self._stop is not None:
            before = self._tallies.get(span.cell, Tally())
            self._tallies[span.cell] = before + tallies[self._stop.metric.name]

    @property
    def over(self) -> bool:
        """Whether all games of the plan were handed out and told of as finished."""
        return not self._out and self._at == len(self._open) and not self._next_round()

    @property
    def closed(self) -> Mapping[int, int]:
        """The cells that the stop rule closed, with the games that each played."""
        return self._closed

    @property
    def total(self) -> int:
        """How many games are played at most, as far as is known by now."""
        return self._sum(self._games)

    @property
    def certain(self) -> int:
        """How many games are played at least, as far as is known by now."""
        return self._sum(self._surely())

    def bounds(self, cell: int) -> tuple[int, int]:
        """Return how many games a cell plays, at least and at most, as known by now."""
        if cell in self._closed:
            return self._closed[cell], self._closed[cell]
        return self._surely(), self._games

    def _surely(self) -> int:
        """Return how many games every cell plays that is open."""
        if self._stop is None:
            return self._games
        return min(max(self._first + self._size(), self._stop.fewest), self._games)

    def _sum(self, until: int) -> int:
        going_on = len(self._open) * (until - self._start)
        return sum(self._closed.values()) + going_on

    def _size(self) -> int:
        return max(min(self._batch, self._games - self._first), 0)

    def _next_round(self) -> bool:
        """Begin the next round, if its turn has come and there is one."""
        after = self._first + self._size()
        if self._stop is not None:
            if self._out:
                return False
            self._close(after)
        if after >= self._games or not self._open:
            return False
        self._first, self._at = after, 0
        return True

    def _close(self, played: int) -> None:
        """Close the cells whose interval is narrow enough now."""
        rule = self._stop
        if rule is None or played >= self._games:
            return
        done = {
            cell for cell in self._open if rule.met(self._tallies.get(cell, Tally()))
        }
        for cell in done:
            self._closed[cell] = played
            del self._tallies[cell]
        self._open = [cell for cell in self._open if cell not in done]
        self._at = len(self._open)

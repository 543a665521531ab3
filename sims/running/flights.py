"""Tasks in flight: what they carry, and what becomes of those that are lost."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

from sims.dataset.spans import Span
from sims.running.jobs import Games
from sims.running.work import Settings, Work

__all__ = ["MOST_LOST", "Flight", "Packed"]

MOST_LOST = 3
"""How often a game may be lost with its task before it fails. If more tasks than that
were lost with none played between them, it is not the games."""

KEPT = 64
"""Pickled games of so many cells are kept."""


@dataclass(frozen=True, slots=True)
class Flight:
    """Games that are being played somewhere.

    Parameters
    ----------
    span : Span
        Which games.
    losses : int
        How often they were lost there.
    """

    span: Span
    losses: int = 0

    def lost(self) -> list[Flight]:
        """Return what to try next: all together, then each alone, then nothing."""
        span, losses = self.span, self.losses + 1
        if losses >= MOST_LOST and span.count == 1:
            return []
        if losses == 1:
            return [Flight(span, losses)]
        return [Flight(Span(span.cell, game, 1), losses) for game in span.games]


class Packed:
    """The games of cells; kept as they are sent, for those asked for last.

    Parameters
    ----------
    work : Work
        Makes the jobs.
    settings : Settings
        What their rows are made into.
    """

    def __init__(self, work: Work, settings: Settings) -> None:
        self._work, self._settings = work, settings
        self._sent: OrderedDict[int, bytes] = OrderedDict()

    def games(self, cell: int) -> Games:
        """Return the games of a cell."""
        settings = self._settings
        return Games(self._work.job(cell), settings.tables, settings.failures)

    def sent(self, cell: int) -> bytes:
        """Return what is sent to those who play them."""
        if cell not in self._sent:
            self._sent[cell] = self.games(cell).pickled()
            if len(self._sent) > KEPT:
                self._sent.popitem(last=False)
        return self._sent[cell]

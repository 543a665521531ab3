"""Telling of a run that waits because nobody is there to play."""

from __future__ import annotations

import time

from sims.progress import Reporter

__all__ = ["Waiting"]

FIRST, EVERY = 10.0, 60.0
"""How long nobody is there before it is told, and how often it is told again, in s."""


class Waiting:
    """Tells now and then that nobody plays.

    Parameters
    ----------
    place : str
        Where somebody should.
    reporter : Reporter
        Told of it.
    """

    def __init__(self, place: str, reporter: Reporter) -> None:
        self._place, self._reporter = place, reporter
        self._next: float | None = None

    def look(self, slots: int) -> None:
        """Hear how many tasks are played at once, and tell if it is long none."""
        now = time.monotonic()
        if slots > 0:
            self._next = None
        elif self._next is None:
            self._next = now + FIRST
        elif now >= self._next:
            self._next = now + EVERY
            self._reporter.say(
                f"no workers at {self._place}: waiting for some; Ctrl-C keeps the games"
            )

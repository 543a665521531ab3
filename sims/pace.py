"""How soon games come, and how long the others will take."""

from __future__ import annotations

import time
from collections.abc import Iterator

__all__ = ["Pace", "duration", "rate_text"]


class Pace:
    """How many games there are and how soon they come.

    Games of earlier sessions count as done, but not for the rate: that machine may
    have been another one.
    """

    def __init__(self) -> None:
        self.total = self.done = self.failed = 0
        self._first, self._started = 0, time.monotonic()

    def start(self, total: int, done: int) -> None:
        """Begin."""
        self.total, self.done, self._first = total, done, done
        self._started = time.monotonic()

    def advance(self, games: int, failed: int, total: int | None) -> None:
        """Add games."""
        self.done += games
        self.failed += failed
        if total is not None:
            self.total = total

    @property
    def rate(self) -> float:
        """Games a second in this session."""
        return (self.done - self._first) / max(time.monotonic() - self._started, 1e-9)

    def texts(self) -> Iterator[str]:
        """Yield what there is to tell beside the count: failures, rate, time left."""
        if self.failed:
            yield f"{self.failed} failed"
        rate = self.rate
        if rate:
            yield rate_text(rate)
            yield f"{duration((self.total - self.done) / rate)} left"


def rate_text(rate: float) -> str:
    """Return games a second in words.

    Examples
    --------
    >>> rate_text(0.25), rate_text(1240.0)
    ('900 games/h', '1240 games/s')
    """
    return f"{3600 * rate:.0f} games/h" if rate < 10 else f"{rate:.0f} games/s"


def duration(seconds: float) -> str:
    """Return a time in words, as exact as one cares.

    Examples
    --------
    >>> [duration(each) for each in (-1, 42.4, 200, 9000, 500_000)]
    ['0 s', '42 s', '3 min 20 s', '2 h 30 min', '5 d 18 h']
    """
    whole = round(max(0.0, seconds))
    for unit, name, part, part_name in (
        (86_400, "d", 3600, "h"),
        (3600, "h", 60, "min"),
        (60, "min", 1, "s"),
    ):
        if whole >= unit:
            return f"{whole // unit} {name} {whole % unit // part} {part_name}"
    return f"{whole} s"

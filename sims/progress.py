"""How far a batch has come: a bar in a terminal, plain lines elsewhere, or nothing."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Protocol, TextIO, TypeVar

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

__all__ = [
    "Bar",
    "Lines",
    "Pace",
    "Reporter",
    "Silent",
    "duration",
    "rate_text",
    "reporter_for",
    "tracked",
]


Item = TypeVar("Item")


class Reporter(Protocol):
    """What a batch tells while it runs."""

    def start(self, total: int, done: int) -> None:
        """Begin: ``total`` games asked for, ``done`` of them already on disk."""

    def advance(
        self, games: int, failed: int, note: str = "", total: int | None = None
    ) -> None:
        """Add games that are now safe on disk.

        Parameters
        ----------
        games, failed : int
            How many there are, and how many of them are failures.
        note : str
            What to show beside, such as a running estimate; one line.
        total : int or None
            How many games are asked for by now, if that has changed.
        """

    def close(self) -> None:
        """End, also after an error; safe to call twice."""


class Silent:
    """Tells nothing."""

    def start(self, total: int, done: int) -> None:
        """Begin."""

    def advance(
        self, games: int, failed: int, note: str = "", total: int | None = None
    ) -> None:
        """Add games."""

    def close(self) -> None:
        """End."""


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
    ['0 s', '42 s', '3 min 20 s', '2 h 30 min', '5 d 19 h']
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


class Lines:
    """A line now and then, for logs.

    Parameters
    ----------
    stream : TextIO
        Where the lines go.
    interval : float
        Shortest time between two lines, in s; the last line always comes.
    """

    def __init__(self, stream: TextIO, interval: float = 10.0) -> None:
        self._stream = stream
        self._interval = interval
        self._pace = Pace()
        self._last = 0.0

    def start(self, total: int, done: int) -> None:
        """Begin."""
        self._pace.start(total, done)
        self._last = time.monotonic()
        self._write(f"playing {total - done} of {total} games")

    def advance(
        self, games: int, failed: int, note: str = "", total: int | None = None
    ) -> None:
        """Add games."""
        pace = self._pace
        pace.advance(games, failed, total)
        now = time.monotonic()
        if pace.done < pace.total and now - self._last < self._interval:
            return
        self._last = now
        told = ", ".join((f"{pace.done}/{pace.total} games", *pace.texts()))
        self._write(f"{told}; {note}" if note else told)

    def close(self) -> None:
        """End."""

    def _write(self, text: str) -> None:
        with suppress(OSError):  # games go on, whether or not anyone can read of them
            self._stream.write(text + "\n")
            self._stream.flush()


class Bar:
    """A progress bar that redraws itself."""

    def __init__(self, console: Console) -> None:
        self._progress = Progress(
            TextColumn("games"),
            BarColumn(bar_width=20),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("{task.fields[told]}", markup=False),
            console=console,
        )
        self._pace = Pace()

    def start(self, total: int, done: int) -> None:
        """Begin."""
        self._pace.start(total, done)
        self._task = self._progress.add_task(
            "games", total=total, completed=done, told=""
        )
        self._progress.start()

    def advance(
        self, games: int, failed: int, note: str = "", total: int | None = None
    ) -> None:
        """Add games."""
        pace = self._pace
        pace.advance(games, failed, total)
        told = ", ".join([*pace.texts(), *([note] if note else [])])
        self._progress.update(
            self._task, completed=pace.done, total=pace.total, told=told
        )

    def close(self) -> None:
        """End."""
        self._progress.stop()


def reporter_for(stream: TextIO, *, quiet: bool) -> Reporter:
    """Return what suits the stream: a bar in a terminal, lines elsewhere."""
    if quiet:
        return Silent()
    console = Console(file=stream)
    return Bar(console) if console.is_terminal else Lines(stream)


def tracked(
    items: Iterable[Item], total: int, stream: TextIO, what: str = "frames"
) -> Iterator[Item]:
    """Yield items, with a bar in a terminal that tells how many were taken.

    Parameters
    ----------
    items : iterable
        What takes its time when it is taken, or used.
    total : int
        How many there are.
    stream : TextIO
        Where the bar goes, if it is a terminal.
    what : str
        What the items are called.
    """
    console = Console(file=stream)
    if not console.is_terminal:
        yield from items
        return
    columns = (
        TextColumn(what),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as progress:
        yield from progress.track(items, total=total)

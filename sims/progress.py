"""How far a batch has come: a bar in a terminal, plain lines elsewhere, or nothing."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, Protocol, TextIO, TypeVar, cast

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from gamebase.counting import counted
from sims.pace import Pace

__all__ = ["Bar", "Lines", "Reporter", "Silent", "reporter_for", "tracked"]


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

    def say(self, text: str) -> None:
        """Tell something that people should know, in a line of its own."""

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

    def say(self, text: str) -> None:
        """Tell nothing."""

    def close(self) -> None:
        """End."""


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
        self._write(f"playing {total - done} of {counted(total, 'game')}")

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
        told = ", ".join((f"{pace.done}/{counted(pace.total, 'game')}", *pace.texts()))
        self._write(f"{told}; {note}" if note else told)

    def say(self, text: str) -> None:
        """Write a line."""
        self._write(text)

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

    def say(self, text: str) -> None:
        """Write a line above the bar."""
        self._progress.console.print(text, markup=False, highlight=False)

    def close(self) -> None:
        """End."""
        self._progress.stop()


def reporter_for(stream: TextIO, *, quiet: bool) -> Reporter:
    """Return what suits the stream: a bar in a terminal, lines elsewhere."""
    if quiet:
        return Silent()
    console = Console(file=cast(TextIO, _Unheard(stream)))
    return Bar(console) if console.is_terminal else Lines(stream)


class _Unheard:
    """A stream that does not mind if nobody can read it any more: games go on."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        with suppress(OSError):
            self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        with suppress(OSError):
            self._stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


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

"""How far the drawing of a movie has come: a bar in a terminal, lines elsewhere."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TextIO

from gamebase.counting import counted
from gamebase.printable import printable

if TYPE_CHECKING:
    from stacko.replay.films import Progress

__all__ = ["drawing"]

_INTERVAL = 10.0
"""Time between two lines, s."""


def drawing(name: str, stream: TextIO) -> Progress:
    """Return what hands frames on and tells of them on a stream.

    Parameters
    ----------
    name : str
        Of the movie.
    stream : TextIO
        A terminal gets a bar; what is no terminal a line now and then.
    """
    return _bar(name, stream) if stream.isatty() else _lines(name, stream)


def _bar(name: str, stream: TextIO) -> Progress:
    def told(frames: Iterable[Any], count: int) -> Iterator[Any]:
        from rich.console import Console
        from rich.markup import escape
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeRemainingColumn,
        )

        columns = (
            TextColumn(escape(printable(name))),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("frames, left"),
            TimeRemainingColumn(),
        )
        with Progress(*columns, console=Console(file=stream), transient=True) as bar:
            task = bar.add_task("", total=count)
            for frame in frames:
                yield frame
                bar.advance(task)

    return told


def _lines(name: str, stream: TextIO) -> Progress:
    def told(frames: Iterable[Any], count: int) -> Iterator[Any]:
        last = time.monotonic()
        for done, frame in enumerate(frames, 1):
            yield frame
            if time.monotonic() - last > _INTERVAL:
                last = time.monotonic()
                with suppress(OSError):  # it goes on, whether or not anyone reads
                    stream.write(
                        f"{printable(name)}: {done} of {counted(count, 'frame')}\n"
                    )
                    stream.flush()

    return told

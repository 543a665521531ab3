"""Being asked to stop: the first signal is a flag, the second one ends it at once."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["stop_on_signals"]


@contextmanager
def stop_on_signals() -> Iterator[Callable[[], bool]]:
    """Turn the first SIGINT or SIGTERM into a flag; a second one interrupts at once.

    SIGHUP, which comes when a terminal is closed, does as much, unless it is ignored,
    as under ``nohup``.

    Yields
    ------
    callable
        Tells whether a signal came.
    """
    came: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        if came:
            raise KeyboardInterrupt
        came.append(number)

    signals = [signal.SIGINT, signal.SIGTERM]
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        signals.append(signal.SIGHUP)
    before = [signal.signal(number, note) for number in signals]
    try:
        yield lambda: bool(came)
    finally:
        for number, handler in zip(signals, before, strict=True):
            signal.signal(number, handler)

"""An executor that is ready for tasks."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, field

__all__ = ["Opened"]


@dataclass(frozen=True, slots=True)
class Opened:
    """Where the tasks of one session go.

    Parameters
    ----------
    executor : concurrent.futures.Executor
        Takes them.
    slots : callable
        Returns how many tasks are played at once, without waiting: it may change.
        Raises if nobody is there any more.
    place : str
        What to call it, such as ``the Dask cluster tcp://10.0.0.1:8786``.
    run : str
        Name of the session, which no other has.
    """

    executor: Executor
    slots: Callable[[], int]
    place: str
    run: str = field(default_factory=lambda: secrets.token_hex(8))

"""The constants of scheduling, set otherwise for a while: for real runs and models."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sims.running import coordinator, tasks

__all__ = ["tuned"]


@contextmanager
def tuned(
    *,
    most: int | None = None,
    task_time: float | None = None,
    waiting: int | None = None,
) -> Iterator[None]:
    """Schedule otherwise than studies do; for one thread at a time.

    Parameters
    ----------
    most : int, optional
        Most games of a task, instead of `sims.running.tasks.MOST`.
    task_time : float, optional
        How long a task should take, in s, instead of `sims.running.tasks.TASK_TIME`.
    waiting : int, optional
        Most games that wait or are in flight, instead of
        `sims.running.coordinator.MOST_WAITING`.
    """
    before = tasks.MOST, tasks.TASK_TIME, coordinator.MOST_WAITING
    tasks.MOST = most or before[0]
    tasks.TASK_TIME = task_time or before[1]
    coordinator.MOST_WAITING = waiting or before[2]
    try:
        yield
    finally:
        tasks.MOST, tasks.TASK_TIME, coordinator.MOST_WAITING = before

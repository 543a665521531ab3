"""What a task costs a Dask scheduler, and who asks it."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from pathlib import Path

from sims.scaling.clusters import cluster

__all__ = ["TaskCost", "trivial_tasks"]


QUIET = 3.0
"""How long a cluster without tasks is looked at, in s."""


@dataclass(frozen=True, slots=True)
class TaskCost:
    """What a cluster costs, in s of processor time.

    Parameters
    ----------
    workers : int
        How many there were.
    scheduler, client : float
        For a task: of the scheduler, and of who hands tasks out and takes results in.
    idle : float
        Of the scheduler in a second without tasks.
    """

    workers: int
    scheduler: float
    client: float
    idle: float


def echo(sent: bytes, back: int) -> bytes:
    """Return so many bytes: a task that does nothing."""
    return bytes(back)


def trivial_tasks(workers: int, tasks: int, sent: int, back: int) -> TaskCost:
    """Return what tasks that do nothing cost, two in flight for each worker.

    Parameters
    ----------
    workers : int
        How many; they share one process.
    tasks : int
        How many are measured, after some that are not.
    sent, back : int
        Bytes of a task and of what comes of it.
    """
    from distributed import Client

    with (
        tempfile.TemporaryDirectory() as folder,
        cluster(workers, Path(folder), crowd=True) as found,
        Client(found.address, set_as_default=False) as client,
    ):
        executor = client.get_executor(pure=False)
        _flow(executor.submit, 2 * workers, 2 * workers, sent, back)
        before, own = found.used(), time.process_time()
        _flow(executor.submit, tasks, 2 * workers, sent, back)
        spent = found.used() - before, time.process_time() - own
        idle = found.used()
        time.sleep(QUIET)
        idle = (found.used() - idle) / QUIET
        executor.shutdown(wait=False)
    return TaskCost(workers, spent[0] / tasks, spent[1] / tasks, idle)


def _flow(
    submit: Callable[..., Future[bytes]], tasks: int, flying: int, sent: int, back: int
) -> None:
    """Keep so many tasks in flight until all are done."""
    payload = bytes(sent)
    handed = 0
    open_now: set[Future[bytes]] = set()
    while handed < tasks or open_now:
        while handed < tasks and len(open_now) < flying:
            open_now.add(submit(echo, payload, back))
            handed += 1
        done, open_now = wait(open_now, return_when=FIRST_COMPLETED)
        for each in done:
            each.result()

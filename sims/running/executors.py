"""Where tasks are played: on this machine, on a Dask cluster, under MPI.

Each is a `concurrent.futures.Executor` that runs `sims.running.playing.play_task`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager

from gamebase.errors import close_match, shown
from sims.errors import BatchError
from sims.running.clusters import open_dask
from sims.running.opened import Opened
from sims.running.playing import end_minders
from sims.running.ranks import open_mpi

__all__ = ["EXECUTORS", "Opened", "open_executor"]

Opener = Callable[[int, str | None], AbstractContextManager[Opened]]


@contextmanager
def open_processes(workers: int, address: str | None = None) -> Iterator[Opened]:
    """Open child processes of this one, each minded by a thread.

    A pool of processes of the standard library would be lost whole with the first of
    them that dies, and cannot end one that hangs.

    Parameters
    ----------
    workers : int
        How many.
    address : None
        They have none.

    Yields
    ------
    Opened

    Raises
    ------
    BatchError
        If there is an address.
    """
    if address is not None:
        raise BatchError(
            f"the executor 'process' is on this machine and has no address, not "
            f"{shown(address)}: leave it out, or choose the executor 'dask'"
        )
    executor = ThreadPoolExecutor(workers, thread_name_prefix="minder")
    opened = Opened(executor, lambda: workers, "this machine")
    try:
        yield opened
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
        end_minders(opened.run)
        executor.shutdown(wait=True)


EXECUTORS: Mapping[str, Opener] = {
    "process": open_processes,
    "dask": open_dask,
    "mpi": open_mpi,
}
"""How each executor is opened, by name."""


def open_executor(
    name: str, workers: int, address: str | None = None
) -> AbstractContextManager[Opened]:
    """Return a context in which tasks are played, and after which nothing of it runs.

    Parameters
    ----------
    name : str
        One of `EXECUTORS`.
    workers : int
        Number of processes; an address and MPI bring their own.
    address : str or None
        Of a scheduler that runs already; only Dask has one.

    Raises
    ------
    BatchError
        If there is no such executor, what it needs is not installed, or it cannot be
        reached.
    """
    if name not in EXECUTORS:
        names = ", ".join(EXECUTORS)
        raise BatchError(
            f"there is no executor {shown(name)}{close_match(name, EXECUTORS)}; choose "
            f"one of {names}"
        )
    return EXECUTORS[name](workers, address)

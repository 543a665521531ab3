"""Tasks on the ranks of an MPI program: the first one hands out, the others play."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from gamebase.errors import shown, text_of
from sims.errors import BatchError
from sims.running.opened import Opened

__all__ = ["open_mpi"]

HOW = "mpiexec -n 9 python -m mpi4py.futures -m sims.study FILE --executor mpi"


@contextmanager
def open_mpi(workers: int, address: str | None = None) -> Iterator[Opened]:
    """Open the pool of mpi4py.

    Parameters
    ----------
    workers : int
        Not asked: there are as many as mpiexec started, but for one.
    address : None
        They have none.

    Yields
    ------
    Opened

    Raises
    ------
    BatchError
        If there is no MPI, or this process was not started as a part of it.
    """
    if address is not None:
        raise BatchError(
            f"the executor 'mpi' has no address, not {shown(address)}: leave it out; "
            f"start it with {HOW}"
        )
    try:
        from mpi4py import MPI
        from mpi4py.futures import MPIPoolExecutor
    except (ImportError, RuntimeError) as error:
        raise BatchError(
            f"the executor 'mpi' needs an MPI library and mpi4py ({text_of(error)}): "
            "install them, the latter with pip install '.[mpi]' in the folder of the "
            "sources"
        ) from error
    slots = MPI.COMM_WORLD.Get_size() - 1
    if slots < 1:
        raise BatchError(
            f"the executor 'mpi' has nobody to play, only this process: start it with "
            f"{HOW}"
        )
    executor = MPIPoolExecutor()
    try:
        yield Opened(executor, lambda: slots, f"MPI with {slots} ranks")
    finally:
        executor.shutdown(wait=False, cancel_futures=True)

"""Processes for the studies of this project's own, which are no batches of games."""

from __future__ import annotations

import multiprocessing
import os
import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.connection import wait as wait_for

__all__ = ["study_pool"]


def study_pool(workers: int) -> ProcessPoolExecutor:
    """Return processes for a study; they end with this one, however it ends.

    Parameters
    ----------
    workers : int
        Number of processes.

    Returns
    -------
    ProcessPoolExecutor
    """
    return ProcessPoolExecutor(
        workers,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_end_with_parent,
    )


def _end_with_parent() -> None:
    threading.Thread(target=_die_with_parent, daemon=True).start()


def _die_with_parent() -> None:
    # A killed coordinator closes no pipe its workers wait on: they would stay forever.
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait_for([parent.sentinel])
        os._exit(1)

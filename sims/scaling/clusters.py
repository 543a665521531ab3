"""Real Dask clusters on this machine, each part in a process of its own.

``python -m sims.scaling.clusters FILE COUNT`` starts so many workers in one process;
`cluster` starts it. They share a core or two, which is enough to ask what each task
costs the scheduler that has to know of so many.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sims.errors import BatchError

__all__ = ["Cluster", "cluster"]

PATIENCE = 60.0
"""How long a cluster may take to be there, in s."""

TICK = 1 / os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Cluster:
    """A scheduler that runs.

    Parameters
    ----------
    address : str
        Where it is reached.
    pid : int
        Its process.
    """

    address: str
    pid: int

    def used(self) -> float:
        """Return the processor time of the scheduler so far, in s."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return TICK * (int(fields[11]) + int(fields[12]))


@contextmanager
def cluster(workers: int, folder: Path, *, crowd: bool = False) -> Iterator[Cluster]:
    """Start a scheduler and workers, and end them.

    Parameters
    ----------
    workers : int
        How many, each with one thread.
    folder : Path
        Where they keep what they need.
    crowd : bool
        Whether all workers are in one process.

    Yields
    ------
    Cluster

    Raises
    ------
    BatchError
        If it does not start.
    """
    file = folder / "scheduler.json"
    common = ["--no-dashboard", "--scheduler-file", str(file)]
    local = [*common, "--host", "127.0.0.1"]
    python = [sys.executable, "-m"]
    commands = [[*python, "distributed.cli.dask_scheduler", *local, "--port", "0"]]
    if crowd:
        commands.append([*python, "sims.scaling.clusters", str(file), str(workers)])
    else:
        worker = [*python, "distributed.cli.dask_worker", *local, "--nthreads", "1"]
        worker += ["--no-nanny", "--local-directory", str(folder), "--memory-limit=0"]
        commands += [worker] * workers
    running: list[subprocess.Popen[bytes]] = []
    try:
        for command in commands:
            running.append(_started(command))
            _wait_for(file, running[0])
        address = json.loads(file.read_text())["address"]
        _wait_for_workers(address, workers)
        yield Cluster(address, running[0].pid)
    finally:
        for process in reversed(running):
            process.kill()
            process.wait()


def _started(command: list[str]) -> subprocess.Popen[bytes]:
    nowhere = subprocess.DEVNULL
    return subprocess.Popen(command, stdout=nowhere, stderr=nowhere)


def _wait_for(file: Path, scheduler: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + PATIENCE
    while not file.exists():
        if scheduler.poll() is not None or time.monotonic() > end:
            raise BatchError(
                "no Dask scheduler starts here: see that pip install '.[dask]' was done"
            )
        time.sleep(0.05)


def _wait_for_workers(address: str, workers: int) -> None:
    from distributed import Client

    with Client(address, set_as_default=False) as client:
        client.wait_for_workers(workers, timeout=PATIENCE)


async def _crowd(file: Path, count: int) -> None:
    from distributed import Worker

    address = json.loads(file.read_text())["address"]
    workers = [
        Worker(address, nthreads=1, memory_limit=0, dashboard=False, name=number)
        for number in range(count)
    ]
    for worker in workers:
        await worker
    await asyncio.gather(*(worker.finished() for worker in workers))


if __name__ == "__main__":
    asyncio.run(_crowd(Path(sys.argv[1]), int(sys.argv[2])))

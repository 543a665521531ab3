"""Tasks on a Dask cluster: one that runs already, or one started here for the study."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from multiprocessing import resource_tracker
from typing import TYPE_CHECKING

from gamebase.errors import shown, text_of
from sims.errors import BatchError
from sims.running.opened import Opened
from sims.running.playing import end_minders

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["open_dask"]

REACH = 10.0
"""How long a scheduler may take to answer, in s."""

ASK_INTERVAL = 2.0
"""How often a scheduler is asked how many play: a cluster grows and shrinks, in s."""

GONE = 60.0
"""After how long without an answer a scheduler is taken for gone, in s."""

WORKERS_COME = 60.0
"""How long to wait for the first worker of a cluster, in s."""

END_TIME = 5.0
"""How long workers may take to hear that a study is over, in s."""


@contextmanager
def open_dask(workers: int, address: str | None = None) -> Iterator[Opened]:
    """Open a Dask cluster.

    Parameters
    ----------
    workers : int
        Number of processes of a cluster on this machine, if there is no address.
    address : str or None
        Of a scheduler, such as ``tcp://10.0.0.1:8786``.

    Yields
    ------
    Opened

    Raises
    ------
    BatchError
        If Dask is not installed, or the scheduler cannot be reached.
    """
    try:
        import distributed  # noqa: F401
    except ImportError as error:
        raise BatchError(
            f"the executor 'dask' needs the package distributed ({text_of(error)}): "
            "install it with pip install '.[dask]' in the folder of the sources"
        ) from error
    with ExitStack() as stack:
        if address is None:
            client = stack.enter_context(_started(workers))
            place = "the Dask cluster of this machine"
        else:
            client = stack.enter_context(_reached(address))
            place = f"the Dask cluster {address}"
        # pure=False: nobody keeps results to hand them out again for the same task.
        executor = client.get_executor(pure=False)
        opened = Opened(executor, _Counted(client).slots, place)
        try:
            yield opened
        finally:
            with suppress(Exception):  # it may be gone
                executor.shutdown(wait=False)
            _end_everywhere(client, opened.run)


class _Counted:
    """How many threads of workers there are; asked for aside, for it may take long."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._slots, self._heard = 1, time.monotonic()
        threading.Thread(target=self._ask, daemon=True).start()

    def slots(self) -> int:
        """Return what was heard last.

        Raises
        ------
        ConnectionError
            If nothing was heard for too long.
        """
        if time.monotonic() - self._heard > GONE:
            raise ConnectionError(f"its scheduler has not answered for {GONE:g} s")
        return self._slots

    def _ask(self) -> None:
        while self._client.status not in ("closing", "closed"):
            with suppress(Exception):
                self._slots = sum(self._client.nthreads().values())
                self._heard = time.monotonic()
            time.sleep(ASK_INTERVAL)


def _end_everywhere(client: Client, run: str) -> None:
    """Have each worker end the processes that play for a study that is over."""

    # In a thread: a scheduler that was cut off may never answer.
    def tell() -> None:
        with suppress(Exception):
            client.run(end_minders, run, on_error="ignore")

    teller = threading.Thread(target=tell, daemon=True)
    teller.start()
    teller.join(END_TIME)


@contextmanager
def _started(workers: int) -> Iterator[Client]:
    """Start a cluster on this machine; no part of it outlives this process."""
    from distributed import Client, LocalCluster

    with ExitStack() as stack:
        with _interrupts_held():
            cluster = stack.enter_context(
                LocalCluster(
                    n_workers=workers,
                    threads_per_worker=1,
                    processes=True,
                    memory_limit=0,  # it would not see the processes that play
                    dashboard_address="127.0.0.1:0",  # two may run at once
                    silence_logs=50,
                )
            )
            client = stack.enter_context(Client(cluster, set_as_default=False))
        yield client


@contextmanager
def _reached(address: str) -> Iterator[Client]:
    """Connect to a scheduler."""
    from distributed import Client

    try:
        _check(address)
        client = Client(address, timeout=REACH, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise BatchError(
            f"cannot reach a Dask scheduler at {shown(address)} ({text_of(error)}): "
            "give its address as tcp://HOST:PORT, or none to start one here"
        ) from error
    with client:
        try:
            client.wait_for_workers(1, timeout=WORKERS_COME)
        except TimeoutError:
            raise BatchError(
                f"the Dask scheduler at {shown(address)} has no workers: start some "
                f"with dask worker {address}"
            ) from None
        yield client


def _check(address: str) -> None:
    """Refuse what is no address: a client is never done with one of these."""
    from distributed.comm.addressing import parse_address, parse_host_port
    from distributed.comm.registry import get_backend

    scheme, place = parse_address(address)
    get_backend(scheme)
    parse_host_port(place)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold SIGINT back: threads and processes that start meanwhile never get it.

    Ctrl-C reaches the whole process group, and only the coordinator answers it.
    """
    resource_tracker.ensure_running()  # its start would let the signal through
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

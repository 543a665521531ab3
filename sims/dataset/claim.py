"""A folder of results claimed by one process, until that ends, however it ends."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from gamebase.errors import shown
from sims.dataset.shards import sync_folder
from sims.errors import BatchError
from sims.folder import JOURNAL, PROBE

__all__ = ["claim"]


def claim(folder: Path) -> int:
    """Make a folder, see that it can be written to, and claim it.

    Parameters
    ----------
    folder : Path
        The folder of results.

    Returns
    -------
    int
        A descriptor of a file; the claim ends when it is closed.

    Raises
    ------
    BatchError
        If it cannot be written to, or another process has claimed it.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = _lock(folder)
    except OSError as error:
        raise _unwritable(folder, error) from error
    if lock is None:
        raise BatchError(
            f"another run is writing to {shown(str(folder), 200)}; "
            "wait for it, or choose another folder with --out"
        )
    try:
        _try_out(folder, lock)
    except OSError as error:
        os.close(lock)
        raise _unwritable(folder, error) from error
    return lock


def _unwritable(folder: Path, error: OSError) -> BatchError:
    return BatchError(
        f"cannot write to the output folder {shown(str(folder), 200)}: "
        f"{error.strerror or error}; choose another with --out"
    )


def _lock(folder: Path) -> int | None:
    """Lock the folder; return None if another process has."""
    try:
        return _locked(folder, os.O_RDONLY)
    except BlockingIOError:
        return None
    except OSError:
        pass
    # File systems over a network lock only what is open for writing: no folder.
    (folder / JOURNAL).mkdir(exist_ok=True)
    try:
        return _locked(folder / JOURNAL / PROBE, os.O_RDWR | os.O_CREAT)
    except BlockingIOError:
        return None


def _locked(path: Path, flags: int) -> int:
    descriptor = os.open(path, flags, 0o666)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def _try_out(folder: Path, lock: int) -> None:
    (folder / JOURNAL).mkdir(exist_ok=True)
    probe = folder / JOURNAL / PROBE
    # One that is not the lock was left by a run that was killed just here.
    if not (probe.exists() and os.path.samestat(probe.stat(), os.fstat(lock))):
        probe.write_bytes(b"")
        probe.unlink()
    sync_folder(folder)
    sync_folder(folder.absolute().parent)

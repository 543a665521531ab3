"""Files that someone named: read whatever lies there, written whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path

__all__ = ["atomic_write", "check_regular", "is_folder", "read_regular"]

LARGEST = 64 * 1024 * 1024
"""Largest text that is read, in bytes."""


def check_regular(path: Path) -> None:
    """Refuse what is no regular file: a device never ends, a pipe may never begin.

    Raises
    ------
    OSError
        If it is not there, or is a folder, a device, a pipe or a socket.
    """
    mode = path.stat().st_mode
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "it is no regular file", str(path))


def is_folder(path: Path) -> bool:
    """Tell whether there is a folder that can be looked at."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def read_regular(path: Path) -> str:
    """Return the text of a regular file in UTF-8.

    Raises
    ------
    OSError
        If it is no regular file, cannot be read, or has more than 64 MiB.
    ValueError
        If it is not UTF-8.
    """
    check_regular(path)
    if path.stat().st_size > LARGEST:
        raise OSError(errno.EFBIG, f"it has more than {LARGEST} bytes", str(path))
    return path.read_text(encoding="utf-8")


def atomic_write(path: Path, write: Callable[[Path], object]) -> None:
    """Let ``write`` fill a file beside ``path``, then put it there in one step.

    A reader, or a run that was killed, sees the old file or the new one, and never
    a part of one.
    """
    temporary = path.with_name(f".{path.name}.tmp")
    try:
        write(temporary)
        with temporary.open("rb") as handle:
            os.fsync(handle.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)

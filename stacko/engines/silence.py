"""Quiet for libraries that write to the standard streams from C."""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
from collections.abc import Iterator

__all__ = ["silence"]


@contextlib.contextmanager
def silence() -> Iterator[None]:
    """Send what C code writes to the standard streams nowhere, for a moment."""
    libc = ctypes.CDLL(None)
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
    libc.fflush(None)
    saved = {}
    sink = os.open(os.devnull, os.O_WRONLY)
    try:
        for fd in (1, 2):
            with contextlib.suppress(OSError):
                saved[fd] = os.dup(fd)
                os.dup2(sink, fd)
        yield
    finally:
        libc.fflush(None)
        for fd, copy in saved.items():
            os.dup2(copy, fd)
            os.close(copy)
        os.close(sink)

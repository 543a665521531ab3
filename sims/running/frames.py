"""Objects through a pipe, each as its length and its pickle.

Only between a process and the child it started itself; nothing here reads a file.
"""

from __future__ import annotations

import os
import pickle
import select
import struct
from typing import Any

__all__ = ["Reader", "read_frame", "write_frame"]

_LENGTH = struct.Struct("!Q")

LONGEST = 1 << 36
"""Longest frame that is believed, in bytes."""

PIECE = 1 << 20
"""Most that is read or written at once, in bytes."""


def write_frame(fd: int, value: object) -> None:
    """Write one object; returns once the pipe has taken all of it.

    Raises
    ------
    OSError
        If nobody reads any more.
    """
    body = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    for piece in (_LENGTH.pack(len(body)), body):
        view = memoryview(piece)
        while view:
            view = view[os.write(fd, view[:PIECE]) :]


def read_frame(fd: int) -> Any:
    """Wait for one object and return it.

    Raises
    ------
    EOFError
        If the pipe is closed.
    """
    reader = Reader(fd)
    while not reader.ready:
        reader.wait(None)
    return reader.take()


class Reader:
    """Reads one frame after the other without waiting longer than it is told.

    Parameters
    ----------
    fd : int
        The end of a pipe that is read.
    """

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._poll = select.poll()
        self._poll.register(fd, select.POLLIN)
        self._begin()

    def _begin(self) -> None:
        self._whole, self._filled = bytearray(_LENGTH.size), 0
        self._in_body = False
        self.ready = False

    def wait(self, seconds: float | None) -> bool:
        """Read what has come; return whether anything came in this time.

        Raises
        ------
        EOFError
            If the pipe is closed.
        ValueError
            If what comes is no frame.
        """
        if not self._poll.poll(None if seconds is None else 1000 * seconds):
            return False
        end = min(len(self._whole), self._filled + PIECE)
        read = os.readv(self._fd, [memoryview(self._whole)[self._filled : end]])
        if not read:
            raise EOFError
        self._filled += read
        if self._filled == len(self._whole):
            self._advance()
        return True

    def _advance(self) -> None:
        if self._in_body:
            self.ready = True
            return
        (length,) = _LENGTH.unpack(self._whole)
        if not 0 < length <= LONGEST:
            raise ValueError(f"a frame of {length} bytes")
        self._whole, self._filled, self._in_body = bytearray(length), 0, True

    def take(self) -> Any:
        """Return the object that is ready."""
        body = self._whole
        self._begin()
        return pickle.loads(body)

"""What a child is doing right now, in memory that it shares with who minds it.

A pipe would not do: a child that hangs or dies sends nothing. Noting a game here takes
less than a microsecond, so it is done for every game.
"""

from __future__ import annotations

import mmap
import os
import struct
import tempfile
import time
from dataclasses import dataclass

__all__ = ["IDLE", "LOADING", "PACKING", "Board", "Doing"]

IDLE, LOADING, PACKING = -2, -3, -4
"""Instead of the index of a game: waiting for work, unpickling a job, making tables
and sending them. Anything else below 0 was written by somebody else."""

_STATE = struct.Struct("qd")


@dataclass(frozen=True, slots=True)
class Doing:
    """What a child does, and since when.

    Parameters
    ----------
    game : int
        Index of the game that is played; negative if it plays none.
    since : float
        When it began, by `time.monotonic`, in s.
    """

    game: int
    since: float

    @property
    def playing(self) -> bool:
        """Whether it plays a game."""
        return self.game >= 0

    @property
    def busy(self) -> bool:
        """Whether it does anything at all."""
        return self.game != IDLE

    @property
    def begun(self) -> bool:
        """Whether it has begun to play; what happens before is no fault of a game."""
        return self.game not in (IDLE, LOADING)


class Board:
    """The shared memory.

    Parameters
    ----------
    fd : int or None
        Descriptor that was inherited; None makes a new board.
    """

    def __init__(self, fd: int | None = None) -> None:
        self.fd = _shared() if fd is None else fd
        self._memory = mmap.mmap(self.fd, _STATE.size)
        if fd is None:
            self.note(IDLE)

    def note(self, game: int) -> None:
        """Say what begins now: the index of a game, or one of the names above."""
        _STATE.pack_into(self._memory, 0, game, time.monotonic())

    def look(self) -> Doing:
        """Return what was noted last."""
        return Doing(*_STATE.unpack_from(self._memory))

    def close(self) -> None:
        """Give the memory back."""
        self._memory.close()
        os.close(self.fd)


def _shared() -> int:
    """Return a file that is no file on a disk, which might be full."""
    if hasattr(os, "memfd_create"):
        fd = os.memfd_create("board")
    else:
        with tempfile.TemporaryFile() as file:
            fd = os.dup(file.fileno())
    os.truncate(fd, _STATE.size)
    return fd

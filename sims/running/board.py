"""What a child is doing right now, in memory that it shares with who minds it.

A pipe would not do: a child that hangs or dies sends nothing. Noting a game here takes
about a microsecond, so it is done for every game.

A child may lose its processor, or be killed, while it writes. So a sum goes with what
is noted, and who looks takes only what fits its sum: half of a note once told of games
that had been played since the machine was started.
"""

from __future__ import annotations

import mmap
import os
import struct
import tempfile
import time
import zlib
from dataclasses import dataclass

__all__ = ["IDLE", "LOADING", "PACKING", "Board", "Doing"]

IDLE, LOADING, PACKING = -2, -3, -4
"""Instead of the index of a game: waiting for work, unpickling a job, making tables
and sending them."""

_STATE = struct.Struct("=qd")
_SUM = struct.Struct("=I")
_SIZE = _STATE.size + _SUM.size


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
        self._memory = mmap.mmap(self.fd, _SIZE)
        self._seen = Doing(IDLE, time.monotonic())
        if fd is None:
            self.note(IDLE)

    def note(self, game: int) -> None:
        """Say what begins now: the index of a game, or one of the names above."""
        state = _STATE.pack(game, time.monotonic())
        self._memory[:] = state + _SUM.pack(zlib.crc32(state))

    def look(self) -> Doing:
        """Return what was noted last, or before while something is being noted."""
        state, check = self._memory[: _STATE.size], self._memory[_STATE.size :]
        if _SUM.unpack(check)[0] == zlib.crc32(state):
            self._seen = Doing(*_STATE.unpack(state))
        return self._seen

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
    os.truncate(fd, _SIZE)
    return fd

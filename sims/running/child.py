"""One child process seen from its parent: started, asked, watched, killed."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import IO, Any, cast

from sims.errors import BatchError
from sims.running.board import Board, Doing
from sims.running.frames import Reader, write_frame

__all__ = ["Child", "Died", "Overran"]

TICK = 0.1
"""How often a child that says nothing is looked at, in s."""

SLACK = 60.0
"""What loading and packing may take beyond the time limit of a game, in s."""

CLOSING = 1.0
"""How long a process may take to end after it has closed its pipe, in s."""

END_TIME = 2.0
"""How long a killed process may take to be gone, in s."""

ROOM = 1 << 20
"""How much a pipe shall hold, in bytes; what it cannot is taken more often."""


@dataclass(frozen=True, slots=True)
class Died:
    """The child is no more: what it did, and how it ended."""

    doing: Doing
    reason: str


@dataclass(frozen=True, slots=True)
class Overran:
    """The child was killed, for this took longer than it may."""

    doing: Doing


class Child:
    """A process that runs `sims.running.worker`, in a session of its own.

    So no Ctrl-C reaches it, and it is killed together with all that games started.

    Raises
    ------
    BatchError
        If it cannot be started.
    """

    def __init__(self) -> None:
        self._board = Board()
        try:
            self._process = _start(self._board.fd)
        except OSError as error:
            self._board.close()
            raise BatchError(
                f"cannot start a process that plays ({error.strerror or error}): close "
                "other programs or give fewer --workers; then --resume"
            ) from error
        self._commands = cast(IO[bytes], self._process.stdin).fileno()
        answers = cast(IO[bytes], self._process.stdout).fileno()
        for fd in (self._commands, answers):
            _widen(fd)
        self._reader = Reader(answers)
        self._ended = False
        self.born = time.monotonic()

    @property
    def alive(self) -> bool:
        """Whether it can still be asked."""
        return not self._ended and not self._exited()

    def ask(self, *commands: object, limit: float | None = None) -> Any:
        """Send commands, and return the one answer to them.

        Parameters
        ----------
        commands : object
            What `sims.running.worker` knows.
        limit : float or None
            How long a game may take, in s.

        Returns
        -------
        object
            The answer; `Died` or `Overran` where there will be none.
        """
        try:
            for command in commands:
                write_frame(self._commands, command)
            while not self._reader.ready:
                if not self._reader.wait(TICK) and self._exited():
                    return self._died()
                doing = self._overrunning(limit)
                if doing is not None:
                    self.end()
                    return Overran(doing)
            return self._reader.take()
        except Exception as error:  # noqa: BLE001  # a game may write anything there
            return self._died(ending=isinstance(error, EOFError | OSError))

    def _overrunning(self, limit: float | None) -> Doing | None:
        """Return what takes too long, if it is still being done."""
        if limit is None:
            return None
        doing = self._board.look()
        most = limit if doing.playing else limit + SLACK
        late = doing.busy and time.monotonic() - doing.since > most
        # Read again, for it may have been noted while it was read.
        return doing if late and self._board.look() == doing else None

    def _exited(self) -> bool:
        """Tell whether it ended, and leave its number taken until all are killed."""
        how = os.WEXITED | os.WNOHANG | os.WNOWAIT
        with suppress(ChildProcessError):
            return os.waitid(os.P_PID, self._process.pid, how) is not None
        return True

    def _died(self, ending: bool = True) -> Died:
        """Say how it ended; where its pipe closed it is about to."""
        deadline = time.monotonic() + (CLOSING if ending else 0.0)
        while not self._exited() and time.monotonic() < deadline:
            time.sleep(0.005)
        stuck = not self._exited()
        doing = self._board.look()
        self.end()
        code = self._process.returncode or 0
        if stuck:
            return Died(doing, "its pipe closed, or brought nonsense")
        if code < 0:
            return Died(doing, f"killed by {_signal_name(-code)}")
        return Died(doing, f"ended with exit code {code}")

    def kill(self) -> None:
        """Kill it and all it started; safe from any thread, and to do twice."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def end(self) -> None:
        """Kill it and give back what it held; safe to call twice."""
        if self._ended:
            return
        self._ended = True
        self.kill()
        with suppress(subprocess.TimeoutExpired):  # it may hang in the kernel
            self._process.wait(END_TIME)
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                cast(IO[bytes], pipe).close()
        self._board.close()


def _start(board: int) -> subprocess.Popen[bytes]:
    # -P: what lies in the working folder replaces no module.
    code = [sys.executable, "-P", "-m", "sims.running.worker"]
    return subprocess.Popen(
        [*code, str(board), str(os.getpid())],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,
        pass_fds=(board,),
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(_import_path())},
    )


def _import_path() -> list[str]:
    """Return where this process finds modules, for the child to find the same."""
    return [os.path.abspath(each) for each in sys.path]


def _widen(fd: int) -> None:
    """Let a pipe hold much of a task, so that neither end waits for the other."""
    with suppress(OSError, AttributeError):
        fcntl.fcntl(fd, fcntl.F_SETPIPE_SZ, ROOM)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"

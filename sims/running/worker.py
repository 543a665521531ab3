"""The child process that plays games: ``python -m sims.running.worker``.

It gets commands on its standard input and answers on its standard output, both moved
away first, so that a game which prints or reads disturbs nothing. It ends, with all it
started, when its input closes or its parent dies, also amid a game.
"""

from __future__ import annotations

import ctypes
import os
import queue
import signal
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gamebase.errors import text_of
from sims.dataset.chunks import Chunk, Rows
from sims.dataset.spans import Span
from sims.running.board import IDLE, LOADING, PACKING, Board, Doing
from sims.running.frames import read_frame, write_frame
from sims.running.jobs import FAILED, Games, describe_error, unpickled

__all__ = ["Answer", "Fail", "Load", "Play", "Refused", "main"]

PATIENCE = 300.0
"""How long a child without work stays, in s: clusters are shared."""

SACRIFICE = "500"
"""Where memory runs out, the kernel shall end a child and not the coordinator."""

_DEATH_SIGNAL = 1
"""Linux: PR_SET_PDEATHSIG."""


@dataclass(frozen=True, slots=True)
class Load:
    """Keep these games under a name (from 1), and forget others."""

    name: int
    games: bytes
    forget: int = 0


@dataclass(frozen=True, slots=True)
class Play:
    """Play the games of a span, or as many of them as fit into the time (s)."""

    name: int
    span: Span
    budget: float


@dataclass(frozen=True, slots=True)
class Fail:
    """Make the rows of games that cannot be played."""

    name: int
    span: Span
    error: str
    termination: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What was played, how long it took in s, and the memory that is held in bytes."""

    chunk: Chunk
    seconds: float
    memory: int


@dataclass(frozen=True, slots=True)
class Refused:
    """A command could not be carried out; and what was being done just then.

    Games that cannot be loaded never will be; what happens later, a game may have done
    to this process.
    """

    reason: str
    doing: Doing


def main() -> None:
    """Carry out commands until they end."""
    board_fd, parent = int(sys.argv[1]), int(sys.argv[2])
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    commands, answers = _moved_away()
    _end_with(parent)
    waiting: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(commands, waiting), daemon=True).start()
    board = Board(board_fd)
    worker = _Worker(board)
    while True:
        try:
            command = waiting.get(timeout=PATIENCE)
        except queue.Empty:
            return
        answer = worker.carry_out(command)
        if answer is not None:
            _flush()
            try:
                write_frame(answers, answer)
            except OSError:  # a game may have closed it; who minds this one will see
                return
        board.note(IDLE)


def _moved_away() -> tuple[int, int]:
    """Put the pipes where nobody looks for them; prints go where errors go."""
    commands, answers = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return commands, answers


def _end_with(parent: int) -> None:
    """Have the kernel end this process with its parent, where it can.

    The thread that listens does so too, but not while a game holds the interpreter.
    """
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(SACRIFICE)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DEATH_SIGNAL, signal.SIGKILL)
    if os.getppid() != parent:
        _end()


def _listen(commands: int, waiting: queue.SimpleQueue[Any]) -> None:
    try:
        while True:
            waiting.put(read_frame(commands))
    except (EOFError, OSError, ValueError):
        _end()


def _end() -> None:
    """End at once, and whatever games started with it."""
    if os.getpgid(0) == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        with suppress(Exception):
            stream.flush()


class _Worker:
    """Plays games and keeps what they need."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._games: dict[int, Games] = {}

    def carry_out(self, command: object) -> Answer | Refused | None:
        try:
            if isinstance(command, Load):
                return self._load(command)
            if isinstance(command, Play):
                return self._play(command)
            if isinstance(command, Fail):
                return self._fail(command)
        except Exception as error:  # noqa: BLE001  # games are anyone's code
            return self._refused(describe_error(error))
        return self._refused(f"there is no command {type(command).__name__}")

    def _refused(self, reason: str) -> Refused:
        return Refused(reason, self._board.look())

    def _load(self, command: Load) -> Refused | None:
        self._board.note(LOADING)
        self._games.pop(command.forget, None)
        try:
            self._games[command.name] = unpickled(command.games)
        except BaseException as error:  # noqa: BLE001
            return self._refused(f"it cannot load the games ({describe_error(error)})")
        return None

    def _play(self, command: Play) -> Answer:
        games, span = self._games[command.name], command.span
        started = time.perf_counter()
        rows: list[Rows] = []
        for index in span.games:
            self._board.note(index)
            rows.append(_rows(games, index))
            if time.perf_counter() - started > command.budget:
                break
        self._board.note(PACKING)
        chunk = _chunk(games, Span(span.cell, span.first, len(rows)), rows)
        return Answer(chunk, time.perf_counter() - started, _memory())

    def _fail(self, command: Fail) -> Answer:
        self._board.note(PACKING)
        games = self._games[command.name]
        chunk = games.fail(command.span, command.error, command.termination)
        return Answer(chunk, 0.0, _memory())


def _rows(games: Games, index: int) -> Rows:
    try:
        return games.job.play(index)
    except BaseException as error:  # noqa: BLE001  # a game may also try to exit
        return games.job.failed(index, describe_error(error), termination=FAILED)


def _chunk(games: Games, span: Span, rows: list[Rows]) -> Chunk:
    """Return the chunk; games whose rows are no rows fail, and the others do not."""
    try:
        return games.chunk(span, rows)
    except Exception:  # noqa: BLE001  # rows are anything a game returned
        return games.chunk(span, [*map(_sound, [games] * len(rows), span.games, rows)])


def _sound(games: Games, index: int, rows: Rows) -> Rows:
    try:
        games.chunk(Span(0, index, 1), [rows])
    except Exception as error:  # noqa: BLE001
        text = f"its rows make no table ({type(error).__name__}: {text_of(error)})"
        return games.job.failed(index, text, termination=FAILED)
    return rows


def _memory() -> int:
    """Return the memory this process holds, in bytes; 0 where that is not told."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    # Under its own name, so that commands are of the classes that are known here.
    from sims.running.worker import main as run

    run()

"""A tiny real game for what runs games: its rows depend on the index alone."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np


def column(meaning: str, unit: str = "-", *, wall: bool = False) -> Any:
    return field(metadata={"meaning": meaning, "unit": unit, "wall": wall})


@dataclass(frozen=True, slots=True, kw_only=True)
class OddGame:
    game: int = column("index")
    value: float = column("a number", "m")
    termination: str = column("how it ended")
    error: str | None = column("what failed")


@dataclass(frozen=True, slots=True, kw_only=True)
class OddTurn:
    game: int = column("index")
    turn: int = column("turn")
    seat: int | None = column("seat")


TABLES: dict[str, type] = {"games": OddGame, "turns": OddTurn}


class OddError(Exception):
    """Cannot be unpickled: its text is not its argument."""

    def __init__(self, one: str, two: str) -> None:
        super().__init__(f"{one} and {two}")


class MuteError(Exception):
    """Has no text to tell: asking for it fails."""

    def __str__(self) -> str:
        raise SystemExit("no text")


@dataclass(frozen=True)
class OddJob:
    """``trouble`` maps an index to what goes wrong there."""

    seed: int = 0
    sleep: float = 0.0
    busy: float = 0.0
    turns: int = 6
    trouble: tuple[tuple[int, str], ...] = ()
    marks: str = ""

    def play(self, index: int) -> Mapping[str, list[Any]]:
        time.sleep(self.sleep)
        until = time.perf_counter() + self.busy
        while time.perf_counter() < until:
            pass
        trouble = dict(self.trouble).get(index)
        if trouble is not None:
            found = TROUBLES[trouble](self, index)
            if found is not None:
                return found
        rng = np.random.default_rng([self.seed, index])
        turns = int(rng.integers(0, self.turns))
        game = OddGame(game=index, value=rng.random(), termination="won", error=None)
        return {
            "games": [game],
            "turns": [
                OddTurn(game=index, turn=turn, seat=int(rng.integers(4)))
                for turn in range(turns)
            ],
        }

    def failed(
        self, index: int, error: str, termination: str = "failed"
    ) -> Mapping[str, list[Any]]:
        if dict(self.trouble).get(index) == "hopeless":
            os._exit(3)
        game = OddGame(game=index, value=0.0, termination=termination, error=error)
        return {"games": [game], "turns": []}


def trouble_raise(job: OddJob, index: int) -> None:
    raise RuntimeError("the tower\nwas not there")


def trouble_odd(job: OddJob, index: int) -> None:
    raise OddError("one", "two")


def trouble_mute(job: OddJob, index: int) -> None:
    raise MuteError


def trouble_surrogate(job: OddJob, index: int) -> None:
    raise RuntimeError("bad \udcff")


def trouble_long(job: OddJob, index: int) -> None:
    raise RuntimeError("x" * 3_000_000)


def trouble_quit(job: OddJob, index: int) -> None:
    sys.exit("enough")


def trouble_interrupt(job: OddJob, index: int) -> None:
    raise KeyboardInterrupt


def trouble_exit(job: OddJob, index: int) -> None:
    os._exit(7)


def trouble_kill(job: OddJob, index: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def trouble_segfault(job: OddJob, index: int) -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    ctypes.string_at(0)


def trouble_abort(job: OddJob, index: int) -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    ctypes.CDLL(None).abort()


def trouble_kill_once(job: OddJob, index: int) -> None:
    """Die the first time only, as if somebody had killed the process."""
    mark = Path(job.marks) / f"killed-{index}"
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)


def trouble_hang(job: OddJob, index: int) -> None:
    time.sleep(600)


def trouble_hang_deaf(job: OddJob, index: int) -> None:
    """Hang in C, with all signals blocked and the interpreter held."""
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    ctypes.PyDLL(None).sleep(600)


def trouble_hang_numpy(job: OddJob, index: int) -> None:
    many = np.ones(20_000_000)
    while True:
        many = np.sqrt(many)


def trouble_memory(job: OddJob, index: int) -> None:
    held = Path("/proc/self/statm").read_text().split()[0]
    most = int(held) * resource.getpagesize() + (200 << 20)
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    eaten = []
    while True:
        eaten.append(np.ones(10_000_000))


def trouble_print(job: OddJob, index: int) -> None:
    print("printed", flush=True)
    os.write(1, b"written\n")
    subprocess.run(["echo", "echoed"], check=True)


def trouble_read(job: OddJob, index: int) -> None:
    if sys.stdin.read() or os.read(0, 10):
        raise RuntimeError("there was something to read")


def trouble_child(job: OddJob, index: int) -> None:
    """Leave a process behind that holds all pipes open, and die."""
    if os.fork() == 0:
        time.sleep(600)
        os._exit(0)
    os._exit(9)


def trouble_nonsense(job: OddJob, index: int) -> Any:
    return {"games": [object()], "turns": []}


def trouble_nothing(job: OddJob, index: int) -> Any:
    return ()


def trouble_other(job: OddJob, index: int) -> Any:
    return OddJob(turns=job.turns).play(index + 1)


def trouble_garbage(job: OddJob, index: int) -> None:
    """Write into every pipe there is."""
    for fd in range(3, 64):
        try:
            os.write(fd, b"\xff" * 64)
        except OSError:
            continue


def trouble_close(job: OddJob, index: int) -> None:
    os.closerange(3, 256)


def trouble_break(job: OddJob, index: int) -> None:
    """Break what this process needs in order to make tables."""
    del OddJob.failed, time.perf_counter


TROUBLES = {
    name.removeprefix("trouble_").replace("_", "-"): each
    for name, each in globals().items()
    if name.startswith("trouble_")
}
TROUBLES["hopeless"] = trouble_exit

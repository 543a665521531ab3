"""Runs ``staccs`` again and again in processes that are forked, for it starts at once.

Told by lines of JSON what to run; each gets a process group of its own, and may be
told to kill that when it changes a folder for the n-th time.
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

STEPS = {"open", "os.rename", "os.remove", "os.mkdir", "os.rmdir"}


class Forks:
    """The other side: starts one session at a time, and hears how it ended."""

    def __init__(self) -> None:
        self._server = subprocess.Popen(
            [sys.executable, "-m", "tests.cli.forking"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )

    def start(self, *flags: str, watched: Path, kill_at: int = 0) -> int:
        """Begin a session; return its process, which leads a group."""
        assert self._server.stdin is not None
        told = {"flags": flags, "watched": str(watched), "kill_at": kill_at}
        self._server.stdin.write(json.dumps(told) + "\n")
        return int(self._line())

    def end(self, seconds: float) -> tuple[int, int] | None:
        """Return exit code and steps once it has ended, None if it has not by then."""
        ready, _, _ = select.select([self._server.stdout], [], [], max(seconds, 0))
        if not ready:
            return None
        code, steps = self._line().split()
        return int(code), int(steps)

    def _line(self) -> str:
        assert self._server.stdout is not None
        return self._server.stdout.readline()

    def close(self) -> None:
        """End; sessions have ended before."""
        self._server.communicate(timeout=30)


def _session(told: dict[str, Any], counted: int) -> None:
    """Run a session in this process, which ends with it."""
    from staccs.cli import main

    os.setpgid(0, 0)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)
    seen = 0

    def hook(event: str, args: tuple[Any, ...]) -> None:
        nonlocal seen
        if event in STEPS and str(args[0]).startswith(told["watched"]):
            seen += 1
            if seen == told["kill_at"]:
                os.killpg(0, signal.SIGKILL)

    sys.addaudithook(hook)
    code = 70
    try:
        code = main(told["flags"])
    finally:
        os.write(counted, str(seen).encode())
        os._exit(code)


def serve() -> None:
    """Fork what is asked for."""
    import sims.staccs_games  # noqa: F401

    for line in sys.stdin:
        counted, counts = os.pipe()
        process = os.fork()
        if not process:
            _session(json.loads(line), counts)
        os.close(counts)
        with suppress(OSError):  # it has begun, and done so itself
            os.setpgid(process, process)
        print(process, flush=True)
        _, status = os.waitpid(process, 0)
        steps = os.read(counted, 100).decode() or "0"
        os.close(counted)
        print(os.waitstatus_to_exitcode(status), steps, flush=True)


if __name__ == "__main__":
    serve()

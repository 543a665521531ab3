"""Programs in processes of their own, and whatever they start."""

from __future__ import annotations

import os
import signal
import subprocess
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class Program:
    """A program and all that it starts, wherever that runs."""

    def __init__(self, *command: str) -> None:
        self._mark = f"ODD_MARK={uuid.uuid4().hex}"
        name, _, value = self._mark.partition("=")
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, name: value, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def end(self) -> tuple[str, str]:
        """Return what it printed; fail if anything of it still runs."""
        out, errors = self.process.communicate(timeout=30)
        self.wait_until_gone()
        return out, errors

    def wait_until_gone(self, seconds: float = 3.0) -> None:
        deadline = time.monotonic() + seconds
        while self.members():
            assert time.monotonic() < deadline, self.commands()
            time.sleep(0.05)

    def members(self) -> list[Path]:
        """Return what runs of it."""
        return [each for each in Path("/proc").glob("[0-9]*") if self._is_ours(each)]

    def _is_ours(self, process: Path) -> bool:
        try:
            if not process.joinpath("cmdline").read_bytes():
                return False  # a zombie, which its parent will see to
            return self._mark.encode() in process.joinpath("environ").read_bytes()
        except OSError:
            return False

    def commands(self) -> list[str]:
        found = []
        for each in self.members():
            text = each.joinpath("cmdline").read_text().replace("\0", " ")
            found.append(f"{each.name}: {text}")
        return found

    def close(self) -> None:
        for each in self.members():
            os.kill(int(each.name), signal.SIGKILL)
        self.process.communicate(timeout=10)


@contextmanager
def program(*command: str) -> Iterator[Program]:
    started = Program(*command)
    try:
        yield started
    finally:
        started.close()

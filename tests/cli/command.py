"""The installed command, run as a user runs it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

STACKO = str(Path(sys.executable).parent / "stacko")
STACCS = str(Path(sys.executable).parent / "staccs")


def stacko(
    *arguments: str | Path,
    folder: Path | None = None,
    env: Mapping[str, str] | None = None,
    timeout: float = 120,
) -> subprocess.CompletedProcess[str]:
    """Run ``stacko`` and return its exit code and output."""
    return _run(STACKO, arguments, folder, env, timeout)


def staccs(
    *arguments: str | Path,
    folder: Path | None = None,
    env: Mapping[str, str] | None = None,
    timeout: float = 120,
) -> subprocess.CompletedProcess[str]:
    """Run ``staccs`` and return its exit code and output."""
    return _run(STACCS, arguments, folder, env, timeout)


def _run(
    program: str,
    arguments: Sequence[str | Path],
    folder: Path | None,
    env: Mapping[str, str] | None,
    timeout: float,
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [program, *map(str, arguments)],
        cwd=folder,
        env={**os.environ, **(env or {})},
        capture_output=True,
        text=True,
        timeout=timeout,
        stdin=subprocess.DEVNULL,
        check=False,
    )


def complaint(done: subprocess.CompletedProcess[str]) -> str:
    """Check that bad input was answered as promised; return the line."""
    assert done.returncode == 2, done
    assert done.stdout == ""
    line, newline, rest = done.stderr.partition("\n")
    assert (newline, rest) == ("\n", "")
    start = f"{Path(done.args[0]).name}: error: "
    assert line.startswith(start)
    assert line.isprintable()
    assert "Traceback" not in line
    return line.removeprefix(start)

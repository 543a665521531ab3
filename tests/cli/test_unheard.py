"""Errors that nobody can be told of still have their exit code."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize("flags", [("--nonsense",), ("--config", "nowhere.toml")])
def test_a_standard_error_that_is_full_changes_no_exit_code(
    tmp_path: Path, flags: tuple[str, ...]
) -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("no /dev/full here")
    command = [sys.executable, "-m", "staccs.cli", "simulate", *flags]
    with full.open("w") as errors:
        done = subprocess.run(command, cwd=tmp_path, stderr=errors)
    assert done.returncode == 2

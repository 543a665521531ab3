"""Real writers killed with SIGKILL: no game that was synced is lost, none is twice."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.dataset.toys import TABLES

SHM = Path("/dev/shm")
"""Where waiting for a disk takes no time; to a killed process it is the same."""


@pytest.fixture
def quick_folder(tmp_path: Path) -> Iterator[Path]:
    if not os.access(SHM, os.W_OK):
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir=SHM) as folder:
        yield Path(folder)


def survive(*arguments: object) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "tests.dataset.killing", *map(str, arguments)],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def test_fifty_kills_at_random_moments(quick_folder: Path) -> None:
    assert survive(quick_folder, "random", 1, 50) == "survived\n"


def test_a_kill_at_each_change_to_the_folder(quick_folder: Path) -> None:
    steps = int(survive(quick_folder, "steps", 2).split()[1])
    # At least: a shard of two tables is two files and two names each, and a line.
    assert steps > 3 * 5 * len(TABLES)

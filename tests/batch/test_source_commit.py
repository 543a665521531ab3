"""Which commit a run was made with, and that asking for it changes nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from sims.manifest import source_commit

pytestmark = pytest.mark.skipif(not shutil.which("git"), reason="asks git")


def git(root: Path, *arguments: str) -> str:
    """Run git as somebody who has no settings of their own."""
    alone = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    who = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.org"]
    done = subprocess.run(
        ["git", *who, *arguments],
        cwd=root,
        env=os.environ | alone,
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout.strip()


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a repository with one commit of one file."""
    git(tmp_path, "init", "--quiet")
    (tmp_path / "file").write_text("as it was\n")
    git(tmp_path, "add", "file")
    git(tmp_path, "commit", "--quiet", "--message", "first")
    return tmp_path


def test_the_commit_is_told_and_whether_files_were_edited(checkout: Path) -> None:
    head = git(checkout, "rev-parse", "HEAD")
    assert source_commit(checkout) == head
    (checkout / "new").touch()
    assert source_commit(checkout) == head
    (checkout / "file").write_text("edited\n")
    assert source_commit(checkout) == f"{head}+changes"


def test_a_folder_that_is_no_checkout_has_none(tmp_path: Path) -> None:
    assert source_commit(tmp_path) is None


def test_asking_does_not_write_into_the_repository(checkout: Path) -> None:
    # A lock that a killed study left stood in the way of every commit after it.
    os.utime(checkout / "file", (1e9, 1e9))
    index = (checkout / ".git/index").read_bytes()
    source_commit(checkout)
    assert (checkout / ".git/index").read_bytes() == index
    git(checkout, "status")
    assert (checkout / ".git/index").read_bytes() != index

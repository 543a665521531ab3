"""Files are written whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamebase.files import atomic_write


def test_a_file_is_written_or_replaced(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for text in ("first", "second"):
        atomic_write(path, lambda to, text=text: to.write_text(text))
        assert path.read_text() == text
    assert list(tmp_path.iterdir()) == [path]


def test_a_write_that_fails_leaves_the_old_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")

    def fail(temporary: Path) -> None:
        temporary.write_text("half")
        raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        atomic_write(path, fail)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]

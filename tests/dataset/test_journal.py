"""Journals that were torn or damaged anywhere lose what is there, and nothing else."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sims.dataset.chunks import Chunk
from sims.dataset.journal import MAGIC, JournalFile, read_journal
from sims.dataset.spans import Span
from tests.dataset.toys import toy_chunk

SMALL = [
    Chunk(Span(0, 0, 2), {"games": b"ab", "turns": b""}, 1),
    Chunk(Span(3, 7, 1), {"games": b"", "turns": b"xyz"}, 0),
    Chunk(Span(2**52, 2**52, 2**50), {"games": b"q" * 9}, 2**50),
]


def written(path: Path, chunks: list[Chunk]) -> list[int]:
    """Write a journal; return where each frame ends, the header first."""
    journal = JournalFile(path)
    ends = [journal.size]
    for chunk in chunks:
        journal.append(chunk)
        ends.append(journal.size)
    journal.sync()
    journal.close()
    return ends


def test_what_was_added_comes_back(tmp_path: Path) -> None:
    chunks = [*SMALL, toy_chunk(Span(1, 5, 40))]
    ends = written(tmp_path / "j", chunks)
    found = read_journal(tmp_path / "j")
    assert found.chunks == tuple(chunks)
    assert found.torn is None
    assert ends[-1] == (tmp_path / "j").stat().st_size


def test_a_journal_torn_at_any_byte_keeps_the_frames_before(tmp_path: Path) -> None:
    path, torn = tmp_path / "j", tmp_path / "torn"
    ends = written(path, SMALL)
    whole = path.read_bytes()
    for size in range(len(whole)):
        torn.write_bytes(whole[:size])
        found = read_journal(torn)
        kept = sum(end <= size for end in ends[1:])
        assert found.chunks == tuple(SMALL[:kept])
        begin = max((end for end in ends if end <= size), default=0)
        assert found.torn == (None if size in ends else begin)


def test_a_flipped_bit_anywhere_is_seen(tmp_path: Path) -> None:
    path, bad = tmp_path / "j", tmp_path / "bad"
    ends = written(path, SMALL)
    whole = path.read_bytes()
    for at in range(len(whole)):
        broken = bytearray(whole)
        broken[at] ^= 1 << at % 8
        bad.write_bytes(broken)
        found = read_journal(bad)
        frame = sum(end <= at for end in ends) - 1
        assert found.chunks == tuple(SMALL[: max(frame, 0)])
        assert found.torn == (ends[frame] if frame >= 0 else 0)


@pytest.mark.parametrize("rest", [b"\0" * 4096, os.urandom(4096), MAGIC])
def test_what_a_crash_leaves_behind_the_end_is_no_frame(
    tmp_path: Path, rest: bytes
) -> None:
    ends = written(tmp_path / "j", SMALL)
    with (tmp_path / "j").open("ab") as handle:
        handle.write(rest)
    found = read_journal(tmp_path / "j")
    assert (found.chunks, found.torn) == (tuple(SMALL), ends[-1])


def test_a_file_is_never_written_over(tmp_path: Path) -> None:
    written(tmp_path / "j", SMALL)
    with pytest.raises(FileExistsError):
        JournalFile(tmp_path / "j")


@pytest.mark.parametrize("content", [b"", b"games in", b"another thing\n" * 9])
def test_other_files_hold_no_games(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "j").write_bytes(content)
    found = read_journal(tmp_path / "j")
    assert (found.chunks, found.torn) == ((), 0)

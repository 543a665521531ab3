"""What a child notes is seen whole, or not yet."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from sims.running.board import IDLE, Board, Doing

WRITER = """
import sys
from sims.running.board import Board
board = Board(int(sys.argv[1]))
while True:
    board.note(23)
"""


def test_a_new_board_is_idle() -> None:
    board = Board()
    assert board.look().game == IDLE
    assert not board.look().busy
    board.close()


def test_what_is_noted_is_seen() -> None:
    board = Board()
    before = time.monotonic()
    board.note(7)
    assert board.look().game == 7
    assert before <= board.look().since <= time.monotonic()
    board.close()


@pytest.mark.skipif(
    not hasattr(os, "sched_setaffinity"), reason="cannot choose a processor"
)
def test_half_a_note_is_never_seen() -> None:
    """A batch lost games to a time limit that none had reached.

    Writer and reader share a processor here, so that the writer loses it again and
    again, also in the middle of a note.
    """
    board = Board()
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(allowed)})
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(board.fd)], pass_fds=[board.fd]
    )
    seen: set[Doing] = set()
    try:
        begun = time.monotonic()
        while not board.look().busy and time.monotonic() < begun + 30:
            time.sleep(0.01)
        until = time.monotonic() + 1.0
        while time.monotonic() < until:
            seen.add(board.look())
    finally:
        writer.kill()
        writer.wait()
        os.sched_setaffinity(0, allowed)
        board.close()
    assert len(seen) > 5
    assert {doing.game for doing in seen} == {23}
    assert min(doing.since for doing in seen) >= begun


def test_a_note_that_was_never_finished_is_not_taken() -> None:
    board = Board()
    board.note(7)
    last = board.look()
    board._memory[:8] = bytes(8)
    assert board.look() == last
    board.note(8)
    assert board.look().game == 8
    board.close()


def test_who_is_killed_amid_notes_leaves_a_whole_one() -> None:
    board = Board()
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(board.fd)], pass_fds=[board.fd]
    )
    until = time.monotonic() + 30
    while not board.look().busy and time.monotonic() < until:
        time.sleep(0.01)
    writer.send_signal(signal.SIGKILL)
    writer.wait()
    assert board.look().game == 23
    board.close()

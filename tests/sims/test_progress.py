"""What is told while games are played."""

from __future__ import annotations

import io
import os
from contextlib import suppress

import pytest

from sims import pace, progress
from sims.pace import Pace, duration, rate_text
from sims.progress import Bar, Lines, reporter_for


class Clock:
    """Goes on only when it is told."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    for module in (pace, progress):
        monkeypatch.setattr(module, "time", made)
    return made


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_after_a_resume_the_rate_is_that_of_this_session(clock: Clock) -> None:
    found = Pace()
    found.start(total=1000, done=900)
    clock.now += 10
    found.advance(20, 0, None)
    assert found.rate == pytest.approx(2.0)
    assert list(found.texts()) == ["7200 games/h", "40 s left"]


def test_a_total_that_shrinks_shortens_the_time_left(clock: Clock) -> None:
    found = Pace()
    found.start(total=1000, done=0)
    clock.now += 10
    found.advance(200, 3, 400)
    assert list(found.texts()) == ["3 failed", "20 games/s", "10 s left"]


def test_one_game_is_no_games(clock: Clock) -> None:
    stream = io.StringIO()
    lines = Lines(stream)
    lines.start(total=1, done=0)
    lines.advance(1, 0)
    told = [line.split(",")[0] for line in stream.getvalue().splitlines()]
    assert told == ["playing 1 of 1 game", "1/1 game"]


def test_nothing_is_guessed_before_a_game_is_done(clock: Clock) -> None:
    found = Pace()
    found.start(total=10, done=5)
    assert list(found.texts()) == []


def test_lines_tell_the_estimate_beside(clock: Clock) -> None:
    stream = io.StringIO()
    lines = Lines(stream, interval=10)
    lines.start(100, 40)
    for _ in range(4):
        clock.now += 5
        lines.advance(5, 1, note="toppled 96 % (94 to 97)")
    told = stream.getvalue().splitlines()
    assert told == [
        "playing 60 of 100 games",
        "50/100 games, 2 failed, 3600 games/h, 50 s left; toppled 96 % (94 to 97)",
        "60/100 games, 4 failed, 3600 games/h, 40 s left; toppled 96 % (94 to 97)",
    ]


def test_the_last_line_comes_at_once_where_a_study_ends_early(clock: Clock) -> None:
    stream = io.StringIO()
    lines = Lines(stream, interval=1000)
    lines.start(100, 0)
    clock.now += 1
    lines.advance(20, 0, total=20)
    assert stream.getvalue().splitlines()[-1] == "20/20 games, 20 games/s, 0 s left"


def test_a_bar_tells_the_same_and_takes_no_markup() -> None:
    stream = Terminal()
    bar = reporter_for(stream, quiet=False)
    assert isinstance(bar, Bar)
    bar.start(40, 10)
    bar.advance(10, 2, note="[red]won[/red] 3 %", total=20)
    bar.close()
    text = stream.getvalue()
    assert "20/20" in text
    assert "2 failed" in text
    assert "[red]won[/red]" in text


def test_lines_that_nobody_reads_stop_nothing() -> None:
    class Closed(io.StringIO):
        def write(self, text: str) -> int:
            raise BrokenPipeError

    lines = Lines(Closed(), interval=0)
    lines.start(2, 0)
    lines.advance(2, 0)
    lines.close()


def test_a_bar_in_a_terminal_that_was_closed_stops_nothing() -> None:
    ours, theirs = os.openpty()
    terminal = open(theirs, "w")  # noqa: SIM115  # closing it fails, too
    bar = reporter_for(terminal, quiet=False)
    assert isinstance(bar, Bar)
    bar.start(total=4, done=0)
    os.close(ours)
    with pytest.raises(OSError, match="Input/output error"):
        os.write(theirs, b"is anybody there?")
    bar.advance(2, 0)
    bar.close()
    with suppress(OSError):
        terminal.close()


def test_times_and_rates_are_as_exact_as_one_cares() -> None:
    assert duration(59.6) == "1 min 0 s"
    assert duration(86_399) == "23 h 59 min"
    assert rate_text(9.99) == "35964 games/h"
    assert rate_text(10) == "10 games/s"

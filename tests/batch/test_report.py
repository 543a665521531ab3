"""What a batch tells: progress, result table, run.json."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from sims.design.design import Design
from sims.design.record import design_of, plain_design
from sims.errors import BatchError
from sims.manifest import Manifest, differences
from sims.progress import Bar, Lines, Silent, reporter_for
from sims.report import Line, failures, print_report
from sims.stacko_games import STACKO
from sims.stacko_job import StackoJob
from sims.stacko_report import summarize
from sims.tables import table_of
from stacko.config import SimulationConfig
from stacko.match import MatchConfig
from stacko.records import GameRow, TurnRow


def row(game: int, **values: object) -> GameRow:
    """Return a row like that of a failed game, with some values changed."""
    (made,) = StackoJob(MatchConfig(), 0).failed(game, "broke")["games"]
    plain = {name: getattr(made, name) for name in GameRow.__slots__}
    return GameRow(**{**plain, **values})


def lines_of(*rows: GameRow, played: int = 0, seconds: float = 0.0) -> dict[str, str]:
    lines = summarize(
        table_of(rows, GameRow), table_of([], TurnRow), played=played, seconds=seconds
    )
    return {line.label.strip(): line.value for line in lines}


def toppled(game: int, loser: int, turns: int) -> GameRow:
    return row(
        game,
        termination="toppled",
        loser=loser,
        turns=turns,
        phase="pull",
        sim_time=8.0,
        wall_time=4.0,
    )


def test_result_table_counts_what_is_there() -> None:
    rows = [toppled(game, game % 2, turns) for game, turns in enumerate([2, 4, 9])]
    found = lines_of(*rows, row(3), played=4, seconds=2.0)
    assert found["games"] == "4"
    assert found["toppled"].startswith("3  (75 %")
    assert found["failed"].startswith("1  (25 %")
    assert found["turns"].startswith("mean 5.0, median 4,")
    assert found["toppled during"] == "pull 3"
    assert found["speed"].startswith("7200 games/h")
    assert found["simulated/wall"].startswith("2.00 s")
    assert found["seat 0"].startswith("2  (67 %")
    assert found["seat 3"].startswith("0  (0 %")


def test_intervals_are_wilsons() -> None:
    """81 of 263: 0.2553 to 0.3662, Newcombe, Stat. Med. 17 (1998) 857, table I."""
    rows = [toppled(game, 0 if game < 81 else 1, 3) for game in range(263)]
    assert lines_of(*rows)["seat 0"] == "81  (31 %, 95 % interval 26 to 37 %)"


@pytest.mark.parametrize("rows", [[], [row(0)]])
def test_result_table_of_nothing_but_failures(rows: list[GameRow]) -> None:
    assert lines_of(*rows)["games"] == str(len(rows))


def test_failures_are_named_and_safe_to_print() -> None:
    rows = [row(game, error="bad\x1b[2J\nnews") for game in range(5)]
    lines = list(failures(table_of(rows, GameRow)))
    assert lines[0] == r"game 0 failed: bad\x1b[2J\nnews"
    assert lines[3] == "and 2 more: column error of games/"


def test_report_takes_markup_as_text() -> None:
    stream = io.StringIO()
    print_report(
        Console(file=stream, width=60), "title", [Line("a", "[red]b")], ["[bold]note"]
    )
    assert "[red]b" in stream.getvalue()
    assert "[bold]note" in stream.getvalue()


def test_lines_come_now_and_then_and_at_the_end() -> None:
    stream = io.StringIO()
    lines = Lines(stream, interval=3600)
    lines.start(10, 4)
    for _ in range(5):
        lines.advance(1, 0)
    lines.advance(1, 1)
    first, last = stream.getvalue().splitlines()
    assert first == "playing 6 of 10 games"
    assert last.startswith("10/10 games, 1 failed, ")
    assert last.endswith("games/s, 0 s left")


def test_a_bar_in_a_terminal_lines_elsewhere_nothing_when_quiet() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    assert isinstance(reporter_for(io.StringIO(), quiet=False), Lines)
    assert isinstance(reporter_for(Terminal(), quiet=True), Silent)
    stream = Terminal()
    bar = reporter_for(stream, quiet=False)
    assert isinstance(bar, Bar)
    bar.start(4, 1)
    bar.advance(3, 1)
    bar.close()
    assert "4/4" in stream.getvalue()
    assert "1 failed" in stream.getvalue()


def test_run_json_keeps_sessions_and_how_they_ended(tmp_path: Path) -> None:
    config = SimulationConfig()
    design = Design.of(config, "stacko")
    record = ("stacko", plain_design(design), design.fingerprint())
    first = Manifest(tmp_path, *record)
    first.begin(None, workers=2)
    assert Manifest.read(tmp_path)["status"] == "running"
    first.end("interrupted", {"finished": 3})
    second = Manifest(tmp_path, *record)
    second.begin(Manifest.read(tmp_path), workers=1)
    second.end("finished", {"finished": 9})
    content = Manifest.read(tmp_path)
    assert [each["status"] for each in content["sessions"]] == [
        "interrupted",
        "finished",
    ]
    assert content["games"] == {"finished": 9}
    assert len(content["sessions"][0]["commit"].removesuffix("+changes")) == 40
    assert [each["workers"] for each in content["sessions"]] == [2, 1]
    stored = design_of(content, STACKO)
    assert stored.fingerprint() == content["fingerprint"]
    assert stored.cells[0].configuration.fingerprint() == config.fingerprint()


@pytest.mark.parametrize("text", ["", "[]", "{", "{}", '{"format": 99}', "nan"])
def test_a_damaged_run_json_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "run.json").write_text(text)
    with pytest.raises(BatchError, match=r"run\.json"):
        Manifest.read(tmp_path)


def test_differences_reach_into_sections() -> None:
    old = {"a": {"b": 1, "c": 2}, "d": 3}
    new = {"a": {"b": 1, "c": 5}, "e": 4}
    assert list(differences(old, new)) == [
        "a.c: 2 -> 5",
        "d: 3 -> None",
        "e: None -> 4",
    ]

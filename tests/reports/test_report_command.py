"""The command that reports, on folders as runs leave them."""

from __future__ import annotations

import argparse
import json

import pytest

from gamebase.command import run_command
from gamebase.report_flags import add_report
from sims.dataset.chunks import chunk_of
from sims.dataset.spans import Span
from sims.dataset.store import Store
from sims.design.metrics import Metric
from sims.reports import command
from sims.reports.building import build
from tests.reports.toy import (
    FELL,
    KIND,
    TABLES,
    Toy,
    ToyTurn,
    game,
    record,
    write_record,
)


def fill(folder, cells, seal=True):
    """Write games of cells as a run does; unless sealed they stay in the journal."""
    store = Store(folder, TABLES)
    store.open()
    for number, games in enumerate(cells):
        span = Span(number, games[0].game, len(games))
        assert store.enqueue(span) == [span]
        rows = [
            {"games": [each], "turns": [ToyTurn(game=each.game, turn=1)]}
            for each in games
        ]
        store.put(chunk_of(span, rows, TABLES, ("failed", "timeout")))
    store.sync()
    if seal:
        store.seal()
    store.close()


CELLS = [
    [game(0), game(1), game(2, "limit", 9), game(3, "failed", 0, None, "it broke")],
    [game(0), game(1, "limit", 9), game(2, "limit", 9), game(3, "timeout", 0, None)],
]


@pytest.fixture
def folder(tmp_path):
    path = tmp_path / "results"
    write_record(path, record())
    fill(path, CELLS)
    return path


def make_parser():
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers(required=True)
    add_report(commands, "toy", lambda args: command.run(KIND, args))
    return parser


def run(*arguments):
    return run_command("toy", make_parser, ["report", *map(str, arguments)])


def told(capsys):
    out = capsys.readouterr()
    assert "Traceback" not in out.err
    return out


def as_json(capsys, *arguments):
    assert run(*arguments, "--format", "json") == 0
    return json.loads(told(capsys).out)


def test_it_prints_a_text(folder, capsys):
    assert run(folder) == 0
    out = told(capsys).out
    assert "8 of 8 in 2 cells, finished" in out
    assert "Whose?" in out


def test_numbers_are_those_of_the_games(folder, capsys):
    content = as_json(capsys, folder)
    first, second = content["cells"]
    assert (first["games"], first["failed"], first["timeouts"]) == (4, 1, 0)
    assert (second["games"], second["failed"], second["timeouts"]) == (4, 0, 1)
    assert first["metrics"]["fell"]["successes"] == 2
    fell = next(e for e in content["comparisons"] if e["metric"] == "fell")
    # games 0, 1, 2 are in both, and 1 fell in the first only
    assert (fell["n"], fell["differing"], fell["value"]) == (3, 1, -1 / 3)
    assert first["lifetime"]["median"] == 5


def test_games_of_a_run_that_was_killed_count_too(tmp_path, capsys):
    write_record(tmp_path, record())
    fill(tmp_path, CELLS, seal=False)
    assert not list(tmp_path.glob("games/*.parquet"))
    content = as_json(capsys, tmp_path)
    assert [cell["games"] for cell in content["cells"]] == [4, 4]


def test_a_run_that_goes_on_can_be_told_of(tmp_path, capsys):
    write_record(tmp_path, {**record(), "status": "running"})
    store = Store(tmp_path, TABLES)
    store.open()
    try:
        content = as_json(capsys, tmp_path)
        assert [cell["games"] for cell in content["cells"]] == [0, 0]
        codes = [caution["code"] for caution in content["cautions"]]
        assert codes[:2] == ["not-finished", "no-games"]
    finally:
        store.close()


@pytest.mark.parametrize(
    ("name", "begins"),
    [("a.txt", "toy: hands"), ("a.MD", "# toy: hands"), ("a.html", "<!DOCTYPE html>"),
     ("a.json", "{")],
)  # fmt: skip
def test_the_name_of_a_file_says_how_it_is_written(folder, tmp_path, name, begins):
    assert run(folder, "--out", tmp_path / name) == 0
    assert (tmp_path / name).read_text("utf-8").startswith(begins)
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


def test_metrics_are_chosen_and_ordered(folder, capsys):
    content = as_json(capsys, folder, "--metrics", "score,fell,score")
    assert [metric["name"] for metric in content["metrics"]] == ["score", "fell"]
    content = as_json(capsys, folder, "--metrics", "score")
    assert list(content["cells"][0]["metrics"]) == ["score"]
    assert {each["metric"] for each in content["comparisons"]} == {"score"}


@pytest.mark.parametrize("name", ["1", "hand=1"])
def test_any_cell_may_be_the_reference(folder, capsys, name):
    content = as_json(capsys, folder, "--reference", name)
    assert content["reference"] == 1
    assert {each["cell"] for each in content["comparisons"]} == {0}


def test_a_label_that_is_a_number_goes_before_the_number(tmp_path, capsys):
    write_record(tmp_path, record(labels=["1", "0"]))
    fill(tmp_path, CELLS)
    assert as_json(capsys, tmp_path, "--reference", "1")["reference"] == 0


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["--metrics", "fel"], ["'fel'", "fell, score", "did you mean 'fell'?"]),
        (["--metrics", ""], ["no metric ''"]),
        (["--metrics", "waves"], ["no metric 'waves'", "that is a metric of sea"]),
        (["--reference", "2"], ["no cell '2'", "0 to 1"]),
        (["--reference", "-1"], ["no cell '-1'"]),
        (["--reference", "hand=2"], ["no cell 'hand=2'", "did you mean"]),
        (["--out", "report.pdf"], ["report.pdf", ".json"]),
        (["--out", "no/where.md"], ["there is no folder 'no'"]),
        (["--out", "a.md", "--format", "html"], ["--format is html", ".html"]),
    ],
)
def test_bad_flags_are_refused_in_a_line(
    folder, capsys, arguments, parts, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    assert run(folder, *arguments) == 2
    err = told(capsys).err
    assert err.count("\n") == 1
    for part in parts:
        assert part in err, err
    assert not list(tmp_path.glob("*.md"))


@pytest.mark.parametrize("name", ["run.json", "./sub/../run.json"])
def test_the_record_is_never_written_over(folder, capsys, name):
    (folder / "sub").mkdir()
    before = (folder / "run.json").read_bytes()
    assert run(folder, "--out", folder / name) == 2
    assert "would be replaced" in told(capsys).err
    assert (folder / "run.json").read_bytes() == before


def damaged(**changes):
    return json.dumps({**record(), **changes})


@pytest.mark.parametrize(
    ("text", "part"),
    [
        (None, "has no run.json"),
        ("{", "cannot be read"),
        ("[]", "no record of a run in format 2"),
        ('{"format": 1}', "written by an earlier version: play it anew"),
        (damaged(game="staccs"), "games of 'staccs', not of toy"),
        (damaged(cells=[]), "it has 0 cells"),
        (damaged(cells=[3]), "'cells' should be a list of tables"),
        (damaged(cells=[{"label": 3}]), "'label' is 3, no str"),
        (damaged(study=[]), "'study' is [], no dict"),
        (damaged(study={"games": True}), "'games' is True, no int"),
        (damaged(sessions="x" * 900), "'sessions' is"),
        (damaged(status=None, cells=None), "it has 0 cells"),
        (damaged(fingerprint="0" * 16), "fingerprint does not fit its cells"),
    ],
)
def test_records_that_cannot_be_are_refused(folder, capsys, text, part):
    path = folder / "run.json"
    path.unlink()
    if text is not None:
        path.write_text(text)
    assert run(folder) == 2
    err = told(capsys).err
    assert part in err
    assert len(err) < 800
    assert err.count("\n") == 1


def test_no_folder_is_refused(tmp_path, capsys):
    assert run(tmp_path / "none") == 2
    assert "has no run.json" in told(capsys).err


def test_damaged_results_are_refused(folder, capsys):
    (path,) = folder.glob("games/*.parquet")
    path.write_bytes(path.read_bytes()[:-20])
    assert run(folder) == 2
    assert "00000.parquet" in told(capsys).err


def test_games_of_cells_that_run_json_does_not_know_are_refused(folder, capsys):
    write_record(folder, record(1))
    assert run(folder) == 2
    assert "not of one run" in told(capsys).err


def test_an_output_without_dashes_and_minus_signs_gets_question_marks(
    folder, capsys, monkeypatch
):
    import io
    import sys

    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", stream)
    assert run(folder) == 0
    stream.flush()
    assert b"toy: hands" in stream.buffer.getvalue()


def test_metrics_that_apply_to_no_game_are_told_only_if_asked_for(folder):
    never = Metric("never", "rate", "of no game", "-", (), lambda row: None)
    kind = Toy(tables=TABLES, metrics=(FELL, never))
    told_ones = build(kind, folder)
    assert [metric.name for metric in told_ones.metrics] == ["fell"]
    asked = build(kind, folder, ["never"])
    assert asked.cells[0].found["never"].value is None
    assert not [each for each in asked.cautions if each.code == "few-of-one"]

"""``staccs show`` and ``staccs explain``, run as a user runs them."""

from __future__ import annotations

import json
import os
import shutil
import xml.etree.ElementTree as ET
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from staccs.cards import Card
from staccs.modes import make_game
from staccs.table import PlacedTable, Table, table_to_json
from tests.cli.command import complaint, staccs
from tests.results import ONE, rows, run_json

NOTATION = "5S@0,0 9S@0,1 9H@1,0"


def saved_game(
    folder: Path, mode: str = "uh-oh", table: str | None = "round:1.0"
) -> Path:
    """Write a game of a few moves; return its file."""
    placed = None if table is None else PlacedTable(Table.parse(table))
    game = make_game(mode, seed=3, table=placed)
    for _ in range(20):
        if game.outcome() is None:
            game.push(game.legal_moves[0])
    path = folder / "game.json"
    path.write_text(game.to_json())
    return path


@pytest.fixture(scope="module")
def batch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Play two games of PARTY, off the middle of a table; return the folder."""
    folder = tmp_path_factory.mktemp("batch")
    (folder / "party.toml").write_text(
        'mode = "party"\ngames = 2\nseed = 1\ntable = "rect:1.2x0.8"\nworkers = 1\n'
        "[place]\nx = 0.1\nangle = 0.3\n"
    )
    flags = ["--config", "party.toml", "--out", "out", "--quiet"]
    done = staccs("simulate", *flags, folder=folder)
    assert done.returncode == 0, done.stderr
    return folder / "out"


# --- show -----------------------------------------------------------------------------


def test_show_tells_what_lies_and_what_fits() -> None:
    done = staccs("show", NOTATION)
    assert done.returncode == 0, done.stderr
    lines = [line.split() for line in done.stdout.splitlines()]
    assert ["2", "9S", "0,1", "0", "open", "spades", "covered", "-"] in lines
    assert "0,2   TOP of 9S@0,1" in done.stdout
    assert "any spades or a WILD" in done.stdout
    assert "--out FILE.svg" in done.stdout


def test_show_tells_where_a_card_fits() -> None:
    assert "9C may be laid at 2,-1" in staccs("show", NOTATION, "--card", "9C").stdout
    wild = staccs("show", "5S@0,0", "--card", "W").stdout
    assert "orientation of 1, 2, 3, 4, 5" in wild
    assert "5S may not be laid" in staccs("show", NOTATION, "--card", "5S").stdout


def test_show_tells_what_the_edge_forbids() -> None:
    done = staccs("show", "5S@0,0", "--table", "rect:1x0.08", "--card", "9S")
    assert "but for the table's edge\n0,1" in done.stdout
    assert "9S may not be laid anywhere" in done.stdout


@pytest.mark.parametrize("name", ["a.svg", "a.png"])
def test_show_draws(tmp_path: Path, name: str) -> None:
    flags = ["--card", "9C", "--cells", "--table", "round:0.5", "--out", name]
    done = staccs("show", NOTATION, *flags, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"'{name}' shows 3 cards; the STACC heads for 90")
    assert os.listdir(tmp_path) == [name]
    start = (tmp_path / name).read_bytes()[:8]
    assert start in (b"\x89PNG\r\n\x1a\n", b"<?xml ve")


def test_show_draws_where_on_the_table_it_is_told(tmp_path: Path) -> None:
    flags = ["--table", "rect:2x0.5", "--out", "a.svg", "--place"]
    staccs("show", "5S@0,0", *flags, "-0.1,0.05,1.5708", folder=tmp_path)
    root = ET.parse(tmp_path / "a.svg").getroot()
    assert float(root.attrib["height"]) > 1.8 * float(root.attrib["width"])


def test_show_reads_a_text_file_with_comments(tmp_path: Path) -> None:
    path = tmp_path / "stacc.txt"
    path.write_text(
        "# two STACCs\nW@-1,0/4 W@0,1/0#1  # the start\n5S@-2,0\n6H@0,2#1\n"
    )
    plain = staccs("show", "W@-1,0/4 W@0,1/0#1 5S@-2,0 6H@0,2#1")
    assert plain.returncode == 0
    assert staccs("show", path).stdout == plain.stdout


@pytest.mark.parametrize("mode", ["uh-oh", "party", "solo", "wild-out"])
def test_show_reads_a_saved_game_with_its_table(tmp_path: Path, mode: str) -> None:
    path = saved_game(tmp_path, mode)
    done = staccs("show", path, "--out", tmp_path / "a.svg")
    assert "on a table round:1.0" in done.stdout, done.stderr
    assert "game.json" in (tmp_path / "a.svg").read_text()


def test_show_reads_a_game_of_a_batch_where_it_lay(batch: Path, tmp_path: Path) -> None:
    row = rows(batch)[1]
    flags = ["--game", "1", "--out", tmp_path / "a.svg"]
    done = staccs("show", batch, *flags)
    assert f"{row['standing']} cards" in done.stdout, done.stderr
    assert "on a table rect:1.2x0.8" in done.stdout
    svg = (tmp_path / "a.svg").read_text()
    assert row["stacc"] in svg
    assert f"{batch.name}, game 1" in svg
    same = tmp_path / "b.svg"
    flags = ["--table", "rect:1.2x0.8", "--place", "0.1,0,0.3", "--deccs", "2"]
    staccs("show", row["stacc"], *flags, "--out", same)
    drawn, again = (
        path.read_text().split("<g>", 1)[0] for path in (tmp_path / "a.svg", same)
    )
    table = [line for line in drawn.splitlines() if "#e9dcc3" in line]
    assert table
    assert table == [line for line in again.splitlines() if "#e9dcc3" in line]


def test_show_reads_a_table_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "t.json").write_text(table_to_json(Table.parse("rect:1x0.08")))
    done = staccs("show", "5S@0,0", "--table", "t.json", folder=tmp_path)
    assert "but for the table's edge" in done.stdout, done.stderr


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("5S@0,0 5S@0,1", "card 2 of the STACC: 5S@0,1 is not legal: 1 of 5S lie"),
        ("5S@0,0 9S@7,7", "it would not lie wholly on any surface (T1)"),
        ("5S@0,0 W@0,1/7", "'W@0,1/7' is not a placement"),
        ("5S@0,0 9H@0,1", "so 9H does not fit: any spades or a WILD (T1)"),
        ("5S@5000,0", "a coordinate is beyond 1000"),
        ("5S", "is neither a file nor a STACC"),
        ("", "is neither a file nor a STACC"),
        (" ", "is neither a file nor a STACC"),
        ("nowhere.txt", "'nowhere.txt' is neither a file nor a STACC"),
        ("/", "'/' is no folder of results"),
        ("evil@\x1b[2Jname", r"\x1b[2Jname"),
        ("x" * 5000, "File name too long"),
        ("@" * 50_000, "is not a placement"),
        ("5S@0,0 " * 11_000, "more than 10000 cards"),
        ("/dev/zero", "no regular file"),
    ],
)
def test_show_refuses_what_is_no_stacc(source: str, message: str) -> None:
    for command in (["show", source], ["explain", source, "9S", "0,1"]):
        assert message in complaint(staccs(*command, timeout=20))


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.txt", b"\xff\xfe\x00", "it is not text"),
        ("b.json", b'{"format": "chess"}', "format"),
        ("c.json", b'{"half": ', "not JSON"),
        ("d.parquet", b"PAR1 truncated", "truncated or no Parquet"),
        ("e.parquet", b"", "truncated or no Parquet"),
        ("f.txt", b"", "no card lies"),
        ("g.txt", b"hello world", "'hello' is not a placement"),
        ("h.json", b"{" * 100_000, "not JSON"),
        ("i.txt", b"5S@0,0 \x1b]0;owned\x07@1", r"\x1b]0;owned\x07"),
    ],
)
def test_show_refuses_bad_files(
    tmp_path: Path, name: str, content: bytes, message: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    line = complaint(staccs("show", path, "--out", tmp_path / "out.svg"))
    assert message in line
    assert name in line
    assert os.listdir(tmp_path) == [name]


def test_show_refuses_a_game_that_was_changed(tmp_path: Path) -> None:
    path = saved_game(tmp_path)
    data = json.loads(path.read_text())
    data["moves"][0] = "5S@9,9"
    path.write_text(json.dumps(data))
    assert "move 0 in JSON" in complaint(staccs("show", path))


def test_show_refuses_foreign_tables_and_missing_games(
    tmp_path: Path, batch: Path
) -> None:
    path = tmp_path / "games.parquet"
    pq.write_table(pa.table({"game": [0], "tower": ["R1 - -"]}), path)
    assert "no columns 'game' and 'mode'" in complaint(staccs("show", path))
    assert "has no game 7" in complaint(staccs("show", batch, "--game", "7"))
    assert "has no game 1:0" in complaint(staccs("show", batch, "--game", "1:0"))
    path.write_bytes((batch / "games" / ONE).read_bytes())
    assert "run.json' cannot be read" in complaint(staccs("show", path))
    for content in ("{", "[]", "{}", '{"cells": [3]}'):
        (tmp_path / "run.json").write_text(content)
        assert "run.json" in complaint(staccs("show", path))


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--out", "a.jpg"], "'.jpg': a picture's name ends in .svg or .png"),
        (["--out", "a.pgn"], "did you mean '.png'?"),
        (["--out", "no/where.png"], "there is no folder"),
        (["--out", "/proc/a.svg"], "cannot be written"),
        (["--card", "1S"], "'1S' is not a card"),
        (["--table", "round:0"], "the diameter of the table is 0"),
        (["--table", "round:0.4", "--place", "0.3,0"], "the first card cannot lie"),
        (["--table", "round:0.4", "--place", "a,b"], "give meters X,Y"),
        (["--place", "0,0"], "give one with --table"),
        (["--table", "polygon:0,0 1,1 1,0 0,1"], "is not valid"),
        (["--table", "rect:1x0"], "the depth of the table is 0"),
        (["--rule", "edge"], "write a name and a value"),
        (["--rule", "edges=inside"], "did you mean 'edge'"),
        (["--rule", "edge=\x1b[2J"], r"\x1b[2J"),
        (["--deccs", "0"], "copies is 0"),
        (["--deccs", "many"], "'many' is no whole number"),
        (["--deccs", "\u0663"], "'\u0663' is no whole number"),
        (["--deccs", "1_0"], "'1_0' is no whole number"),
        (["--game", "3"], "--game 3 is for a folder of results"),
        (["--game", "2:3"], "--game 2:3 is for a folder of results"),
        (["--game=-1"], "'-1' is no game: give its index"),
        (["--game", "1:2:3"], "'1:2:3' is no game: give its index"),
    ],
)
def test_show_refuses_bad_flags(tmp_path: Path, flags: list[str], message: str) -> None:
    assert message in complaint(staccs("show", NOTATION, *flags, folder=tmp_path))
    assert os.listdir(tmp_path) == []


def test_what_brings_its_own_rules_takes_no_others(tmp_path: Path) -> None:
    path = saved_game(tmp_path)
    for flags in (["--table", "round:1"], ["--rule", "edge=inside"], ["--deccs", "2"]):
        line = complaint(staccs("show", path, *flags))
        assert f"leave out {flags[0]}" in line


def test_a_game_is_chosen_from_a_table_only(tmp_path: Path) -> None:
    path = saved_game(tmp_path)
    assert "leave it out" in complaint(staccs("show", path, "--game", "0"))
    assert "leave it out" in complaint(
        staccs("explain", NOTATION, "9C", "1,0", "--game", "0")
    )


def test_names_of_files_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "a<script>&\x1b[2J.txt"
    path.write_text(NOTATION)
    done = staccs("show", path, "--out", tmp_path / "a.svg")
    assert done.stdout.isprintable() or done.stdout.rstrip("\n").isprintable()
    title = ET.parse(tmp_path / "a.svg").getroot()[0].text
    assert title == r"a<script>&\x1b[2J.txt"


# --- explain --------------------------------------------------------------------------


def test_explain_gives_every_reason_for_a_legal_card() -> None:
    done = staccs("explain", "5S@0,0 9S@0,1", "9H", "1,0")
    assert done.returncode == 0
    assert done.stdout.splitlines() == [
        "9H@1,0 is legal",
        "  for      the SIDE of 5S@0,0 would be covered by half, and closed (T2)",
        "  for      9H matches the SIDE of 9S@0,1: 9 (T1)",
        "what fits there: a 9",
    ]


def test_explain_exits_with_1_for_a_card_that_may_not_be_laid() -> None:
    done = staccs("explain", "3D@0,0", "3H", "-1,0")
    assert done.returncode == 1
    assert done.stderr == ""
    assert "  against  the FACE of 3D@0,0 shows nothing to match" in done.stdout
    assert done.stdout.endswith("what fits there: nothing\n")


def test_explain_takes_the_switches_of_the_rules() -> None:
    forbid = ["--rule", "partial_overlap=forbid"]
    done = staccs("explain", "5S@0,0 9S@0,1", "9H", "1,0", *forbid)
    assert done.returncode == 1
    assert "(T2)" in done.stdout


def test_explain_tells_of_the_table_in_millimeters() -> None:
    done = staccs("explain", "5S@0,0", "9S", "0,1", "--table", "rect:1x0.08")
    assert done.returncode == 1
    assert "against  the card cannot lie there on the table (T20)" in done.stdout
    assert "the table: falls" in done.stdout
    assert "(margin -4.000 mm" in done.stdout


def test_explain_turns_a_wild() -> None:
    for turn, code in (("2", 0), ("0", 1)):
        asked = ["W", "0,1", "--orientation", turn]
        assert staccs("explain", "5S@0,0", *asked).returncode == code
    assert staccs("explain", "5S@0,0", "W", "0,1").returncode == 1


def test_explain_asks_one_of_several_staccs() -> None:
    staccs_of = "W@-1,0/4 W@0,1/0#1 5S@-2,0 6H@0,2#1"
    assert staccs("explain", staccs_of, "9H", "0,3", "--stacc", "1").returncode == 0


def test_explain_reads_a_saved_game(tmp_path: Path) -> None:
    path = saved_game(tmp_path, "solo")
    board = make_game("solo", seed=3).board
    card = Card.parse("W")
    assert board.legal_placements(card)
    done = staccs("explain", path, "W", "0,0")
    assert done.returncode in (0, 1)
    assert "the table: " in done.stdout


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (["5S", "0,1"], "1 of 5S lie already, and one DECC has 1 (T16)"),
        (["9C", "7,7"], "it would not lie wholly on any surface (T1)"),
        (["9C", "7000000,7"], "is no cell"),
        (["9C", "-999999,-999999"], "it would not lie wholly on any surface"),
        (["9C", "1"], "'1' is no cell: give two whole numbers"),
        (["9C", "1,0\n"], "is no cell"),
        (["9C", "\u0661,0"], "is no cell"),
        (["9C", "0.5,1"], "is no cell"),
        (["1S", "0,1"], "'1S' is not a card"),
        (["W", "0,1", "--orientation", "7"], "orientation is 7"),
        (["W", "0,1", "--orientation", "-1"], "orientation is -1"),
        (["9C", "1,0", "--stacc", "3"], "STACC 3 has not been started"),
        (["9C", "1,0", "--stacc", "100"], "stacc is 100"),
        (["9C"], "required: CELL"),
    ],
)
def test_explain_refuses_a_question_without_sense(
    asked: list[str], message: str
) -> None:
    assert message in complaint(staccs("explain", NOTATION, *asked))


def test_help_has_examples_and_tells_the_exit_codes() -> None:
    assert "examples:" in staccs("show", "--help").stdout
    assert "1 if not, 2 for bad input" in staccs("explain", "--help").stdout


def test_a_batch_of_players_whose_code_is_elsewhere_is_shown(
    batch: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    shutil.copytree(batch, out)
    told = run_json(batch)
    told["cells"][0]["configuration"]["policy"] = ["elsewhere:Player"]
    (out / "run.json").write_text(json.dumps(told))
    for source in (out, out / "games", out / "games" / ONE):
        done = staccs("show", source)
        assert done.returncode == 0, done.stderr
        assert done.stdout == staccs("show", batch).stdout

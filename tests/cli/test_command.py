"""The command line, but for playing games."""

from __future__ import annotations

import os
import pty
import subprocess
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from stacko.game import Game
from stacko.rules import rule_page
from tests.cli.command import STACKO, complaint, stacko

NOTATION = "R3 - BS / Y1 W G2 / - B4 -"


def test_show_draws_a_notation() -> None:
    done = stacko("show", NOTATION)
    assert done.returncode == 0
    assert "    3 x    ...  [ B4  ]  ...\n" in done.stdout
    assert done.stderr == ""


def test_show_reads_a_text_file(tmp_path: Path) -> None:
    path = tmp_path / "tower.txt"
    path.write_text("# built by hand\nR3 - BS /\nY1 W G2 / - B4 -  # the top\n")
    assert stacko("show", path).stdout == stacko("show", NOTATION).stdout


def test_show_reads_a_saved_game(tmp_path: Path) -> None:
    game = Game(players=2, tower="R1 B1 Y1 / R2 B2 Y2 / R3 B3 Y3")
    game.push(next(iter(game.legal_moves)))
    path = tmp_path / "game.json"
    path.write_text(game.to_json())
    assert stacko("show", path).stdout == stacko("show", str(game.tower)).stdout


def test_show_reads_a_table_of_games(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    table = pa.table({"game": [0, 4], "tower": ["R1 - -", NOTATION], "more": [1, 2]})
    pq.write_table(table, path)
    assert stacko("show", path, "--game", "4").stdout == stacko("show", NOTATION).stdout


def test_show_takes_another_set(tmp_path: Path) -> None:
    path = tmp_path / "set.toml"
    path.write_text("[blocks]\nR9 = 3\n")
    done = stacko("show", "R9 R9b R9c", "--set", path)
    assert "[ R9b ]" in done.stdout


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("R1 R2 R3 / R1 B1 B2", "'R1' is in layer 1 and again in layer 2"),
        ("R1 R2 X9", "layer 1"),
        ("R1 R2", "layer 1 of the tower has 2 slots"),
        ("nowhere.txt", "'nowhere.txt' is neither a file nor a tower"),
        ("", "is neither a file nor a tower"),
        ("/", "'/' is no folder of results"),
        ("evil\x1b[2Jname", r"\x1b[2Jname"),
        ("R1 \x1b]0;owned\x07 R3", r"\x1b]0;owned\x07"),
        ("x" * 5000 + " y", "layer 1"),
        ("x" * 5000, "File name too long"),
    ],
)
def test_show_refuses_what_is_no_tower(source: str, message: str) -> None:
    assert message in complaint(stacko("show", source))


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.txt", b"\xff\xfe\x00", "it is not text"),
        ("b.json", b'{"format": "chess"}', "format"),
        ("c.json", b'{"half": ', "not JSON"),
        ("d.parquet", b"PAR1 truncated", "truncated or no Parquet"),
        ("e.parquet", b"", "truncated or no Parquet"),
        ("f.txt", b"", "is not a tower"),
    ],
)
def test_show_refuses_bad_files(
    tmp_path: Path, name: str, content: bytes, message: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    line = complaint(stacko("show", path))
    assert message in line
    assert name in line


def test_show_refuses_foreign_tables_and_missing_games(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    pq.write_table(pa.table({"game": [0]}), path)
    assert "'tower'" in complaint(stacko("show", path))
    pq.write_table(pa.table({"game": [0], "tower": ["R1 - -"]}), path)
    assert "no game 7" in complaint(stacko("show", path, "--game", "7"))
    assert "leave it out" in complaint(stacko("show", NOTATION, "--game", "0"))


def in_a_terminal(env: dict[str, str]) -> str:
    """Return what ``stacko show`` prints into a terminal."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [STACKO, "show", NOTATION],
        stdout=theirs,
        env={**os.environ, "TERM": "xterm", **env},
    ) as process:
        process.wait(timeout=30)
        os.close(theirs)
        output = os.read(ours, 1 << 16).decode()
    os.close(ours)
    return output


def test_colors_in_a_terminal_unless_unwanted() -> None:
    bare = dict.fromkeys(("NO_COLOR",), "")
    assert "\x1b[97;41m[ R3  ]" in in_a_terminal(bare)
    assert "\x1b" not in in_a_terminal({"NO_COLOR": "1"})
    assert "\x1b" not in in_a_terminal({**bare, "TERM": "dumb"})


def test_color_can_be_forced() -> None:
    assert "\x1b" in stacko("show", NOTATION, "--color", "always").stdout
    assert "\x1b" not in stacko("show", NOTATION).stdout


def test_rules_prints_the_page() -> None:
    assert stacko("rules").stdout.rstrip() == rule_page().rstrip()


def test_lists() -> None:
    assert "prober" in stacko("players").stdout
    hands = stacko("hands").stdout
    assert hands.splitlines()[0].split()[1:4] == ["steady", "average", "shaky"]
    params = stacko("params").stdout
    assert any(
        line.split()[:4] == ["contact.mu_block", "0.35", "-", "realistic"]
        for line in params.splitlines()
    )


def test_version_and_help() -> None:
    assert stacko("--version").stdout.startswith("stacko 0.")
    for command in ("simulate", "show"):
        assert "examples:" in stacko(command, "--help").stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "required: COMMAND"),
        (["simulat"], "'simulat'"),
        (["show"], "FILE-or-notation"),
        (["show", NOTATION, "--colour"], "--colour"),
        (["show", NOTATION, "--\x1b[2J"], r"\x1b[2J"),
        (["rules", "extra"], "extra"),
    ],
)
def test_wrong_usage_is_one_line(arguments: list[str], message: str) -> None:
    line = complaint(stacko(*arguments))
    assert message in line
    assert "--help" in line


def test_a_reader_that_has_enough_is_no_error() -> None:
    done = subprocess.run(
        f"{STACKO} rules | true; echo ${{PIPESTATUS[0]}}",
        shell=True,
        executable="/bin/bash",
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    assert done.stdout.strip() in {"141", "0"}


def test_a_full_output_is_one_line() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [STACKO, "rules"], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode == 2
    assert "No space left on device" in done.stderr
    assert len(done.stderr.splitlines()) == 1

"""The shell of a command that is of neither game: its codes, its lines, its name."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gamebase.command import Parser, run_command
from tests.base.toy import main

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "tests.base.toy"]


def complaint(capsys: pytest.CaptureFixture[str]) -> str:
    shown = capsys.readouterr()
    assert shown.out == ""
    (line,) = shown.err.splitlines()
    assert line.startswith("toy: error: ")
    return line.removeprefix("toy: error: ")


def test_a_listing_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["players"]) == 0
    assert "least  Takes the least number.\n" in capsys.readouterr().out


def test_the_code_of_a_command_is_returned(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--seed", "7"]) == 1
    assert "'seed': 7" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play", "--players", "7"], "players is 7: give a whole number from 1 to 6"),
        (["play", "--policy", "leest"], "no player 'leest'; did you mean 'least'?"),
        (["play", "--config", "no\x1b.toml"], r"'no\x1b.toml' cannot be read (No such"),
        (["lose"], "cannot read or write"),
    ],
)
def test_what_is_wrong_is_one_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert main(arguments) == 2
    assert message in complaint(capsys)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play", "--players", "x"], "'x' is no whole number; see toy play --help"),
        (["play", "--resume", "--overwrite"], "not allowed with"),
        (["play", "--se", "7"], "unrecognized arguments: --se 7; see toy --help"),
        ([], "COMMAND; see toy --help"),
    ],
)
def test_what_cannot_be_parsed_is_one_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert message in complaint(capsys)


def test_an_endless_message_is_cut(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--policy", ",".join("x" * 10**6)]) == 2
    assert len(complaint(capsys)) < 1600


def test_an_interrupt_has_its_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stop"]) == 130
    assert complaint(capsys) == "interrupted"


def test_flags_tell_limits_and_defaults(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["play", "--help"])
    assert ended.value.code == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "players a game, 1 to 6 (3)" in text
    assert "players by seat, in turn (least)" in text
    assert "folder of the results (results/toy)" in text


def test_nobody_reading_is_no_error() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [*COMMAND, "players"], cwd=ROOT, stdout=writer, stderr=subprocess.PIPE
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_do_no_harm(closed: str) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f'exec "$@" {closed}', "sh", *COMMAND, "players"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("said", [None, "interrupted; finished games are kept"])
def test_an_interrupted_command_says_what_is_kept(said, capsys):
    def make():
        def run(_args):
            raise KeyboardInterrupt

        parser = Parser(prog="toy")
        parser.set_defaults(run=run)
        if said is not None:
            parser.set_defaults(interrupted=said)
        return parser

    assert run_command("toy", make, []) == 130
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", f"toy: error: {said or 'interrupted'}\n")

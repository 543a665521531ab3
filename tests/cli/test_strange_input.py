"""Input that nobody types by mistake: devices, closed streams, hostile players."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sims.errors import BatchError
from sims.manifest import Manifest
from stacko.errors import text_of
from tests.cli.command import STACKO, complaint, stacko
from tests.cli.test_folders import SMALL
from tests.results import rows

# --- files ----------------------------------------------------------------------------


@pytest.fixture(params=["pipe", "device"])
def endless(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return a file that is never read to its end."""
    if request.param == "device":
        return Path("/dev/zero")
    os.mkfifo(tmp_path / "pipe")
    return tmp_path / "pipe"


def test_no_command_reads_what_never_ends(tmp_path: Path, endless: Path) -> None:
    config = ["simulate", "--out", tmp_path / "out", "--config", endless]
    for arguments in (config, ["show", endless], ["show", "R1 - -", "--set", endless]):
        assert str(endless) in complaint(stacko(*arguments, timeout=20))
    assert not (tmp_path / "out").exists()


def test_a_table_that_never_ends_is_not_shown(tmp_path: Path, endless: Path) -> None:
    path = tmp_path / "games.parquet"
    path.symlink_to(endless)
    assert "no regular file" in complaint(stacko("show", path, timeout=20))


def test_a_run_json_that_is_no_file_or_too_deep_is_named(
    tmp_path: Path, endless: Path
) -> None:
    path = tmp_path / "run.json"
    path.symlink_to(endless)
    with pytest.raises(BatchError, match=r"run\.json' cannot be read.*no regular"):
        Manifest.read(tmp_path)
    path.unlink()
    path.write_text("[" * 200_000)
    with pytest.raises(BatchError, match=r"run\.json' cannot be read"):
        Manifest.read(tmp_path)


@pytest.mark.parametrize(
    ("number", "message"),
    [
        ("9" * 18, f"has no game {'9' * 18}: "),
        ("5:0", "has no game 5:0: "),
        (str(2**63), f"'{2**63}' is no game: "),
        ("-1", "'-1' is no game: "),
        ("9" * 4000, "(4000 long) is no game: "),
        ("\u0663", "'\u0663' is no game: "),
        ("1:\x1b[2J", r"'1:\x1b[2J' is no game: "),
    ],
)
def test_show_takes_any_number_of_a_game(
    tmp_path: Path, number: str, message: str
) -> None:
    path = tmp_path / "games.parquet"
    pq.write_table(pa.table({"game": [0], "tower": ["R1 - -"]}), path)
    line = complaint(stacko("show", path, f"--game={number}"))
    assert message in line


# --- streams --------------------------------------------------------------------------


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize(
    ("command", "code"), [("show 'R1 - -'", 0), ("show 'R1 -'", 2), ("--help", 0)]
)
def test_closed_streams_change_no_exit_code(
    command: str, code: int, closed: str
) -> None:
    script = f"{STACKO} {command} {closed}"
    done = subprocess.run(["/bin/bash", "-c", script], capture_output=True, text=True)
    assert done.returncode == code, done
    assert "Traceback" not in done.stderr


def test_a_batch_needs_no_streams(tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text(SMALL)
    script = f"{STACKO} simulate --config small.toml --out out <&- >&- 2>&-"
    done = subprocess.run(["/bin/bash", "-c", script], cwd=tmp_path)
    assert done.returncode == 0
    assert len(rows(tmp_path / "out")) == 1


def test_results_that_cannot_be_printed_are_still_there(tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text(SMALL)
    script = f"{STACKO} simulate --config small.toml --out out"
    done = subprocess.run(
        ["/bin/bash", "-c", f"{script} >/dev/full 2>errors"], cwd=tmp_path
    )
    assert done.returncode == 2
    errors = (tmp_path / "errors").read_text().splitlines()
    assert "the games are in 'out', but what they show cannot be printed" in errors[-1]
    assert len(rows(tmp_path / "out")) == 1
    full = subprocess.run(
        ["/bin/bash", "-c", f"{script} --overwrite 2>/dev/full"],
        cwd=tmp_path,
        capture_output=True,
    )
    assert full.returncode == 0


def test_a_narrow_terminal_loses_no_values(tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text(SMALL)
    flags = ["--config", "small.toml", "--out", "out"]
    done = stacko("simulate", *flags, folder=tmp_path, env={"COLUMNS": "20"})
    assert "games/h in" in done.stdout


# --- players --------------------------------------------------------------------------

HOSTILE = """
import sys


class Mute(Exception):
    def __str__(self):
        raise RuntimeError("no text")


class Player:
    name = "bad \\udcff"

    def choose(self, table):
        raise Mute


class Named(Player):
    name = "hostile"

    def choose(self, table):
        raise RuntimeError("bad \\udcff")


class Muted(Player):
    name = "muted"


class Nameless(Player):
    @property
    def name(self):
        raise RuntimeError("who am I?")


class Quitter(Player):
    def __init__(self):
        sys.exit("not today")


class Untold(Player):
    def __init__(self):
        raise Mute


class Meta(type):
    @property
    def choose(cls):
        sys.exit("not even asked")


class Shy(metaclass=Meta):
    pass
"""


@pytest.mark.parametrize(
    ("player", "message"),
    [
        ("hostile:Nameless", "asked for its name (RuntimeError: who am I?"),
        ("hostile:Player", r"has the name 'bad \udcff': give 1 to 60 printable"),
        ("hostile:Quitter", "fails while it is made (SystemExit: not today"),
        ("hostile:Untold", "fails while it is made (Mute: (an error without"),
        ("hostile:Shy", "SystemExit: not even asked"),
        ("leaving:Player", "fails while it is imported (SystemExit: 0 (leaving.py"),
    ],
)
def test_hostile_players_are_named(tmp_path: Path, player: str, message: str) -> None:
    (tmp_path / "hostile.py").write_text(HOSTILE)
    (tmp_path / "leaving.py").write_text("import sys\nsys.exit(0)\n")
    flags = ["--policy", player, "--out", "out"]
    line = complaint(stacko("simulate", *flags, folder=tmp_path))
    assert f"player {player!r}" in line
    assert message in line
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("player", "said"),
    [
        ("hostile:Named", r"RuntimeError: bad \udcff"),
        ("hostile:Muted", "Mute: (an error without a readable text)"),
    ],
)
def test_errors_without_bytes_are_kept_escaped(
    tmp_path: Path, player: str, said: str
) -> None:
    """The one error's text is no UTF-8, and the other has none."""
    (tmp_path / "hostile.py").write_text(HOSTILE)
    (tmp_path / "small.toml").write_text(SMALL)
    flags = ["--config", "small.toml", "--policy", player, "--out", "out"]
    done = stacko("simulate", *flags, folder=tmp_path)
    assert done.returncode == 1, done.stderr
    (row,) = rows(tmp_path / "out")
    assert said in row["error"]


INTERRUPTING = """
import os, subprocess, time


class Player:
    name = "impatient"

    def choose(self, table):
        # From elsewhere, for after the first one this process is ended at once.
        twice = f"kill -INT {os.getppid()}; sleep 0.01; kill -INT {os.getppid()}"
        subprocess.Popen(["/bin/sh", "-c", twice], start_new_session=True)
        time.sleep(60)
"""


def test_a_second_interrupt_is_noted_too(tmp_path: Path) -> None:
    (tmp_path / "impatient.py").write_text(INTERRUPTING)
    (tmp_path / "small.toml").write_text(SMALL)
    flags = ["--config", "small.toml", "--policy", "impatient:Player", "--out", "out"]
    done = stacko("simulate", *flags, folder=tmp_path)
    assert done.returncode == 130
    assert "--resume goes on" in done.stderr
    assert "Traceback" not in done.stderr
    run = json.loads((tmp_path / "out" / "run.json").read_text())
    assert (run["status"], run["sessions"][0]["status"]) == ("interrupted",) * 2


def test_the_text_of_an_error_is_one_line_and_cut() -> None:
    assert text_of(ValueError("a\n  b")) == "a b"
    assert text_of(ValueError("x" * 100), limit=10) == "x" * 10 + "... (100 long)"

"""``staccs replay``, run as a user runs it."""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pytest
from PIL import Image

from staccs.modes import make_game
from staccs.replay import Record
from tests.cli.command import STACCS, complaint, staccs
from tests.results import ONE, replace, rows, run_json, with_column
from tests.staccs.replay.recorded import EVIL, played, with_refusal

STRANGERS = """
from staccs.moves import Move

class Cheat:
    name = "cheat"
    def choose(self, seat):
        if seat.view.ply < 4:
            return seat.legal_moves[0]
        return Move.parse("0S@50,50")

class Faint:
    name = "faint"
    def choose(self, seat):
        if seat.view.ply < 3:
            return seat.legal_moves[0]
        raise RuntimeError("it is late")
"""


@pytest.fixture(scope="module")
def batch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Play a small batch; return its folder."""
    folder = tmp_path_factory.mktemp("replays")
    flags = ["--mode", "wild-out", "--games", "3", "--seed", "4", "--table", "rect:1x1"]
    done = staccs("simulate", *flags, "--quiet", "--out", folder / "out")
    assert done.returncode == 0, done.stderr
    return folder / "out"


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(played("uh-oh", moves=9).to_json())
    return path


def test_without_a_flag_the_game_is_told_in_words(saved: Path) -> None:
    done = staccs("replay", saved)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith("0/9  The game begins with ")
    assert lines[9].startswith("9/9  Player ")
    assert lines[10] == "The game goes on; it was recorded up to move 9."


def test_everything_is_made_at_once(saved: Path, tmp_path: Path) -> None:
    names = {kind: tmp_path / f"out.{kind}" for kind in ("html", "svg", "png", "gif")}
    flags = [part for kind, path in names.items() for part in (f"--{kind}", path)]
    done = staccs("replay", saved, *flags, "--step", "3", "--size", "320")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert names["html"].read_text().startswith("<!DOCTYPE html>")
    assert "3/9" in " ".join(ET.parse(names["svg"]).getroot().itertext())
    with Image.open(names["png"]) as picture:
        assert picture.size[0] == 320
    with Image.open(names["gif"]) as film:
        assert film.size[0] == 320
        assert film.n_frames == 10


@pytest.mark.parametrize("table", [f"games/{ONE}", "games", "."])
def test_a_game_of_a_batch_is_replayed_to_its_end(batch: Path, table: str) -> None:
    row = rows(batch)[2]
    done = staccs("replay", batch / table, "--game", "2")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) == row["moves"] + 3
    assert f"{row['standing']} cards stand." in lines[-2]
    assert staccs("replay", batch).stdout != done.stdout


def test_a_batch_without_a_table_of_moves_is_played_by_its_players(
    batch: Path, tmp_path: Path
) -> None:
    expected = staccs("replay", batch, "--game", "1").stdout
    (tmp_path / "games").mkdir()
    for name in (f"games/{ONE}", "run.json"):
        (tmp_path / name).write_bytes((batch / name).read_bytes())
    for source in (tmp_path, tmp_path / "games", tmp_path / "games" / ONE):
        done = staccs("replay", source, "--game", "1")
        assert (done.stdout, done.stderr) == (expected, "")


def test_players_need_not_be_here_if_the_moves_are(batch: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    shutil.copytree(batch, out)
    told = run_json(out)
    told["cells"][0]["configuration"]["policy"] = ["nowhere:Nobody"]
    (out / "run.json").write_text(json.dumps(told))
    assert staccs("replay", out).returncode == 0
    replace(out, "plays", lambda plays: plays.slice(0, 0), honest=True)
    assert "nowhere" in complaint(staccs("replay", out))


@pytest.mark.parametrize(
    ("player", "tried", "message"),
    [
        ("Cheat", True, "0S@50,50, which is refused: the player has no 0S to play"),
        ("Faint", False, "The game broke off: player 'faint' in seat"),
    ],
)
def test_a_game_that_failed_shows_how_far_it_came_and_what_was_refused(
    tmp_path: Path, player: str, tried: bool, message: str
) -> None:
    (tmp_path / "strangers.py").write_text(STRANGERS)
    flags = ["--games", "1", "--policy", f"strangers:{player}", "--quiet"]
    done = staccs("simulate", *flags, "--out", "out", folder=tmp_path)
    assert done.returncode == 1, done.stderr
    told = staccs("replay", "out", "--html", "out.html", folder=tmp_path)
    assert told.returncode == 0, told.stderr
    told = staccs("replay", "out", folder=tmp_path)
    assert message in told.stdout.replace("tries 0S at 50,50", "0S@50,50")
    assert ("which is refused" in told.stdout) == tried
    assert "The game broke off" in told.stdout


def test_a_record_is_kept_and_replayed(batch: Path, tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    done = staccs("replay", batch, "--game", "1", "--json", path)
    assert done.returncode == 0, done.stderr
    record = Record.from_json(path.read_text())
    assert record.names == ("greedy", "greedy")
    assert (
        staccs("replay", path).stdout == staccs("replay", batch, "--game", "1").stdout
    )


def test_a_record_with_a_refused_play_and_hostile_names(tmp_path: Path) -> None:
    path, page = tmp_path / "game.json", tmp_path / "game.html"
    path.write_text(with_refusal().to_json())
    done = staccs("replay", path)
    assert "1/3  Player 0 tries 9H at 0,1, which is refused: " in done.stdout
    assert "\x1b" not in done.stdout
    svg = tmp_path / "game.svg"
    assert staccs("replay", path, "--html", page, "--svg", svg).returncode == 0
    assert EVIL not in page.read_text()
    assert "<script" not in svg.read_text()
    ET.parse(svg)


def test_hands_are_told_to_those_who_saw_them(batch: Path) -> None:
    public = staccs("replay", batch, "--hands", "none").stdout
    assert "draws a card" in public
    assert "draws a card" not in staccs("replay", batch, "--hands", "all").stdout
    mixed = staccs("replay", batch, "--hands", "1").stdout.splitlines()
    assert any("Player 0 draws a card" in line for line in mixed)
    assert not any("Player 1 draws a card" in line for line in mixed)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is not JSON"),
        (b"\xff\xfe", "it is not text"),
        (b'{"format": "chess"}', "format is 'chess'"),
        (b'{"format": "staccs-game", "version": 2}', "written by a later release"),
        (b'{"format": "staccs-record", "version": 7}', "written by a later release"),
        (b'{"format": "staccs-record", "version": 1}', "it has the keys"),
        (b"5S@0,0 9S@0,1", "is not JSON"),
        (b"{" * 100_000, "is not JSON"),
        (b'{"format": "\x1b[2J"}', "is not JSON"),
    ],
)
def test_files_that_are_no_record_are_refused(
    tmp_path: Path, content: bytes, message: str
) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(content)
    line = complaint(staccs("replay", path, "--html", tmp_path / "out.html"))
    assert message in line
    assert "a.json" in line
    assert os.listdir(tmp_path) == ["a.json"]


def test_a_record_that_was_cut_is_refused(saved: Path) -> None:
    text = saved.read_text()
    saved.write_text(text[: len(text) // 2])
    assert "is not JSON" in complaint(staccs("replay", saved))
    data = json.loads(text)
    data["moves"] = data["moves"][:-1]
    saved.write_text(json.dumps(data))
    assert "it was changed or cut" in complaint(staccs("replay", saved))


def test_a_mode_without_rules_is_no_game(saved: Path) -> None:
    data = json.loads(saved.read_text()) | {"mode": "face-off"}
    saved.write_text(json.dumps(data))
    assert "prints no rules of it (T19)" in complaint(staccs("replay", saved))


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("nowhere.json", "does not exist"),
        ("", "cannot be read (Is a directory)"),
        ("nowhere.parquet", "does not exist"),
        ("/dev/zero", "no regular file"),
        ("x" * 5000, "File name too long"),
        ("evil\x1b[2J.json", r"\x1b[2J"),
    ],
)
def test_sources_that_are_none_are_refused(
    tmp_path: Path, source: str, message: str
) -> None:
    done = staccs("replay", source, folder=tmp_path, timeout=20)
    assert message in complaint(done)


def test_batches_that_are_damaged_are_refused(batch: Path, tmp_path: Path) -> None:
    assert "has no game 3" in complaint(staccs("replay", batch, "--game", "3"))
    assert "has no game 1:0" in complaint(staccs("replay", batch, "--game", "1:0"))
    line = complaint(staccs("replay", batch, "--game=-1"))
    assert "'-1' is no game: give its index" in line
    out = tmp_path / "out"
    shutil.copytree(batch, out)

    def with_plays(change: Callable[[pa.Table], pa.Table]) -> str:
        shutil.rmtree(out)
        shutil.copytree(batch, out)
        replace(out, "plays", change, honest=True)
        return complaint(staccs("replay", out))

    assert "lacks move 0 of the game" in with_plays(lambda plays: plays.slice(1))
    assert "goes another way" in with_plays(lambda plays: plays.slice(0, 5))
    assert "move 0 in" in with_plays(
        lambda plays: with_column(plays, "move", ["5S@9,9"] * len(plays))
    )
    (out / "plays" / ONE).write_bytes(b"PAR1")
    assert "truncated or no Parquet" in complaint(staccs("replay", out))

    def with_games(column: str, value: object) -> str:
        shutil.rmtree(out)
        shutil.copytree(batch, out)
        replace(out, "games", lambda games: with_column(games, column, [value] * 3))
        return complaint(staccs("replay", out))

    assert "move " in with_games("seed", 99)
    assert "not of the same batch" in with_games("table", "round:9")
    (out / "run.json").unlink()
    assert "run.json' cannot be read" in complaint(staccs("replay", out))


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--html", "a.txt"], "'.txt': a page's name ends in .html"),
        (["--gif", "a.mp4"], "ends in .gif"),
        (["--svg", "a.png"], "the name for --svg ends in .svg"),
        (["--png", "a.svg"], "the name for --png ends in .png"),
        (["--json", "a.html"], "the name for --json ends in .json"),
        (["--html", "no/where.html"], "there is no folder"),
        (["--png", "no/where.png"], "there is no folder"),
        (["--json", "no/where.json"], "there is no folder"),
        (["--gif", "no/where.gif"], "there is no folder 'no'"),
        (["--html", "/proc/a.html"], "cannot be written"),
        (
            ["--html", "a.html", "--svg", "a.svg", "--step", "10"],
            "step is 10: the game has those from 0 to 9",
        ),
        (["--svg", "a.svg", "--step", "x"], "'x' is no whole number"),
        (["--step", "3"], "--step is for --svg or --png"),
        (["--html", "a.html", "--size", "300"], "--size is for --gif or --png"),
        (["--png", "a.png", "--size", "5"], "from 120 to 4000"),
        (["--png", "a.png", "--size", "999999"], "from 120 to 4000"),
        (["--png", "a.png", "--pace", "1"], "--pace is for --gif"),
        (["--gif", "a.gif", "--pace", "0"], "seconds from 0.02 to 10"),
        (["--gif", "a.gif", "--pace", "nan"], "seconds from 0.02 to 10"),
        (["--gif", "a.gif", "--pace", "1e9"], "seconds from 0.02 to 10"),
        (["--html", "a.html", "--whole-table"], "--whole-table is for"),
        (["--hands", "9"], "a player from 0 to 3"),
        (["--hands", "al"], "did you mean 'all'"),
        (["--game", "1"], "--game 1 is for a folder of results"),
        (["--svg", "a.svg", "--png", "a.svg"], "'a.svg' is to be written twice"),
    ],
)
def test_bad_flags_are_refused_before_anything_is_made(
    saved: Path, tmp_path: Path, flags: list[str], message: str
) -> None:
    before = sorted(os.listdir(tmp_path))
    assert message in complaint(staccs("replay", saved, *flags, folder=tmp_path))
    assert sorted(os.listdir(tmp_path)) == before


@pytest.mark.parametrize("kind", ["html", "svg", "png", "gif"])
def test_a_disk_that_is_full_is_one_line_and_keeps_what_was_there(
    saved: Path, tmp_path: Path, kind: str
) -> None:
    target = tmp_path / f"out.{kind}"
    target.write_text("the old one")

    def tight() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))

    done = subprocess.run(
        [STACCS, "replay", str(saved), f"--{kind}", str(target)],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=tight,
        timeout=120,
    )
    assert "cannot be written (File too large)" in complaint(done)
    assert target.read_text() == "the old one"
    assert sorted(os.listdir(tmp_path)) == ["game.json", f"out.{kind}"]


def seen_in_a_terminal(*command: str) -> bytes:
    """Return what a command that succeeds tells of how far it has come."""
    if sys.platform == "win32":
        pytest.skip("no terminals of this kind")
    import pty

    main, other = pty.openpty()
    with subprocess.Popen(command, stderr=other, stdout=subprocess.DEVNULL) as process:
        os.close(other)
        seen = b""
        while chunk := _read(main):
            seen += chunk
    os.close(main)
    assert process.returncode == 0
    return seen


def test_a_bar_is_shown_in_a_terminal_unless_it_is_to_be_quiet(
    saved: Path, tmp_path: Path
) -> None:
    command = [STACCS, "replay", str(saved), "--gif", str(tmp_path / "a.gif")]
    seen = seen_in_a_terminal(*command, "--size", "120")
    assert b"frames" in seen
    assert b"10/10" in seen
    assert seen_in_a_terminal(*command, "--size", "120", "--quiet") == b""


def _read(handle: int) -> bytes:
    try:
        return os.read(handle, 4096)
    except OSError:  # the other end is closed
        return b""


def test_the_same_game_makes_the_same_files(saved: Path, tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        flags = ["--html", "g.html", "--svg", "g.svg", "--png", "g.png"]
        done = staccs("replay", saved, *flags, folder=tmp_path / folder)
        assert done.returncode == 0, done.stderr
    for name in ("g.html", "g.svg", "g.png"):
        pair = [(tmp_path / folder / name).read_bytes() for folder in ("a", "b")]
        assert pair[0] == pair[1]


def test_a_game_played_with_a_function_for_the_edge_cannot_be_replayed(
    tmp_path: Path,
) -> None:
    path = tmp_path / "own.json"
    path.write_text(make_game("solo", seed=1, fits=lambda cell: cell.r < 5).to_json())
    assert "which JSON cannot hold" in complaint(staccs("replay", path))


def test_help_has_examples() -> None:
    text = staccs("replay", "--help").stdout
    assert "examples:" in text
    assert "--whole-table" in text


def test_what_is_shown_is_not_written_over(saved: Path, tmp_path: Path) -> None:
    game = tmp_path / "game.json"
    game.write_text(saved.read_text("utf-8"), "utf-8")
    said = complaint(staccs("replay", "game.json", "--json", game, folder=tmp_path))
    assert "is what is shown" in said
    assert game.read_text("utf-8") == saved.read_text("utf-8")


def test_a_game_that_was_given_up_is_not_played_again(tmp_path: Path) -> None:
    """It would hang once more, and here without a limit."""
    long_game = ["--mode", "wild-out", "--policy", "lookahead"]  # over a second
    flags = [*long_game, "--games", "1", "--time-limit", "0.01", "--quiet"]
    done = staccs("simulate", *flags, "--out", tmp_path / "out")
    assert done.returncode == 1, done.stderr
    line = complaint(staccs("replay", tmp_path / "out"))
    assert "game 0" in line
    assert "was given up after its time limit" in line

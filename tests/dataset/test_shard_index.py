"""``shards.jsonl`` from anywhere: torn, damaged or made up."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sims.dataset.index import append_line, read_index
from sims.dataset.shard_lines import Shard, TableFile, dropped_line
from sims.dataset.spans import Span
from sims.errors import BatchError, DamagedError
from sims.folder import SHARDS
from tests.dataset.toys import TABLES

FILE = TableFile(3, 100, "0" * 64)


def shard(number: int, *spans: Span, tail: bool = False) -> Shard:
    games = sum(span.count for span in spans)
    file = TableFile(games, 100, "ab" * 32)
    return Shard(number, spans, {"games": file, "turns": FILE}, tail)


ONE = shard(0, Span(0, 0, 5), Span(1, 0, 5))
TWO = shard(1, Span(0, 5, 5), tail=True)


def test_lines_come_back_and_later_ones_win(tmp_path: Path) -> None:
    for line in (ONE.line(), TWO.line(), dropped_line(1), TWO.line()):
        append_line(tmp_path, line)
    assert read_index(tmp_path, TABLES).shards == {0: ONE, 1: TWO}
    full = shard(1, Span(0, 5, 50))
    append_line(tmp_path, full.line())
    append_line(tmp_path, dropped_line(0))
    found = read_index(tmp_path, TABLES)
    assert found.shards == {1: full}
    assert found.named == {0, 1}


def test_without_the_file_there_are_no_shards(tmp_path: Path) -> None:
    assert read_index(tmp_path, TABLES).shards == {}


def test_a_last_line_torn_anywhere_is_no_line_and_makes_room(tmp_path: Path) -> None:
    append_line(tmp_path, ONE.line())
    whole = (tmp_path / SHARDS).read_bytes()
    last = (TWO.line() + "\n").encode()
    for size in range(len(last)):
        (tmp_path / SHARDS).write_bytes(whole + last[:size])
        assert read_index(tmp_path, TABLES).shards == {0: ONE}
        append_line(tmp_path, TWO.line())
        assert (tmp_path / SHARDS).read_bytes() == whole + last


def test_a_long_torn_line_goes_too(tmp_path: Path) -> None:
    append_line(tmp_path, ONE.line())
    with (tmp_path / SHARDS).open("ab") as handle:
        handle.write(b"\0" * 200_000)
    append_line(tmp_path, TWO.line())
    assert read_index(tmp_path, TABLES).shards == {0: ONE, 1: TWO}
    (tmp_path / SHARDS).write_bytes(b"\0" * 200_000)
    append_line(tmp_path, TWO.line())
    assert read_index(tmp_path, TABLES).shards == {1: TWO}


def changed(**instead: Any) -> str:
    return json.dumps({**json.loads(ONE.line()), **instead})


def with_file(**instead: Any) -> str:
    files = json.loads(ONE.line())["tables"]
    return changed(tables={**files, "turns": {**files["turns"], **instead}})


HOSTILE = {
    "": "Expecting value",
    "[]": "it is no object",
    "{}": "shard is None",
    '{"shard": 1e3}': "shard is 1000.0",
    '{"shard": 0, "dropped": false}': "its keys are not",
    '{"shard": 0, "shard": 1}': "is there twice",
    ONE.line()[:-1]: "Expecting",
    ONE.line() + ONE.line(): "Extra data",
    "[" * 100_000: "nested too deeply",
    changed(shard=-1): "shard is -1",
    changed(shard=10**9): "shard is 1000000000",
    changed(shard=True): "shard is True",
    changed(shard="../0"): "shard is '../0'",
    changed(extra=1): "its keys are not",
    changed(tail=1): "tail is neither",
    changed(games=11): "games is not the number",
    changed(games=10.0): "games is 10.0",
    changed(spans=[]): "spans is no list",
    changed(spans={}): "spans is no list",
    changed(spans=[[0, 0]]): "a span is no list of",
    changed(spans=[[0, 0, 10.0]]): "three whole numbers",
    changed(spans=[[0, -1, 10]]): "no cell, first game",
    changed(spans=[[0, 0, 0]]): "no cell, first game",
    changed(spans=[[2**53, 0, 10]]): "no cell, first game",
    changed(spans=[[0, 2**53, 10]]): "beyond game",
    changed(spans=[[0, 0, 2**50]], games=2**50): "games is 1125899906842624",
    changed(tables={}): "tables is no object with tables",
    changed(tables={"games": 1, "../../etc": 2}): "it has the tables",
    with_file(rows=-1): "rows is -1",
    with_file(bytes=2**60): "bytes is 1152921504606846976",
    with_file(bytes=None): "bytes is None",
    with_file(sha256="x" * 64): "sha256 of table 'turns' is none",
    with_file(sha256=7): "sha256 of table 'turns' is none",
    with_file(path="/etc/passwd"): "has not the keys",
}


@pytest.mark.parametrize("line", HOSTILE, ids=range(len(HOSTILE)))
def test_a_line_that_cannot_be_is_named(tmp_path: Path, line: str) -> None:
    (tmp_path / SHARDS).write_text(f"{TWO.line()}\n{line}\n{ONE.line()}\n")
    with pytest.raises(DamagedError) as caught:
        read_index(tmp_path, TABLES)
    text = str(caught.value)
    assert "line 2 of " in text
    assert HOSTILE[line] in text
    assert "--resume plays its games again" in text
    assert len(text) < 600


def test_names_of_tables_are_looked_at_also_where_any_will_do(tmp_path: Path) -> None:
    line = changed(tables={"../x": {"rows": 10, "bytes": 1, "sha256": "0" * 64}})
    (tmp_path / SHARDS).write_text(line + "\n")
    with pytest.raises(DamagedError, match=r"'\.\./x' is no name of a table"):
        read_index(tmp_path, None)


@pytest.mark.parametrize("raw", [b"\xff\xfe\n", b"\0\0\n", "ü\n".encode()])
def test_bytes_that_are_no_text_are_a_damaged_line(tmp_path: Path, raw: bytes) -> None:
    (tmp_path / SHARDS).write_bytes(raw)
    with pytest.raises(DamagedError, match="line 1 of"):
        read_index(tmp_path, TABLES)


@pytest.mark.parametrize(
    "other", [shard(1, Span(0, 4, 1)), shard(1, Span(1, 0, 9), Span(2, 0, 1))]
)
def test_a_game_in_two_shards_is_refused(tmp_path: Path, other: Shard) -> None:
    (tmp_path / SHARDS).write_text(f"{ONE.line()}\n{other.line()}\n")
    with pytest.raises(BatchError, match="in two places, the second in shard 1"):
        read_index(tmp_path, TABLES)


def test_a_game_twice_in_one_shard_is_refused(tmp_path: Path) -> None:
    append_line(tmp_path, shard(0, Span(0, 0, 5), Span(0, 4, 5)).line())
    with pytest.raises(BatchError, match="in two places"):
        read_index(tmp_path, TABLES)


def test_what_is_no_regular_file_is_not_read(tmp_path: Path) -> None:
    (tmp_path / SHARDS).symlink_to("/dev/zero")
    with pytest.raises(OSError, match="no regular file"):
        read_index(tmp_path, TABLES)

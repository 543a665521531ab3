"""Folders that hold more than our own files: nothing foreign is touched or hidden."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sims.dataset.spans import Span
from sims.errors import BatchError
from sims.folder import (
    SHARDS,
    journal_number,
    own_journals,
    own_shards,
    refuse_obstacles,
    shard_number,
    strangers,
)
from tests.dataset.toys import TABLES, opened_store, play, toy_chunk

FILES = ("run.json",)


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """Results with a shard and a journal."""
    folder = tmp_path / "out"
    play(folder, most=10)
    store = opened_store(folder)
    store.put(toy_chunk(Span(2, 500, 1)))
    store.close()
    assert list(own_journals(folder))
    return folder


@pytest.mark.parametrize(
    "name",
    [
        "0.parquet",
        "00000.parquet.bak",
        "000001.parquet",
        "00001.parquet\n",
        "٠٠٠٠٠.parquet",
        "0000x.parquet",
        "00001.PARQUET",
        "-0001.parquet",
    ],
)
def test_only_exact_names_are_shards(out: Path, name: str) -> None:
    assert shard_number(name) is None
    (out / "games" / name).write_text("mine")
    assert strangers(out, FILES, TABLES) == [f"games/{name}"]
    store = opened_store(out)
    assert store.done.total > 0
    store.clear()
    store.close()
    assert [path.name for path in (out / "games").iterdir()] == [name]


def test_numbers_beyond_five_digits_are_names_too() -> None:
    assert shard_number("100000.parquet") == 100_000
    assert journal_number("1000000.journal") == 1_000_000
    assert journal_number("0000001.journal") is None


def test_all_that_is_ours_is_known(out: Path) -> None:
    (out / "games" / ".00009.parquet.tmp").write_text("half-written")
    (out / "turns.parquet").write_text("of an earlier version")
    (out / "run.json").write_text("{}")
    assert strangers(out, FILES, TABLES) == []
    (out / "notes.txt").write_text("mine")
    (out / "journal" / "deep").mkdir()
    assert strangers(out, FILES, TABLES) == ["journal/deep", "notes.txt"]


def test_half_written_files_go_when_the_folder_is_used_again(out: Path) -> None:
    half = out / "games" / ".00009.parquet.tmp"
    half.write_text("half-written")
    store = opened_store(out)
    assert store.done.total > 0
    assert not half.exists()
    store.close()


@pytest.mark.parametrize("kind", ["folder", "link", "dangling link", "pipe"])
@pytest.mark.parametrize(
    "name",
    [
        SHARDS,
        "games/00007.parquet",
        "turns/.00007.parquet.tmp",
        "journal/000007.journal",
    ],
)
def test_what_is_in_the_way_of_a_file_is_refused(
    out: Path, name: str, kind: str
) -> None:
    refuse_obstacles(out, FILES, TABLES)
    path = out / name
    path.unlink(missing_ok=True)
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        target = out.parent / "elsewhere"
        path.symlink_to(target)
        if kind == "link":
            target.write_text("mine")
    with pytest.raises(BatchError, match=f"{path.name}' is no regular file"):
        refuse_obstacles(out, FILES, TABLES)


@pytest.mark.parametrize("kind", ["file", "link"])
@pytest.mark.parametrize("name", ["games", "turns", "journal"])
def test_folders_that_are_none_are_refused(
    tmp_path: Path, name: str, kind: str
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    if kind == "file":
        (out / name).write_text("mine")
    else:
        (tmp_path / "elsewhere").mkdir()
        (tmp_path / "elsewhere" / "00000.parquet").write_text("mine")
        (out / name).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(BatchError, match=f"{name}' is no regular folder"):
        refuse_obstacles(out, FILES, TABLES)
    assert list(own_shards(out, TABLES)) == []

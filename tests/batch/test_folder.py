"""Folders that hold more than our own files: nothing foreign is ever touched."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sims.errors import BatchError
from sims.folder import own_parts, part_number, refuse_obstacles, strangers
from sims.store import Store
from tests.batch.toy import TABLES, ToyJob

FILES = ("games.parquet", "turns.parquet", "run.json")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = Store(tmp_path / "out", TABLES)
    store.open()
    store.append([ToyJob().play(0)])
    return store


@pytest.mark.parametrize(
    "name",
    [
        "1 (copy).games.parquet",
        "0000001.games.parquet",
        "0000000x.games.parquet",
        "00000001.games.parquet.bak",
        "00000001.other.parquet",
        "٠٠٠٠٠٠٠١.games.parquet",
        "00000001.games.parquet\n",
    ],
)
def test_only_exact_names_are_ours(store: Store, name: str) -> None:
    assert part_number(name, "games") is None
    path = store.folder / "parts" / name
    path.write_bytes(b"mine")
    store.close()
    store.open()
    assert path not in set(own_parts(store.folder, TABLES))
    assert strangers(store.folder, FILES, TABLES) == [f"parts/{name}"]
    assert store.finished() == {0}


@pytest.mark.parametrize("act", ["clear", "merge"])
def test_foreign_files_among_the_parts_stay(store: Store, act: str) -> None:
    parts = store.folder / "parts"
    (parts / "notes.txt").write_text("mine")
    (parts / "deep").mkdir()
    (parts / "deep" / "00000000.games.parquet").write_text("mine")
    (parts / ".00000003.games.parquet.tmp").write_text("half-written")
    getattr(store, act)()
    assert sorted(path.name for path in parts.iterdir()) == ["deep", "notes.txt"]
    assert (parts / "deep" / "00000000.games.parquet").read_text() == "mine"


def test_results_that_cannot_be_removed_are_named(store: Store) -> None:
    store.path("turns").mkdir()
    with pytest.raises(BatchError, match=r"cannot remove .*turns\.parquet"):
        store.clear()


def test_closing_leaves_no_empty_parts(tmp_path: Path) -> None:
    store = Store(tmp_path, TABLES)
    store.open()
    store.close()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", ["folder", "link", "dangling link", "pipe"])
@pytest.mark.parametrize(
    "name", [*FILES, ".turns.parquet.tmp", "parts/00000001.games.parquet"]
)
def test_what_is_in_the_way_of_a_file_is_refused(
    store: Store, name: str, kind: str
) -> None:
    refuse_obstacles(store.folder, FILES, TABLES)
    path = store.folder / name
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        target = store.folder.parent / "elsewhere"
        path.symlink_to(target)
        if kind == "link":
            target.write_text("mine")
    with pytest.raises(BatchError, match=f"{path.name}' is no regular file"):
        refuse_obstacles(store.folder, FILES, TABLES)


@pytest.mark.parametrize("kind", ["file", "link"])
def test_parts_that_are_no_folder_are_refused(tmp_path: Path, kind: str) -> None:
    out = tmp_path / "out"
    out.mkdir()
    if kind == "file":
        (out / "parts").write_text("mine")
    else:
        (tmp_path / "elsewhere").mkdir()
        (out / "parts").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(BatchError, match="parts' is no regular folder"):
        refuse_obstacles(out, FILES, TABLES)

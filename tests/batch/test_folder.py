"""Folders that hold more than our own files: nothing foreign is ever touched."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from sims.dataset.spans import Span
from sims.dataset.store import Store
from sims.errors import BatchError
from sims.folder import (
    journal_number,
    own_journals,
    own_parts,
    own_shards,
    part_number,
    refuse_obstacles,
    shard_number,
    strangers,
)
from tests.dataset.toys import TABLES, toy_chunk

FILES = ("run.json",)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Yield an opened store with a shard, and a game that waits in the journal."""
    store = Store(tmp_path / "out", TABLES)
    store.open()
    store.put(toy_chunk(Span(0, 0, 1)))
    store.seal()
    store.close()
    store.open()
    store.put(toy_chunk(Span(0, 1, 1)))
    yield store
    store.close()


def reopened(store: Store) -> Store:
    store.close()
    store.open()
    return store


def left_alone(store: Store, name: str) -> None:
    """Put something foreign into the folder, and see that it stays when it is used."""
    path = store.folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"mine")
    reopened(store)
    own = (own_parts, own_shards)
    ours = {each for look in own for each in look(store.folder, TABLES)}
    assert path not in ours | set(own_journals(store.folder))
    assert strangers(store.folder, FILES, TABLES) == [name]
    assert store.done.total == 2
    store.seal()
    reopened(store).clear()
    assert path.read_bytes() == b"mine"
    assert store.done.total == 0


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
def test_only_exact_names_of_parts_are_ours(store: Store, name: str) -> None:
    assert part_number(name, "games") is None
    left_alone(store, f"parts/{name}")


@pytest.mark.parametrize(
    "name",
    [
        "00000 (copy).parquet",
        "0000.parquet",
        "000000.parquet",
        "0000000001.parquet",
        "0000x.parquet",
        "00000.parquet.bak",
        ".00000.parquet",
        "٠٠٠٠٠.parquet",
        "00001.parquet\n",
    ],
)
@pytest.mark.parametrize("table", ["games", "turns"])
def test_only_exact_names_of_shards_are_ours(
    store: Store, table: str, name: str
) -> None:
    assert shard_number(name) is None
    left_alone(store, f"{table}/{name}")


@pytest.mark.parametrize(
    "name",
    [
        "000000 (copy).journal",
        "00000.journal",
        "0000000.journal",
        "000000.journal.tmp",
        "٠٠٠٠٠٠.journal",
        "000007.journal\n",
    ],
)
def test_only_exact_names_of_journals_are_ours(store: Store, name: str) -> None:
    assert journal_number(name) is None
    left_alone(store, f"journal/{name}")


@pytest.mark.parametrize("act", ["clear", "seal"])
def test_foreign_files_among_ours_stay(store: Store, act: str) -> None:
    for name in ("parts", "games", "turns", "journal"):
        folder = store.folder / name
        (folder / "deep").mkdir(parents=True)
        (folder / "notes.txt").write_text("mine")
        for each in ("00000000.games.parquet", "00000.parquet", "000000.journal"):
            (folder / "deep" / each).write_text("mine")
    half = [
        store.folder / "parts" / ".00000003.games.parquet.tmp",
        store.folder / "games" / ".00003.parquet.tmp",
    ]
    for path in half:
        path.write_text("half-written")
    getattr(reopened(store), act)()
    store.close()
    for name in ("parts", "games", "turns", "journal"):
        folder = store.folder / name
        assert (folder / "notes.txt").read_text() == "mine"
        assert {path.name for path in (folder / "deep").iterdir()} == {
            "00000.parquet",
            "00000000.games.parquet",
            "000000.journal",
        }
    if act == "clear":
        assert not any(path.exists() for path in half)


def test_results_that_cannot_be_removed_are_named(store: Store) -> None:
    (store.folder / "turns.parquet").mkdir()
    with pytest.raises(BatchError, match=r"cannot remove .*turns\.parquet"):
        reopened(store).clear()


def test_closing_leaves_nothing_empty(tmp_path: Path) -> None:
    store = Store(tmp_path, TABLES)
    store.open()
    store.close()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", ["folder", "link", "dangling link", "pipe"])
@pytest.mark.parametrize(
    "name",
    [
        "run.json",
        ".run.json.tmp",
        "shards.jsonl",
        "games.parquet",
        "games/00007.parquet",
        "turns/.00007.parquet.tmp",
        "journal/000007.journal",
        "parts/00000001.games.parquet",
    ],
)
def test_what_is_in_the_way_of_a_file_is_refused(
    store: Store, name: str, kind: str
) -> None:
    refuse_obstacles(store.folder, FILES, TABLES)
    path = store.folder / name
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
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
@pytest.mark.parametrize("name", ["parts", "replays", "journal", "games", "turns"])
def test_folders_that_are_none_are_refused(
    tmp_path: Path, kind: str, name: str
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    if kind == "file":
        (out / name).write_text("mine")
    else:
        (tmp_path / "elsewhere").mkdir()
        (out / name).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(BatchError, match=f"{name}' is no regular folder"):
        refuse_obstacles(out, FILES, TABLES)

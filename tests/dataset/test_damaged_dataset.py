"""Folders of results that a disk, a crash or a person damaged, and full disks."""

from __future__ import annotations

import errno
import json
import os
import random
import resource
import shutil
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from sims.dataset.index import read_index
from sims.dataset.results import Results
from sims.dataset.spans import Span
from sims.dataset.store import Store
from sims.errors import BatchError, DamagedError, TableError
from sims.folder import SHARDS
from tests.dataset.toys import (
    PLAN,
    TABLES,
    ToyTurn,
    bytes_of,
    opened_store,
    play,
    tasks_of,
    toy_chunk,
)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("damaged") / "whole"
    play(folder)
    return folder


@pytest.fixture
def out(whole: Path, tmp_path: Path) -> Path:
    shutil.copytree(whole, tmp_path / "out")
    return tmp_path / "out"


def flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 8
    path.write_bytes(data)


def cut_short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-20])


def grow(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\0")


def link(path: Path) -> None:
    shutil.copy(path, path.parents[2] / "elsewhere")
    path.unlink()
    path.symlink_to(path.parents[2] / "elsewhere")


DAMAGE: dict[str, tuple[Callable[[Path], None], str]] = {
    "a flipped bit": (flip, "is damaged"),
    "torn": (cut_short, "is truncated, or was written to"),
    "longer": (grow, "is truncated, or was written to"),
    "missing": (Path.unlink, "is missing"),
    "a link": (link, "is a link"),
}


def test_a_damaged_shard_of_one_game_is_told_of_as_one(tmp_path: Path) -> None:
    out = tmp_path / "out"
    store = opened_store(out)
    store.put(toy_chunk(Span(0, 0, 1)))
    store.seal()
    store.close()
    (out / "games" / "00000.parquet").unlink()
    (told,) = opened_store(out).damaged
    assert told.endswith(": its 1 game is played again")


@pytest.mark.parametrize("how", DAMAGE)
@pytest.mark.parametrize("name", ["games/00001.parquet", "turns/00004.parquet"])
def test_a_damaged_shard_is_told_of_and_played_again(
    out: Path, whole: Path, how: str, name: str
) -> None:
    damage, told = DAMAGE[how]
    damage(out / name)
    lost = 50 if "1" in name else 40
    store = opened_store(out)
    assert store.damaged == [f"{name} {told}: its {lost} games are played again"]
    assert store.done.total == 240 - lost
    tasks = tasks_of(store, random.Random(0), PLAN)
    assert sum(task.count for task in tasks) == lost
    for task in tasks:
        store.put(toy_chunk(task))
    store.seal()
    store.close()
    assert bytes_of(out) == bytes_of(whole)
    store = opened_store(out)
    assert (store.damaged, store.done.total) == ([], 240)
    store.close()


LIES: dict[str, Callable[[dict[str, Any]], None]] = {
    "games": lambda line: line["spans"][0].__setitem__(1, 900),
    "cell": lambda line: line["spans"][0].__setitem__(0, 7),
    "rows": lambda line: line["tables"]["turns"].__setitem__("rows", 1),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_line_that_lies_about_sound_files_is_told_of_and_played_again(
    out: Path, whole: Path, lie: str
) -> None:
    lines = [json.loads(line) for line in (out / SHARDS).read_text().splitlines()]
    LIES[lie](lines[1])
    (out / SHARDS).write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    store = opened_store(out)
    name = "turns" if lie == "rows" else "games"
    told = f"{name}/00001.parquet is not what {SHARDS} says: its 50 games are played"
    assert store.damaged == [f"{told} again"]
    store.close()
    play(out)
    assert bytes_of(out) == bytes_of(whole)


def test_several_damaged_shards_get_their_numbers_back(out: Path, whole: Path) -> None:
    for name in ("games/00003.parquet", "turns/00000.parquet"):
        flip(out / name)
    (out / "games" / "00004.parquet").unlink()
    play(out, most=3)
    play(out)
    assert bytes_of(out) == bytes_of(whole)


def test_a_deleted_line_costs_its_games_only(out: Path, whole: Path) -> None:
    lines = (out / SHARDS).read_text().splitlines(keepends=True)
    (out / SHARDS).write_text("".join([*lines[:2], *lines[3:]]))
    store = opened_store(out)
    assert store.done.total == 190
    store.close()
    play(out)
    assert bytes_of(out) == bytes_of(whole)


def test_shards_whose_index_is_lost_are_not_removed(out: Path) -> None:
    before = bytes_of(out)
    (out / SHARDS).unlink()
    store = opened_store(out)
    with pytest.raises(DamagedError, match=r"has 5 shards that shards\.jsonl does not"):
        store.enqueue(Span(0, 0, 1))
    store.clear()
    assert store.done.total == 0
    store.close()
    assert len(before) == 10


def test_a_damaged_index_is_told_of_and_can_be_cleared(out: Path) -> None:
    (out / SHARDS).write_text("{}\n")
    with pytest.raises(DamagedError, match="line 1 of"):
        Results(out, TABLES)
    store = opened_store(out)
    with pytest.raises(DamagedError, match="line 1 of"):
        _ = store.done
    store.clear()
    store.close()
    assert bytes_of(out) == {}


def test_reading_names_what_is_damaged(out: Path) -> None:
    (out / "turns" / "00002.parquet").unlink()
    cut_short(out / "games" / "00003.parquet")
    shutil.copy(out / "games" / "00001.parquet", out / "games" / "00000.parquet")
    shutil.copy(out / "games" / "00004.parquet", out / "games" / "00002.parquet")
    results = Results(out, TABLES)
    for name, complaint in (
        ("turns", r"00002\.parquet' is missing: if a run writes"),
        ("games", r"00002\.parquet' has 40 rows, but the index says 50"),
    ):
        with pytest.raises(BatchError, match=complaint):
            list(results.pieces(name))
    shutil.copy(out / "games" / "00001.parquet", out / "games" / "00002.parquet")
    with pytest.raises(BatchError, match=r"00003\.parquet' is truncated or no Parquet"):
        list(results.pieces("games"))
    shutil.copy(out / "games" / "00001.parquet", out / "games" / "00003.parquet")
    with pytest.raises(TableError, match="rows of other games than the index says"):
        results.tables("games")


def test_tables_of_another_version_are_refused(out: Path) -> None:
    other = {**TABLES, "games": ToyTurn}
    with pytest.raises(TableError, match="of another version"):
        Results(out, other).tables("games")
    store = Store(out, other)
    store.open()
    with pytest.raises(TableError, match="of another version"):
        store.enqueue(Span(0, 0, 1))
    store.close()
    renamed = {"games": TABLES["games"], "plays": TABLES["turns"]}
    with pytest.raises(DamagedError, match="it has the tables"):
        Results(out, renamed)


def test_a_torn_journal_costs_its_last_games_only(tmp_path: Path, whole: Path) -> None:
    store = opened_store(tmp_path)
    tasks = tasks_of(store, random.Random(0), PLAN)
    for task in tasks[:5]:
        store.put(toy_chunk(task))
    store.close()  # as if it had been killed: nothing is sealed
    (journal,) = (tmp_path / "journal").iterdir()
    size = journal.stat().st_size
    cut_short(journal)
    store = opened_store(tmp_path)
    (told,) = store.damaged
    assert told.startswith(f"journal/{journal.name} is torn at byte ")
    assert 0 < int(told.split()[5].rstrip(":")) < size - 20
    assert store.done.total == sum(task.count for task in tasks[:4])
    store.close()
    play(tmp_path)
    assert bytes_of(tmp_path) == bytes_of(whole)


@pytest.fixture
def limit_of_files() -> Iterator[Callable[[int], None]]:
    """Let no file grow beyond a size, as a full disk would; a signal comes as well."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    yield lambda size: resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    resource.setrlimit(resource.RLIMIT_FSIZE, before)
    signal.signal(signal.SIGXFSZ, handler)


@pytest.mark.parametrize("size", [0, 20, 900, 3000, 5000, 9000, 14000])
def test_a_full_disk_loses_nothing(
    tmp_path: Path,
    whole: Path,
    limit_of_files: Callable[[int], None],
    size: int,
) -> None:
    store = opened_store(tmp_path)
    tasks = tasks_of(store, random.Random(size), PLAN)
    kept = 0
    limit_of_files(size)
    with pytest.raises(OSError, match=os.strerror(errno.EFBIG)):  # noqa: PT012
        for task in tasks:
            store.put(toy_chunk(task))
            kept += task.count
        store.seal()
    before = store.done.total
    # A session that ends now may still try to close properly.
    with suppress(OSError):
        store.seal()
    store.close()
    limit_of_files(resource.RLIM_INFINITY)
    assert kept <= before
    assert Results(tmp_path, TABLES).done.total == before
    play(tmp_path, 4)
    assert bytes_of(tmp_path) == bytes_of(whole)


def test_a_session_can_go_on_once_there_is_room(
    tmp_path: Path, whole: Path, limit_of_files: Callable[[int], None]
) -> None:
    store = opened_store(tmp_path)
    tasks = tasks_of(store, random.Random(1), PLAN)
    store.put(toy_chunk(tasks[-1]))
    limit_of_files((tmp_path / "journal" / "000000.journal").stat().st_size + 100)
    with pytest.raises(OSError, match=os.strerror(errno.EFBIG)):
        store.put(toy_chunk(tasks[-2]))
    limit_of_files(resource.RLIM_INFINITY)
    assert store.done.total == tasks[-1].count
    for task in tasks[-4:]:
        store.put(toy_chunk(task))
    store.close()
    store = opened_store(tmp_path)
    assert store.done.total == sum(task.count for task in tasks[-4:])
    assert store.damaged == []
    store.close()
    play(tmp_path)
    assert bytes_of(tmp_path) == bytes_of(whole)


def test_a_folder_that_cannot_be_read_is_not_thrown_away(out: Path) -> None:
    """What a device says of itself in an error is no word on the games."""
    path = out / "games" / "00002.parquet"
    path.unlink()
    path.mkdir()
    store = opened_store(out)
    with pytest.raises(BatchError, match=r"cannot read .*00002\.parquet"):
        _ = store.damaged
    store.close()
    assert len(read_index(out, TABLES).shards) == 5
    assert os.path.isdir(path)

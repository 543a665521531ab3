"""The dataset of a run: the same files, however its games were played."""

from __future__ import annotations

import errno
import fcntl
import os
import random
import shutil
import stat
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from sims.dataset.filling import Limits
from sims.dataset.index import read_index
from sims.dataset.results import Results
from sims.dataset.spans import Span
from sims.dataset.store import Store
from sims.errors import BatchError, TableError
from sims.folder import SHARDS, strangers
from tests.dataset.toys import (
    PLAN,
    TABLES,
    bytes_of,
    opened_store,
    play,
    tasks_of,
    toy_chunk,
    toy_rows,
)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that nothing disturbed, with its games in order."""
    folder = tmp_path_factory.mktemp("whole") / "out"
    store = opened_store(folder)
    for task in tasks_of(store, random.Random(0), PLAN):
        store.put(toy_chunk(task))
    store.seal()
    store.close()
    return folder


def check_rows(folder: Path, games: int = 80) -> None:
    """See that all tables hold just what the games are."""
    results = Results(folder, TABLES)
    for name in TABLES:
        expected = [
            {"cell": cell, **{f: getattr(row, f) for f in row.__dataclass_fields__}}
            for cell in range(3)
            for game in range(games)
            for row in toy_rows(cell, game)[name]
        ]
        assert results.tables(name).to_pylist() == expected


def test_all_rows_are_there_in_order(whole: Path) -> None:
    check_rows(whole)
    shards = read_index(whole, TABLES).shards
    assert [shard.games for shard in shards.values()] == [50, 50, 50, 50, 40]
    assert [shard.tail for shard in shards.values()] == [False] * 4 + [True]
    assert sorted(path.name for path in whole.iterdir()) == ["games", SHARDS, "turns"]


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_finishing_does_not_show(
    whole: Path, tmp_path: Path, seed: int
) -> None:
    play(tmp_path, seed)
    assert bytes_of(tmp_path) == bytes_of(whole)
    assert (tmp_path / SHARDS).read_bytes() == (whole / SHARDS).read_bytes()


@pytest.mark.parametrize("seed", range(3))
def test_sessions_that_were_stopped_do_not_show(
    whole: Path, tmp_path: Path, seed: int
) -> None:
    for session in range(4):
        play(tmp_path, 10 * seed + session, most=12)
        check_finished_once(tmp_path)
    play(tmp_path, 9)
    assert bytes_of(tmp_path) == bytes_of(whole)


def check_finished_once(folder: Path) -> None:
    results = Results(folder, TABLES)
    keys = results.tables("games", ["cell", "game"]).to_pylist()
    found = [(key["cell"], key["game"]) for key in keys]
    assert len(found) == len(set(found)) == results.done.total
    assert all(key in results.done for key in found)


def test_more_games_fill_the_last_shard_up(tmp_path: Path, whole: Path) -> None:
    few, many = tmp_path / "few", tmp_path / "many"
    for folder, plans in ((few, [PLAN[:7], PLAN]), (many, [PLAN])):
        for plan in plans:
            store = opened_store(folder)
            for task in tasks_of(store, random.Random(3), plan):
                store.put(toy_chunk(task))
            store.seal()
            store.close()
    assert bytes_of(few) == bytes_of(many) == bytes_of(whole)


def test_a_finished_run_is_left_as_it_is(whole: Path, tmp_path: Path) -> None:
    shutil.copytree(whole, tmp_path / "out")
    before = {p: p.stat().st_mtime_ns for p in (tmp_path / "out").rglob("*.parquet")}
    store = opened_store(tmp_path / "out")
    assert tasks_of(store, random.Random(0), PLAN) == []
    assert (store.done.total, store.waiting, store.damaged) == (240, 0, [])
    store.seal()
    store.close()
    after = {p: p.stat().st_mtime_ns for p in (tmp_path / "out").rglob("*.parquet")}
    assert before == after


def test_games_that_come_twice_count_once(whole: Path, tmp_path: Path) -> None:
    store = opened_store(tmp_path)
    tasks = tasks_of(store, random.Random(1), PLAN)
    for task in [*tasks[::2], *tasks[::-1]]:
        store.put(toy_chunk(task))
    store.put(toy_chunk(Span(1, 10, 40)))
    store.seal()
    store.close()
    assert bytes_of(tmp_path) == bytes_of(whole)


def test_overlapping_spans_are_cut(whole: Path, tmp_path: Path) -> None:
    store = opened_store(tmp_path)
    for span in PLAN:
        store.enqueue(span)
    for cell in range(3):
        for first in range(75, -1, -5):
            store.put(toy_chunk(Span(cell, first, min(9, 80 - first))))
    store.seal()
    store.close()
    assert bytes_of(tmp_path) == bytes_of(whole)


def test_what_nobody_asked_for_comes_last(tmp_path: Path) -> None:
    store = opened_store(tmp_path)
    store.put(toy_chunk(Span(2, 5, 3)))
    assert store.waiting == 0
    store.enqueue(Span(1, 0, 4))
    store.put(toy_chunk(Span(1, 2, 2)))
    assert store.waiting == 2
    store.seal()
    store.close()
    assert read_index(tmp_path, TABLES).shards[0].spans == (
        Span(1, 2, 2),
        Span(2, 5, 3),
    )
    assert Results(tmp_path, TABLES).done.total == 5


def test_waiting_counts_games_behind_a_gap(tmp_path: Path) -> None:
    store = opened_store(tmp_path)
    assert store.enqueue(Span(0, 0, 40)) == [Span(0, 0, 40)]
    store.put(toy_chunk(Span(0, 10, 30)))
    assert store.waiting == 30
    assert store.enqueue(Span(0, 0, 45)) == [Span(0, 0, 10), Span(0, 40, 5)]
    store.put(toy_chunk(Span(0, 0, 9)))
    assert store.waiting == 30
    store.put(toy_chunk(Span(0, 9, 1)))
    assert store.waiting == 0
    assert (0, 39) in store.done
    assert (0, 40) not in store.done
    store.close()


@pytest.mark.parametrize("limit", [2500, 5000])
def test_shards_end_where_their_size_does(tmp_path: Path, limit: int) -> None:
    limits = Limits(games=50, group=10, size=limit)
    for name, seed in (("a", 1), ("b", 2)):
        play(tmp_path / name, seed, limits=limits)
    assert bytes_of(tmp_path / "a") == bytes_of(tmp_path / "b")
    check_rows(tmp_path / "a")
    sizes = [
        shard.games for shard in read_index(tmp_path / "a", TABLES).shards.values()
    ]
    assert max(sizes) < 50
    assert len(set(sizes)) > 2


def test_a_game_larger_than_a_shard_is_one(tmp_path: Path) -> None:
    store = opened_store(tmp_path, Limits(games=50, group=10, size=1))
    store.enqueue(Span(0, 0, 4))
    store.put(toy_chunk(Span(0, 0, 4)))
    shards = read_index(tmp_path, TABLES).shards
    assert [shard.spans for shard in shards.values()] == [
        (Span(0, game, 1),) for game in range(4)
    ]
    store.close()


def test_files_have_row_groups_columns_and_statistics(whole: Path) -> None:
    games = pq.read_metadata(whole / "games" / "00000.parquet")
    groups = [games.row_group(index) for index in range(games.num_row_groups)]
    assert [group.num_rows for group in groups] == [10] * 5
    column = groups[1].column(1)
    assert (column.path_in_schema, column.compression) == ("game", "ZSTD")
    assert (column.statistics.min, column.statistics.max) == (10, 19)
    schema = pq.read_schema(whole / "turns" / "00000.parquet")
    assert schema.field("force").metadata == {
        b"meaning": b"how hard",
        b"unit": b"N",
        b"wall": b"False",
    }
    turns = pq.read_metadata(whole / "turns" / "00000.parquet")
    assert turns.num_row_groups == 5


def test_tables_without_any_row_can_be_read(tmp_path: Path) -> None:
    still = [game for game in range(40) if not toy_rows(0, game)["turns"]]
    store = opened_store(tmp_path)
    for game in still:
        store.enqueue(Span(0, game, 1))
        store.put(toy_chunk(Span(0, game, 1)))
    store.seal()
    store.close()
    turns = Results(tmp_path, TABLES).tables("turns")
    assert (turns.num_rows, turns.num_columns) == (0, 5)
    assert pq.read_table(tmp_path / "turns").num_rows == 0


def test_two_runs_cannot_write_to_one_folder(tmp_path: Path) -> None:
    store = opened_store(tmp_path)
    with pytest.raises(BatchError, match="another run is writing"):
        opened_store(tmp_path)
    store.close()
    opened_store(tmp_path).close()
    assert list(tmp_path.iterdir()) == []


def test_folders_that_cannot_be_locked_lock_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on file systems over a network."""
    lock = fcntl.flock

    def flock(descriptor: int, how: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        lock(descriptor, how)

    monkeypatch.setattr(fcntl, "flock", flock)
    for _ in range(2):
        store = opened_store(tmp_path)
        store.clear()
        with pytest.raises(BatchError, match="another run is writing"):
            opened_store(tmp_path)
        store.put(toy_chunk(Span(0, 0, 1)))
        store.seal()
        store.close()
    assert strangers(tmp_path, (), TABLES) == []


def test_only_an_opened_store_is_written_to(tmp_path: Path) -> None:
    with pytest.raises(BatchError, match="was not opened"):
        Store(tmp_path, TABLES).put(toy_chunk(Span(0, 0, 1)))


@pytest.mark.parametrize("folder", ["/dev/null/out", "/proc/out"])
def test_folders_that_cannot_be_written_are_refused(folder: str) -> None:
    with pytest.raises(BatchError, match=r"cannot write to .* with --out"):
        opened_store(Path(folder))


def test_clear_removes_what_is_ours_and_nothing_else(
    tmp_path: Path, whole: Path
) -> None:
    out = tmp_path / "out"
    shutil.copytree(whole, out)
    (out / SHARDS).write_text("damaged\n")
    for name in (
        "replays/game-000001.npz",
        "games.parquet",
        "parts/00000001.games.parquet",
    ):
        (out / name).parent.mkdir(exist_ok=True)
        (out / name).write_text("ours")
    mine = ("notes.txt", "games/notes.txt", "journal/1.journal", "turns/x.parquet")
    for name in (*mine, "games/.00007.parquet.tmp"):
        (out / name).parent.mkdir(exist_ok=True)
        (out / name).write_text("mine")
    store = opened_store(out)
    store.clear()
    assert store.done.total == 0
    store.close()
    left = {p.relative_to(out).as_posix() for p in out.rglob("*") if p.is_file()}
    assert left == set(mine)
    play(out)
    assert bytes_of(whole).items() <= bytes_of(out).items()


def test_results_of_an_earlier_version_are_refused(tmp_path: Path) -> None:
    (tmp_path / "games.parquet").write_text("old")
    for look in (
        lambda: Results(tmp_path, TABLES),
        lambda: opened_store(tmp_path).done,
    ):
        with pytest.raises(BatchError, match="written by an earlier version: play it"):
            look()


def test_what_cannot_be_read_is_not_kept(tmp_path: Path) -> None:
    store = opened_store(tmp_path)
    chunk = toy_chunk(Span(0, 0, 2))
    with pytest.raises(TableError):
        store.put(type(chunk)(Span(0, 1, 2), chunk.tables, 0))
    assert store.done.total == 0
    store.close()
    assert list(tmp_path.iterdir()) == []

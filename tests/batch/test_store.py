"""A folder of results that survives being killed at any moment."""

from __future__ import annotations

from pathlib import Path

import pytest

from sims.errors import BatchError, TableError
from sims.store import Store
from tests.batch.toy import TABLES, ToyJob


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = Store(tmp_path / "deep" / "out", TABLES)
    store.open()
    return store


def play(*indices: int) -> list[dict[str, list[object]]]:
    return [ToyJob().play(index) for index in indices]


def test_appended_games_are_there_at_once(store: Store) -> None:
    store.append(play(3, 1))
    store.append(play(2))
    assert store.finished() == {1, 2, 3}


def test_merge_sorts_and_leaves_only_the_tables(store: Store) -> None:
    for index in (5, 0, 3):
        store.append(play(index))
    tables = store.merge()
    assert tables["games"]["game"].to_pylist() == [0, 3, 5]
    turns = [(row["game"], row["turn"]) for row in tables["turns"].to_pylist()]
    assert turns == sorted(turns)
    assert {path.name for path in store.folder.iterdir()} == {
        "games.parquet",
        "turns.parquet",
    }


def test_order_of_finishing_does_not_show(store: Store, tmp_path: Path) -> None:
    other = Store(tmp_path / "other", TABLES)
    other.open()
    store.append(play(0, 1, 2, 3))
    for index in (2, 3, 1, 0):
        other.append(play(index))
    assert store.merge() == other.merge()


def test_games_left_in_parts_after_a_merge_count_once(store: Store) -> None:
    """The state after a kill between renaming the tables and removing parts."""
    store.append(play(0, 1))
    whole = store.merge()
    store.close()
    store.open()
    store.append(play(1, 0))
    assert store.merge() == whole


def test_a_torn_part_is_played_again(store: Store) -> None:
    store.append(play(0))
    store.append(play(1))
    part = store.folder / "parts" / "00000001.games.parquet"
    part.write_bytes(part.read_bytes()[:-20])
    assert store.finished() == {0}


def test_turns_without_their_game_do_not_count(store: Store) -> None:
    """The state after a kill between the two files of a part."""
    store.append(play(0))
    store.append(play(1))
    (store.folder / "parts" / "00000001.games.parquet").unlink()
    assert list(store.merge().values()) == _tables_of(store, 0)


def _tables_of(store: Store, index: int) -> list[object]:
    other = Store(store.folder.parent / "single", TABLES)
    other.open()
    other.append(play(index))
    return list(other.merge().values())


def test_a_merge_that_stops_halfway_loses_no_turns(store: Store) -> None:
    """Games may be missing from the merged tables, but never only their turns."""
    store.append(play(0))
    store.merge()
    store.close()
    store.open()
    store.append(play(1))
    obstacle = store.folder / ".turns.parquet.tmp"
    obstacle.mkdir()
    with pytest.raises(OSError, match="directory"):
        store.merge()
    obstacle.rmdir()
    expected = Store(store.folder.parent / "whole", TABLES)
    expected.open()
    expected.append(play(0, 1))
    assert store.merge() == expected.merge()


def test_new_parts_do_not_replace_those_of_a_killed_run(store: Store) -> None:
    store.append(play(0))
    store.close()
    again = Store(store.folder, TABLES)
    again.open()
    again.append(play(1))
    assert again.finished() == {0, 1}


def test_two_runs_cannot_write_to_one_folder(store: Store) -> None:
    with pytest.raises(BatchError, match="another run is writing"):
        Store(store.folder, TABLES).open()
    store.close()
    Store(store.folder, TABLES).open()


@pytest.mark.parametrize("folder", ["/dev/null/out", "/proc/out"])
def test_a_folder_that_cannot_be_written_is_named(folder: str) -> None:
    with pytest.raises(BatchError, match=f"'{folder}'.*choose another with --out"):
        Store(Path(folder), TABLES).open()


def test_clear_removes_results_and_nothing_else(store: Store) -> None:
    store.append(play(0))
    store.merge()
    mine = store.folder / "notes.txt"
    mine.write_text("keep me")
    store.clear()
    assert mine.read_text() == "keep me"
    assert store.finished() == set()


def test_a_damaged_table_is_never_taken_for_an_empty_one(store: Store) -> None:
    store.append(play(0))
    store.merge()
    store.path("games").write_bytes(b"PAR1")
    with pytest.raises(TableError, match=r"games\.parquet"):
        store.finished()

"""Reading folders of results: while a run goes on, one game, some columns."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from gamebase.errors import ParameterError
from sims.dataset.results import Results
from sims.dataset.schemas import dataset_schema
from sims.dataset.spans import Span
from sims.errors import BatchError
from sims.folder import own_journals, own_shards
from sims.rows import row_of, rows_of
from tests.dataset.toys import (
    PLAN,
    TABLES,
    ToyGame,
    opened_store,
    play,
    tasks_of,
    toy_chunk,
    toy_rows,
)


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with shards and a journal, as a kill leaves it."""
    folder = tmp_path_factory.mktemp("killed") / "out"
    store = opened_store(folder)
    tasks = tasks_of(store, random.Random(0), PLAN)
    middle = len(tasks) // 2
    for task in (*tasks[:middle], *tasks[middle + 5 : -4]):
        store.put(toy_chunk(task))
    assert store.waiting > 0
    store.close()
    assert list(own_journals(folder))
    assert list(own_shards(folder, TABLES))
    return folder


def toy_dicts(name: str, cell: int, game: int) -> list[dict[str, Any]]:
    return [
        {"cell": cell, **{f: getattr(row, f) for f in row.__dataclass_fields__}}
        for row in toy_rows(cell, game)[name]
    ]


def test_every_game_can_be_read_alone(killed: Path) -> None:
    results = Results(killed, TABLES)
    there = 0
    for cell in range(3):
        for game in range(80):
            done = (cell, game) in results.done
            there += done
            for name in TABLES:
                expected = toy_dicts(name, cell, game) if done else []
                assert results.rows(name, cell, game) == expected
    assert there == results.done.total < 240
    assert results.row(9, 9) is None
    assert results.row(0, -1) is None


def test_tables_are_sorted_and_have_the_columns_asked_for(killed: Path) -> None:
    results = Results(killed, TABLES)
    keys = [(span.cell, game) for span in results.done for game in span.games]
    whole = results.tables("turns")
    assert whole.schema.equals(dataset_schema(TABLES["turns"]), check_metadata=True)
    assert whole.to_pylist() == [
        row for cell, game in keys for row in toy_dicts("turns", cell, game)
    ]
    some = results.tables("turns", ["force", "game"])
    assert some.equals(whole.select(["force", "game"]))
    with pytest.raises(BatchError, match="'turns' has no column 'mood'; it has cell, "):
        results.tables("turns", ["mood"])


def test_pieces_have_all_rows_once_and_games_whole(killed: Path) -> None:
    results = Results(killed, TABLES)
    pieces = list(results.pieces("games", ["game", "cell"]))
    assert len(pieces) > 3
    found = [tuple(row.values()) for piece in pieces for row in piece.to_pylist()]
    assert len(found) == len(set(found)) == results.done.total
    for piece in results.pieces("turns"):
        for key in {(row["cell"], row["game"]) for row in piece.to_pylist()}:
            mine = [r for r in piece.to_pylist() if (r["cell"], r["game"]) == key]
            assert mine == toy_dicts("turns", *key)


@pytest.mark.parametrize("inner", ["", "games"])
def test_a_row_is_found_in_a_folder_or_its_table(killed: Path, inner: str) -> None:
    results = Results(killed, TABLES)
    columns = {"value": "double", "note": "string"}
    for cell in range(3):
        for game in range(0, 80, 7):
            if (cell, game) in results.done:
                row = toy_dicts("games", cell, game)[0]
                expected = {key: row[key] for key in ("game", "value", "note")}
                assert row_of(killed / inner, game, columns, cell) == expected
            else:
                with pytest.raises(ParameterError, match=r"has no game .* with --game"):
                    row_of(killed / inner, game, columns, cell)


def test_rows_of_another_table_are_found_by_its_folder(killed: Path) -> None:
    expected = [{"game": 2, "turn": row["turn"]} for row in toy_dicts("turns", 1, 2)]
    assert expected
    assert rows_of(killed / "turns", 2, {"turn": "int64"}, 1) == expected


def test_shards_out_of_their_folder_and_tables_of_ones_own(tmp_path: Path) -> None:
    play(tmp_path / "out")
    (tmp_path / "out" / "games").rename(tmp_path / "taken")
    value = {"value": "double"}
    for cell, game in ((0, 0), (2, 79)):
        row = row_of(tmp_path / "taken", game, value, cell)
        assert row["value"] == toy_dicts("games", cell, game)[0]["value"]
    own = pa.table({"game": [3, 5], "value": [0.5, 0.25]})
    pq.write_table(own, tmp_path / "own.parquet")
    assert row_of(tmp_path / "own.parquet", 5, value) == {"game": 5, "value": 0.25}
    for game, cell in ((4, 0), (5, 1), (-1, 0), (10**30, 0)):
        with pytest.raises(ParameterError, match="has no game"):
            row_of(tmp_path / "own.parquet", game, value, cell)


def test_what_is_no_table_of_games_is_named(killed: Path, tmp_path: Path) -> None:
    value = {"value": "double"}
    (tmp_path / "cut.parquet").write_bytes(b"PAR1 and no more")
    pq.write_table(pa.table({"game": ["one"]}), tmp_path / "odd.parquet")
    (tmp_path / "empty").mkdir()
    (tmp_path / "old").mkdir()
    pq.write_table(pa.table({"game": [1]}), tmp_path / "old" / "games.parquet")
    (killed / "replays").mkdir(exist_ok=True)
    for path, complaint in (
        (tmp_path / "nowhere", "nowhere' does not exist"),
        (tmp_path / "cut.parquet", r"truncated or no Parquet file \(.*give a folder"),
        (tmp_path / "odd.parquet", "has no columns 'game' and 'value' of such a"),
        (tmp_path / "empty", "is no folder of results: give a folder of results"),
        (tmp_path / "old", "written by an earlier version: play it anew, or give its"),
        (killed / "replays", "is no table of results: the tables are games, turns"),
        (killed / "turns", "has no columns 'game' and 'value'"),
        (Path("/dev/null"), "is no regular file"),
    ):
        with pytest.raises(ParameterError, match=complaint):
            row_of(path, 0, value)


def test_folders_without_results(tmp_path: Path) -> None:
    assert Results(tmp_path, TABLES).tables("games").num_rows == 0
    with pytest.raises(BatchError, match="is no folder of results"):
        Results(tmp_path / "nowhere", TABLES)


GROW = """
import random, sys
from pathlib import Path
from tests.dataset.toys import play
for session in range(12):
    play(Path(sys.argv[1]), session, most=14)
"""


def test_a_folder_can_be_read_while_it_is_written_to(tmp_path: Path) -> None:
    """Sessions begin and end meanwhile, and games move from shards to the journal."""
    out = tmp_path / "out"
    out.mkdir()
    root = Path(__file__).parents[2]
    writer = subprocess.Popen([sys.executable, "-c", GROW, out], cwd=root)
    looks, before = 0, 0
    complaints: list[str] = []
    while writer.poll() is None:
        try:
            results = Results(out, TABLES)
            games = results.tables("games", ["cell", "game"])
        except BatchError as error:
            complaints.append(str(error))
            continue
        keys = [tuple(row.values()) for row in games.to_pylist()]
        assert keys == sorted(set(keys))
        assert len(keys) == results.done.total >= before
        before = len(keys)
        looks += 1
        time.sleep(0.002)
    assert writer.returncode == 0
    assert Results(out, TABLES).done.total == 240
    assert looks > 20
    assert len(complaints) < looks
    assert all("try again" in complaint for complaint in complaints)


def test_a_column_more_in_a_file_is_another_version(tmp_path: Path) -> None:
    play(tmp_path)
    path = tmp_path / "games" / "00000.parquet"
    table = pq.read_table(path)
    pq.write_table(table.append_column("mood", pa.array(["?"] * 50)), path)
    with pytest.raises(BatchError, match="or of another version"):
        Results(tmp_path, {**TABLES, "games": ToyGame}).row(0, 0)
    assert Results(tmp_path, TABLES).row(2, 79) == toy_dicts("games", 2, 79)[0]
    assert Span(2, 79, 1).stop == 80

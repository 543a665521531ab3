"""Parquet tables from row classes."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from gamebase.columns import column, columns
from sims.errors import TableError
from sims.tables import read_table, schema_of, table_of, write_table
from stacko.records import GameRow, TurnRow


@dataclass(frozen=True, slots=True, kw_only=True)
class ToyGame:
    game: int = column("index")
    value: float = column("a number", "m")
    won: bool = column("whether it was won")
    note: str | None = column("free text")
    error: str | None = column("what failed")


def toy(game: int, **values: object) -> ToyGame:
    given = {"value": 0.5, "won": True, "note": None, "error": None, **values}
    return ToyGame(game=game, **given)  # type: ignore[arg-type]


def test_schema_has_types_nullability_and_notes() -> None:
    schema = schema_of(ToyGame)
    assert schema.field("game").type == pa.int64()
    assert schema.field("value").metadata[b"unit"] == b"m"
    assert not schema.field("won").nullable
    assert schema.field("note").nullable


@pytest.mark.parametrize("row_type", [GameRow, TurnRow])
def test_every_column_of_the_result_tables_has_a_type(row_type: type) -> None:
    assert schema_of(row_type).names == [each.name for each in columns(row_type)]


def test_a_type_without_a_column_is_refused() -> None:
    @dataclass
    class Wrong:
        seats: list[int]

    with pytest.raises(TypeError, match="'seats'"):
        schema_of(Wrong)


def test_rows_come_back_as_they_were(tmp_path: Path) -> None:
    rows = [toy(0, note="häßlich \x1b[0m"), toy(2**62, value=1e-300)]
    path = tmp_path / "toy.parquet"
    write_table(table_of(rows, ToyGame), path)
    assert [ToyGame(**row) for row in read_table(path, ToyGame).to_pylist()] == rows
    assert pq.read_schema(path).field("value").metadata[b"meaning"] == b"a number"
    assert [each.name for each in tmp_path.iterdir()] == ["toy.parquet"]


@pytest.mark.parametrize(
    ("row", "column"), [(toy(0, value="x"), "value"), (toy(2**70), "game")]
)
def test_a_value_that_does_not_fit_names_its_column(row: ToyGame, column: str) -> None:
    with pytest.raises(TableError, match=column):
        table_of([row], ToyGame)


def test_an_empty_value_in_a_full_column_is_refused() -> None:
    with pytest.raises(TableError, match="'won' must not be empty"):
        table_of([toy(0, won=None)], ToyGame)


@pytest.mark.parametrize("cut", [0, 3, 100, -1])
def test_truncated_files_are_told_apart_from_good_ones(
    tmp_path: Path, cut: int
) -> None:
    path = tmp_path / "toy.parquet"
    write_table(table_of([toy(0)], ToyGame), path)
    path.write_bytes(path.read_bytes()[:cut])
    with pytest.raises(TableError, match="truncated or no Parquet") as caught:
        read_table(path, ToyGame)
    assert "\n" not in str(caught.value)


def test_foreign_tables_are_refused_by_column(tmp_path: Path) -> None:
    path = tmp_path / "foreign.parquet"
    pq.write_table(pa.table({"game": ["a"], "value": [1.0]}), path)
    with pytest.raises(TableError, match=r"'game' should be int64, is string"):
        read_table(path, ToyGame)


@pytest.mark.parametrize("column", ["value", "game"])
def test_empty_values_in_a_full_column_of_a_file_are_refused(
    tmp_path: Path, column: str
) -> None:
    table = table_of([toy(0)], ToyGame)
    at = table.schema.get_field_index(column)
    nothing = pa.array([None], table.schema.field(at).type)
    pq.write_table(table.set_column(at, column, nothing), tmp_path / "toy")
    with pytest.raises(TableError, match=f"{column!r} has empty values"):
        read_table(tmp_path / "toy", ToyGame)


def test_a_file_that_only_declares_less_is_as_good(tmp_path: Path) -> None:
    table = table_of([toy(0)], ToyGame)
    loose = pa.schema([field.with_nullable(True) for field in table.schema])
    pq.write_table(table.cast(loose), tmp_path / "toy")
    assert read_table(tmp_path / "toy", ToyGame).schema == table.schema


def test_text_that_has_no_bytes_is_escaped(tmp_path: Path) -> None:
    rows = [toy(0, note="bad \udcff", error="\ud800"), toy(1, note="fine é")]
    write_table(table_of(rows, ToyGame), tmp_path / "toy\udcff")
    table = read_table(tmp_path / "toy\udcff", ToyGame)
    assert table["note"].to_pylist() == [r"bad \udcff", "fine é"]
    assert table["error"].to_pylist()[0] == r"\ud800"


def test_devices_and_pipes_are_no_tables(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero"), tmp_path):
        with pytest.raises(TableError, match=r"no regular file|Is a directory"):
            read_table(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(TableError, match=r"nowhere.parquet' does not exist"):
        read_table(tmp_path / "nowhere.parquet")


THREADS = """
import os, sys
from pathlib import Path

import pyarrow as pa

from sims.dataset.results import Results
from sims.dataset.spans import Span
from sims.dataset.store import Store
from sims.rows import row_of
from tests.dataset.toys import TABLES, toy_chunk

def threads():
    tasks = Path("/proc/self/task").iterdir()
    return sorted((each / "comm").read_text().strip() for each in tasks)

out = Path(sys.argv[1])
pa.array([1] * 1000)  # the allocator's own thread, which ends in peace
before = threads()
store = Store(out, TABLES)
store.open()
store.enqueue(Span(0, 0, 3))
for game in range(3):
    store.put(toy_chunk(Span(0, game, 1)))
assert Results(out, TABLES).tables("turns").num_rows
store.seal()
store.close()
results = Results(out, TABLES)
assert results.tables("games")["game"].to_pylist() == [0, 1, 2]
assert [piece.num_rows for piece in results.pieces("games")] == [3]
assert row_of(out, 2, {"won": "bool"})["won"] is False
store.open()
assert store.done.total == 3
print(before, threads())
assert threads() == before
"""


def test_tables_are_read_and_written_without_threads(tmp_path: Path) -> None:
    """One that still starts while the process ends aborts it, now and then."""
    subprocess.run([sys.executable, "-c", THREADS, tmp_path], check=True, timeout=120)

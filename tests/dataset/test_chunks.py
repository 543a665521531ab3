"""Rows as chunks and back: values of every kind, and nothing of another game."""

from __future__ import annotations

import math
import pickle
from dataclasses import dataclass, replace

import pyarrow as pa
import pytest

from gamebase.columns import column
from sims.dataset.chunks import Chunk, chunk_of, tables_of
from sims.dataset.cutting import cut, joined
from sims.dataset.schemas import bare_schema, dataset_schema
from sims.dataset.spans import Span
from sims.dataset.streams import numbers_of, stream_of
from sims.errors import TableError
from tests.dataset.toys import TABLES, ToyGame, toy_chunk, toy_rows

HUGE = 2**63 - 1


def back(**values: object) -> dict[str, object]:
    chunk = chunk_of(Span(4, 9, 1), [toy_rows(4, 9, **values)], TABLES)
    found: dict[str, object] = tables_of(chunk, TABLES)["games"].to_pylist()[0]
    return found


@pytest.mark.parametrize(
    ("column_name", "value"),
    [
        ("value", math.inf),
        ("value", -0.0),
        ("value", 5e-324),
        ("turns", None),
        ("turns", -HUGE - 1),
        ("turns", HUGE),
        ("note", None),
        ("note", ""),
        ("note", "\0 \x1b[31m \U0001f3b2 שלום"),
        ("note", "x" * 1_000_000),
    ],
)
def test_a_value_comes_back_as_it_was(column_name: str, value: object) -> None:
    found = back(**{column_name: value})[column_name]
    assert found == value
    assert str(found) == str(value)  # the sign of zero


def test_not_a_number_is_not_nothing() -> None:
    found = back(value=math.nan)["value"]
    assert isinstance(found, float)
    assert math.isnan(found)


@pytest.mark.parametrize("length", [0, 1, 5])
def test_numbers_of_parts_of_a_column_are_its_own(length: int) -> None:
    """Arrow's own way to numpy loads pandas, and a run that plays needs none."""
    part = pa.table({"game": pa.chunked_array([[1, 2, 3], [4, HUGE, -5]])})
    found = numbers_of(part.slice(1, length), "game")
    assert found.tolist() == [2, 3, 4, HUGE, -5][:length]


@pytest.mark.parametrize("values", [[1, None], [1.0], ["a"], [None]])
def test_other_columns_are_no_numbers(values: list[object]) -> None:
    with pytest.raises(TableError, match="column 'game' is no whole numbers"):
        numbers_of(pa.table({"game": values}), "game")


def test_text_without_bytes_in_utf8_is_escaped_and_the_rest_left_alone() -> None:
    games = [toy_rows(0, 0, note="ok ©"), toy_rows(0, 1, note="bad \udcff\ud800")]
    table = tables_of(chunk_of(Span(0, 0, 2), games, TABLES), TABLES)["games"]
    assert table["note"].to_pylist() == ["ok ©", "bad \\udcff\\ud800"]


@pytest.mark.parametrize(
    ("values", "complaint"),
    [
        ({"value": None}, "column 'value' must not be empty"),
        ({"termination": None}, "column 'termination' must not be empty"),
        ({"value": "high"}, "column 'value': "),
        ({"turns": 2**63}, "column 'turns': "),
        ({"turns": True}, "column 'turns': "),
        ({"note": 3}, "column 'note': "),
        ({"game": 8}, "games 4:9 came back with rows of other games"),
    ],
)
def test_what_fits_no_column_is_refused(
    values: dict[str, object], complaint: str
) -> None:
    with pytest.raises(TableError, match=complaint):
        back(**values)


def test_each_game_has_its_own_row_and_only_its_own_turns() -> None:
    span = Span(0, 3, 2)
    one, two = toy_rows(0, 3), toy_rows(0, 4)
    for rows, complaint in (
        ([one], "came back as 1 game$"),
        ([two, one], "rows of other games"),
        ([one, {**two, "games": [*two["games"]] * 2}], "rows of other games"),
        ([one, {**two, "games": []}], "rows of other games"),
        ([one, {**two, "turns": one["turns"]}], "rows of other games"),
        ([one, {**two, "turns": two["games"]}], "a row is no ToyTurn"),
    ):
        with pytest.raises(TableError, match=complaint):
            chunk_of(span, rows, TABLES)


def test_cell_comes_first_and_columns_say_what_they_are() -> None:
    table = tables_of(toy_chunk(Span(7, 0, 5)), TABLES)["games"]
    assert table.schema.names == ["cell", *ToyGame.__dataclass_fields__]
    assert set(table["cell"].to_pylist()) == {7}
    assert table.schema.field("value").metadata[b"unit"] == b"m"
    assert not table.schema.field("cell").nullable


def test_games_without_turns_leave_an_empty_table() -> None:
    still = [game for game in range(20) if not toy_rows(0, game)["turns"]]
    assert still
    chunk = toy_chunk(Span(0, still[0], 1))
    assert tables_of(chunk, TABLES)["turns"].num_rows == 0


def test_failures_are_counted() -> None:
    assert toy_chunk(Span(0, 0, 17)).failed == 2
    assert chunk_of(Span(0, 5, 1), [toy_rows(0, 5)], TABLES).failed == 0


def test_a_chunk_is_small_and_can_be_sent() -> None:
    chunk = toy_chunk(Span(0, 0, 100))
    assert pickle.loads(pickle.dumps(chunk)) == chunk
    # What is told of the columns would double that of one game.
    assert sum(map(len, toy_chunk(Span(0, 0, 1)).tables.values())) < 3500


def test_cut_and_joined_chunks_are_those_that_were_made_so() -> None:
    whole = toy_chunk(Span(1, 10, 30))
    parts = [
        cut(whole, Span(1, first, count), TABLES, ("failed",))
        for first, count in ((10, 1), (11, 19), (30, 10))
    ]
    for part in parts:
        assert tables_of(part, TABLES) == tables_of(toy_chunk(part.span), TABLES)
    assert [part.failed for part in parts] == [0, 2, 1]
    again = joined(parts, TABLES, ("failed",))
    assert tables_of(again, TABLES) == tables_of(whole, TABLES)
    assert (again.span, again.failed) == (whole.span, 3)
    with pytest.raises(TableError, match="not all in"):
        cut(whole, Span(1, 39, 2), TABLES)
    with pytest.raises(TableError, match="rows of other games"):
        joined([parts[0], parts[2]], TABLES)


@dataclass(frozen=True, slots=True, kw_only=True)
class LaterGame(ToyGame):
    mood: str = column("new in a later version")


def test_chunks_of_another_version_are_refused() -> None:
    chunk = toy_chunk(Span(0, 0, 3))
    with pytest.raises(TableError, match=r"other columns: it is of another version"):
        tables_of(chunk, {**TABLES, "games": LaterGame})
    with pytest.raises(TableError, match="have the tables"):
        tables_of(chunk, {**TABLES, "plays": ToyGame})


def test_chunks_that_lie_are_refused() -> None:
    chunk = toy_chunk(Span(0, 0, 3))
    with pytest.raises(TableError, match="rows of other games"):
        tables_of(replace(chunk, span=Span(0, 1, 3)), TABLES)
    with pytest.raises(TableError, match="rows of other games"):
        tables_of(replace(chunk, span=Span(1, 0, 3)), TABLES)
    table = tables_of(chunk, TABLES)["games"]
    shuffled = table.take(pa.array([1, 0, 2])).cast(bare_schema(ToyGame))
    lying = {**chunk.tables, "games": stream_of(shuffled)}
    with pytest.raises(TableError, match="rows of other games"):
        tables_of(replace(chunk, tables=lying), TABLES)


def test_damaged_streams_are_refused() -> None:
    chunk = toy_chunk(Span(0, 0, 3))
    stream = chunk.tables["games"]
    for broken in (b"", stream[:100], b"\xff" * 64, stream[:-300]):
        with pytest.raises(TableError, match="'games' of games 0:0-2"):
            tables_of(Chunk(chunk.span, {**chunk.tables, "games": broken}, 0), TABLES)


def test_a_row_class_may_not_bring_its_own_cell() -> None:
    @dataclass
    class Odd:
        game: int
        cell: int

    with pytest.raises(TypeError, match="none named 'cell'"):
        dataset_schema(Odd)


@pytest.mark.parametrize(
    "numbers",
    [(-1, 0, 1), (0, -1, 1), (0, 0, 0), (0, 2**53, 1), (0, 0, 1.0), (0, True, 1)],
)
def test_spans_that_are_none_are_refused(numbers: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match=r"span|cell|beyond"):
        Span(*numbers)

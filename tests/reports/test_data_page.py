"""DATA.md is true of a real run, and its programs run as they stand there."""

from __future__ import annotations

import contextlib
import io
import json
import re
import shutil
from collections import Counter
from pathlib import Path

import duckdb
import pandas
import polars
import pyarrow.dataset
import pytest

from sims.dataset.results import Results
from sims.reports.data_keys import OPENING, RUN, SESSION, SHARD
from sims.reports.data_page import data_page
from sims.staccs_games import STACCS
from sims.stacko_games import STACKO
from tests.cli.command import staccs, stacko

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "DATA.md").read_text("utf-8")
GAMES = {
    "stacko": (STACKO, stacko, ("--engine", "quasistatic", "--replays", "none")),
    "staccs": (STACCS, staccs, ()),
}
TITLES = {"stacko": "Stacko", "staccs": "STACCS"}
DUCKDB = {
    "BIGINT": "int64", "DOUBLE": "double", "BOOLEAN": "bool", "VARCHAR": "string",
}  # fmt: skip
POLARS = {
    polars.Int64: "int64", polars.Float64: "double", polars.Boolean: "bool",
    polars.String: "string",
}  # fmt: skip


@pytest.fixture(scope="module", params=GAMES)
def run(request, tmp_path_factory):
    """A small run of each game: its kind and its folder."""
    kind, command, flags = GAMES[request.param]
    folder = tmp_path_factory.mktemp("data") / "first"
    done = command(
        "simulate", *flags, "--games", "3", "--workers", "1", "--quiet", "--out", folder
    )
    assert done.returncode == 0, done.stderr
    return kind, folder


def documented(kind, table):
    """Return the columns of a table as the page has them: name, type, may be empty."""
    _, _, rest = PAGE.partition(f"### {TITLES[kind.game]}: {table}\n")
    rows = re.findall(r"^\| `(\w+)` \| (\w+)(, may be empty)? \|", rest.split("###")[0],
                      re.MULTILINE)  # fmt: skip
    assert len(rows) > 5
    return [(name, kind, bool(empty)) for name, kind, empty in rows]


def test_the_page_is_what_the_code_makes():
    assert data_page([STACKO, STACCS]) == PAGE, (
        "python -m sims.reports.data_page > DATA.md makes it anew"
    )


def test_every_column_says_what_it_is():
    for row in re.findall(r"^\| `\w+` \|.*$", PAGE, re.MULTILINE):
        assert not re.search(r"\|\s*\|", row), row


def test_pandas_has_the_documented_columns_and_the_values(run):
    kind, folder = run
    for table in kind.tables:
        found = pandas.read_parquet(folder / table, dtype_backend="pyarrow")
        types = [str(each).removesuffix("[pyarrow]") for each in found.dtypes]
        assert [*zip(found.columns, types, strict=True)] == [
            (name, type_) for name, type_, _ in documented(kind, table)
        ]
        ours = Results(folder, kind.tables).tables(table)
        assert found.to_dict("records") == ours.to_pandas(
            types_mapper=pandas.ArrowDtype
        ).to_dict("records")
        assert len(found) >= 3


def test_polars_has_the_documented_columns_and_the_values(run):
    kind, folder = run
    for table in kind.tables:
        found = polars.read_parquet(folder / table / "*.parquet")
        types = [POLARS[each.base_type()] for each in found.dtypes]
        assert [*zip(found.columns, types, strict=True)] == [
            (name, type_) for name, type_, _ in documented(kind, table)
        ]
        assert (
            found.to_dicts() == Results(folder, kind.tables).tables(table).to_pylist()
        )


def test_duckdb_has_the_documented_columns_and_the_values(run):
    kind, folder = run
    for table in kind.tables:
        order = "cell, game" if table == "games" else "cell, game, ply"
        with duckdb.connect() as base:
            found = base.sql(
                f"SELECT * FROM '{folder}/{table}/*.parquet' ORDER BY {order}"
            )
            types = [DUCKDB[str(each)] for each in found.types]
            names, rows = found.columns, found.fetchall()
        assert [*zip(names, types, strict=True)] == [
            (name, type_) for name, type_, _ in documented(kind, table)
        ]
        ours = Results(folder, kind.tables).tables(table).to_pylist()
        assert rows == [tuple(row.values()) for row in ours]


def test_only_columns_that_may_be_empty_are(run):
    kind, folder = run
    for table in kind.tables:
        found = pyarrow.dataset.dataset(folder / table, format="parquet").to_table()
        for name, _, empty in documented(kind, table):
            assert found.schema.field(name).nullable == empty
            assert empty or not found.column(name).null_count


def test_keys_of_the_records_are_the_documented_ones(run):
    _, folder = run
    record = json.loads((folder / "run.json").read_text())
    known = {*RUN, "cells[]"}
    assert set(record) == {key for key in RUN if not re.search(r"[.\[]", key)}
    for key in record["study"]:
        assert f"study.{key}" in known
    for key in record["cells"][0]:
        assert f"cells[].{key}" in known
    for session in record["sessions"]:
        assert set(session) == set(SESSION)
    lines = (folder / "shards.jsonl").read_text().splitlines()
    for line in lines:
        assert set(json.loads(line)) <= set(SHARD)


@pytest.mark.parametrize("tool", OPENING)
def test_the_programs_of_the_page_run(run, tool, monkeypatch):
    kind, folder = run
    moves = next(name for name in kind.tables if name != "games")
    (shown,) = re.findall(rf"### {tool}\n\n```python\n(.*?)```", PAGE, re.DOTALL)
    assert shown == OPENING[tool].format(folder="results/first", moves="turns")
    code = shown.replace("turns", moves).replace("results/first", "first")
    monkeypatch.chdir(folder.parent)
    there = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(code, tool, "exec"), there)
    if "joined" in there:
        joined = there["joined"]
        joined = joined.collect() if tool == "polars" else joined
        rows = Results(folder, kind.tables).tables(moves)
        assert len(joined) == rows.num_rows
    if tool == "DuckDB":
        assert duckdb.sql(there["query"]).fetchall() == counts(kind, folder)
    if tool == "pyarrow":
        assert there["table"].num_rows == 3


def counts(kind, folder):
    """Return cell, termination, games and moves as the query of the page has them."""
    moves = next(name for name in kind.tables if name != "games")
    results = Results(folder, kind.tables)
    played = Counter(row["game"] for row in results.tables(moves).to_pylist())
    found = {}
    for row in results.tables("games").to_pylist():
        games, touches = found.get(row["termination"], (0, 0))
        found[row["termination"]] = games + 1, touches + played[row["game"]]
    assert played.total() > 3  # so that counting moves for games is seen
    return [(0, name, *numbers) for name, numbers in sorted(found.items())]


def test_the_program_of_pandas_puts_what_varies_beside_each_game(
    run, tmp_path, monkeypatch
):
    kind, folder = run
    shutil.copytree(folder, tmp_path / "first")
    record = json.loads((folder / "run.json").read_text())
    # of the name of a column, and of a cell that has no game here
    record["cells"][0]["varied"] = {"players": 9, "contact.mu_block": 0.25}
    record["cells"].append({"varied": {"players": 8}})
    (tmp_path / "first" / "run.json").write_text(json.dumps(record))
    moves = next(name for name in kind.tables if name != "games")
    code = OPENING["pandas"].format(folder="first", moves=moves)
    monkeypatch.chdir(tmp_path)
    there = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(code, "pandas", "exec"), there)
    games = there["games"]
    assert len(games) == 3
    assert set(games["varied.players"]) == {9}
    assert set(games["varied.contact.mu_block"]) == {0.25}


def test_each_game_knows_the_metrics_of_the_other():
    for one, other in ((STACKO, STACCS), (STACCS, STACKO)):
        assert one.elsewhere == dict.fromkeys(
            (m.name for m in other.metrics), other.game
        )

"""What lies in a folder of results, key by key, for whoever reads it by other means."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["FOLDER", "OPENING", "RUN", "SHARD", "SESSION"]

FOLDER: Mapping[str, str] = {
    "run.json": "what was asked for, by whom it was played, and how far it came",
    "shards.jsonl": "which games are in which files, a line a shard",
    "games/00000.parquet": "one row a game",
    "turns/00000.parquet": "one row a touch of a block; of STACCS plays/, a row a move",
    "journal/": "finished games that are in no shard yet, while a run goes on",
    "replays/": "replays of single games, if they were asked for (Stacko)",
}
"""Files of a folder."""

RUN: Mapping[str, str] = {
    "format": "version of these keys: 2",
    "game": "stacko or staccs",
    "status": (
        "running (or killed), interrupted (games that were asked for are not there) or "
        "finished"
    ),
    "study": "what was asked for, as a whole",
    "study.name": "name of the study; empty for a plain batch",
    "study.question": "what it is to answer",
    "study.paired": "whether game i has the same luck in every cell",
    "study.games": "games a cell; with a stop rule, at most",
    "study.seed": "seed of the study",
    "study.stop": "when a cell plays no more: metric, width, at_least, batch; or null",
    "cells": "the cells in order: the first one is cell 0",
    "cells[].label": "name of the cell; empty for the only one of a plain batch",
    "cells[].varied": "what is set otherwise than in the base, by dotted key",
    "cells[].configuration": "everything that decides its games, the seed included",
    "fingerprint": "SHA-256 of all that decides the results",
    "games": (
        "counts at the end of the last session: asked, finished, failed (with timeouts)"
    ),
    "sessions": "what was run, a session each time it was started or resumed",
}
"""Keys of ``run.json``."""

SESSION: Mapping[str, str] = {
    "command": "the command line",
    "workers": "processes that played",
    "executor": "what the workers were: process, dask or mpi",
    "python": "version of Python",
    "platform": "operating system",
    "machine": "kind of processor",
    "packages": "versions of what the games ran with; null for what is not installed",
    "commit": "commit of the source tree, with +changes if it was edited; or null",
    "started": "when it began, in UTC (ISO 8601)",
    "ended": "when it ended; null while it runs, or if it was killed",
    "status": "running, interrupted or finished",
}
"""Keys of each of the sessions of ``run.json``."""

SHARD: Mapping[str, str] = {
    "shard": "number of the shard: 0 is 00000.parquet",
    "spans": "its games in the order of their rows: lists of cell, first game, count",
    "games": "how many games it has",
    "tail": "whether it was closed before it was full; the next session writes it anew",
    "tables": "by the name of each table: rows, bytes and sha256 of its file",
    "dropped": "true, and nothing else but the number: the shard is no more",
}
"""Keys of a line of ``shards.jsonl``; of lines with one number the last one holds."""

OPENING: Mapping[str, str] = {
    "pandas": """\
import json
import pathlib

import pandas

games = pandas.read_parquet("{folder}/games", dtype_backend="pyarrow")
{moves} = pandas.read_parquet("{folder}/{moves}", dtype_backend="pyarrow")
print(games.groupby("cell")["termination"].value_counts(normalize=True))
joined = {moves}.merge(games[["cell", "game", "termination"]], on=["cell", "game"])

record = json.loads(pathlib.Path("{folder}/run.json").read_text())
varied = pandas.DataFrame([cell["varied"] for cell in record["cells"]])
games = games.join(varied.add_prefix("varied."), on="cell")
""",
    "polars": """\
import polars

games = polars.scan_parquet("{folder}/games/*.parquet")
{moves} = polars.scan_parquet("{folder}/{moves}/*.parquet")
joined = {moves}.join(games.select("cell", "game", "termination"), on=["cell", "game"])
print(games.group_by("cell").agg(polars.len(), polars.col("moves").mean()).collect())
print(joined.select(polars.len()).collect())
""",
    "DuckDB": '''\
import duckdb

query = """
    SELECT cell, termination,
        count(DISTINCT game) AS games, count({moves}.ply) AS {moves}
    FROM '{folder}/games/*.parquet' AS games
    LEFT JOIN '{folder}/{moves}/*.parquet' AS {moves} USING (cell, game)
    GROUP BY ALL ORDER BY ALL
"""
print(duckdb.sql(query))
''',
    "pyarrow": """\
import pyarrow.dataset

games = pyarrow.dataset.dataset("{folder}/games", format="parquet")
for field in games.schema:
    print(field.name, field.type, field.metadata[b"unit"], field.metadata[b"meaning"])
table = games.to_table(columns=["cell", "game", "moves"])
""",
}
"""How to open a folder, by the name of the tool; every text is a program."""

"""A game that is nothing but its numbers, and folders of results of it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa

from gamebase.batch_config import fingerprint_of
from gamebase.columns import column
from sims.dataset.schemas import dataset_schema
from sims.design.design import joint_fingerprint
from sims.design.metrics import Metric
from sims.reports.columns import gather
from sims.reports.kinds import Lifetime
from sims.reports.model import Run, Setting


@dataclass(frozen=True, slots=True, kw_only=True)
class ToyGame:
    game: int = column("index of the game in its cell")
    termination: str = column("fell, limit, failed or timeout")
    turns: int = column("turns", "turns")
    score: float | None = column("a number", "m")
    error: str | None = column("what failed")


@dataclass(frozen=True, slots=True, kw_only=True)
class ToyTurn:
    game: int = column("index of the game in its cell")
    turn: int = column("number of the turn", "turns")


TABLES = {"games": ToyGame, "turns": ToyTurn}
FELL = Metric(
    "fell", "rate", "whether it fell", "-", ("termination",),
    lambda row: row["termination"] == "fell",
)  # fmt: skip
SCORE = Metric(
    "score", "mean", "a number", "m", ("score",), lambda row: row["score"]
)  # fmt: skip
LIFETIME = Lifetime("turns", "turns", ("fell",), "turns until it falls", ending="fell")


@dataclass(frozen=True)
class Toy:
    game: str = "toy"
    tables: Any = None
    metrics: tuple[Metric, ...] = (FELL, SCORE)
    lifetime: Lifetime | None = LIFETIME
    elsewhere: Any = field(default_factory=lambda: {"waves": "sea"})


KIND = Toy(tables=TABLES)


def game(index, termination="fell", turns=5, score=1.0, error=None):
    return ToyGame(
        game=index, termination=termination, turns=turns, score=score, error=error
    )


def table(cells):
    """Return the table of games of cells, each a list of rows, as a dataset has it."""
    rows = [
        {"cell": number, **{name: getattr(row, name) for name in ToyGame.__slots__}}
        for number, games in enumerate(cells)
        for row in games
    ]
    return pa.Table.from_pylist(rows, dataset_schema(ToyGame))


def columns(cells, kind=KIND):
    return gather([table(cells)], len(cells), kind.metrics, kind.lifetime)


def run_of(cells=1, **changes):
    values = {
        "game": "toy", "status": "finished", "name": "", "question": "",
        "paired": False, "games": 100, "seed": 7, "stop": None,
        "settings": tuple(
            Setting(k, f"hand={k}" if cells > 1 else "", {"hand": k}, 7)
            for k in range(cells)
        ),
        "sessions": (),
    }  # fmt: skip
    return Run(**{**values, **changes})


SESSION = {
    "command": "toy simulate",
    "workers": 2,
    "python": "3.11.2",
    "platform": "Linux",
    "machine": "x86_64",
    "packages": {"stacko": "0.1.0", "mujoco": None},
    "commit": "0123456789abcdef",
    "started": "2026-11-30T10:00:00+00:00",
    "ended": "2026-11-30T11:30:00+00:00",
    "status": "finished",
}


def record(cells=2, *, labels=None, **study):
    """Return what run.json holds."""
    names = labels or [f"hand={k}" for k in range(cells)]
    plain = {"seed": 7}
    return {
        "format": 2,
        "game": "toy",
        "status": "finished",
        "study": {"name": "hands", "question": "Whose?", "paired": True, "games": 4,
                  "seed": 7, "stop": None, **study},
        "cells": [
            {"label": name, "varied": {"hand": name}, "configuration": plain}
            for name in names
        ],
        "fingerprint": joint_fingerprint([fingerprint_of(plain)] * len(names)),
        "games": {},
        "sessions": [SESSION],
    }  # fmt: skip


def write_record(folder: Path, content) -> None:
    folder.mkdir(exist_ok=True)
    (folder / "run.json").write_text(json.dumps(content))

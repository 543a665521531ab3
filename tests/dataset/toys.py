"""Rows of a toy game for the dataset: they depend on cell and index alone."""

from __future__ import annotations

import hashlib
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gamebase.columns import column
from sims.dataset.chunks import Chunk, Rows, chunk_of
from sims.dataset.filling import Limits
from sims.dataset.spans import Span
from sims.dataset.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class ToyGame:
    game: int = column("index of the game")
    value: float = column("a number", "m")
    won: bool = column("whether it was won")
    termination: str = column("how it ended")
    note: str | None = column("free text")
    turns: int | None = column("number of turns", "turns")


@dataclass(frozen=True, slots=True, kw_only=True)
class ToyTurn:
    game: int = column("index of the game")
    turn: int = column("which turn")
    text: str | None = column("what was done")
    force: float | None = column("how hard", "N")


TABLES = {"games": ToyGame, "turns": ToyTurn}


def toy_rows(cell: int, game: int, /, **instead: Any) -> Rows:
    """Return a game's rows: up to six turns, none in every seventh."""
    turns = (cell * 31 + game * 17) % 7
    values: dict[str, Any] = {
        "game": game,
        "value": (cell + 1) * 0.5 + game / 7,
        "won": game % 3 == 0,
        "termination": "failed" if game % 11 == 5 else "toppled",
        "note": None if game % 2 else f"cell {cell}, game {game} ©",
        "turns": turns,
    }
    rows = [
        ToyTurn(
            game=game,
            turn=turn,
            text=f"R{turn}" if turn else None,
            force=turn * 0.1 if turn % 2 else None,
        )
        for turn in range(turns)
    ]
    return {"games": [ToyGame(**{**values, **instead})], "turns": rows}


def toy_chunk(span: Span) -> Chunk:
    rows = [toy_rows(span.cell, game) for game in span.games]
    return chunk_of(span, rows, TABLES, ("failed",))


def bytes_of(folder: Path) -> dict[str, str]:
    """Return a hash of each file of the shards, by name."""
    return {
        f"{path.parent.name}/{path.name}": hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.glob("*/*.parquet"))
    }


SMALL = Limits(games=50, group=10)
PLAN = [Span(cell, first, 20) for first in range(0, 80, 20) for cell in range(3)]


def opened_store(folder: Path, limits: Limits = SMALL) -> Store:
    store = Store(folder, TABLES, limits)
    store.open()
    return store


def tasks_of(store: Store, rng: random.Random, plan: list[Span]) -> list[Span]:
    """Enqueue a plan; return what is to be played, in small spans."""
    tasks = []
    for span in plan:
        for part in store.enqueue(span):
            first = part.first
            while first < part.stop:
                count = min(rng.randrange(1, 9), part.stop - first)
                tasks.append(Span(part.cell, first, count))
                first += count
    return tasks


def play(
    folder: Path, seed: int = 0, *, most: int | None = None, limits: Limits = SMALL
) -> None:
    """Play the plan in some order, as one session that ends well."""
    rng = random.Random(seed)
    store = opened_store(folder, limits)
    tasks = tasks_of(store, rng, PLAN)
    rng.shuffle(tasks)
    for task in tasks[:most]:
        store.put(toy_chunk(task))
    store.seal()
    store.close()

"""A tiny real game for the batch layer: rows that depend on the index alone."""

from __future__ import annotations

import os
import signal
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np


def column(meaning: str, unit: str = "-", *, wall: bool = False) -> Any:
    return field(metadata={"meaning": meaning, "unit": unit, "wall": wall})


@dataclass(frozen=True, slots=True, kw_only=True)
class ToyGame:
    game: int = column("index")
    value: float = column("a number", "m")
    won: bool = column("whether it was won")
    note: str | None = column("free text")
    error: str | None = column("what failed")


@dataclass(frozen=True, slots=True, kw_only=True)
class ToyTurn:
    game: int = column("index")
    turn: int = column("turn")
    seat: int | None = column("seat")


TABLES = {"games": ToyGame, "turns": ToyTurn}


class OddError(Exception):
    """Cannot be unpickled: its text is not its argument."""

    def __init__(self, one: str, two: str) -> None:
        super().__init__(f"{one} and {two}")


class MuteError(Exception):
    """Has no text to tell: asking for it fails."""

    def __str__(self) -> str:
        raise SystemExit("no text")


@dataclass(frozen=True)
class ToyJob:
    """``trouble`` maps an index to what goes wrong there."""

    seed: int = 0
    sleep: float = 0.0
    trouble: tuple[tuple[int, str], ...] = ()

    def play(self, index: int) -> dict[str, list[Any]]:
        time.sleep(self.sleep)
        self._get_into(dict(self.trouble).get(index, ""))
        rng = np.random.default_rng(np.random.SeedSequence([self.seed, index]))
        turns = int(rng.integers(0, 6))
        game = ToyGame(
            game=index, value=rng.random(), won=turns > 2, note=None, error=None
        )
        return {
            "games": [game],
            "turns": [
                ToyTurn(game=index, turn=turn, seat=int(rng.integers(4)))
                for turn in range(turns)
            ],
        }

    def failed(self, index: int, error: str) -> dict[str, list[Any]]:
        game = ToyGame(game=index, value=0.0, won=False, note=None, error=error)
        return {"games": [game], "turns": []}

    def _get_into(self, trouble: str) -> None:
        if trouble == "raise":
            raise RuntimeError("the tower\nwas not there")
        if trouble == "odd":
            raise OddError("one", "two")
        if trouble == "mute":
            raise MuteError
        if trouble == "surrogate":
            raise RuntimeError("bad \udcff")
        if trouble == "long":
            raise RuntimeError("x" * 3_000_000)
        if trouble == "quit":
            sys.exit("enough")
        if trouble == "exit":
            os._exit(7)
        if trouble == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        if trouble == "hang":
            time.sleep(60)


def main(folder: Path, games: int, workers: int, sleep: float) -> None:
    """Play in a process of its own; resumes what is there."""
    from sims.batch import play_batch, stop_on_signals
    from sims.progress import Silent
    from sims.store import Store

    store = Store(folder, TABLES)
    store.open()
    done = store.finished()
    with stop_on_signals() as stop:
        print("ready", flush=True)
        outcome = play_batch(
            ToyJob(sleep=sleep),
            [index for index in range(games) if index not in done],
            store,
            workers=workers,
            reporter=Silent(),
            stop=stop,
        )
    store.merge()
    store.close()
    print(outcome.played, outcome.interrupted, flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4]))

"""A study in a process of its own, which tests interrupt and kill."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from sims.dataset.filling import Limits
from sims.dataset.store import Store
from sims.progress import Silent
from sims.running.coordinator import Settings, play_study
from sims.running.executors import open_executor
from sims.running.signals import stop_on_signals
from tests.running.oddjob import TABLES, OddJob
from tests.running.shelf import ListWork, MemoryShelf, rounds

CELLS = [OddJob(seed=1, busy=0.005), OddJob(seed=2, busy=0.005)]


class Told(Silent):
    """Writes how many games there are by now."""

    def __init__(self) -> None:
        self.games = 0

    def advance(
        self, games: int, failed: int, note: str = "", total: int | None = None
    ) -> None:
        self.games += games
        print(self.games, flush=True)


def play_into(folder: Path, executor: str, games: int, workers: int = 2) -> None:
    """Play what is missing of two cells in a real folder, in small shards."""
    store = Store(folder, TABLES, Limits(games=40, group=10))
    store.open()
    try:
        with stop_on_signals() as stop, open_executor(executor, workers) as opened:
            print("ready", flush=True)
            work = ListWork(CELLS, rounds(len(CELLS), games, 20))
            settings = Settings(tables=TABLES)
            play_study(work, store, opened, settings, reporter=Told(), stop=stop)
        store.seal()
    finally:
        store.close()
    print("finished", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("executor")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--address")
    parser.add_argument("--busy", type=float, default=0.01)
    parser.add_argument("--hang", action="store_true")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--folder", type=Path)
    args = parser.parse_args()
    if args.folder is not None:
        play_into(args.folder, args.executor, args.games)
        return
    trouble = tuple((index, "hang-deaf") for index in range(20, 10_000))
    job = OddJob(busy=args.busy, trouble=trouble if args.hang else ())
    shelf = MemoryShelf()
    work = ListWork([job], rounds(1, args.games, 100))
    with (
        stop_on_signals() as stop,
        open_executor(args.executor, 2, args.address) as opened,
    ):
        print("ready", flush=True)
        outcome = play_study(
            work, shelf, opened, Settings(tables=TABLES), reporter=Told(), stop=stop
        )
    if args.out is not None:
        import pyarrow.parquet as pq

        pq.write_table(shelf.tables()["games"], args.out)
    print("interrupted" if outcome.interrupted else "finished", flush=True)


if __name__ == "__main__":
    sys.exit(main())

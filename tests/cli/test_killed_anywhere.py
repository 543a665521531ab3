"""kill -9 at 50 random moments of a batch: nothing is lost, and nothing is there twice.

Some moments are steps in which the folder of results changes, from its first to its
last one; others are points in time; and in some only a worker dies.
"""

from __future__ import annotations

import os
import random
import signal
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.cli.forking import Forks
from tests.results import kept, rows, run_json, shards, tables

GAMES = 400
FLAGS = ("simulate", "--policy", "random", "--table", "none", "--seed", "11")
FLAGS += ("--games", str(GAMES), "--resume", "--quiet", "--workers")
KILLS = 25
"""In each of two rounds: two of five at a step, two at a point in time, one worker."""

STATES = ("before it began", "no game there", "some games there", "all games there")
"""In what a kill may leave a folder."""


@pytest.fixture(scope="module")
def forks() -> Iterator[Forks]:
    found = Forks()
    yield found
    found.close()


class Whole:
    """A run that nothing disturbed: its tables, and how long such runs live."""

    def __init__(self, forks: Forks, out: Path) -> None:
        self.out = out
        self.all, self.steps = self._lived(forks)
        self.none, _ = self._lived(forks)
        assert kept(out) == GAMES
        self.tables, self.shards = tables(out), shards(out)

    def _lived(self, forks: Forks) -> tuple[float, int]:
        began = time.monotonic()
        forks.start(*FLAGS, "1", "--out", str(self.out), watched=self.out)
        ended = forks.end(60)
        assert ended is not None
        assert ended[0] == 0
        return time.monotonic() - began, ended[1]

    def life(self, games: int) -> float:
        """Return about how long a session lives that has so many games to play."""
        return self.none + (self.all - self.none) * games / GAMES


@pytest.fixture(scope="module")
def whole(forks: Forks, tmp_path_factory: pytest.TempPathFactory) -> Whole:
    return Whole(forks, tmp_path_factory.mktemp("whole") / "out")


def workers_of(parent: int) -> list[int]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            above = int(stat.read_text().rpartition(")")[2].split()[1])
            command = (stat.parent / "cmdline").read_bytes()
        except OSError:
            continue
        if above == parent and b"sims.running.worker" in command:
            found.append(int(stat.parent.name))
    return found


class Trail:
    """Folders that are killed and go on until they are whole; then a new one begins."""

    def __init__(self, forks: Forks, whole: Whole, folder: Path, workers: int) -> None:
        self._forks, self._whole = forks, whole
        self._workers, self._rng = workers, random.Random(workers)
        self._folder, self._number = folder, 0
        self._games: set[int] = set()
        self._sealing = 0
        self.kills: Counter[str] = Counter()
        self.states: Counter[str] = Counter()

    @property
    def out(self) -> Path:
        return self._folder / f"out-{self._number}"

    def _start(self, kill_at: int = 0) -> int:
        return self._forks.start(
            *FLAGS,
            str(self._workers),
            "--out",
            str(self.out),
            watched=self.out,
            kill_at=kill_at,
        )

    def step(self, share: float) -> None:
        """Kill a session when it changes the folder, so far into its life."""
        self._start(1 + int(share * self._whole.steps))
        self._ended(self._forks.end(60), "step")

    def point(self, share: float) -> None:
        """Kill a session when so much of its time is over."""
        process = self._start()
        life = self._whole.life(GAMES - len(self._games))
        ended = self._forks.end(share * life)
        if ended is None:
            with suppress(ProcessLookupError):  # it ended just now
                os.killpg(process, signal.SIGKILL)
            ended = self._forks.end(60)
        self._ended(ended, "point")

    def worker(self, share: float) -> None:
        """Kill one of the workers; the session goes on."""
        if len(self._games) == GAMES:
            self.finish()
        process = self._start()
        ended = self._forks.end(share * self._whole.life(GAMES - len(self._games)))
        while ended is None and not (found := workers_of(process)):
            ended = self._forks.end(0.005)
        if ended is None:
            os.kill(self._rng.choice(found), signal.SIGKILL)
            self.kills["worker"] += 1
            ended = self._forks.end(60)
        self._ended(ended, "")

    def _ended(self, ended: tuple[int, int] | None, kind: str) -> None:
        assert ended is not None
        if ended[0] == -signal.SIGKILL and kind:
            self.kills[kind] += 1
            self._look()
        else:
            assert ended[0] == 0
            self._compare()

    def _look(self) -> None:
        """See that all that was there still is, once, and in which state it is."""
        if not (self.out / "run.json").exists():
            self.states[STATES[0]] += 1
            assert not self._games
            return
        there = [row["game"] for row in rows(self.out)]
        assert len(there) == len(set(there))
        assert self._games <= set(there)
        self._games = set(there)
        assert run_json(self.out)["status"] != "finished" or len(there) == GAMES
        state = STATES[3] if len(there) == GAMES else STATES[2]
        self.states[state if there else STATES[1]] += 1
        self._sealing += len(there) == GAMES
        if self._sealing > 1:  # enough of that
            self.finish()

    def enough(self) -> bool:
        """Return whether there were kills enough, of all kinds and in all states."""
        kinds = min(self.kills[kind] for kind in ("step", "point", "worker"))
        states = min(self.states[state] for state in STATES)
        return self.kills.total() >= KILLS and kinds >= 3 and states >= 1

    def finish(self) -> None:
        """Play the rest in peace."""
        self._start()
        self._ended(self._forks.end(60), "")

    def _compare(self) -> None:
        """See that it is as if nothing had been; what follows begins anew."""
        assert tables(self.out) == self._whole.tables
        assert shards(self.out) == self._whole.shards
        left = sorted(path.name for path in self.out.iterdir())
        assert left == ["games", "plays", "run.json", "shards.jsonl"]
        self._number, self._games, self._sealing = self._number + 1, set(), 0


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_kills_at_any_moment_change_nothing(
    forks: Forks, whole: Whole, tmp_path: Path, workers: int
) -> None:
    rng = random.Random(20 + workers)
    trail = Trail(forks, whole, tmp_path, workers)
    kinds = [trail.step, trail.point, trail.step, trail.point, trail.worker]
    sessions = 0
    while not trail.enough():
        kinds[sessions % 5](rng.random())
        sessions += 1
        assert sessions < 4 * KILLS
    trail.finish()

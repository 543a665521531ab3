"""The kinds of games that are measured, and real games of them.

``python -m sims.scaling.kinds NAME SECONDS FOLDER`` plays games of a kind one after
another in a process of its own and keeps them as a batch does; it prints how long each
took. `Kind.play` starts it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gamebase.batch_flags import read_config
from sims.dataset.chunks import Rows
from sims.dataset.spans import Span
from sims.dataset.store import Store
from sims.design.metrics import Metric
from sims.errors import BatchError
from sims.running.jobs import Games, Job

__all__ = ["KINDS", "Kind", "Played"]

PLAIN = {
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
}


@dataclass(frozen=True, slots=True)
class Played:
    """What came of real games.

    Parameters
    ----------
    seconds : tuple of float
        Processor time of each game, in s.
    turns : tuple of int
        Turns of each game.
    disk : float
        Bytes of shards that a game more takes.
    pipe, task : float
        Bytes of what a worker sends for a game, and for a task beside its games.
    sent : int
        Bytes of what plays the games, which is sent with each task.
    memory : int
        What the process that played held in the end, in bytes.
    """

    seconds: tuple[float, ...]
    turns: tuple[int, ...]
    disk: float
    pipe: float
    task: float
    sent: int
    memory: int


@dataclass(frozen=True, slots=True)
class Kind:
    """Games that are alike.

    Parameters
    ----------
    name : str
        What they are called.
    game : str
        ``stacko`` or ``staccs``.
    flags : tuple of str
        Flags of ``simulate``.
    plays : bool
        Whether STACCS keeps a row for each play.
    """

    name: str
    game: str
    flags: tuple[str, ...]
    plays: bool = True

    @property
    def tables(self) -> Mapping[str, type]:
        """Row classes by the name of their table."""
        tables: Mapping[str, type] = _kind(self.game).tables
        return tables

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """What a batch tells of while it runs."""
        metrics: tuple[Metric, ...] = _kind(self.game).metrics[:1]
        return metrics

    def job(self) -> Job:
        """Return the games as workers play them."""
        kind = _kind(self.game)
        if self.game == "stacko":
            from stacko.cli import _parser as parser
        else:
            from staccs.cli import _parser as parser
        args = parser().parse_args(["simulate", *self.flags, "--seed", "1"])
        config = read_config(kind.config, args)
        if not self.plays:
            from dataclasses import replace

            config = replace(config, plays=False)
        job: Job = kind.job(config)
        return job

    def play(self, seconds: float, folder: Path) -> Played:
        """Play games for so long (s) in a process of its own, two at least.

        Parameters
        ----------
        seconds : float
            After which time no game is begun.
        folder : Path
            Where they are kept, as the results of a batch.

        Raises
        ------
        BatchError
            If they cannot be played.
        """
        code = [sys.executable, "-m", __name__, self.name, str(seconds), str(folder)]
        done = subprocess.run(
            code, env={**os.environ, **PLAIN}, capture_output=True, text=True
        )
        if done.returncode:
            last = (done.stderr.splitlines() or ["it says nothing"])[-1]
            raise BatchError(f"games of {self.name!r} cannot be played: {last}")
        said: dict[str, Any] = json.loads(done.stdout)
        for name in ("seconds", "turns"):
            said[name] = tuple(said[name])
        return Played(**said)


def _kind(game: str) -> Any:
    if game == "stacko":
        from sims.stacko_games import STACKO

        return STACKO
    from sims.staccs_games import STACCS

    return STACCS


_RANDOM = ("--mode", "uh-oh", "--policy", "random")

KINDS = {
    kind.name: kind
    for kind in (
        Kind("PyBullet", "stacko", ("--engine", "pybullet")),
        Kind("MuJoCo", "stacko", ("--engine", "mujoco")),
        Kind("quasistatic", "stacko", ("--engine", "quasistatic")),
        Kind("STACCS greedy", "staccs", ("--mode", "uh-oh", "--policy", "greedy")),
        Kind("STACCS random", "staccs", _RANDOM),
        Kind("STACCS random, no plays", "staccs", _RANDOM, plays=False),
    )
}
"""All kinds, by name."""

FEW, MANY = 2, 2000
"""Fewest and most games that are played."""

SHORT = 3.0
"""A first game that takes less is not counted, for modules are loaded in it, in s."""


def _play(kind: Kind, seconds: float, folder: Path) -> Played:
    job, tables = kind.job(), kind.tables
    key = next(iter(tables))
    took: list[float] = []
    rows: list[Rows] = []
    begun = time.monotonic()
    while len(took) < FEW or (len(took) < MANY and time.monotonic() - begun < seconds):
        before = time.process_time()
        rows.append(job.play(len(took)))
        took.append(time.process_time() - before)
    skipped = int(took[0] < SHORT)  # most of it was imports
    games = Games(job, tables)
    sizes = {count: _sizes(games, rows[:count], folder) for count in (1, len(rows))}
    (disk_one, pipe_one), (disk, pipe) = sizes[1], sizes[len(rows)]
    more = len(rows) - 1
    game = (pipe - pipe_one) / more
    return Played(
        seconds=tuple(took[skipped:]),
        turns=tuple(each[key][0].turns for each in rows[skipped:]),
        disk=(disk - disk_one) / more,
        pipe=game,
        task=max(pipe_one - game, 0.0),
        sent=len(games.pickled()),
        memory=_memory(),
    )


def _memory() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def _sizes(games: Games, rows: list[Rows], folder: Path) -> tuple[int, int]:
    """Return the bytes of these games in shards, and as they are sent."""
    span = Span(0, 0, len(rows))
    chunk = games.chunk(span, rows)
    store = Store(folder, games.tables)
    store.open()
    try:
        store.clear()
        store.enqueue(span)
        store.put(chunk)
        store.seal()
    finally:
        store.close()
    files = sum(path.stat().st_size for path in folder.glob("*/*.parquet"))
    return files, sum(map(len, chunk.tables.values()))


def _main(argv: list[str]) -> int:
    from dataclasses import asdict

    name, seconds, folder = argv
    print(json.dumps(asdict(_play(KINDS[name], float(seconds), Path(folder)))))
    return 0


if __name__ == "__main__":
    from sims.scaling.kinds import _main as run

    raise SystemExit(run(sys.argv[1:]))

"""All measurements, one after another: games, the coordinator, Dask."""

from __future__ import annotations

import hashlib
import os
import platform
import statistics
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from scipy.optimize import nnls

from sims.running.executors import open_executor
from sims.running.opened import Opened
from sims.scaling.clusters import cluster
from sims.scaling.dask_costs import trivial_tasks
from sims.scaling.figures import Figures, KindFigures
from sims.scaling.kinds import KINDS, Kind, Played
from sims.scaling.probing import Probe, probe
from sims.scaling.recorded import Recorded
from sims.scaling.tuning import tuned
from sims.study_work import Earlier

__all__ = ["Effort", "fitted", "measure"]

TURNS = Path(__file__).parents[2] / "docs" / "agreement" / "games.parquet"
"""Whole games of each engine, more than there is time for here."""

ENGINES = {
    "PyBullet": "pybullet",
    "MuJoCo": "mujoco",
    "quasistatic": "quasistatic",
}
"""Kinds of which there are, and their name there."""

LONG = ("PyBullet", "MuJoCo")
"""Kinds whose games are so long that few are played here."""

KEPT = 200
"""Most times of games that are kept of each kind."""

Say = Callable[[str], object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """How much is measured.

    Parameters
    ----------
    long, short : float
        Time for games of an engine, and for others, in s.
    sizes : mapping of int to int
        Games of a task, and how many such tasks are measured.
    crowd : int
        Workers of the Dask cluster.
    trivial : int
        Tasks that do nothing.
    """

    long: float = 90.0
    short: float = 12.0
    sizes: Mapping[int, int]
    crowd: int = 60
    trivial: int = 2000


USUAL = Effort(sizes={1: 500, 16: 150, 256: 40})
QUICK = Effort(
    long=0.1, short=1.0, sizes={1: 100, 64: 20}, crowd=4, trivial=200
)  # fmt: skip


def measure(say: Say, effort: Effort = USUAL) -> Figures:
    """Measure everything on this machine.

    Parameters
    ----------
    say : callable
        Told what is being done, a line at a time.
    effort : Effort
        How much.
    """
    begun, load = time.time(), os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        played = _games(effort, folder, say)
        say("the coordinator, with processes of this machine")
        probes, start, gap, slot_probe = _processes(effort, folder, played)
        games = {kind: fitted(each)[1] for kind, each in probes.items()}
        task = statistics.median(fitted(each)[0] for each in probes.values())
        say("the coordinator, with a Dask cluster")
        dask, gap_dask = _dask(effort, folder)
    say(f"a Dask scheduler with {effort.crowd} workers")
    small = trivial_tasks(effort.crowd, effort.trivial, 3000, 8_000)
    large = trivial_tasks(effort.crowd, effort.trivial // 4, 3000, 400_000)
    syncs = [each for some in probes.values() for run in some for each in run.syncs]
    idle = slot_probe.own - slot_probe.tasks * task
    per_byte = max(large.scheduler - small.scheduler, 0.0) / 392_000
    return Figures(
        machine=_machine(begun, load),
        kinds={kind: _kind(kind, played, games[kind]) for kind in KINDS},
        task=task,
        task_dask=fitted(dask)[0],
        slot=max(idle, 0.0) / (IDLE_SLOTS * slot_probe.wall),
        gap=gap,
        gap_dask=gap_dask,
        sync=statistics.median(syncs),
        syncs=max(syncs),
        start=start,
        scheduler=max(small.scheduler - 8_000 * per_byte, 0.0),
        scheduler_byte=per_byte,
        scheduler_workers=effort.crowd,
        scheduler_idle=small.idle,
        hashed=_hashed(),
        earlier=_earlier(),
    )


def fitted(probes: Sequence[Probe]) -> tuple[float, float]:
    """Return the processor time of a task and of a game in it, in s.

    Runs with tasks of unlike size tell them apart; each run counts alike, however long
    it was.
    """
    own = np.array([each.own for each in probes])
    parts = np.array([[each.tasks, each.games] for each in probes], float)
    found, _ = nnls(parts / own[:, None], np.ones(len(own)))
    return float(found[0]), float(found[1])


# --- games -------------------------------------------------------------------------


def _games(effort: Effort, folder: Path, say: Say) -> dict[str, Played]:
    """Play games of all kinds, two at a time: workers have neighbors, too."""

    def play(kind: Kind) -> Played:
        seconds = effort.long if kind.name in LONG else effort.short
        found = kind.play(seconds, folder / kind.name)
        mean = statistics.mean(found.seconds)
        say(f"{len(found.seconds)} games of {kind.name}: {mean:.4g} s each")
        return found

    with ThreadPoolExecutor(2) as pool:
        order = sorted(KINDS.values(), key=lambda kind: kind.name not in LONG)
        found = list(pool.map(play, order))
    return {kind.name: each for kind, each in zip(order, found, strict=True)}


def _kind(name: str, all_played: Mapping[str, Played], game: float) -> KindFigures:
    played = all_played[name]
    seconds, turns = list(played.seconds), statistics.mean(played.turns)
    disk = played.disk
    known = _turns(ENGINES[name]) if name in ENGINES else []
    if known:
        turn = sum(seconds) / sum(played.turns)
        seconds, turns = [turn * each for each in known], statistics.mean(known)
    if name in LONG:  # the same columns; so few games are not packed as many are
        many = all_played["quasistatic"]
        disk = many.disk * turns / statistics.mean(many.turns)
    mean = statistics.mean(seconds)
    if len(seconds) > KEPT:
        seconds = np.quantile(seconds, (np.arange(KEPT) + 0.5) / KEPT).tolist()
    return KindFigures(
        played=len(played.seconds), mean=mean, turns=turns, seconds=tuple(seconds),
        drawn=bool(known), disk=disk, pipe=played.pipe, task=played.task,
        sent=played.sent, memory=played.memory, game=game,
    )  # fmt: skip


def _turns(engine: str) -> list[int]:
    """Return the turns of whole games of an engine, none if the file is not there."""
    if not TURNS.exists():
        return []
    rows = pq.read_table(TURNS, columns=["engine", "turns"]).to_pylist()
    return [row["turns"] for row in rows if row["engine"] == engine]


# --- the coordinator ---------------------------------------------------------------

IDLE_SLOTS = 8
IDLE_TIME = 3.0
SLOW, SLOW_TASKS = 0.05, 60
"""Time of tasks (s) between which a worker's gap is measured, and how many."""


def _processes(
    effort: Effort, folder: Path, played: Mapping[str, Played]
) -> tuple[dict[str, list[Probe]], float, float, Probe]:
    """Return runs of each kind, the start of a child, the gap, and a run of waiting."""
    jobs = {name: Recorded(name, folder / name) for name in played}
    first = next(iter(jobs))
    slow = Recorded(first, folder / first, (SLOW,))
    with open_executor("process", 1) as opened:
        start = probe(KINDS[first], jobs[first], 1, opened).wall
        with tuned(most=1):
            alone = probe(KINDS[first], slow, SLOW_TASKS, opened)
    gap = _gap(alone)
    with open_executor("process", 2) as opened:
        probes = {
            name: _sizes(effort, partial(probe, KINDS[name], job, opened=opened))
            for name, job in jobs.items()
        }
    waiting = Recorded(first, folder / first, (IDLE_TIME,))
    with open_executor("process", IDLE_SLOTS) as opened:
        probe(KINDS[first], jobs[first], 4 * IDLE_SLOTS, opened)
        with tuned(most=1):
            idle = probe(KINDS[first], waiting, IDLE_SLOTS, opened)
    return probes, start, gap, idle


def _sizes(effort: Effort, run: Callable[[int], Probe]) -> list[Probe]:
    with tuned(most=1):  # starts all children, and loads the rows into them
        run(4 * DASK_WORKERS)
    found = []
    for size, tasks in effort.sizes.items():
        with tuned(most=size):
            found.append(run(size * tasks))
    return found


DASK_WORKERS = 24


def _dask(effort: Effort, folder: Path) -> tuple[list[Probe], float]:
    """Return runs on a Dask cluster, and the gap of its workers."""
    name = "STACCS random"
    job, slow = (Recorded(name, folder / name, each) for each in ((), (SLOW,)))
    with _cluster(1, crowd=False) as opened, tuned(most=1):
        probe(KINDS[name], job, 4, opened)
        gap = _gap(probe(KINDS[name], slow, SLOW_TASKS, opened))
    with _cluster(DASK_WORKERS, crowd=True) as opened:
        run = partial(probe, KINDS[name], job, opened=opened)
        return _sizes(effort, run), gap


@contextmanager
def _cluster(workers: int, *, crowd: bool) -> Iterator[Opened]:
    with (
        tempfile.TemporaryDirectory() as place,
        cluster(workers, Path(place), crowd=crowd) as found,
        open_executor("dask", 1, found.address) as opened,
    ):
        yield opened


def _gap(alone: Probe) -> float:
    """Return what passed between two tasks of the only worker, in s."""
    return max(alone.wall - alone.played - sum(alone.syncs), 0.0) / alone.tasks


def _hashed(size: int = 1 << 26) -> float:
    data, began = bytes(size), time.process_time()
    hashlib.sha256(data)
    return size / max(time.process_time() - began, 1e-9)


def _earlier(games: int = 100_000) -> float:
    """Return what a resumed study remembers of each game, in bytes."""
    metrics = KINDS["STACCS random"].metrics
    names = {name for metric in metrics for name in metric.columns}
    columns: dict[str, list[Any]] = {name: [0] * games for name in names}
    columns["termination"] = ["out"] * games
    numbers = pa.table({"cell": [0] * games, "game": list(range(games)), **columns})
    tracemalloc.start()
    try:
        kept = Earlier([numbers], metrics)
        size = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    del kept
    return size / games


def _machine(begun: float, load: float) -> dict[str, str]:
    return {
        "date": time.strftime("%Y-%m-%d", time.gmtime(begun)),
        "cores": str(os.cpu_count()),
        "processor": _processor(),
        "python": platform.python_version(),
        "pyarrow": version("pyarrow"),
        "distributed": version("distributed"),
        "load": f"{load:.1f} before, {os.getloadavg()[0]:.1f} after",
        "minutes": f"{(time.time() - begun) / 60:.1f}",
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if "model name" in line]
    return names[0] if names else platform.machine()

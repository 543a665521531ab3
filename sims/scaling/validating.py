"""The model beside real runs: the real coordinator, store and workers.

Games are rows of real ones after a pause, so that two cores carry many workers. The
model is told how long tasks took where they were played, and has to say how much of
their time the workers had tasks at all.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from sims.running.executors import open_executor
from sims.running.opened import Opened
from sims.scaling.clusters import cluster
from sims.scaling.figures import Figures
from sims.scaling.kinds import KINDS, Kind
from sims.scaling.model import Run, simulate
from sims.scaling.probing import Probe, probe
from sims.scaling.recorded import Recorded
from sims.scaling.times import Times
from sims.scaling.tuning import tuned

__all__ = ["CASES", "Case", "Compared", "validate"]

KIND = "STACCS random, no plays"
"""Its rows are played again; they cost workers least."""

RUN_TIME = 12.0
"""How long a run is about, in s."""

ROOM = 160_000_000
"""Memory that a worker may take, in bytes; if there is less, a case is left out."""


@dataclass(frozen=True, slots=True)
class Case:
    """One real run.

    Parameters
    ----------
    where : str
        ``process`` or ``dask``.
    workers : int
        How many.
    pause : float
        Mean time of a game, in s; 0 to play real games.
    size : int or None
        Most games of a task; None for what tasks have anyway.
    """

    where: str
    workers: int
    pause: float
    size: int | None = None


CASES = (
    Case("process", 1, 0.0),
    Case("process", 2, 0.0),
    *(Case("process", workers, 0.15) for workers in (1, 2)),
    Case("process", 32, 0.6),
    Case("process", 32, 0.15, 1),
    Case("process", 32, 0.05, 1),
    Case("process", 64, 0.6),
    Case("process", 64, 0.15),
    Case("process", 64, 0.15, 1),
    Case("process", 64, 0.05, 1),
    Case("dask", 8, 0.6),
    Case("dask", 8, 0.15, 1),
    Case("dask", 32, 0.6),
    Case("dask", 32, 0.3, 1),
)


@dataclass(frozen=True, slots=True)
class Compared:
    """What a run came to, and what the model says.

    Parameters
    ----------
    case : Case
        What was run.
    games, tasks : int
        How many.
    seconds : float
        Mean time of a game where it was played, in s.
    used, used_model : float
        Share of the time of all workers in which they played.
    rate, rate_model : float
        Games a second.
    own, own_model : float
        Share of its time in which the coordinator was busy.
    """

    case: Case
    games: int
    tasks: int
    seconds: float
    used: float
    used_model: float
    rate: float
    rate_model: float
    own: float
    own_model: float

    def __str__(self) -> str:
        case = self.case
        return (
            f"{case.where}, {case.workers} workers, {self.seconds:.3g} s a game: they "
            f"play {self.used:.1%}, model {self.used_model:.1%}; {self.rate:.0f} "
            f"games/s, model {self.rate_model:.0f}; coordinator {self.own:.0%}, "
            f"model {self.own_model:.0%}"
        )

    def plain(self) -> dict[str, Any]:
        """Return what JSON can hold."""
        return asdict(self)


def validate(
    figures: Figures,
    say: Callable[[Compared | str], object],
    cases: Sequence[Case] = CASES,
    run_time: float = RUN_TIME,
) -> list[Compared]:
    """Return real runs beside the model.

    Parameters
    ----------
    figures : Figures
        What the model is told.
    say : callable
        Told of each comparison, and of cases that are left out.
    cases : sequence of Case
        What is run.
    run_time : float
        How long a run is about, in s.
    """
    found: list[Compared] = []
    kind = KINDS[KIND]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "games"
        kind.play(1.0, folder)
        for where, workers in dict.fromkeys((c.where, c.workers) for c in cases):
            if _memory() < workers * ROOM:
                say(f"{workers} workers have no room in memory here")
                continue
            with _opened(where, workers, Path(name)) as opened:
                _warm_up(kind, folder, workers, opened)
                for case in cases:
                    if (case.where, case.workers) == (where, workers):
                        found.append(_compare(case, folder, opened, figures, run_time))
                        say(found[-1])
    return found


@contextmanager
def _opened(where: str, workers: int, folder: Path) -> Iterator[Opened]:
    if where == "process":
        with open_executor(where, workers) as opened:
            yield opened
        return
    with (
        tempfile.TemporaryDirectory(dir=folder) as place,
        cluster(workers, Path(place), crowd=True) as found,
        open_executor(where, workers, found.address) as opened,
    ):
        yield opened


def _warm_up(kind: Kind, folder: Path, workers: int, opened: Opened) -> None:
    """Have each worker play something, so that its process is there."""
    with tuned(most=1):
        probe(kind, Recorded(KIND, folder, (0.5,)), 4 * workers, opened)


def _compare(
    case: Case, folder: Path, opened: Opened, figures: Figures, run_time: float
) -> Compared:
    kind = KINDS[KIND]
    pauses = _pauses(case.pause)
    job = Recorded(KIND, folder, pauses) if pauses else kind.job()
    mean = case.pause or figures.kinds[KIND].mean
    games = max(int(run_time * case.workers / mean), 4 * case.workers)
    with tuned(most=case.size):
        ran = probe(kind, job, games, opened)
        model = _modelled(case, ran, pauses or figures.kinds[KIND].seconds, figures)
    return Compared(
        case=case,
        games=ran.games,
        tasks=ran.tasks,
        seconds=ran.played / ran.games,
        used=ran.used(case.workers),
        used_model=model.used,
        rate=ran.games / ran.wall,
        rate_model=model.rate,
        own=ran.own / ran.wall,
        own_model=model.coordinator,
    )


def _modelled(
    case: Case, ran: Probe, seconds: Sequence[float], figures: Figures
) -> Run:
    factor = ran.played / ran.games / float(np.mean(seconds))
    times = Times([factor * each for each in seconds])
    costs = figures.costs(KIND, dask=case.where == "dask")
    return simulate(times, case.workers, costs, games=ran.games)


def _pauses(mean: float) -> tuple[float, ...]:
    """Return times as unlike as those of real games, the same at each call."""
    if not mean:
        return ()
    drawn = np.random.default_rng(7).gamma(4.0, mean / 4.0, 500)
    return tuple(float(each) for each in np.round(drawn * mean / drawn.mean(), 6))


def _memory() -> int:
    """Return the memory that is free, in bytes."""
    for line in Path("/proc/meminfo").read_text().splitlines():
        if line.startswith("MemAvailable"):
            return 1024 * int(line.split()[1])
    return 0

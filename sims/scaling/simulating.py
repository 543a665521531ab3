"""What the model says of many workers: the grid behind the page."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sims.scaling.figures import Figures
from sims.scaling.model import Run, simulate
from sims.scaling.times import Times
from sims.scaling.tuning import tuned

__all__ = ["ENOUGH", "HANGS", "LIMITS", "ONE_MACHINE", "WORKERS", "Point", "simulated"]

WORKERS = (1, 10, 32, 64, 128, 256, 500, 1000, 2000, 5000, 10_000)
"""Numbers of workers of a cluster."""

ONE_MACHINE = (1, 8, 32, 64, 128)
"""Numbers of workers of one machine."""

ENOUGH = 0.9
"""Share of their time that workers should play."""

MANY = 1000
"""The number of workers that the page looks at closely."""

HANGS = 10_000
"""Where games hang, one in so many does."""

LIMITS = (1800.0, 300.0, 120.0)
"""Limits of the time of a game, in s; the first is what it is if nothing is said."""

ENOUGH_GAMES = 500
"""Games that a run is long enough for, if workers play all the time."""

STEPS = 4
"""How often the number of workers is halved between enough and too many."""

HUNG_TIME = 4000.0
"""How long a run with hung games is looked at, in s."""

LONGER_TIME, LONGER_MOST, LONGER_WAITING = 10.0, 16_384, 2_000_000
"""Tasks ten times as long, and room for as many games: what `tuned` is told."""


@dataclass(frozen=True, slots=True)
class Point:
    """One run of the model.

    Parameters
    ----------
    kind : str
        Name of the kind of games.
    where : str
        ``process`` or ``dask``.
    workers : int
        How many.
    tuned : bool
        Whether tasks are longer, as `LONGER_TIME` says.
    limit : float or None
        Where games hang, the limit of their time, in s.
    run : Run
        What it came to.
    rate : float
        Games a second.
    """

    kind: str
    where: str
    workers: int
    tuned: bool
    limit: float | None
    run: Run
    rate: float

    @property
    def busiest(self) -> str:
        """What is in the way most, in words."""
        run = self.run
        shares = {
            "the coordinator": run.coordinator,
            "the scheduler": run.scheduler,
            "the order of games": run.held,
        }
        name = max(shares, key=lambda each: shares[each])
        return name if shares[name] > 0.5 else "nothing"

    def __str__(self) -> str:
        run = self.run
        return (
            f"{self.kind}, {self.where}, {self.workers} workers: {self.rate:.1f} "
            f"games/s, workers play {run.used:.1%}, coordinator {run.coordinator:.0%}, "
            f"scheduler {run.scheduler:.0%}, held {run.held:.0%}"
        )

    def plain(self) -> dict[str, Any]:
        """Return what JSON can hold."""
        return asdict(self)

    @classmethod
    def of(cls, plain: Mapping[str, Any]) -> Point:
        """Return what `plain` made."""
        return cls(**{**plain, "run": Run(**plain["run"])})


def point(
    figures: Figures,
    kind: str,
    where: str,
    workers: int,
    *,
    longer: bool = False,
    limit: float | None = None,
) -> Point:
    """Return what the model says of so many workers.

    Parameters
    ----------
    figures : Figures
        What was measured.
    kind, where, workers, limit
        As of `Point`.
    longer : bool
        Whether tasks are longer.
    """
    games = figures.kinds[kind]
    costs = figures.costs(kind, dask=where == "dask")
    warm = max(15.0, 3 * games.mean)
    until = warm + max(30.0, 6 * games.mean, ENOUGH_GAMES * games.mean / workers)
    hung: dict[str, Any] = {}
    if limit is not None:
        until = HUNG_TIME
        hung = {"hangs": HANGS, "limit": limit, "restart": figures.start}
    if longer:
        warm, until = warm + 60, until + 120
    changed = tuned(
        most=LONGER_MOST if longer else None,
        task_time=LONGER_TIME if longer else None,
        waiting=LONGER_WAITING if longer else None,
    )
    with changed:
        times = Times.drawn(games.seconds, **hung)
        run = simulate(times, workers, costs, warm=warm, until=until)
    return Point(kind, where, workers, longer, limit, run, run.rate)


def simulated(
    figures: Figures,
    say: Callable[[Point], object],
    workers: Sequence[int] = WORKERS,
    hung: int = MANY,
) -> list[Point]:
    """Return the grid of the page.

    Parameters
    ----------
    figures : Figures
        What was measured.
    say : callable
        Told of each point.
    workers : sequence of int
        Numbers of workers of a cluster.
    hung : int
        Number of workers where games hang, and where tasks are longer.
    """
    found = []

    def add(*args: Any, **more: Any) -> None:
        found.append(point(figures, *args, **more))
        say(found[-1])

    for kind in figures.kinds:
        for count in ONE_MACHINE:
            add(kind, "process", count)
        for count in workers:
            add(kind, "dask", count)
        for _ in range(STEPS):
            middle = _between([each for each in found if each.kind == kind])
            if middle is not None:
                add(kind, "dask", middle)
        add(kind, "dask", hung, longer=True)
    first = next(iter(figures.kinds))
    for limit in LIMITS:
        add(first, "dask", hung, limit=limit)
    return found


def _between(points: Sequence[Point]) -> int | None:
    """Return a number of workers between enough and too many, if there is one."""
    cluster = [each for each in points if each.where == "dask"]
    few = max(
        (each.workers for each in cluster if each.run.used >= ENOUGH), default=None
    )
    if few is None:
        return None
    many = min((each.workers for each in cluster if each.workers > few), default=None)
    if many is None or many - few < 2:
        return None
    return round(math.sqrt(few * many))

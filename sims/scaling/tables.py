"""The tables of the page, each from figures alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sims.agreement.markdown import table
from sims.design.estimating import lasting, sized
from sims.scaling.figures import Figures
from sims.scaling.simulating import ENOUGH, MANY, Point

__all__ = ["Assumed", "Sheet"]

NODES = (1, 10, 100)


@dataclass(frozen=True, slots=True, kw_only=True)
class Assumed:
    """What was not measured but is asked about.

    Parameters
    ----------
    games : int
        How many there are to be.
    cores : int
        Of a node.
    price : float
        Of an hour of a core, in dollars.
    """

    games: int = 10**8
    cores: int = 64
    price: float = 0.04


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that the page is made of.

    Parameters
    ----------
    figures : Figures
    points : sequence of Point
        What the model says.
    compared : sequence of mapping
        The model beside real runs, as `sims.scaling.validating.Compared.plain`.
    assumed : Assumed
    """

    figures: Figures
    points: Sequence[Point]
    compared: Sequence[Mapping[str, Any]]
    assumed: Assumed

    # --- looking up ------------------------------------------------------------------

    def find(self, kind: str, where: str, workers: int, longer: bool = False) -> Point:
        """Return the point of so many workers.

        Raises
        ------
        KeyError
            If the model was not asked for it.
        """
        for each in self.points:
            asked = (each.kind, each.where, each.workers, each.tuned, each.limit)
            if asked == (kind, where, workers, longer, None):
                return each
        raise KeyError(f"{kind}, {where}, {workers} workers")

    def series(self, kind: str, where: str = "dask") -> list[Point]:
        """Return the points of a kind by their workers, but for those set otherwise."""
        found = [
            each
            for each in self.points
            if (each.kind, each.where) == (kind, where)
            and not each.tuned
            and each.limit is None
        ]
        return sorted(found, key=lambda each: each.workers)

    def _numbers(self, where: str) -> list[int]:
        """Return the numbers of workers that all kinds have."""
        each = [
            {point.workers for point in self.series(kind, where)}
            for kind in self.figures.kinds
        ]
        return sorted(set.intersection(*each))

    def reach(self, kind: str, where: str = "dask") -> Point:
        """Return the point of most workers that play most of their time."""
        points = self.series(kind, where)
        return max(
            (each for each in points if each.run.used >= ENOUGH),
            key=lambda each: each.workers,
            default=points[0],
        )

    def beyond(self, kind: str, where: str = "dask") -> Point | None:
        """Return the point after that, if there is one."""
        most = self.reach(kind, where).workers
        later = [each for each in self.series(kind, where) if each.workers > most]
        return later[0] if later else None

    def best(self, kind: str) -> Point:
        """Return the point of a cluster with most games a second."""
        return max(self.series(kind), key=lambda each: each.rate)

    def node(self, kind: str) -> Point:
        """Return the point of one node that is its own coordinator."""
        return self.find(kind, "process", self.assumed.cores)

    def core_seconds(self, kind: str) -> float:
        """Return the time of all games on one core, in s."""
        return self.assumed.games * self.figures.kinds[kind].mean

    # --- tables ----------------------------------------------------------------------

    def amounts(self) -> Iterator[str]:
        """Yield what games take, whoever plays them."""
        rows = []
        for kind, each in self.figures.kinds.items():
            hours = self.core_seconds(kind) / 3600
            rows.append(
                (
                    kind,
                    lasting(each.mean),
                    _round(hours),
                    f"${_round(hours * self.assumed.price)}",
                    sized(self.assumed.games * each.disk),
                    sized(self.assumed.games * each.pipe),
                    sized(each.memory),
                )
            )
        heads = ("games", "a game", "core hours", "cost", "on disk", "sent",
                 "memory of a worker")  # fmt: skip
        yield from table(heads, rows)

    def days(self) -> Iterator[str]:
        """Yield how long all games take on some nodes."""
        rows = []
        for kind in self.figures.kinds:
            one = self.assumed.games / self.node(kind).rate
            best = self.best(kind)
            rows.append(
                (
                    kind,
                    *(lasting(one / nodes) for nodes in NODES),
                    f"{best.workers:,}",
                    _round(best.rate),
                    lasting(self.assumed.games / best.rate),
                )
            )
        nodes = [f"{each} node{'s' * (each > 1)}" for each in NODES]
        heads = ("games", *nodes, "Dask: best with workers", "games/s", "takes")
        yield from table(heads, rows)

    def network(self) -> Iterator[str]:
        """Yield what comes to a coordinator at its best."""
        rows = []
        for kind, each in self.figures.kinds.items():
            reach = self.reach(kind)
            size = each.pipe + (each.task + each.sent) * _tasks_a_game(reach)
            rows.append(
                (
                    kind,
                    f"{reach.workers:,}",
                    _round(reach.rate),
                    sized(size),
                    f"{_round(8e-6 * size * reach.rate)} Mbit/s",
                    f"{_round(16e-6 * size * reach.rate)} Mbit/s",
                )
            )
        heads = ("games", "workers", "games/s", "a game", "coordinator",
                 "Dask scheduler, in and out")  # fmt: skip
        yield from table(heads, rows)

    def grid(self) -> Iterator[str]:
        """Yield games a second, and how busy workers are, by their number."""
        kinds = list(self.figures.kinds)
        rows = [
            (f"{count:,}", *(_cell(self.find(kind, "dask", count)) for kind in kinds))
            for count in self._numbers("dask")
        ]
        yield from table(("workers", *kinds), rows)

    def machine(self) -> Iterator[str]:
        """Yield the same for one machine."""
        kinds = list(self.figures.kinds)
        rows = [
            (str(count), *(_cell(self.find(kind, "process", count)) for kind in kinds))
            for count in self._numbers("process")
        ]
        yield from table(("workers", *kinds), rows)

    def breaking(self) -> Iterator[str]:
        """Yield how far a cluster goes, and what is in the way of going further."""
        rows = []
        for kind in self.figures.kinds:
            reach, beyond = self.reach(kind), self.beyond(kind)
            longer = self.find(kind, "dask", MANY, longer=True)
            what = "nothing" if beyond is None else beyond.busiest
            at = f" ({beyond.workers:,} workers)" if beyond is not None else ""
            rows.append(
                (
                    kind,
                    f"{reach.workers:,}",
                    _round(reach.rate),
                    what + at,
                    _cell(self.find(kind, "dask", MANY)),
                    _cell(longer),
                )
            )
        share = f"workers that play {_percent(ENOUGH)} of the time"
        heads = ("games", share, "games/s", "then busiest",
                 f"{MANY:,} workers", "with longer tasks")  # fmt: skip
        yield from table(heads, rows)

    def hung(self) -> Iterator[str]:
        """Yield what games that never end do."""
        rows = [
            (
                lasting(each.limit or 0.0),
                _round(each.rate),
                _percent(each.run.used),
                _percent(each.run.held),
            )
            for each in self.points
            if each.limit is not None
        ]
        heads = ("time limit", "games/s", "workers play", "nothing is handed out")
        yield from table(heads, rows)

    def validated(self) -> Iterator[str]:
        """Yield the model beside real runs."""
        rows = []
        for each in self.compared:
            case = each["case"]
            what = "real games" if not case["pause"] else lasting(each["seconds"])
            rows.append(
                (
                    case["where"],
                    str(case["workers"]),
                    what,
                    f"{each['games'] / each['tasks']:.1f}",
                    *(_pair(each, name) for name in ("used", "own")),
                    f"{_round(each['rate'])} / {_round(each['rate_model'])}",
                )
            )
        heads = ("executor", "workers", "a game", "games a task",
                 "workers play: real / model", "coordinator busy",
                 "games/s")  # fmt: skip
        yield from table(heads, rows)

    def costs(self) -> Iterator[str]:
        """Yield what is in the way of playing."""
        found = self.figures
        rows = [
            ("coordinator, a task, processes of its machine", _ms(found.task)),
            ("coordinator, a task, Dask", _ms(found.task_dask)),
            *(
                (f"coordinator, a game: {kind}", _ms(each.game))
                for kind, each in found.kinds.items()
            ),
            ("coordinator, a second, for each process it minds", _ms(found.slot)),
            ("wait for the disk, once a second: median", _ms(found.sync)),
            ("wait for the disk: longest", _ms(found.syncs)),
            (f"Dask scheduler with {found.scheduler_workers} workers, a task",
             _ms(found.scheduler)),
            ("Dask scheduler, each MB that comes back",
             _ms(1e6 * found.scheduler_byte)),
            ("a worker, between two tasks", _ms(found.gap)),
            ("a worker, between two tasks, Dask", _ms(found.gap_dask)),
            ("a new process, until it plays", _ms(found.start)),
        ]  # fmt: skip
        yield from table(("what", "ms"), rows)


def _tasks_a_game(each: Point) -> float:
    return each.run.tasks / each.run.games if each.run.games else 1.0


def _cell(each: Point) -> str:
    return f"{_round(each.rate)} ({_percent(each.run.used)})"


def _pair(each: Mapping[str, Any], name: str) -> str:
    return f"{_percent(each[name])} / {_percent(each[f'{name}_model'])}"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _ms(seconds: float) -> str:
    return f"{1e3 * seconds:.2g}" if seconds < 0.1 else f"{1e3 * seconds:,.0f}"


def _round(value: float) -> str:
    """Return a number with two or three digits that count."""
    if value >= 1000:
        return f"{float(f'{value:.3g}'):,.0f}"
    return f"{value:.0f}" if value >= 10 else f"{value:.2g}"

"""A report as values: what was found, before anything is written of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sims.design.metrics import Metric
from sims.lifetimes import Lifetimes
from sims.reports.intervals import Estimate
from sims.reports.kinds import Lifetime
from sims.reports.stopped import Stop

__all__ = ["Caution", "Cell", "Comparison", "Length", "Report", "Run", "Setting"]


@dataclass(frozen=True, slots=True)
class Setting:
    """One cell of a study as it was asked for.

    Parameters
    ----------
    number : int
    label : str
        Empty for the only cell of a plain batch.
    varied : mapping
        What differs from the base, by dotted key.
    seed : int or None
    """

    number: int
    label: str
    varied: Mapping[str, Any]
    seed: int | None

    @property
    def name(self) -> str:
        """What a reader knows it by."""
        return self.label or "all games"


@dataclass(frozen=True, slots=True)
class Run:
    """What a folder's ``run.json`` says of its games."""

    game: str
    status: str
    name: str
    question: str
    paired: bool
    games: int
    seed: int | None
    stop: Mapping[str, Any] | None
    settings: tuple[Setting, ...]
    sessions: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Length:
    """How long the games of a cell lasted.

    Parameters
    ----------
    curve : Lifetimes or None
        Its band is widened for games that took too much time. None without games.
    """

    curve: Lifetimes | None

    @property
    def median(self) -> Estimate:
        """Median with its interval; infinite where it is not reached."""
        if self.curve is None:
            return Estimate(0, None, None, None)
        low, high = self.curve.median_interval
        return Estimate(self.curve.games, self.curve.median, low, high)


@dataclass(frozen=True, slots=True)
class Cell:
    """What was found in a cell.

    Parameters
    ----------
    setting : Setting
    games : int
        Games that there are, the next two included.
    failed, timeouts : int
        Games that could not be played, and those that took too much time.
    found : mapping of str to Estimate
        By the name of the metric.
    counts : mapping of str to int
        By the name of each metric that is a rate: games that have it.
    same : frozenset of str
        Metrics that are one number in all games.
    length : Length or None
    cut : int
        Games that a limit of their length cut off.
    stop : str or None
        As of `sims.reports.stopped.Stop`; None without a stop rule.
    """

    setting: Setting
    games: int
    failed: int
    timeouts: int
    found: Mapping[str, Estimate]
    counts: Mapping[str, int]
    same: frozenset[str]
    length: Length | None
    cut: int = 0
    stop: Stop | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """A cell against the cell of reference, in one metric.

    Parameters
    ----------
    cell : int
    metric : str
    paired : bool
        Whether the same games were compared one by one.
    apart : Estimate
        The cell less the reference.
    differing : int or None
        Pairs that differ, of a paired rate.
    needed : int or None
        Games a cell that would probably show a difference as large as the one seen;
        None where it is shown, or nothing is known.
    adjusted : float or None
        The p value, adjusted for all comparisons in the metric by Holm's method.
    """

    cell: int
    metric: str
    paired: bool
    apart: Estimate
    differing: int | None = None
    needed: int | None = None
    adjusted: float | None = None


@dataclass(frozen=True, slots=True)
class Caution:
    """Something that a reader should know before believing a number.

    Parameters
    ----------
    code : str
        Which kind it is, for programs.
    text : str
    cells : tuple of int
        Those it is about; none if it is about all.
    metrics : tuple of str
        Those it is about; none if it is about all.
    """

    code: str
    text: str
    cells: tuple[int, ...] = ()
    metrics: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """All of it.

    Parameters
    ----------
    run : Run
    metrics : tuple of Metric
        Those that are told, the main one first.
    lifetime : Lifetime or None
    cells : tuple of Cell
    reference : int
        Number of the cell that the others are compared with.
    comparisons : tuple of Comparison
        Empty where there is one cell.
    cautions : tuple of Caution
    """

    run: Run
    metrics: tuple[Metric, ...]
    lifetime: Lifetime | None
    cells: tuple[Cell, ...]
    reference: int
    comparisons: tuple[Comparison, ...] = ()
    cautions: tuple[Caution, ...] = field(default=())

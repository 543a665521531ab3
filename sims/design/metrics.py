"""What a study measures in every game, counted exactly, with its interval.

Sums are kept as whole numbers and fractions: floating-point sums would depend on the
order in which games finish, and a stop rule that looks at them would, too.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal

import pyarrow as pa

from sims.design.interval_ends import student, wilson

__all__ = ["LEVEL", "Interval", "Metric", "Tally", "of_another", "tallied", "told"]

LEVEL = 0.95
"""Level of every interval that is not asked for at another."""

Value = bool | int | float | None


@dataclass(frozen=True, slots=True)
class Metric:
    """Something that is measured in a game, for its rate or its mean over games.

    Parameters
    ----------
    name : str
        What studies and reports call it.
    kind : str
        ``rate``: a game has it or not; ``mean``: a number.
    meaning : str
        What it is, in a few words.
    unit : str
        Its unit, ``"-"`` for none.
    columns : tuple of str
        Columns of the table of games that it is read from.
    value : callable
        Takes the row of a game, with these columns, and returns whether the game has
        it, or the number; None where that does not apply, as to games that failed.
    """

    name: str
    kind: Literal["rate", "mean"]
    meaning: str
    unit: str
    columns: tuple[str, ...]
    value: Callable[[Mapping[str, Any]], Value]


def of_another(name: object, elsewhere: Mapping[str, str] | None) -> str:
    """Return whose metric a name is, if it is one of another game.

    Examples
    --------
    >>> of_another("layers", {"layers": "stacko"})
    'that is a metric of stacko'
    >>> of_another("levels", {"layers": "stacko"})
    ''
    """
    known = elsewhere or {}
    there = isinstance(name, str) and name in known
    return f"that is a metric of {known[str(name)]}" if there else ""


@dataclass(frozen=True, slots=True)
class Interval:
    """A confidence interval, both ends inclusive."""

    low: float
    high: float

    @property
    def width(self) -> float:
        """From its low end to its high one; infinite where nothing is known."""
        return self.high - self.low


@dataclass(frozen=True, slots=True)
class Tally:
    """What is kept of a metric over games: three exact sums.

    Parameters
    ----------
    n : int
        Games that it applies to.
    total, squares : int or Fraction
        Sum of the values and of their squares; of a rate both are the games that
        have it.

    Examples
    --------
    >>> Tally.of([True, False, None, True])
    Tally(n=3, total=2, squares=2)
    >>> Tally.of([1, 2]) + Tally.of([6])
    Tally(n=3, total=9, squares=41)
    """

    n: int = 0
    total: int | Fraction = 0
    squares: int | Fraction = 0

    @classmethod
    def of(cls, values: Iterable[Value]) -> Tally:
        """Count values; None, NaN and infinities do not apply."""
        there = [each for each in values if each is not None and math.isfinite(each)]
        if all(isinstance(each, int) for each in there):
            whole = [int(each) for each in there]
            return cls(len(there), sum(whole), sum(each * each for each in whole))
        # Denominators are powers of two, so the largest is a multiple of all.
        ratios = [each.as_integer_ratio() for each in there]
        common = max(bottom for _, bottom in ratios)
        tops = [top * (common // bottom) for top, bottom in ratios]
        squares = Fraction(sum(top * top for top in tops), common * common)
        return cls(len(there), Fraction(sum(tops), common), squares)

    def __add__(self, other: Tally) -> Tally:
        if not isinstance(other, Tally):
            return NotImplemented
        return Tally(
            self.n + other.n, self.total + other.total, self.squares + other.squares
        )

    @property
    def mean(self) -> float | None:
        """Mean, of a rate the share; None without games."""
        return float(Fraction(self.total) / self.n) if self.n else None

    def interval(self, metric: Metric, level: float = LEVEL) -> Interval:
        """Return the interval of the rate or the mean.

        Parameters
        ----------
        metric : Metric
            Says which of the two it is.
        level : float
            Confidence, over 0 and under 1.

        Returns
        -------
        Interval
            Wilson's for a rate [1]_, from 0 to 1 without games; Student's t for a
            mean, without bounds under two games. That of a mean is right for values
            near a normal distribution, or many games.

        References
        ----------
        .. [1] E. B. Wilson, "Probable inference, the law of succession, and statistical
           inference", J. Am. Stat. Assoc. 22 (1927), 209-212,
           doi:10.1080/01621459.1927.10502953
        """
        if metric.kind == "rate":
            if not self.n:
                return Interval(0.0, 1.0)
            return Interval(*wilson(int(self.total), self.n, level))
        if self.n < 2:
            return Interval(-math.inf, math.inf)
        middle = Fraction(self.total) / self.n
        spread = (self.squares - middle * self.total) / (self.n - 1)
        half = _student(self.n - 1, level) * math.sqrt(spread / self.n)
        return Interval(float(middle) - half, float(middle) + half)


_student = lru_cache(maxsize=4096)(student)


def tallied(games: pa.Table, metrics: Iterable[Metric]) -> dict[str, Tally]:
    """Count metrics over the rows of a table of games.

    Parameters
    ----------
    games : pyarrow.Table
        With the columns that the metrics name.
    metrics : iterable of Metric

    Returns
    -------
    dict of str to Tally
        By the names of the metrics.
    """
    asked = tuple(metrics)
    names = sorted({name for metric in asked for name in metric.columns})
    columns = [games.column(name).to_pylist() for name in names]
    rows = [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]
    return {metric.name: Tally.of(map(metric.value, rows)) for metric in asked}


def told(metric: Metric, tally: Tally, level: float = LEVEL) -> str:
    """Return a metric as a few words: the estimate and its interval.

    Examples
    --------
    >>> lost = Metric("lost", "rate", "whether it was lost", "-", (), bool)
    >>> told(lost, Tally(263, 81, 81))
    'lost 31 % (26 to 37)'
    >>> length = Metric("turns", "mean", "turns begun", "turns", (), len)
    >>> told(length, Tally.of([4, 5, 6, 9]))
    'turns 6.0 (2.6 to 9.4)'
    """
    if not tally.n:
        return f"{metric.name} unknown"
    found = tally.interval(metric, level)
    scale, sign = (100, " %") if metric.kind == "rate" else (1, "")
    mean = scale * (tally.mean or 0.0)
    if not math.isfinite(found.width):
        return f"{metric.name} {mean:.3g}"
    form = f".{_places(scale * found.width)}f" if found.width > 0 else ".4g"
    middle, low, high = (
        f"{each:{form}}" for each in (mean, scale * found.low, scale * found.high)
    )
    return f"{metric.name} {middle}{sign} ({low} to {high})"


def _places(width: float) -> int:
    """Return with how many decimals an interval keeps two digits of its width."""
    return min(max(1 - math.floor(math.log10(width)), 0), 6)

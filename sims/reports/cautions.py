"""What a reader should know before believing a number of a report."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from gamebase.counting import counted
from sims.design.metrics import Metric
from sims.reports.kinds import Lifetime
from sims.reports.model import Caution, Cell, Comparison, Run
from sims.reports.planning import POWER

__all__ = ["FEW_EACH", "FEW_GAMES", "FEW_PAIRS", "cautions", "named"]

FEW_GAMES = 30
"""Games under which an interval is not to be leaned on."""
FEW_EACH = 5
"""Games with and without, under which one of a rate is not."""
FEW_PAIRS = 10
"""Pairs that differ, under which the interval of a paired difference is not."""

_MOST_NAMED = 8


def cautions(
    run: Run,
    cells: Sequence[Cell],
    metrics: Sequence[Metric],
    comparisons: Sequence[Comparison],
    lifetime: Lifetime | None = None,
) -> tuple[Caution, ...]:
    """Return all that there is to say, the gravest first."""
    return (
        *_unfinished(run, cells),
        *_versions(run),
        *_lost(cells),
        *_cut_off(cells, metrics, lifetime),
        *_few_games(cells, metrics),
        *_same(cells, metrics),
        *_stopped(run),
        *_few_compared(comparisons, metrics),
        *_many(comparisons),
    )


def named(numbers: Sequence[int]) -> str:
    """Return numbers of cells as words.

    Examples
    --------
    >>> named([4])
    'cell 4'
    >>> named([0, 2, 3])
    'cells 0, 2 and 3'
    >>> named(range(12))
    'cells 0, 1, 2, 3, 4, 5, 6, 7 and 4 more'
    """
    if len(numbers) == 1:
        return f"cell {numbers[0]}"
    first = [str(each) for each in numbers[:_MOST_NAMED]]
    rest = len(numbers) - len(first)
    last = f"{rest} more" if rest else first.pop()
    return f"cells {', '.join(first)} and {last}"


def _unfinished(run: Run, cells: Sequence[Cell]) -> Iterator[Caution]:
    there = sum(cell.games for cell in cells)
    if run.status != "finished":
        most = run.games * len(cells)
        are = "is" if there == 1 else "are"
        yield Caution(
            "not-finished",
            f"The run is not finished ({run.status}): {there:,} of at most "
            f"{counted(most, 'game', ',')} {are} there, and later ones may "
            "change every number.",
        )
    none = _where(cells, lambda cell: not cell.games)
    if none:
        where = f" of {named(none)}" if len(cells) > 1 else ""
        yield Caution("no-games", f"There are no games{where}.", none)


def _versions(run: Run) -> Iterator[Caution]:
    def kinds(key: str) -> int:
        return len({str(session.get(key)) for session in run.sessions})

    told = ("commit", "packages", "python", "machine")
    other = [key for key in told if kinds(key) > 1]
    if other:
        yield Caution(
            "versions",
            "The sessions of this run differ in what they ran with "
            f"({', '.join(other)}): games need not be comparable; see run.json.",
        )


def _lost(cells: Sequence[Cell]) -> Iterator[Caution]:
    failed = _where(cells, lambda cell: cell.failed > 0)
    if failed:
        count = sum(cell.failed for cell in cells)
        yield Caution(
            "failed",
            f"{counted(count, 'game', ',')} could not be played{_at(failed, cells)}. "
            "Rates, means and lengths leave them out, which is right only if failing "
            "has nothing to do with what is measured; the column error of games says "
            "what happened.",
            failed,
        )
    late = _where(cells, lambda cell: cell.timeouts > 0)
    if late:
        count = sum(cell.timeouts for cell in cells)
        yield Caution(
            "timeouts",
            f"{counted(count, 'game', ',')} took too much time{_at(late, cells)}. "
            "Intervals of rates and lengths count them both ways and are wider for it; "
            "means leave them out, and may be off in one direction.",
            late,
        )


def _cut_off(
    cells: Sequence[Cell], metrics: Sequence[Metric], lifetime: Lifetime | None
) -> Iterator[Caution]:
    """Warn of a mean of lengths, which takes a limit for an end."""
    where = _where(cells, lambda cell: cell.cut > 0)
    if lifetime is None or not where:
        return
    count = counted(sum(cell.cut for cell in cells), "game", ",")
    for metric in metrics:
        if metric.kind == "mean" and lifetime.column in metric.columns:
            yield Caution(
                "cut-off",
                f"{metric.name}: {count} cut off at the turn limit{_at(where, cells)}: "
                "the mean is too low, for they would have gone on; see the median of "
                "the survival curve.",
                where,
                (metric.name,),
            )


def _few_games(cells: Sequence[Cell], metrics: Sequence[Metric]) -> Iterator[Caution]:
    few = _where(cells, lambda cell: 0 < _played(cell) < FEW_GAMES)
    if few:
        yield Caution(
            "few-games",
            f"There are fewer than {FEW_GAMES} played games{_at(few, cells)}: the "
            "intervals are rough.",
            few,
        )

    def rare(cell: Cell, metric: Metric) -> bool:
        if metric.kind != "rate" or _played(cell) < FEW_GAMES:
            return False
        count, n = cell.counts[metric.name], cell.found[metric.name].n
        return n > 0 and min(count, n - count) < FEW_EACH

    for where, names in _alike(cells, metrics, rare):
        yield Caution(
            "few-of-one",
            f"{_listed(names)}: fewer than {FEW_EACH} games with it, or without it"
            f"{_at(where, cells)}: its interval is rough, and says little of how rare "
            "it is.",
            where,
            names,
        )


def _same(cells: Sequence[Cell], metrics: Sequence[Metric]) -> Iterator[Caution]:
    def same(cell: Cell, metric: Metric) -> bool:
        found = cell.found[metric.name].n
        return metric.kind == "mean" and metric.name in cell.same and found > 1

    for where, names in _alike(cells, metrics, same):
        yield Caution(
            "all-same",
            f"{_listed(names)}: one number in all games{_at(where, cells)}: the "
            "interval of its mean has no width, which proves nothing.",
            where,
            names,
        )


def _stopped(run: Run) -> Iterator[Caution]:
    if run.stop:
        metric = str(run.stop.get("metric", "a metric"))
        width = run.stop.get("width")
        yield Caution(
            "stop-rule",
            f"Cells were played until the interval of {metric} was narrow enough "
            f"(width {width}), if it ever was: that stops a little too soon where luck "
            f"made it narrow, so estimates of {metric} lean to its extremes and their "
            "intervals hold slightly less often than 95 %.",
            metrics=(metric,),
        )


def _few_compared(
    comparisons: Sequence[Comparison], metrics: Sequence[Metric]
) -> Iterator[Caution]:
    for metric in metrics:
        ours = [each for each in comparisons if each.metric == metric.name]
        few = tuple(each.cell for each in ours if _is_small(each))
        if few:
            yield Caution(
                "few-compared",
                f"{metric.name}: too few games to compare {named(few)} with the "
                f"reference (fewer than {FEW_GAMES}, or fewer than {FEW_PAIRS} pairs "
                "that differ).",
                few,
                (metric.name,),
            )
        yield from _undecided(metric, ours)


def _is_small(comparison: Comparison) -> bool:
    differing = comparison.differing
    return comparison.apart.n < FEW_GAMES or (
        differing is not None and differing < FEW_PAIRS
    )


def _undecided(metric: Metric, comparisons: Iterable[Comparison]) -> Iterator[Caution]:
    needed = [(each.cell, each.needed) for each in comparisons]
    open_ones = [(cell, games) for cell, games in needed if games is not None]
    if not open_ones:
        return
    few = open_ones[:_MOST_NAMED]
    told = ", ".join(f"cell {cell} about {_roughly(games):,}" for cell, games in few)
    more = len(open_ones) - len(few)
    yield Caution(
        "undecided",
        f"{metric.name}: the interval is wider than the difference it should show, and "
        "holds no difference. To show one of the size seen, if it is real, with a "
        f"chance of {100 * POWER:.0f} % takes games a cell: {told}"
        f"{f' ({more} more)' if more else ''}.",
        tuple(cell for cell, _ in open_ones),
        (metric.name,),
    )


def _roughly(games: int) -> int:
    """Return a number with two digits that are told, rounded up.

    Examples
    --------
    >>> _roughly(64225), _roughly(332), _roughly(7)
    (65000, 340, 7)
    """
    step = int("1".ljust(len(str(games)) - 1, "0"))
    return -(-games // step) * step


def _many(comparisons: Sequence[Comparison]) -> Iterator[Caution]:
    tested = sum(each.apart.p is not None for each in comparisons)
    if tested > 1:
        luck = 0.05 * tested
        yield Caution(
            "many-comparisons",
            f"These are {tested:,} comparisons; of so many, about {luck:.2g} would "
            "seem to differ by luck alone. The intervals are not adjusted for that; "
            "the p values are for the cells compared in one metric (Holm), not for "
            "the number of metrics.",
        )


def _where(cells: Sequence[Cell], check: Callable[[Cell], bool]) -> tuple[int, ...]:
    return tuple(cell.setting.number for cell in cells if check(cell))


def _alike(
    cells: Sequence[Cell],
    metrics: Sequence[Metric],
    check: Callable[[Cell, Metric], bool],
) -> list[tuple[tuple[int, ...], tuple[str, ...]]]:
    """Return cells that something holds in, each with the metrics it holds for."""
    found: dict[tuple[int, ...], tuple[str, ...]] = {}
    for metric in metrics:
        where = tuple(each.setting.number for each in cells if check(each, metric))
        if where:
            found[where] = (*found.get(where, ()), metric.name)
    return list(found.items())


def _at(where: Sequence[int], cells: Sequence[Cell]) -> str:
    """Return where something is, nothing where there is but one cell."""
    return f" in {named(where)}" if len(cells) > 1 else ""


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names)


def _played(cell: Cell) -> int:
    return cell.games - cell.failed - cell.timeouts

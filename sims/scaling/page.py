"""The page docs/scale.md: every number in it comes from the file of figures."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path

from sims.design.estimating import lasting, sized
from sims.running import coordinator, tasks
from sims.scaling.figures import read_figures, read_part
from sims.scaling.simulating import (
    ENOUGH,
    HANGS,
    LONGER_MOST,
    LONGER_TIME,
    LONGER_WAITING,
    MANY,
    Point,
)
from sims.scaling.tables import Assumed, Sheet

__all__ = ["page", "read_sheet"]

WIDTH = 88

SHARD = 5_000
"""Games of a shard."""


def read_sheet(path: Path, assumed: Assumed | None = None) -> Sheet:
    """Return what the page is made of.

    Parameters
    ----------
    path : Path
        The file of figures.
    assumed : Assumed, optional
        What was not measured.

    Raises
    ------
    BatchError
        If a part of it is missing.
    """
    points = [Point.of(each) for each in read_part(path, "simulated")]
    compared = read_part(path, "validated")
    return Sheet(read_figures(path), points, compared, assumed or Assumed())


def page(sheet: Sheet) -> str:
    """Return the page in Markdown."""
    parts = (
        _head, _amounts, _days, _breaking, _grids, _hung, _network, _remedies, _trust,
        _figures, _untried,
    )  # fmt: skip
    lines = [line for part in parts for line in part(sheet)]
    return "\n".join(lines).rstrip() + "\n"


def _section(title: str) -> Iterator[str]:
    yield f"## {title}"
    yield ""


def _text(text: str, first: str = "", later: str = "") -> Iterator[str]:
    """Yield lines of a paragraph, and an empty one after it."""
    yield from textwrap.wrap(
        " ".join(text.split()), WIDTH, initial_indent=first, subsequent_indent=later,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip
    if not first:
        yield ""


def _points(*texts: str) -> Iterator[str]:
    for text in texts:
        yield from _text(text, "- ", "  ")
    yield ""


def _head(sheet: Sheet) -> Iterator[str]:
    machine, assumed = sheet.figures.machine, sheet.assumed
    yield f"# What {assumed.games:,} games would take"
    yield ""
    yield from _text(f"""
        Nobody has played {assumed.games:,} games with this yet. This page says
        what it would take, from what was measured on one small machine
        ({machine["cores"]} cores, {machine["processor"]}, Python
        {machine["python"]}, {machine["date"]}, load {machine["load"]}) and from
        a model of the scheduling that real runs were compared with. All numbers
        are made from [scale.json](scale.json); another machine makes its own
        page:""")
    command = "    python -m sims.scheduler_model"
    yield f"{command} measure     # about {machine['minutes']} minutes"
    yield f"{command} validate    # real runs with up to 64 processes"
    yield f"{command} simulate    # the model, up to 10,000 workers"
    yield f"{command} page --price {assumed.price:g} --cores {assumed.cores}"
    yield ""
    yield from _text(f"""
        A *worker* is one process that plays. The *coordinator* is the command
        that was started: it hands out tasks of about
        {lasting(tasks.TASK_TIME)}, stores what comes back and keeps its order.
        With the executor `process` both are on one machine; with `dask` a
        scheduler stands between them.""")


def _amounts(sheet: Sheet) -> Iterator[str]:
    assumed, figures = sheet.assumed, sheet.figures
    yield from _section("Cores, money, storage")
    yield from _text(f"""
        Processor time of games with default players, {assumed.games:,} times,
        at ${assumed.price:g} an hour of a core: put in your own price. *Sent*
        is what workers send to the coordinator, which writes it to its journal
        and, packed, into shards; the journal holds no more than waits for its
        shard. Games of Stacko take the time of a turn, as measured, by the
        turns of the games behind [agreement](agreement/report.md).""")
    yield from sheet.amounts()
    yield from _text(f"""
        That is {assumed.games // SHARD:,} shards, each with a file a table, and
        replays beside them if `--replays` asks for all. `--resume` reads all
        shards again to check them (a core does {sized(figures.hashed)} a
        second, if the disk does) and remembers
        {sized(assumed.games * figures.earlier)} of {assumed.games:,} games.""")


def _days(sheet: Sheet) -> Iterator[str]:
    cores = sheet.assumed.cores
    yield from _section("Nodes and days")
    yield from _text(f"""
        *Nodes*: each of {cores} cores plays a study of its own with `--workers
        {cores}`, so nothing passes between nodes. *Dask*: one study, one
        coordinator, and as many workers of a cluster as bring most games a
        second.""")
    yield from sheet.days()


def _breaking(sheet: Sheet) -> Iterator[str]:
    figures, most = sheet.figures, coordinator.MOST_WAITING
    dearest = {
        "the coordinator": figures.task_dask, "Dask's scheduler": figures.scheduler
    }  # fmt: skip
    first, second = sorted(dearest, key=lambda name: -dearest[name])
    first = first[0].upper() + first[1:]
    share = most // (coordinator.IN_FLIGHT * MANY)
    yield from _section("What breaks first")
    yield from _text(f"""
        {first}, and then {second}: each is one process that does one thing at a
        time, while the network and the disk are far from full (see below). With
        Dask a task costs the coordinator {1e3 * figures.task_dask:.1f} ms and
        the scheduler {1e3 * figures.scheduler:.1f} ms, so no more than
        {1 / figures.task_dask:,.0f} and {1 / figures.scheduler:,.0f} tasks a
        second pass them, however long these are. A game of a second or more is
        a task of its own; shorter ones are put together until a task takes
        {lasting(tasks.TASK_TIME)}, at most {tasks.MOST} of them.""")
    yield from sheet.breaking()
    yield from _text(f"""
        The last two columns: games a second with {MANY:,} workers, and the
        share of the time in which these play. Short games do not only stop
        growing, they fall: at most {most:,} games are in flight, in
        {coordinator.IN_FLIGHT} tasks for each worker, so with {MANY:,} workers
        a task near that bound has {share} games, and the coordinator is busy
        with tasks instead of games. *Longer tasks* are a try in the model alone:
        {lasting(LONGER_TIME)} a task, at most {LONGER_MOST:,} games in it,
        {LONGER_WAITING:,} in flight.""")


def _grids(sheet: Sheet) -> Iterator[str]:
    yield from _text("""
        One study on a Dask cluster: games a second, and how much of their time
        workers play.""")
    yield from sheet.grid()
    yield from _text("One study on one machine with enough cores, without Dask:")
    yield from sheet.machine()


def _hung(sheet: Sheet) -> Iterator[str]:
    first, most = next(iter(sheet.figures.kinds)), coordinator.MOST_WAITING
    rate = max(sheet.find(first, "dask", MANY).rate, 1e-9)
    yield from _section("A game that hangs")
    yield from _text(f"""
        Shards hold games in order, so games after one that is still played wait
        in the coordinator's memory, and beyond {most:,} of them nothing is
        handed out. If one {first} game in {HANGS:,} never ends, {MANY:,}
        workers spend their time like this, by `--time-limit`:""")
    yield from sheet.hung()
    yield from _text(f"""
        At {rate:,.0f} games a second, {most:,} games take
        {lasting(most / rate)}; a limit below that costs next to nothing. Large
        studies should set one, a few times the longest game.""")


def _network(sheet: Sheet) -> Iterator[str]:
    yield from _section("Network and disk")
    yield from _text(f"""
        With the most workers that still play {100 * ENOUGH:.0f} % of their
        time. Dask's client asks the scheduler for results, so all that workers
        send passes it, in and out. A network of 10,000 Mbit/s carries it; the
        disk gets it once for the journal, and a part of it again as shards.""")
    yield from sheet.network()


def _remedies(sheet: Sheet) -> Iterator[str]:
    yield from _section("What to do")
    yield from _points(
        """**Games shorter than a second: no cluster.** One study a node, with
        `--workers` and an `--out` and a `--seed` of its own, as an array job. Each node
        has its own coordinator, so the table of days holds for any number of nodes.""",
        """**Several coordinators on a cluster.** Split the cells of a study among
        several files, or take the same file with another seed, each with a folder of
        its own. The columns `cell` and `seed` tell games apart, and pandas, polars and
        DuckDB read many folders at once. Cells that are compared in pairs belong into
        one study.""",
        f"""**Fewer rows.** `plays = false` in the file of a STACCS study keeps a row a
        game and none a play: {_without_plays(sheet)}""",
        """**A time limit**, and no more workers than the tables say: too many are
        slower than enough.""",
        """**Longer tasks** are constants of `sims/running/tasks.py` and
        `sims/running/coordinator.py`; what they would bring is in the last column
        above. They cost memory, and more is lost when something is killed.""",
    )


def _without_plays(sheet: Sheet) -> str:
    kinds = sheet.figures.kinds
    names = [name for name in kinds if name.startswith("STACCS random")]
    if len(names) != 2:
        return "see the first table."
    full, bare = (kinds[name] for name in names)
    return (
        f"{full.pipe / bare.pipe:.0f} times less is sent, "
        f"{full.disk / bare.disk:.0f} times less stored, and a random game takes "
        f"{lasting(bare.mean)} instead of {lasting(full.mean)}."
    )


def _trust(sheet: Sheet) -> Iterator[str]:
    yield from _section("Does the model hold?")
    yield from _text("""
        Real runs of the real coordinator, store and worker processes. Games are
        rows of real games after a pause, so that two cores carry 64 workers;
        real games where it says so. The model is told how long games took where
        they were played, and says for how much of their time workers have any.
        Where tasks are many, dozens of processes are in each other's way on two
        cores, which those of a cluster are not: there a real run is the slower
        one.""")
    yield from sheet.validated()


def _figures(sheet: Sheet) -> Iterator[str]:
    kinds = sheet.figures.kinds.items()
    played = ", ".join(f"{each.played} of {kind}" for kind, each in kinds)
    yield from _section("What the model is told")
    yield from _text(f"""
        Processor time of coordinator and scheduler in real runs with tasks of
        unlike size, which tells tasks from games. Games that were played to
        measure their times: {played}.""")
    yield from sheet.costs()


def _untried(sheet: Sheet) -> Iterator[str]:
    most = max(each["case"]["workers"] for each in sheet.compared)
    workers = sheet.figures.scheduler_workers
    yield from _section("What was not tried")
    yield from _points(
        f"""**No cluster was at hand.** Nothing here ran on more than one machine, nor
        with more than {most} workers; beyond that all is the model's.""",
        f"""Dask's scheduler was measured with {workers} workers in one process. What it
        does for workers beside tasks, such as hearing every few seconds that they live,
        took {100 * sheet.figures.scheduler_idle:.1f} % of its time; that is not in the
        model, nor how it grows with thousands of connections.""",
        "The executor `mpi` was not measured.",
        """A network between: its delays hide behind the second task that each worker
        has ready, as long as a task takes longer. Shared file systems may make the
        coordinator wait much longer for the disk than the local one here did.""",
        """A stop rule waits for the last games of each round; the model has one cell
        and no stop rule.""",
        """Other processors: times of games are those of this one with both cores
        busy.""",
    )

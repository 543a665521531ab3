"""Thousands of removals in every model: done in cells, each kept as it is finished."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import as_completed
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Generic, TypeVar

import numpy as np
from rich.console import Console
from rich.progress import track

from sims.agreement.facts import FactRow, facts
from sims.agreement.states import TowerState, read_states, states_of_game, write_states
from sims.agreement.trials import HOWS, MODELS, Conditions, TrialRow, take_out
from sims.pool import study_pool
from sims.tables import read_table, table_of, write_table

__all__ = ["Kept", "Plan", "done", "load_rows", "make_states", "run_trials"]

Row = TypeVar("Row")
Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be done, and where it is kept.

    Parameters
    ----------
    out : Path
        Folder of the tables.
    games : int
        Games of PyBullet that the towers come from, three of each.
    blocks : int
        Removals a tower; fewer where fewer blocks may be taken.
    seed : int
    workers : int
        Processes.
    """

    out: Path
    games: int = 36
    blocks: int = 20
    seed: int = 11
    workers: int = 2

    def chosen(self, state: TowerState) -> tuple[str, ...]:
        """Return the blocks to take out of a tower, lowest first."""
        legal = state.legal_blocks()
        seeds = np.random.SeedSequence(self.seed, spawn_key=(state.state,))
        picked = np.random.default_rng(seeds).permutation(len(legal))[: self.blocks]
        return tuple(legal[i] for i in sorted(picked.tolist()))


def make_states(plan: Plan) -> list[TowerState]:
    """Return the towers: those there are, and more games played for the others."""
    path = plan.out / "states.parquet"
    found = read_states(path) if path.exists() else []
    there = {state.game for state in found}
    missing = [index for index in range(plan.games) if index not in there]
    jobs = [partial(states_of_game, "pybullet", plan.seed, index) for index in missing]
    for states in done(jobs, plan.workers, "playing games"):
        found = sorted([*found, *states], key=lambda state: state.state)
        write_states(found, path)
    return [state for state in found if state.game < plan.games]


def run_trials(
    states: Sequence[TowerState],
    plan: Plan,
    models: Sequence[str] = MODELS,
    hows: Sequence[str] = HOWS,
    *,
    redo: bool = False,
) -> None:
    """Take blocks out of towers in every model.

    What is in the tables is not done again, unless it is to be redone: after a model
    was changed.
    """
    trials = Kept(plan.out / "trials.parquet", TrialRow)
    if redo:
        trials.keep(lambda row: row.model not in models or row.how not in hows)
    there = {(row.state, row.how, row.model) for row in trials.rows}
    given = Conditions(seed=plan.seed)
    # in no order, so that what is done of a study is a sample of all of it
    order = np.random.default_rng(plan.seed).permutation(len(states))
    shuffled = [states[i] for i in order]
    cells = [
        partial(take_out, state, plan.chosen(state), how, model, given)
        for how in hows
        for state in shuffled
        for model in models
        if (state.state, how, model) not in there
    ]
    for rows in done(cells, plan.workers, "removals"):
        trials.add(rows)
    told = Kept(plan.out / "facts.parquet", FactRow)
    known = {row.state for row in told.rows}
    fresh = [s for s in states if s.state not in known]
    jobs = [partial(facts, state, plan.chosen(state)) for state in fresh]
    for found in done(jobs, plan.workers, "statics and rules"):
        told.add(found)


class Kept(Generic[Row]):
    """Rows of one kind in a file, which is written whole whenever some are added."""

    def __init__(self, path: Path, row_type: type[Row]) -> None:
        self._path, self._type = path, row_type
        self.rows = load_rows(path, row_type) if path.exists() else []

    def add(self, rows: Sequence[Row]) -> None:
        """Keep some more rows."""
        self.rows = [*self.rows, *rows]
        write_table(table_of(self.rows, self._type), self._path)

    def keep(self, wanted: Callable[[Row], bool]) -> None:
        """Forget all rows but some; the file follows when rows are added."""
        self.rows = [row for row in self.rows if wanted(row)]


def load_rows(path: Path, row_type: type[Row]) -> list[Row]:
    """Return the rows of a table that was written here.

    Raises
    ------
    TableError
        If there is none, or it is another table.
    """
    return [row_type(**row) for row in read_table(path, row_type).to_pylist()]


def done(
    jobs: Sequence[Callable[[], Item]], workers: int, title: str
) -> Iterator[Item]:
    """Yield the results of jobs as they come in, with a bar on standard error."""
    if not jobs:
        return
    with study_pool(workers) as pool:
        waiting = [pool.submit(job) for job in jobs]
        try:
            bar = track(
                as_completed(waiting), title, len(waiting), console=Console(stderr=True)
            )
            yield from (job.result() for job in bar)
        finally:  # an error or an interrupt: what was not begun need not begin
            pool.shutdown(wait=False, cancel_futures=True)

"""Play the games of a batch or a study into a folder, as a command does.

What is of one game (its configuration, the games, the tables, what is told at the
end) comes in as a `GameKind`.
"""

from __future__ import annotations

import argparse
import errno
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, suppress
from typing import Any, Generic, TypeVar

from rich.console import Console

from gamebase.batch_config import BatchConfig
from gamebase.batch_flags import flags_given, read_config
from gamebase.errors import ParameterError, shown
from gamebase.game_key import GameKey, refuse_uncelled
from gamebase.printable import printable
from sims.dataset.results import Results
from sims.dataset.store import Store
from sims.design.design import Design
from sims.design.plan import Plan
from sims.design.record import plain_design
from sims.ending import print_ending
from sims.errors import BatchError
from sims.game_kind import GameKind
from sims.manifest import Manifest
from sims.outstanding import asked_and_all_there, outstanding
from sims.progress import Reporter, Silent, reporter_for
from sims.resuming import (
    last_written,
    previous_run,
    recorded_design,
    refuse_changes,
    refuse_fewer,
    refuse_others,
    refuse_overtaken,
)
from sims.running.coordinator import Outcome, Settings, play_study
from sims.running.executors import Opened, open_executor
from sims.running.signals import stop_on_signals
from sims.study_work import Earlier, StudyWork

__all__ = ["GameKind", "run"]

Config = TypeVar("Config", bound=BatchConfig)


def run(kind: GameKind[Config], args: argparse.Namespace) -> int:
    """Play the games that the flags ask for.

    Parameters
    ----------
    kind : GameKind
        What is played.
    args : argparse.Namespace
        The flags of `gamebase.batch_flags`, and those of the game.

    Returns
    -------
    int
        0, 1 if some games failed, 130 if it was interrupted.

    Raises
    ------
    gamebase.errors.GameError
        For bad input, before anything is written.
    """
    try:
        return _run(kind, args)
    except BatchError as error:
        raise ParameterError(str(error)) from error
    except BrokenPipeError:
        raise
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
        remedy = "make room" if full else "see that it can be written to"
        raise ParameterError(
            f"cannot go on writing to {shown(str(args.out), 200)} "
            f"({error.strerror or error}): finished games are kept; {remedy}, then "
            "--resume"
        ) from error


def _run(kind: GameKind[Config], args: argparse.Namespace) -> int:
    if args.dry_run:
        return _dry_run(kind, args)
    came = last_written(args.out)
    previous = previous_run(
        args.out, kind.game, kind.tables, args.resume, args.overwrite
    )
    design = _design(kind, args, previous)
    if previous is not None:
        refuse_changes(previous, design, args.out)
    plan = design.plan() if args.only is None else _only(design, args.only)
    for config in _unlike(design):
        kind.check(config)
    workers = design.cells[0].configuration.workers
    with stop_on_signals() as stop, ExitStack() as place:
        # What cannot be opened is told of before anything is written.
        executor = open_executor(args.executor, workers, args.address)
        opened = place.enter_context(executor)
        store = Store(args.out, kind.tables)
        store.open()
        try:
            refuse_overtaken(args.out, came)
            session = _Session(kind, args, design, store)
            return session.run(plan, previous, opened, place, stop)
        finally:
            store.close()


def _design(
    kind: GameKind[Config],
    args: argparse.Namespace,
    previous: Mapping[str, Any] | None = None,
) -> Design[Config]:
    """Return what the flags, the file and the run that is resumed ask for."""
    if args.config is not None:
        return Design.from_file(args.config, kind, flags_given(kind.config, args))
    if previous is not None:
        return recorded_design(previous, kind, flags_given(kind.config, args), args.out)
    return Design.of(read_config(kind.config, args), kind.game)


def _only(design: Design[Any], key: GameKey) -> Plan:
    """Return the plan of the game of ``--only``."""
    refuse_uncelled(key, len(design.cells), "--only")
    return design.only(*key)


def _dry_run(kind: GameKind[Config], args: argparse.Namespace) -> int:
    from sims.dry_run import dry_run

    previous = None
    if args.resume:  # then what the folder holds is what would be played
        previous = previous_run(args.out, kind.game, kind.tables, True, False)
    design = _design(kind, args, previous)
    left = None
    if previous is not None:
        refuse_changes(previous, design, args.out)
        there = Results(args.out, kind.tables)
        refuse_fewer(there, design, args.out)
        left = outstanding(design, there)
    if args.only is not None:
        _only(design, args.only)
    dry_run(kind, design, Console(highlight=False), left=left, only=args.only)
    return 0


CHECKED = 16
"""Configurations of a study that are tried out before it starts."""


def _unlike(design: Design[Config]) -> Iterator[Config]:
    """Yield the configurations of some cells, from the first to the last."""
    step = max(1, len(design.cells) // CHECKED)
    for cell in design.cells[::step]:
        yield cell.configuration


class _Session(Generic[Config]):
    """One run of the command on an opened store."""

    def __init__(
        self,
        kind: GameKind[Config],
        args: argparse.Namespace,
        design: Design[Config],
        store: Store,
    ) -> None:
        self._kind, self._args, self._design, self._store = kind, args, design, store

    def run(
        self,
        plan: Plan,
        previous: Mapping[str, Any] | None,
        opened: Opened,
        place: ExitStack,
        stop: Callable[[], bool],
    ) -> int:
        design, store, args = self._design, self._store, self._args
        if previous is None:
            store.clear()
        self._tell(store.damaged)  # looked for before anything of it is read
        earlier = self._results()
        refuse_fewer(earlier, design, args.out)
        refuse_others(earlier, self._kind.same, design, args.out)
        workers = design.cells[0].configuration.workers
        manifest = Manifest(
            args.out, self._kind.game, plain_design(design), design.fingerprint()
        )
        manifest.begin(previous, workers=workers, executor=args.executor)
        started = time.monotonic()
        try:
            with place:
                outcome = self._play(plan, earlier, opened, stop)
            seconds = time.monotonic() - started
            store.seal()
            results = self._results()
            asked, all_there = plan.total, not outcome.interrupted
            if args.only is not None:  # its plan is of one game of the study
                asked, all_there = asked_and_all_there(design, results)
            counts = self._counts(asked, results)
            status = "interrupted" if outcome.interrupted else "finished"
            whole = "finished" if all_there else "interrupted"
            manifest.end(status, counts, whole)
        except (KeyboardInterrupt, BatchError):
            # It was stopped twice, or cannot go on: nobody waits for the last shard,
            # or for games to be counted.
            manifest.end("interrupted", {})
            raise
        if not args.quiet:
            print_ending(
                self._kind, args, design, results, status=status,
                played=outcome.played, seconds=seconds,
            )  # fmt: skip
        if outcome.interrupted:
            return 130
        return 1 if counts["failed"] else 0

    def _play(
        self, plan: Plan, earlier: Results, opened: Opened, stop: Callable[[], bool]
    ) -> Outcome:
        args, kind = self._args, self._kind
        work = self._work(plan, earlier)
        settings = Settings(
            tables=kind.tables, failures=kind.failures, time_limit=args.time_limit
        )
        reporter = self._reporter(plan)
        try:
            return play_study(
                work, self._store, opened, settings, reporter=reporter, stop=stop
            )
        finally:
            reporter.close()

    def _reporter(self, plan: Plan) -> Reporter:
        """Return what is told of progress, begun."""
        only: GameKey | None = self._args.only
        done = self._store.done
        if only is not None and only in done:
            key = f"{only.cell}:{only.game}"
            self._tell([f"game {key} is there already: nothing is played"])
            return Silent()
        reporter = reporter_for(sys.stderr, quiet=self._args.quiet)
        there = done.total if only is None else 0
        reporter.start(plan.total, min(there, plan.total))
        return reporter

    def _work(self, plan: Plan, results: Results) -> StudyWork:
        kind, design = self._kind, self._design
        rule = design.stop
        metrics = [] if rule is None else [rule.metric]
        if not self._args.quiet:  # nobody hears of it, and scipy is slow to load
            metrics += kind.metrics[:1]
        unique = list({metric.name: metric for metric in metrics}.values())
        columns = {"cell", "game", *(name for m in unique for name in m.columns)}
        pieces = results.pieces("games", sorted(columns)) if unique else ()
        earlier = Earlier(pieces, unique)
        return StudyWork(
            plan, self._job, kind.tables, unique, earlier, len(design.cells)
        )

    def _tell(self, damaged: Iterable[str]) -> None:
        if not self._args.quiet:
            with suppress(OSError):  # games go on, whether or not anyone reads of them
                for text in damaged:
                    sys.stderr.write(f"{printable(text)}\n")

    def _results(self) -> Results:
        return Results(self._args.out, self._kind.tables)

    def _job(self, cell: int) -> Any:
        design, kind = self._design, self._kind
        job = kind.job(design.cells[cell].configuration)
        return kind.equip(job, self._args, cell if len(design.cells) > 1 else None)

    def _counts(self, asked: int, results: Results) -> dict[str, int]:
        failed = finished = 0
        for piece in results.pieces("games", ["cell", "game", "termination"]):
            ends = piece.column("termination").to_pylist()
            finished += len(ends)
            failed += sum(ends.count(name) for name in self._kind.failures)
        return {"asked": asked, "finished": finished, "failed": failed}

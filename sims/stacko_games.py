"""Play a batch of Stacko games into a folder of tables.

``stacko simulate`` and ``python -m sims.stacko_games`` are the same.
"""

from __future__ import annotations

import argparse
import errno
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import pyarrow as pa
from rich.console import Console

from gamebase.batch_flags import read_config
from gamebase.printable import printable
from sims.batch import Missing, Outcome, play_batch, stop_on_signals
from sims.errors import BatchError
from sims.manifest import Manifest
from sims.progress import reporter_for
from sims.resuming import previous_run, refuse_changes
from sims.stacko_job import StackoJob, match_config
from sims.stacko_report import FAILURES, Line, failures, print_report, summarize
from sims.store import Store
from stacko.config import SimulationConfig
from stacko.engines import make_engine
from stacko.errors import ParameterError, shown
from stacko.records import GameRow, TurnRow

__all__ = ["main", "run"]

TABLES = {"games": GameRow, "turns": TurnRow}


def run(args: argparse.Namespace) -> int:
    """Play the batch that the flags ask for.

    Parameters
    ----------
    args : argparse.Namespace
        The flags of `stacko.batch_flags`.

    Returns
    -------
    int
        0, 1 if some games failed, 130 if it was interrupted.

    Raises
    ------
    stacko.errors.StackoError
        For bad input, before anything is written.
    """
    try:
        return _run(args)
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


def _run(args: argparse.Namespace) -> int:
    previous = previous_run(args.out, TABLES, args.resume, args.overwrite)
    stored = None if previous is None else previous["configuration"]
    config = read_config(SimulationConfig, args, stored)
    if stored is not None:
        refuse_changes(stored, config, args.out)
    job = StackoJob(match_config(config), config.seed)
    # An engine that is missing or refuses its settings would fail every game.
    make_engine(config.engine, config.solver, config.contact.gravity).close()
    store = Store(args.out, TABLES)
    store.open()
    try:
        with stop_on_signals() as stop:
            return _Session(args, config, store).run(job, previous, stop)
    finally:
        store.close()


class _Session:
    """One run of the command on an opened store."""

    def __init__(
        self, args: argparse.Namespace, config: SimulationConfig, store: Store
    ) -> None:
        self._args, self._config, self._store = args, config, store

    def run(
        self,
        job: StackoJob,
        previous: Mapping[str, Any] | None,
        stop: Callable[[], bool],
    ) -> int:
        config, store = self._config, self._store
        if previous is None:
            store.clear()
        games = store.read()["games"]
        self._refuse_others(games)
        missing = Missing(config.games, set(games.column("game").to_pylist()))
        manifest = Manifest(self._args.out, config.to_mapping(), config.fingerprint())
        manifest.begin(previous, config.workers)
        started = time.monotonic()
        try:
            outcome = self._play(job, missing, stop)
            seconds = time.monotonic() - started
            tables = store.merge()
        except KeyboardInterrupt:  # the second one: nobody waits for the tables
            manifest.end("interrupted", {})
            raise
        status = "interrupted" if outcome.interrupted else "finished"
        counts = self._counts(tables["games"])
        manifest.end(status, counts)
        if not self._args.quiet:
            lines = summarize(**tables, played=outcome.played, seconds=seconds)
            self._print(lines, [*failures(tables["games"]), *self._notes(status)])
        if outcome.interrupted:
            return 130
        return 1 if counts["failed"] else 0

    def _refuse_others(self, games: pa.Table) -> None:
        """Refuse stored games that were played with other settings."""
        for name in ("seed", "players", "engine"):
            asked = getattr(self._config, name)
            for found in sorted(set(games.column(name).to_pylist()) - {asked}):
                raise BatchError(
                    f"{shown(str(self._args.out), 200)} has games with {name} "
                    f"{shown(found)}, but its run.json has {shown(asked)}: they are of "
                    "two batches; replace them with --overwrite, or choose another "
                    "--out"
                )

    def _play(
        self, job: StackoJob, missing: Collection[int], stop: Callable[[], bool]
    ) -> Outcome:
        config = self._config
        reporter = reporter_for(sys.stderr, quiet=self._args.quiet)
        reporter.start(config.games, config.games - len(missing))
        try:
            return play_batch(
                job,
                missing,
                self._store,
                workers=config.workers,
                reporter=reporter,
                stop=stop,
            )
        finally:
            reporter.close()

    def _counts(self, games: pa.Table) -> dict[str, int]:
        ends = games.column("termination").to_pylist()
        failed = sum(ends.count(name) for name in FAILURES)
        return {"asked": self._config.games, "finished": len(ends), "failed": failed}

    def _notes(self, status: str) -> Iterator[str]:
        out = printable(str(self._args.out))
        names = ", ".join(path.name for path in self._store.files)
        yield f"written to {out}/: {names}, run.json"
        if status == "interrupted":
            yield "interrupted: the finished games are kept, --resume plays the others"

    def _print(self, lines: Iterable[Line], notes: Iterable[str]) -> None:
        config = self._config
        title = (
            f"Stacko: {config.players} players, {','.join(config.policy)}, "
            f"{','.join(config.hand)} hand, seed {config.seed}"
        )
        try:
            print_report(Console(highlight=False), title, lines, notes)
            sys.stdout.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise BatchError(
                f"the games are in {shown(str(self._args.out), 200)}, but what they "
                f"show cannot be printed ({error.strerror or error}): give the "
                "standard output room, or --quiet"
            ) from error


def main(argv: Sequence[str] | None = None) -> int:
    """Run as a script, with the flags of ``stacko simulate``."""
    from stacko.cli import main as stacko

    return stacko(["simulate", *(sys.argv[1:] if argv is None else argv)])


if __name__ == "__main__":
    sys.exit(main())

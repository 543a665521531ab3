"""Play a batch of games of any kind into a folder of tables, as a command does.

What is of one game (its configuration, the games, the tables, what is told at the
end) comes in as a `GameKind`.
"""

from __future__ import annotations

import argparse
import errno
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import pyarrow as pa
from rich.console import Console

from gamebase.batch_config import BatchConfig
from gamebase.batch_flags import read_config
from gamebase.errors import ParameterError, shown
from gamebase.printable import printable
from sims.batch import Job, Missing, Outcome, play_batch, stop_on_signals
from sims.errors import BatchError
from sims.manifest import Manifest
from sims.progress import reporter_for
from sims.report import FAILURES, Line, failures, print_report
from sims.resuming import (
    last_written,
    previous_run,
    refuse_changes,
    refuse_overtaken,
)
from sims.store import Store

__all__ = ["GameKind", "run"]

Config = TypeVar("Config", bound=BatchConfig)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameKind(Generic[Config]):
    """What a batch has to know of a game.

    Parameters
    ----------
    game : str
        Name of the game; a folder holds batches of one game only.
    config : type
        The configuration.
    tables : mapping of str to type
        Row classes by the name of their table. ``games`` has a row a game, with the
        columns ``game``, ``termination`` and ``error``.
    job : callable
        Makes the games of a configuration.
    check : callable
        Raises for a configuration with which every game would fail.
    same : tuple of str
        Columns of ``games`` that hold, in every row, what the configuration has under
        the same name.
    title : callable
        Makes the title of the result table.
    summary : callable
        Makes the lines of the result table, from the tables by name and the keywords
        ``played`` and ``seconds`` of the session.
    failures : tuple of str
        Terminations of games that were not played to an end.
    equip : callable
        Adds to the games what flags ask for that decides no result.
    notes : callable
        Makes further lines at the end, from the table of games and the flags.
    """

    game: str
    config: type[Config]
    tables: Mapping[str, type]
    job: Callable[[Config], Job]
    title: Callable[[Config], str]
    summary: Callable[..., Iterable[Line]]
    check: Callable[[Config], None] = lambda config: None
    same: tuple[str, ...] = ("seed", "players")
    failures: tuple[str, ...] = FAILURES
    equip: Callable[[Job, argparse.Namespace], Job] = lambda job, args: job
    notes: Callable[[pa.Table, argparse.Namespace], Iterable[str]] = (
        lambda games, args: ()
    )


def run(kind: GameKind[Config], args: argparse.Namespace) -> int:
    """Play the batch that the flags ask for.

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
    came = last_written(args.out)
    previous = previous_run(
        args.out, kind.game, kind.tables, args.resume, args.overwrite
    )
    stored = None if previous is None else previous["configuration"]
    config = read_config(kind.config, args, stored)
    if stored is not None:
        refuse_changes(stored, config, args.out)
    job = kind.equip(kind.job(config), args)
    kind.check(config)
    store = Store(args.out, kind.tables)
    store.open()
    try:
        refuse_overtaken(args.out, came)
        with stop_on_signals() as stop:
            return _Session(kind, args, config, store).run(job, previous, stop)
    finally:
        store.close()


class _Session(Generic[Config]):
    """One run of the command on an opened store."""

    def __init__(
        self,
        kind: GameKind[Config],
        args: argparse.Namespace,
        config: Config,
        store: Store,
    ) -> None:
        self._kind, self._args, self._config, self._store = kind, args, config, store

    def run(
        self,
        job: Job,
        previous: Mapping[str, Any] | None,
        stop: Callable[[], bool],
    ) -> int:
        config, store = self._config, self._store
        if previous is None:
            store.clear()
        games = store.read()["games"]
        self._refuse_others(games)
        missing = Missing(config.games, set(games.column("game").to_pylist()))
        manifest = Manifest(
            self._args.out,
            self._kind.game,
            config.to_mapping(),
            config.fingerprint(),
        )
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
            self._report(tables, outcome.played, seconds, status)
        if outcome.interrupted:
            return 130
        return 1 if counts["failed"] else 0

    def _refuse_others(self, games: pa.Table) -> None:
        """Refuse stored games that were played with other settings."""
        for name in self._kind.same:
            asked = getattr(self._config, name)
            for found in sorted(set(games.column(name).to_pylist()) - {asked}):
                raise BatchError(
                    f"{shown(str(self._args.out), 200)} has games with {name} "
                    f"{shown(found)}, but its run.json has {shown(asked)}: they are of "
                    "two batches; replace them with --overwrite, or choose another "
                    "--out"
                )

    def _play(
        self, job: Job, missing: Collection[int], stop: Callable[[], bool]
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
        failed = sum(ends.count(name) for name in self._kind.failures)
        return {"asked": self._config.games, "finished": len(ends), "failed": failed}

    def _report(
        self, tables: Mapping[str, pa.Table], played: int, seconds: float, status: str
    ) -> None:
        lines = self._kind.summary(**tables, played=played, seconds=seconds)
        failed = failures(tables["games"], kinds=self._kind.failures)
        try:
            print_report(
                Console(highlight=False),
                self._kind.title(self._config),
                lines,
                [
                    *failed,
                    *self._notes(status, tables["games"].num_rows),
                    *self._kind.notes(tables["games"], self._args),
                ],
            )
            sys.stdout.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise BatchError(
                f"the games are in {shown(str(self._args.out), 200)}, but what they "
                f"show cannot be printed ({error.strerror or error}): give the "
                "standard output room, or --quiet"
            ) from error

    def _notes(self, status: str, there: int) -> Iterator[str]:
        out = printable(str(self._args.out))
        names = ", ".join(path.name for path in self._store.files)
        yield f"written to {out}/: {names}, run.json"
        asked = self._config.games
        if status == "finished" and there > asked:
            yield (
                f"there are {there} games, more than the {asked} asked for: an earlier "
                "run played them, and all are kept"
            )
        if status == "interrupted":
            yield "interrupted: the finished games are kept, --resume plays the others"

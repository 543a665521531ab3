"""What a command tells when its games are played: a result table, or a report."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import pyarrow as pa
from rich.console import Console

from gamebase.errors import shown
from gamebase.game_key import GameKey
from gamebase.printable import printable
from sims.dataset.results import Results
from sims.dataset.schemas import dataset_schema
from sims.design.design import Design
from sims.errors import BatchError
from sims.game_kind import GameKind
from sims.report import failures, print_report, speed

__all__ = ["print_ending"]

FEW = 2
"""Metrics of a study that are told at once; its report has all of them."""

LOOKED_AT = 3
"""Metrics of which these are taken, for some apply to some modes alone."""

WHOLE = 20_000
"""Games up to which a batch has a result table of its own; it is read whole for it."""


def print_ending(
    kind: GameKind[Any],
    args: argparse.Namespace,
    design: Design[Any],
    results: Results,
    *,
    status: str,
    played: int,
    seconds: float,
) -> None:
    """Print what the games show, and where they are.

    Parameters
    ----------
    kind : GameKind
    args : argparse.Namespace
        The flags of the command.
    design : Design
    results : Results
        All games there are.
    status : str
        ``finished`` or ``interrupted``.
    played : int
        Games of this session.
    seconds : float
        Time of this session, in s.

    Raises
    ------
    BatchError
        If it cannot be printed.
    """
    try:
        _Ending(kind, args, design, results, status).print(played, seconds)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise BatchError(
            f"the games are in {shown(str(args.out), 200)}, but what they show cannot "
            f"be printed ({error.strerror or error}): give the standard output room, "
            "or --quiet"
        ) from error


class _Ending:
    def __init__(
        self,
        kind: GameKind[Any],
        args: argparse.Namespace,
        design: Design[Any],
        results: Results,
        status: str,
    ) -> None:
        self._kind, self._args, self._design = kind, args, design
        self._results, self._status = results, status
        self._there = results.done.total

    def print(self, played: int, seconds: float) -> None:
        console = Console(highlight=False)
        only: GameKey | None = self._args.only
        if only is None and (len(self._design.cells) > 1 or self._there > WHOLE):
            self._print_cells(console, played, seconds)
            return
        tables = {name: self._table(name) for name in self._kind.tables}
        games = tables["games"]
        lines = self._kind.summary(**tables, played=played, seconds=seconds)
        notes = [
            *failures(games, kinds=self._kind.failures),
            *self._notes(),
            *self._kind.notes(games, self._args),
        ]
        cell = 0 if only is None else only.cell
        title = self._kind.title(self._design.cells[cell].configuration)
        if only is not None:
            title = f"Game {only.cell}:{only.game}: {title}"
        print_report(console, title, lines, notes)

    def _table(self, name: str) -> pa.Table:
        """Return the rows of a table that are told of: all, or those of one game."""
        only: GameKey | None = self._args.only
        if only is None:
            return self._results.tables(name)
        rows = self._results.rows(name, *only)
        return pa.Table.from_pylist(rows, dataset_schema(self._kind.tables[name]))

    def _print_cells(self, console: Console, played: int, seconds: float) -> None:
        """Print the report of a study: it takes no more memory for more games."""
        from sims.reports.building import build
        from sims.reports.document import document_of
        from sims.reports.text import write_text

        rule = self._design.stop
        first = [] if rule is None else [rule.metric]
        names = [each.name for each in (*first, *self._kind.metrics[:LOOKED_AT])]
        report = build(self._kind, self._args.out, names, most=FEW)
        write_text(document_of(report), console)
        pace = [f"{line.label}: {line.value}" for line in speed(played, seconds)]
        for note in (*pace, *self._notes()):
            console.print(note, markup=False)

    def _notes(self) -> Iterator[str]:
        out = printable(str(self._args.out))
        names: Sequence[str] = [f"{name}/" for name in self._kind.tables]
        yield f"written to {out}/: {', '.join(names)}, run.json"
        yield f"{self._kind.game} report {out} tells more, with intervals"
        if self._status == "interrupted":
            yield "interrupted: the finished games are kept, --resume plays the others"

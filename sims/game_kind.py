"""What a batch of games has to know of the game that is played."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import pyarrow as pa

from gamebase.batch_config import BatchConfig
from sims.design.metrics import Metric
from sims.report import FAILURES, Line
from sims.reports.kinds import Lifetime
from sims.running.jobs import Job

__all__ = ["GameKind"]

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
    metrics : tuple of Metric
        What studies measure of a game, the main metric first.
    elsewhere : mapping of str to str
        Metrics of other games, each with its game, for messages.
    lifetime : Lifetime or None
        How the length of games is told.
    equip : callable
        Adds to the games what flags ask for that decides no result; it also takes the
        number of the cell, or None if there is only one.
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
    metrics: tuple[Metric, ...] = ()
    elsewhere: Mapping[str, str] = field(default_factory=dict)
    lifetime: Lifetime | None = None
    equip: Callable[[Job, argparse.Namespace, int | None], Job] = (
        lambda job, args, cell: job
    )
    notes: Callable[[pa.Table, argparse.Namespace], Iterable[str]] = (
        lambda games, args: ()
    )

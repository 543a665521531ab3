"""What a coordinator needs of others, and what it returns."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Protocol

from sims.dataset.chunks import Chunk
from sims.dataset.spans import Span
from sims.running.jobs import FAILED, TIMEOUT, Job

__all__ = ["Outcome", "Settings", "Shelf", "Work"]


class Work(Protocol):
    """What is to be played, in order, and who hears what came of it."""

    def ready(self) -> Span | None:
        """Return the next games; None if there are none, or none before others end."""

    def job(self, cell: int) -> Job:
        """Return what plays the games of a cell."""

    def found(self, span: Span) -> None:
        """Hear of games that an earlier session has played."""

    def played(self, chunk: Chunk) -> None:
        """Hear of games that have just been played."""

    def note(self) -> str:
        """Return what to show beside the progress, such as a running estimate."""

    def total(self) -> int:
        """Return how many games there will be at most, as far as is known by now."""


class Shelf(Protocol):
    """Where games are put; `sims.dataset.store.Store` is one."""

    @property
    def waiting(self) -> int:
        """How many games are held in memory."""

    def enqueue(self, span: Span) -> list[Span]:
        """Take in which games come next; return those that are to be played."""

    def put(self, chunk: Chunk) -> None:
        """Keep what was played."""

    def sync(self) -> None:
        """Return once what was put is safe on disk."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How games are played, whichever they are.

    Parameters
    ----------
    tables : mapping of str to type
        Row classes by the name of their table.
    failures : collection of str
        Terminations that count as failures.
    time_limit : float or None
        How long one game may take, in s of wall time.
    """

    tables: Mapping[str, type]
    failures: Collection[str] = (FAILED, TIMEOUT)
    time_limit: float | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one session of a study did."""

    played: int
    failed: int
    interrupted: bool

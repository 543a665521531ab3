"""What a study plays: the games of a cell, as they are sent to those who play them."""

from __future__ import annotations

import os
import pickle
import traceback
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Protocol

from gamebase.errors import text_of
from sims.dataset.chunks import Chunk, Rows, chunk_of
from sims.dataset.spans import Span

__all__ = ["FAILED", "TIMEOUT", "Games", "Job", "describe_error", "unpickled"]

FAILED, TIMEOUT = "failed", "timeout"
"""Terminations of games that could not be played."""


class Job(Protocol):
    """The games of one cell; sent to those who play them, so it must be picklable."""

    def play(self, index: int) -> Rows:
        """Play one game; the rows depend on nothing but the job and the index."""

    def failed(self, index: int, error: str, termination: str = FAILED) -> Rows:
        """Return the rows that stand for a game that could not be played."""


@dataclass(frozen=True, slots=True)
class Games:
    """The games of one cell, and what their rows are made into.

    Parameters
    ----------
    job : Job
        Plays them.
    tables : mapping of str to type
        Row classes by the name of their table.
    failures : collection of str
        Terminations that count as failures.
    """

    job: Job
    tables: Mapping[str, type]
    failures: Collection[str] = (FAILED, TIMEOUT)

    def pickled(self) -> bytes:
        """Return what can be sent."""
        return pickle.dumps(self, pickle.HIGHEST_PROTOCOL)

    def fail(self, span: Span, error: str, termination: str = FAILED) -> Chunk:
        """Return the rows of games that could not be played."""
        rows = [self.job.failed(index, error, termination) for index in span.games]
        return self.chunk(span, rows)

    def chunk(self, span: Span, rows: list[Rows]) -> Chunk:
        """Return the rows of the games of a span as they are sent and stored."""
        return chunk_of(span, rows, self.tables, self.failures)


def unpickled(sent: bytes) -> Games:
    """Return what `Games.pickled` made, in a child of the process that sent it.

    Raises
    ------
    TypeError
        If it is something else.
    """
    games = pickle.loads(sent)
    if not isinstance(games, Games):
        raise TypeError(f"a {type(games).__name__} is no games")
    return games


def describe_error(error: BaseException) -> str:
    """Return one line: the kind of error, its text, and where it was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    place = [f" [{os.path.basename(f.filename)}:{f.lineno}]" for f in frames[-1:]]
    return f"{type(error).__name__}: {text_of(error)}{''.join(place)}"

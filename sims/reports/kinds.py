"""What a report has to know of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from sims.design.metrics import Metric

__all__ = ["Kind", "Lifetime"]


@dataclass(frozen=True, slots=True)
class Lifetime:
    """How the length of a game is told, and which games ended by themselves.

    Parameters
    ----------
    column : str
        Column of the table of games that has the length.
    unit : str
        What it counts, such as ``turns``.
    ended : tuple of str
        Terminations of games that came to their own end. All others were cut off, and
        would have gone on; but ``failed`` and ``timeout`` say nothing of a length.
    meaning : str
        What is measured, such as ``turns until the tower falls``.
    left : str
        What is left over, such as ``towers still standing``.
    ending : str
        What becomes of a game at its end, such as ``fell``.
    limits : tuple of str
        Terminations of games that a limit of their length cut off.
    """

    column: str
    unit: str
    ended: tuple[str, ...]
    meaning: str
    left: str = "games still going on"
    ending: str = "ended"
    limits: tuple[str, ...] = ("turn_limit",)


class Kind(Protocol):
    """What comes in from a game; `sims.games_command.GameKind` is one."""

    @property
    def game(self) -> str:
        """Name of the game."""

    @property
    def tables(self) -> Mapping[str, type]:
        """Row classes by the name of their table."""

    @property
    def metrics(self) -> Sequence[Metric]:
        """What is measured of a game, the main one first."""

    @property
    def elsewhere(self) -> Mapping[str, str]:
        """Metrics of other games, each with its game, for messages."""

    @property
    def lifetime(self) -> Lifetime | None:
        """How long games last; None where that means nothing."""

"""A study as a value: its cells, checked before anything starts, and how it goes on."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from gamebase.batch_config import BatchConfig
from sims.design.cells import Cell
from sims.design.header import Kind
from sims.design.plan import Plan
from sims.design.stopping import StopRule
from sims.design.study_file import StudyFile

__all__ = ["Design", "joint_fingerprint"]

Config = TypeVar("Config", bound=BatchConfig)


@dataclass(frozen=True, slots=True, kw_only=True)
class Design(Generic[Config]):
    """A study: its cells, each with a checked configuration, and how long they go on.

    Parameters
    ----------
    game : str
        Name of the game.
    name, question : str
        For people.
    paired : bool
        Whether all cells share the seed.
    games : int
        Games that a cell plays, at most.
    seed : int
        Of the study; the seeds of cells come from it.
    stop : StopRule or None
        When a cell ends before that.
    cells : tuple of Cell
        At least one.
    """

    game: str
    name: str = ""
    question: str = ""
    paired: bool = True
    games: int
    seed: int
    stop: StopRule | None = None
    cells: tuple[Cell[Config], ...]

    @classmethod
    def of(cls, config: Config, game: str) -> Design[Config]:
        """Return the study of one cell that a plain batch is."""
        only = Cell("", {}, config)
        return cls(game=game, games=config.games, seed=config.seed, cells=(only,))

    @classmethod
    def from_file(
        cls, path: Path, kind: Kind[Config], over: Mapping[str, Any] | None = None
    ) -> Design[Config]:
        """Read a study file, or a file that holds a configuration alone.

        Parameters
        ----------
        path : Path
            A TOML file.
        kind : Kind
            The game that is played.
        over : mapping of str to object, optional
            What goes over base values, such as flags; None means not given.

        Raises
        ------
        ParameterError
            If anything in it is not accepted: the message names file, key and value.
        """
        given = {key: value for key, value in (over or {}).items() if value is not None}
        file = StudyFile.read(path, kind, given)
        cells = file.cells()
        return cls(
            game=kind.game,
            name=file.header.name,
            question=file.header.question,
            paired=file.header.paired,
            games=cells[0].configuration.games,
            seed=file.seed(),
            stop=file.stop,
            cells=cells,
        )

    def plan(self) -> Plan:
        """Return the order in which the games are played, from the beginning."""
        return Plan(len(self.cells), self.games, self.stop)

    def only(self, cell: int, index: int) -> Plan:
        """Return the plan of a single game; `ParameterError` if there is none such."""
        return Plan.only(cell, index, len(self.cells), self.games)

    def fingerprint(self) -> str:
        """Return a hash of what decides the games, the same on every machine.

        How many games there are, and when cells end, decides none of them.
        """
        return joint_fingerprint(
            [cell.configuration.fingerprint() for cell in self.cells]
        )


def joint_fingerprint(parts: Sequence[str]) -> str:
    """Return the hash of a study from those of its cells; that of one is its own."""
    if len(parts) == 1:
        return parts[0]
    return hashlib.sha256(" ".join(parts).encode()).hexdigest()[:16]

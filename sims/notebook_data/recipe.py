"""What makes a set of data: games of a study, or a measurement."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import pyarrow as pa

__all__ = ["Making", "Measured", "Recipe", "Study"]


@dataclass(frozen=True, slots=True)
class Making:
    """How a set is made this time.

    Parameters
    ----------
    folder : Path
        Folder of the notebooks, with their ``studies``.
    work : Path
        Folder for what is only needed on the way, such as whole results of a study.
    quick : bool
        Whether a small set is enough.
    workers : int
        Number of processes.
    """

    folder: Path
    work: Path
    quick: bool = False
    workers: int = 2


class Recipe(Protocol):
    """What makes a set of data."""

    @property
    def what(self) -> str:
        """What the set holds, in a line."""
        ...

    @property
    def needs(self) -> str:
        """Package it needs beside those of every installation, or nothing."""
        ...

    def make(self, making: Making) -> dict[str, pa.Table]:
        """Make the tables of the set, by name.

        Raises
        ------
        BatchError
            If they cannot be made.
        """
        ...

    def is_outdated(self, tables: Mapping[str, pa.Table], folder: Path) -> bool:
        """Tell whether these tables are of what was asked for before a change of it."""
        ...


@dataclass(frozen=True, slots=True)
class Study:
    """Games of one study.

    Parameters
    ----------
    what : str
        What they hold, in a line.
    file : str
        Name of the study's file in ``notebooks/studies``.
    tables : mapping of str to sequence of str
        Which columns are kept, by the name of their table. ``cell`` and ``game`` are
        always kept, and a table ``cells`` is added: label and what is varied.
    quick : int
        Games a cell of a small set.
    needs : str
        Package that the games need beside those of every installation, or nothing.
    more : callable, optional
        Makes further tables of the folder of results, in which every game has left a
        replay then; the games have to be of Stacko.
    quick_flags : sequence of str
        Flags of the command for a small set, such as an engine that every installation
        has, and that is quick.
    """

    what: str
    file: str
    tables: Mapping[str, Sequence[str]]
    quick: int = 4
    needs: str = ""
    more: Callable[[Path], dict[str, pa.Table]] | None = None
    quick_flags: Sequence[str] = ()

    def make(self, making: Making) -> dict[str, pa.Table]:
        """Play the study, those games that are missing, and return their tables."""
        from sims.notebook_data.played import played

        return played(self, making)

    def is_outdated(self, tables: Mapping[str, pa.Table], folder: Path) -> bool:
        """Tell whether the study's file has changed since these were made."""
        from sims.notebook_data.played import is_outdated

        return is_outdated(self, folder, tables["cells"])


@dataclass(frozen=True, slots=True)
class Measured:
    """Tables that a function makes.

    Parameters
    ----------
    what : str
        What they hold, in a line.
    measure : callable
        Makes them.
    needs : str
        Package that it needs beside those of every installation, or nothing.
    """

    what: str
    measure: Callable[[Making], dict[str, pa.Table]]
    needs: str = ""

    def make(self, making: Making) -> dict[str, pa.Table]:
        """Measure."""
        return self.measure(making)

    def is_outdated(self, tables: Mapping[str, pa.Table], folder: Path) -> bool:
        """Tell nothing: what a function measures is not written in a file."""
        return False

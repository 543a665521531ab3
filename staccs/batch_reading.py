"""What a batch left: its configuration, and how rows of its tables are read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gamebase.game_key import GameKey
from gamebase.run_record import recorded_cell
from staccs.config import SimulationConfig

__all__ = ["ReadRow", "ReadRows", "Reading", "config_of"]

ReadRow = Callable[[Path, GameKey, Mapping[str, str]], Mapping[str, Any]]
"""Reads the columns of one game from a table of games, such as `sims.rows.row_of`."""

ReadRows = Callable[[Path, GameKey, Mapping[str, str]], Sequence[Mapping[str, Any]]]
"""Reads all rows of one game from a table of moves, such as `sims.rows.rows_of`."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How tables are read; whoever calls brings it, since that lies above the rules.

    Attributes
    ----------
    row : callable
        Reads a row of a table of games, such as `sims.rows.row_of`.
    rows : callable
        Reads all rows of a game from a table of moves, such as `sims.rows.rows_of`.
    """

    row: ReadRow
    rows: ReadRows


def config_of(path: Path, cell: int, **instead: Any) -> SimulationConfig:
    """Return the configuration of a batch, which tells where on the table it lay.

    Parameters
    ----------
    path : Path
        The folder of the batch, a table in it, or a file of that.
    cell : int
        Cell of the study.
    **instead
        Values to take in place of those that were written.

    Raises
    ------
    ParameterError
        If the file cannot be read or is damaged.
    """
    values = recorded_cell(path, cell)
    return SimulationConfig.from_mapping({**values, **instead})

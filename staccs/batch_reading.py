"""What a batch left: its configuration, and how rows of its tables are read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gamebase.config_reading import mapping_of
from gamebase.files import read_regular
from gamebase.json_reading import read_json
from staccs.config import SimulationConfig
from staccs.errors import ParameterError, shown

__all__ = ["ReadRow", "ReadRows", "Reading", "config_beside"]

ReadRow = Callable[[Path, int, Mapping[str, str]], Mapping[str, Any]]
"""Reads the columns of one game from a table of games, such as `sims.rows.row_of`."""

ReadRows = Callable[[Path, int, Mapping[str, str]], Sequence[Mapping[str, Any]]]
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


def config_beside(path: Path, **instead: Any) -> SimulationConfig:
    """Return the configuration of a batch, which tells where on the table it lay.

    Parameters
    ----------
    path : Path
        A table of the batch; ``run.json`` lies beside it.
    **instead
        Values to take in place of those that were written.

    Raises
    ------
    ParameterError
        If the file cannot be read or is damaged.
    """
    beside = path.with_name("run.json")
    name = shown(str(beside), 200)
    try:
        told = read_json(read_regular(beside))["configuration"]
        values = mapping_of("configuration", told)
    except OSError as error:
        raise ParameterError(
            f"{name} cannot be read ({error.strerror}); it tells where on the table "
            "the STACCs lie: put it back"
        ) from error
    except (ValueError, KeyError, TypeError) as error:
        raise ParameterError(
            f"{name} is damaged: put back what the batch wrote"
        ) from error
    return SimulationConfig.from_mapping({**values, **instead})

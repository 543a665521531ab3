"""One game's row of a table of results, for commands that show a game."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from gamebase.errors import ParameterError, shown
from gamebase.files import check_regular
from gamebase.printable import printable

__all__ = ["row_of"]


def row_of(path: Path, game: int, columns: Mapping[str, str]) -> dict[str, Any]:
    """Return what a table of games has of one game.

    Parameters
    ----------
    path : Path
        A ``games.parquet``.
    game : int
        Index of the game, in the column ``game``.
    columns : mapping
        Name of each column that is wanted, and its Arrow type, such as ``string``.

    Raises
    ------
    ParameterError
        If the file cannot be read, is no such table, or has no such game.
    """
    wanted = {"game": "int64", **columns}
    try:
        check_regular(path)
        # No pool of threads: one that still starts when a command is done aborts it.
        with (
            path.open("rb") as handle,
            pq.ParquetFile(handle, pre_buffer=False) as file,
        ):
            found = {each.name: str(each.type) for each in file.schema_arrow}
            fits = wanted.items() <= found.items()
            table = file.read(list(wanted), use_threads=False) if fits else None
    except FileNotFoundError:
        raise ParameterError(f"{shown(str(path), 200)} does not exist") from None
    except (pa.ArrowException, OSError) as error:
        raise ParameterError(
            f"{shown(str(path), 200)} is truncated or no Parquet file "
            f"({printable(str(error).splitlines()[0])}); give a games.parquet that a "
            "batch wrote"
        ) from error
    if table is None:
        names = " and ".join(f"{name!r}" for name in wanted)
        raise ParameterError(
            f"{shown(str(path), 200)} has no columns {names} of such a table: give a "
            "games.parquet that a batch of this game wrote"
        )
    at = pc.index(table["game"], game).as_py() if 0 <= game < 2**63 else -1
    if at < 0:
        raise ParameterError(
            f"{shown(str(path), 200)} has no game {shown(game)}: choose another with "
            "--game"
        )
    row: dict[str, Any] = table.slice(at, 1).to_pylist()[0]
    return row

"""What ``stacko show`` is given, read as a tower: notation, a file, a table."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from gamebase.files import check_regular, read_regular
from gamebase.printable import printable
from stacko.blocks import BlockSet
from stacko.errors import InvalidNotationError, ParameterError, StackoError, shown
from stacko.game import Game
from stacko.tower import Tower

__all__ = ["tower_of"]

_TABLE = {"game": "int64", "tower": "string"}


def tower_of(source: str, block_set: BlockSet | None = None, game: int = 0) -> Tower:
    """Return the tower that a text or a file holds.

    Parameters
    ----------
    source : str
        A tower in notation, or the path of a text file with one, of a saved game
        (JSON), or of a table of games (``games.parquet``).
    block_set : BlockSet, optional
        The set the names of a notation belong to.
    game : int
        Index of the game, for a table of games.

    Raises
    ------
    ParameterError
        If the file cannot be read or holds no tower.
    InvalidNotationError
        If the text is no tower.
    """
    if not os.path.exists(source) and len(source.split()) > 1:
        return Tower.from_notation(source, block_set)
    if not source.strip():
        raise _neither(source)
    path = Path(source)
    if path.suffix == ".parquet":
        text = _from_table(path, game)
    else:
        text = _read(path)
        if text.lstrip().startswith("{"):
            return _named(path, lambda: Game.from_json(text).tower)
    return _named(path, lambda: Tower.from_notation(_one_line(text), block_set))


def _neither(source: str) -> ParameterError:
    return ParameterError(
        f"{shown(source, 200)} is neither a file nor a tower: give the path of "
        "a file, or a tower like 'R1 B2 - / Y3 W G4' in quotes"
    )


def _read(path: Path) -> str:
    try:
        return read_regular(path)
    except FileNotFoundError:
        raise _neither(str(path)) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not text"
        raise ParameterError(
            f"{shown(str(path), 200)} cannot be read ({reason}): "
            "give a text file with a tower, or a saved game"
        ) from error


def _one_line(text: str) -> str:
    """Join the lines of a file, leaving out comments that start with ``#``."""
    lines = (line.partition("#")[0] for line in text.splitlines())
    return " ".join(" ".join(lines).split())


def _named(path: Path, make: Callable[[], Tower]) -> Tower:
    """Return what is made, and let errors name the file."""
    try:
        return make()
    except StackoError as error:
        raise InvalidNotationError(f"{shown(str(path), 200)}: {error}") from error


def _from_table(path: Path, game: int) -> str:
    """Return the tower of one game of a result table, as it was built."""
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    try:
        check_regular(path)
        with path.open("rb") as handle, pq.ParquetFile(handle) as file:
            found = {each.name: str(each.type) for each in file.schema_arrow}
            fits = _TABLE.items() <= found.items()
            table = file.read(columns=list(_TABLE)) if fits else None
    except FileNotFoundError:
        raise ParameterError(f"{shown(str(path), 200)} does not exist") from None
    except (pa.ArrowException, OSError) as error:
        raise ParameterError(
            f"{shown(str(path), 200)} is truncated or no Parquet file "
            f"({printable(str(error).splitlines()[0])}); give a games.parquet that "
            "stacko simulate wrote"
        ) from error
    if table is None:
        raise ParameterError(
            f"{shown(str(path), 200)} has no columns 'game' and 'tower' of such a "
            "table: give a games.parquet that stacko simulate wrote"
        )
    if not 0 <= game < 2**63:
        raise _no_game(path, game)
    towers = table.filter(pc.equal(table["game"], game))["tower"].to_pylist()
    if not towers:
        raise _no_game(path, game)
    return str(towers[0])


def _no_game(path: Path, game: int) -> ParameterError:
    return ParameterError(
        f"{shown(str(path), 200)} has no game {shown(game)}: choose another with --game"
    )

"""What ``stacko show`` is given, read as a tower: notation, a file, a table."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from gamebase.command import refuse_game
from gamebase.files import is_folder, read_regular
from gamebase.game_key import FIRST_GAME, GameKey
from stacko.blocks import BlockSet
from stacko.errors import InvalidNotationError, ParameterError, StackoError, shown
from stacko.game import Game
from stacko.tower import Tower

__all__ = ["tower_of"]

ReadRow = Callable[[Path, GameKey, Mapping[str, str]], Mapping[str, Any]]
"""Reads the columns of one game from a table of games, such as `sims.rows.row_of`."""


def tower_of(
    source: str,
    read_row: ReadRow,
    block_set: BlockSet | None = None,
    game: GameKey | None = None,
) -> Tower:
    """Return the tower that a text or a file holds.

    Parameters
    ----------
    source : str
        A tower in notation, or the path of a text file with one, of a saved game
        (JSON), or of a folder of results or a table in it.
    read_row : callable
        Reads a row of a table of games; whoever calls brings it, since what reads
        Parquet lies above the rules.
    block_set : BlockSet, optional
        The set the names of a notation belong to.
    game : GameKey, optional
        Which game, for a folder of results only; the first if left out.

    Raises
    ------
    ParameterError
        If the file cannot be read or holds no tower.
    InvalidNotationError
        If the text is no tower.
    """
    if not os.path.exists(source) and len(source.split()) > 1:
        refuse_game(source, game)
        return Tower.from_notation(source, block_set)
    if not source.strip():
        raise _neither(source)
    path = Path(source)
    if path.suffix == ".parquet" or is_folder(path):
        text = str(read_row(path, game or FIRST_GAME, {"tower": "string"})["tower"])
    else:
        refuse_game(source, game)
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
            "give a text file with a tower, a saved game, or a folder of results"
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

"""What ``staccs show`` and ``explain`` are given, read as a board on its table."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from gamebase.command import refuse_game
from gamebase.files import is_folder, read_regular
from gamebase.game_key import FIRST_GAME, GameKey
from staccs.batch_reading import ReadRow, config_of
from staccs.board import Board
from staccs.board_text import read_tokens
from staccs.errors import InvalidNotationError, ParameterError, StaccsError, shown
from staccs.modes import game_from_json
from staccs.phases import Mode
from staccs.rules import Rules

if TYPE_CHECKING:
    from staccs.table import PlacedTable

__all__ = ["ReadRow", "Scene", "Under", "scene_of"]

_COLUMNS = {"mode": "string", "stacc": "string", "table": "string"}
_COMMENT = re.compile(r"(?:^|\s)#.*")
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class Under:
    """What a STACC in notation is laid under; a game brings its own.

    Parameters
    ----------
    rules : Rules, optional
        How the rules are read.
    table : PlacedTable, optional
        The table; without one there is no edge.
    deccs : int, optional
        How many DECCs the cards come from; 1 if left out.
    """

    rules: Rules | None = None
    table: PlacedTable | None = None
    deccs: int | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """A board on its table.

    Parameters
    ----------
    board : Board
        What lies.
    table : PlacedTable or None
        The table, if it is known.
    title : str
        Where it comes from, such as a file's name; empty for a notation.
    """

    board: Board
    table: PlacedTable | None
    title: str


def scene_of(
    source: str, under: Under, read_row: ReadRow, game: GameKey | None = None
) -> Scene:
    """Return the board that a text or a file holds, on its table.

    Parameters
    ----------
    source : str
        A STACC in notation, or the path of a text file with one, of a saved game
        (JSON), or of a folder of results or a table in it.
    under : Under
        Rules, table and DECCs of a notation. A game is shown under its own.
    read_row : callable
        Reads a row of a table of games; whoever calls brings it, since what reads
        Parquet lies above the rules.
    game : GameKey, optional
        Which game, for a folder of results only; the first if left out.

    Raises
    ------
    ParameterError
        If the file cannot be read, or brings what is given with it, or there is no
        choice of games.
    InvalidNotationError
        If the text is no STACC that the rules allow.
    """
    path = Path(source)
    if not source.strip():
        raise _neither(source)
    notation = not os.path.exists(source) and "@" in source
    if (path.suffix == ".parquet" or is_folder(path)) and not notation:
        _refuse(path, under)
        return _named(path, lambda: _from_table(path, game or FIRST_GAME, read_row))
    refuse_game(source, game)
    if notation:
        return _laid(source, under, "")
    text = _read(path)
    if text.lstrip().startswith("{"):
        _refuse(path, under)
        return _named(path, lambda: _saved(text, path.name))
    return _named(path, lambda: _laid(_uncommented(text), under, path.name))


def _laid(text: str, under: Under, title: str) -> Scene:
    table = under.table
    fits = None if table is None else table.fits
    if table is not None:
        table.require(each.cell for each in read_tokens(text)[1][:1])
    copies = 1 if under.deccs is None else under.deccs
    board = Board.from_text(text, under.rules, fits, copies=copies)
    if not len(board):
        raise InvalidNotationError(
            "no card lies: write a STACC such as '5S@0,0 9S@0,1', the first card first"
        )
    return Scene(board, table, title)


def _saved(text: str, title: str) -> Scene:
    game = game_from_json(text)
    return Scene(game.board, game.table, title)


def _from_table(path: Path, game: GameKey, read_row: ReadRow) -> Scene:
    """Return the STACC at the end of a game of a batch, as its row has it."""
    row = read_row(path, game, _COLUMNS)
    # only the table is of interest, not who played: their code may be elsewhere
    config = config_of(path, game.cell, policy=["greedy"])
    rules, table = config.rules, config.placed_table()
    if config.table != row["table"]:
        raise ParameterError(
            f"game {game} was played on the table {shown(row['table'])}, but its "
            f"run.json says {shown(config.table)}: they are not of the same batch"
        )
    deccs = 2 if row["mode"] == Mode.PARTY.value else 1
    under = Under(rules, table, deccs)
    return _laid(row["stacc"] or "", under, f"{path.name}, game {game}")


def _neither(source: str) -> ParameterError:
    return ParameterError(
        f"{shown(source, _LONGEST)} is neither a file nor a STACC: give the path of a "
        "file, or a STACC like '5S@0,0 9S@0,1' in quotes"
    )


def _read(path: Path) -> str:
    try:
        return read_regular(path)
    except FileNotFoundError:
        raise _neither(str(path)) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not text"
        raise ParameterError(
            f"{shown(str(path), _LONGEST)} cannot be read ({reason}): give a text file "
            "with a STACC, a saved game, or a folder of results"
        ) from error


def _uncommented(text: str) -> str:
    """Join the lines of a file, leaving out comments: ``#`` after white space."""
    return " ".join(_COMMENT.sub("", line) for line in text.splitlines())


def _refuse(path: Path, under: Under) -> None:
    given = {"--rule": under.rules, "--table": under.table, "--deccs": under.deccs}
    flags = [flag for flag, value in given.items() if value is not None]
    if flags:
        raise ParameterError(
            f"{shown(str(path), _LONGEST)} brings its own rules, table and DECCs: "
            f"leave out {', '.join(flags)}"
        )


def _named(path: Path, make: Callable[[], Scene]) -> Scene:
    """Return what is made, and let errors name the file."""
    try:
        return make()
    except StaccsError as error:
        name = shown(str(path), _LONGEST)
        text = str(error)
        if text.startswith(name):
            raise
        raise InvalidNotationError(f"{name}: {text}") from error

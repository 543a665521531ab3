"""``run.json`` of a folder of results: of which games its tables are."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gamebase.config_reading import mapping_of
from gamebase.errors import ParameterError, shown
from gamebase.files import read_regular
from gamebase.game_key import GameKey, Uncelled, refuse_uncelled
from gamebase.json_reading import read_json

__all__ = [
    "RUN_RECORD",
    "cell_configuration",
    "recorded_cell",
    "refuse_any_cell",
    "results_folder",
]

RUN_RECORD = "run.json"
_DEEPEST = 2


def results_folder(path: Path) -> Path:
    """Return the folder of results that a path belongs to.

    Parameters
    ----------
    path : Path
        The folder, a table in it, or a file of that.

    Returns
    -------
    Path
        The nearest of these that holds a ``run.json``; `path` if none does.
    """
    for folder in (path, *path.absolute().parents[:_DEEPEST]):
        if (folder / RUN_RECORD).exists():
            return folder
    return path


def recorded_cell(path: Path, cell: int = 0) -> Mapping[str, Any]:
    """Return the configuration with which a cell of a batch was played.

    Parameters
    ----------
    path : Path
        A folder of results, a table in it, or a file of that.
    cell : int
        Number of the cell.

    Raises
    ------
    ParameterError
        If ``run.json`` cannot be read or is damaged, or there is no such cell.
    """
    beside = results_folder(path) / RUN_RECORD
    name = shown(str(beside), 200)
    try:
        return cell_configuration(read_json(read_regular(beside)), cell)
    except OSError as error:
        raise ParameterError(
            f"{name} cannot be read ({error.strerror}); it tells what was played: put "
            "it back"
        ) from error
    except (ValueError, KeyError, TypeError) as error:
        raise ParameterError(
            f"{name} is damaged: put back what the batch wrote"
        ) from error
    except IndexError:
        raise ParameterError(
            f"{name} knows no cell {cell}: choose another with --game CELL:INDEX"
        ) from None


def refuse_any_cell(path: Path, key: GameKey) -> None:
    """Refuse a game of ``--game`` without a cell, of a folder with several.

    Parameters
    ----------
    path : Path
        As of `recorded_cell`; where no ``run.json`` can be read nothing is refused.
    key : GameKey
        The game.

    Raises
    ------
    ParameterError
    """
    if not isinstance(key, Uncelled):
        return
    try:
        content: Any = read_json(read_regular(results_folder(path) / RUN_RECORD))
        cells = len(content["cells"])
    except (OSError, ValueError, KeyError, TypeError):
        return
    refuse_uncelled(key, cells, "--game")


def cell_configuration(content: Any, cell: int) -> Mapping[str, Any]:
    """Return the configuration of a cell as ``run.json`` has it.

    Raises
    ------
    KeyError, TypeError, ParameterError
        If the content is damaged.
    IndexError
        If there is no such cell.
    """
    return mapping_of("configuration", content["cells"][cell]["configuration"])

"""Reading a set of data, or making a small one, as a notebook does."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa

from gamebase.errors import shown
from sims.errors import BatchError, TableError
from sims.notebook_data.recipe import Making, Recipe
from sims.tables import read_table, write_table

if TYPE_CHECKING:
    import pandas

__all__ = [
    "Data",
    "command",
    "keep",
    "load",
    "make",
    "notebooks_folder",
    "quick",
    "recipe_of",
]

WORKERS = 2


def quick() -> bool:
    """Tell whether small sets are asked for, by QUICK=1 in the environment."""
    return os.environ.get("QUICK", "") not in ("", "0")


def command(name: str) -> str:
    """Return the command that makes a set at full size."""
    return f"python -m sims.notebook_data {name}"


def notebooks_folder(start: Path | None = None) -> Path:
    """Return the folder of the notebooks: the working folder, or ``notebooks`` in it.

    Raises
    ------
    BatchError
        If it is neither.
    """
    here = Path.cwd() if start is None else start
    for folder in (here, here / "notebooks"):
        if (folder / "studies").is_dir() and (folder / "data").is_dir():
            return folder
    raise BatchError(
        f"{shown(str(here), 200)} is no folder of notebooks and has none: run this in "
        "the sources of the project, or in their folder notebooks"
    )


@dataclass(frozen=True, slots=True)
class Data:
    """A set of data.

    Parameters
    ----------
    name : str
    what : str
        What it holds, in a line.
    small : bool
        Whether this is a small set, made just now: it shows nothing but that it can
        be made.
    tables : mapping of str to pyarrow.Table
    """

    name: str
    what: str
    small: bool
    tables: Mapping[str, pa.Table]

    @property
    def made_by(self) -> str:
        """The command that made it."""
        return f"QUICK=1 {command(self.name)}" if self.small else command(self.name)

    def __getitem__(self, table: str) -> pandas.DataFrame:
        """Return a table; games and moves with what their cell varies.

        Raises
        ------
        KeyError
            If there is no such table.
        """
        if table not in self.tables:
            raise KeyError(f"{table!r}: {self.name!r} has {', '.join(self.tables)}")
        frame = _frame(self.tables[table])
        if table == "cells" or "cell" not in frame or "cells" not in self.tables:
            return frame
        cells = _frame(self.tables["cells"])
        new = ["cell", *(key for key in cells if key not in frame)]
        return frame.merge(cells[new], on="cell", how="left", validate="many_to_one")

    def __repr__(self) -> str:
        """Tell what there is."""
        rows = (f"{name}: {each.num_rows:,} rows" for name, each in self.tables.items())
        return f"{self.what} ({self.made_by})\n" + ", ".join(rows)


def _frame(table: pa.Table) -> pandas.DataFrame:
    return table.to_pandas(use_threads=False)


def load(name: str) -> Data:
    """Read a set of data, or make a small one if QUICK=1 asks for it.

    Parameters
    ----------
    name : str
        Name of a recipe.

    Raises
    ------
    BatchError
        If there is no such set, or it is not made yet, is damaged, or is of another
        study than that of today.
    """
    recipe = recipe_of(name)
    folder = notebooks_folder()
    if quick():
        with tempfile.TemporaryDirectory() as work:
            making = Making(folder, Path(work), quick=True, workers=WORKERS)
            return Data(name, recipe.what, True, make(name, making))
    paths = sorted((folder / "data" / name).glob("*.parquet"))
    if not paths:
        raise BatchError(
            f"the data {name!r} are not made yet: run {command(name)}, or set QUICK=1 "
            "for a small set that is made on the way"
        )
    tables = {path.stem: _kept(path, name) for path in paths}
    if recipe.is_outdated(tables, folder):
        raise BatchError(
            f"the study of the data {name!r} has changed since they were made: run "
            f"{command(name)}, or set QUICK=1 for a small set that is made on the way"
        )
    return Data(name, recipe.what, False, tables)


def _kept(path: Path, name: str) -> pa.Table:
    try:
        return read_table(path)
    except TableError as error:
        raise BatchError(
            f"{shown(str(path), 200)} is damaged: make it anew by {command(name)}"
        ) from error


def recipe_of(name: str) -> Recipe:
    """Return the recipe of a set.

    Raises
    ------
    BatchError
        If there is none.
    """
    from sims.notebook_data.recipes import RECIPES

    if name not in RECIPES:
        raise BatchError(f"{shown(name)} is no set of data: {', '.join(RECIPES)}")
    return RECIPES[name]


def make(name: str, making: Making) -> dict[str, pa.Table]:
    """Make a set.

    Raises
    ------
    BatchError
        If there is none of this name, or it cannot be made.
    """
    recipe = recipe_of(name)
    if recipe.needs and find_spec(recipe.needs) is None:
        raise BatchError(
            f"the data {name!r} need {recipe.needs}, which this Python does not have"
        )
    tables = recipe.make(making)
    empty = [table for table, rows in tables.items() if not rows.num_rows]
    if empty:
        raise TableError(f"the data {name!r} have no rows in {', '.join(empty)}")
    return tables


def keep(name: str, tables: Mapping[str, pa.Table], folder: Path) -> list[Path]:
    """Write a set where `load` finds it, and remove tables it no longer has.

    Returns
    -------
    list of Path
        What was written.
    """
    place = folder / "data" / name
    place.mkdir(parents=True, exist_ok=True)
    paths = []
    for table, rows in tables.items():
        path = place / f"{table}.parquet"
        write_table(rows, path, compression="zstd")
        paths.append(path)
    for old in place.glob("*.parquet"):
        if old not in paths:
            old.unlink()
    return paths

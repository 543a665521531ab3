"""Batches of games read from their folders."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from gamebase.batch_config import BatchConfig
from gamebase.errors import ParameterError, shown
from gamebase.printable import printable
from gamebase.run_record import cell_configuration
from sims.dataset.results import Results
from sims.errors import BatchError
from sims.game_kind import GameKind
from sims.manifest import Manifest
from sims.report import Line
from sims.staccs_games import STACCS
from sims.stacko_games import STACKO

__all__ = ["MOST_CELLS", "Batch", "read_batches", "slugs"]

_KINDS: Mapping[str, GameKind[Any]] = {"stacko": STACKO, "staccs": STACCS}
MOST_CELLS = 12
"""Cells of a study that are shown, from the first."""

_KNOWN_PLAYER = "random"  # in both games; stands in for players of whom no code is here

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """A batch of games, or one cell of a study.

    Parameters
    ----------
    folder : Path
    slug : str
        Its name in addresses.
    kind : GameKind
        What was played.
    content : mapping
        What ``run.json`` holds.
    config : BatchConfig
        The configuration but for the players, whose code need not be here.
    tables : mapping of str to table
    cell : int or None
        Number of the cell; None for a plain batch.
    """

    folder: Path
    slug: str
    kind: GameKind[Any]
    content: Mapping[str, Any]
    config: BatchConfig
    tables: Mapping[str, pa.Table]
    cell: int | None = None

    @property
    def games(self) -> pa.Table:
        """The table with a row a game."""
        return self.tables["games"]

    @property
    def told(self) -> Mapping[str, Any]:
        """The configuration as it was given."""
        return cell_configuration(self.content, self.cell or 0)

    @property
    def label(self) -> str:
        """What the cell is called; empty for a plain batch."""
        return printable(str(self.content["cells"][self.cell or 0].get("label", "")))

    @property
    def lines(self) -> list[Line]:
        """The lines of the result table."""
        return list(self.kind.summary(**self.tables, played=0, seconds=0.0))

    def good(self, columns: Iterable[str]) -> list[Row]:
        """Return these columns of the games that were played to an end."""
        wanted = list(dict.fromkeys([*columns, "game", "termination"]))
        rows: list[Row] = self.games.select(wanted).to_pylist()
        return [row for row in rows if row["termination"] not in self.kind.failures]

    def origin(self) -> str:
        """Say where it is from: the command, the version, the day."""
        session = self.content["sessions"][-1] if self.content["sessions"] else {}
        version = session.get("packages", {}).get("stacko")
        told = [f"Played by “{session.get('command', 'an unknown command')}”"]
        if version:
            told.append(f"with version {version}")
        if session.get("started"):
            told.append(f"on {str(session['started'])[:10]}")
        return f"{' '.join(told)}."

    def state(self) -> str:
        """Say how much of it there is, if that is not all."""
        failed = self.games.num_rows - len(self.good([]))
        parts = []
        if self.content.get("status") != "finished":
            asked = self.told.get("games", "?")
            parts.append(f"{self.games.num_rows} of {asked} games are finished so far.")
        if failed:
            parts.append(f"{failed} failed, and the pictures are of the others.")
        return " ".join(parts)


def read_batches(folder: Path, slug: str) -> list[Batch]:
    """Read a folder that ``stacko simulate`` or ``staccs simulate`` wrote.

    Parameters
    ----------
    folder : Path
    slug : str
        Its name in addresses.

    Returns
    -------
    list of Batch
        One for a plain batch; of a study one for each of the first cells that have
        games.

    Raises
    ------
    ParameterError
        If it is none, is damaged, or has no finished game.
    """
    name = shown(str(folder), 200)
    try:
        content = Manifest.read(folder) if folder.is_dir() else None
        if content is None:
            raise ParameterError(
                f"{name} is no batch of games: it has no run.json; give a folder that "
                "'stacko simulate --out' or 'staccs simulate --out' wrote"
            )
        kind = _KINDS.get(str(content.get("game")))
        if kind is None:
            raise ParameterError(
                f"{name} holds games of {shown(content.get('game', 'unknown'))}: "
                f"give batches of {' or '.join(_KINDS)}"
            )
        results = Results(folder, kind.tables)
        tables = {each: results.tables(each) for each in kind.tables}
    except BatchError as error:
        raise ParameterError(str(error)) from error
    if not tables["games"].num_rows:
        raise ParameterError(
            f"{name} has no finished game: play some with --resume, or leave it out"
        )
    if len(content["cells"]) == 1:
        return [_batch(folder, slug, kind, content, tables, None)]
    parts = (
        (cell, {each: _of_cell(table, cell) for each, table in tables.items()})
        for cell in range(min(len(content["cells"]), MOST_CELLS))
    )
    return [
        _batch(folder, f"{slug}-cell-{cell}", kind, content, part, cell)
        for cell, part in parts
        if part["games"].num_rows
    ]


def _of_cell(table: pa.Table, cell: int) -> pa.Table:
    return table.filter(pc.equal(table.column("cell"), cell))


def _batch(
    folder: Path,
    slug: str,
    kind: GameKind[Any],
    content: Mapping[str, Any],
    tables: Mapping[str, pa.Table],
    cell: int | None,
) -> Batch:
    try:
        told = {**cell_configuration(content, cell or 0), "policy": [_KNOWN_PLAYER]}
        config = kind.config.from_mapping(told)
    except (ParameterError, KeyError, TypeError) as error:
        raise ParameterError(
            f"{shown(str(folder), 200)} was played with another version, or its "
            f"run.json was edited: {error}"
        ) from error
    return Batch(folder, slug, kind, content, config, tables, cell)


def slugs(folders: Iterable[Path]) -> list[str]:
    """Return a name for each folder that is good in an address, no two alike.

    Examples
    --------
    >>> slugs([Path("a/first games"), Path("b/First-Games"), Path("/")])
    ['first-games', 'first-games-2', 'batch']
    """
    found: list[str] = []
    for folder in folders:
        words = re.findall(r"[a-z0-9]+", folder.resolve().name.casefold())
        slug = "-".join(words)[:60] or "batch"
        number = 2
        free = slug
        while free in found:
            free, number = f"{slug}-{number}", number + 1
        found.append(free)
    return found

"""Games that are played again without playing: their rows, and a pause instead.

So two cores carry as many workers as a model is to be compared with, and what hands
out, sends, stores and counts games has all of its work, and nobody else any.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from sims.dataset.chunks import Rows
from sims.dataset.results import Results
from sims.scaling.kinds import KINDS

__all__ = ["Recorded"]


@dataclass(frozen=True, slots=True)
class Recorded:
    """Rows of real games, again and again, each after a pause.

    Parameters
    ----------
    kind : str
        Name of the kind of games.
    folder : Path
        Results with games of that kind.
    pauses : tuple of float
        What game ``i`` takes is the one at ``i`` modulo their number, in s; none at
        all if it is empty.
    """

    kind: str
    folder: Path
    pauses: tuple[float, ...] = ()

    def play(self, index: int) -> Rows:
        """Wait, and return the rows of one of the games under this index."""
        if self.pauses:
            time.sleep(self.pauses[index % len(self.pauses)])
        games = _games(self.kind, self.folder)
        rows = games[index % len(games)]
        return {
            name: [replace(row, game=index) for row in each]
            for name, each in rows.items()
        }

    def failed(self, index: int, error: str, termination: str = "failed") -> Rows:
        """Return the row of a game that could not be played."""
        return KINDS[self.kind].job().failed(index, error, termination)


@lru_cache(maxsize=1)
def _games(kind: str, folder: Path) -> list[dict[str, list[Any]]]:
    """Return the rows of all games, by the name of their table."""
    tables = KINDS[kind].tables
    results = Results(folder, tables)
    count = results.done.total
    games: list[dict[str, list[Any]]] = [{n: [] for n in tables} for _ in range(count)]
    for name, row_type in tables.items():
        for row in results.tables(name).drop_columns(["cell"]).to_pylist():
            games[row["game"]][name].append(row_type(**row))
    return games

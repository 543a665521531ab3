"""Whole games of the same players in every model: how long, and in what they topple."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import nan
from pathlib import Path

import numpy as np
from scipy.stats import CensoredData, logrank

from gamebase.columns import column
from sims.agreement.confusion import share_interval
from sims.dataset.results import Results
from sims.errors import BatchError
from sims.lifetimes import Lifetimes, censored, lifetimes
from sims.report import FAILURES
from sims.tables import table_of, write_table
from stacko.cli import main as stacko
from stacko.records import GameRow, TurnRow

__all__ = ["Ending", "Survival", "play_games", "survival"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """How one game ended."""

    engine: str = column("the model it was played in")
    game: int = column("index of the game; the same index, the same tower")
    turns: int = column("turns played")
    toppled: bool = column("whether the tower fell; if not, the game was cut off")
    phase: str | None = column("what the hand was doing when it fell", default=None)
    layers: int = column("layers at the end")


def play_games(
    out: Path, games: Mapping[str, int], seed: int, workers: int
) -> list[Ending]:
    """Play games in each model, those that are missing, and keep how they ended.

    Parameters
    ----------
    out : Path
        Folder of ``games.parquet`` and, per model, of the batch it is from.
    games : mapping of engine to int
    seed, workers : int

    Raises
    ------
    BatchError
        If a batch was interrupted or refused its input.
    """
    found: list[Ending] = []
    for engine, number in games.items():
        folder = out / f"games-{engine}"
        given = ["--engine", engine, "--games", number, "--seed", seed]
        given += ["--workers", workers, "--out", folder, "--quiet"]
        again = ["--resume"] if (folder / "run.json").exists() else []
        code = stacko(["simulate", *map(str, given), *again])
        if code not in (0, 1):
            raise BatchError(f"the games of {engine} ended with exit code {code}")
        found += _endings(engine, folder)
    write_table(table_of(found, Ending), out / "games.parquet")
    return found


def _endings(engine: str, folder: Path) -> Iterator[Ending]:
    games = Results(folder, {"games": GameRow, "turns": TurnRow}).tables(
        "games", ["game", "termination", "phase", "turns", "layers"]
    )
    for row in games.to_pylist():
        if row["termination"] in FAILURES:
            continue
        phase = row["phase"]
        yield Ending(
            engine=engine, game=row["game"], turns=row["turns"],
            toppled=phase is not None, phase=phase, layers=row["layers"],
        )  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Survival:
    """How long the towers of one model stand.

    Parameters
    ----------
    engine : str
    curve : Lifetimes
        Share of towers that stand after so many turns, with its band.
    mean, spread : float
        Of the turns of a game.
    phases : dict of str to (share, low, high)
        In what towers fall.
    p : float
        Of a log-rank test against the first model; NaN for it.
    """

    engine: str
    curve: Lifetimes
    mean: float
    spread: float
    phases: dict[str, tuple[float, float, float]]
    p: float


def survival(found: Sequence[Ending]) -> list[Survival]:
    """Return the survival of each model, in the order they come."""
    engines = dict.fromkeys(row.engine for row in found)
    groups = [[row for row in found if row.engine == engine] for engine in engines]
    return [_survival(rows, groups[0]) for rows in groups]


def _censored(rows: Sequence[Ending]) -> CensoredData:
    return censored([row.turns for row in rows], [row.toppled for row in rows])


def _survival(rows: Sequence[Ending], first: Sequence[Ending]) -> Survival:
    curve = lifetimes([row.turns for row in rows], [row.toppled for row in rows])
    p = (
        nan
        if rows is first
        else float(logrank(_censored(first), _censored(rows)).pvalue)
    )
    turns = np.array([row.turns for row in rows], dtype=float)
    phases = [row.phase for row in rows if row.phase is not None]
    told = np.array(phases)
    alone = np.arange(len(phases))
    shares = {
        phase: (count / len(phases), *share_interval(told == phase, alone))
        for phase, count in Counter(phases).most_common()
    }
    return Survival(
        rows[0].engine, curve, float(turns.mean()), float(turns.std(ddof=1)), shares, p
    )
